#include "played_race.h"

static void
what_is_decided_soon_has_one_child(void **state)
{
	struct stage *x = *state;

	begin(x);
	assert_int_equal(x->pool.simple->lane, LANE_SOLVE);
	pass(x, RIVAL_MS - 5);
	assert_null(x->pool.logic);
	end_with(x->pool.simple, STATUS_UNSAT);
	assert_answered(x, OUTCOME_DONE, STATUS_UNSAT);
	assert_int_equal(x->pool.asked, 1);
}

static void
what_is_not_gets_a_spare_rival_with_the_same_ask(void **state)
{
	struct stage *x = *state;
	const struct ask *ask;

	begin_asked(x);
	assert_non_null(x->pool.simple);
	assert_non_null(x->pool.logic);
	assert_int_equal(x->pool.logic->lane, LANE_SPARE);
	ask = &x->pool.logic->ask;
	assert_string_equal(x->pool.logic->text, "(assert p)\n(check-sat)");
	assert_int_equal(ask->group_count, 2);
	assert_int_equal(ask->groups[1], 2);
	assert_in_range(
		ask->timeout_ms, LIMIT_MS - RIVAL_MS - 30, LIMIT_MS - RIVAL_MS);
}

static void
the_strategy_has_the_slot_as_soon_as_it_runs(void **state)
{
	struct stage *x = *state;

	begin_asked(x);
	assert_int_equal(x->pool.simple->lane, LANE_SOLVE);
	assert_false(x->pool.simple->yields);
	give_slot(x->pool.logic);
	pass(x, 50);
	assert_int_equal(x->pool.logic->lane, LANE_SOLVE);
	assert_false(x->pool.logic->yields);
	assert_int_equal(x->pool.simple->lane, LANE_SPARE);
	assert_false(x->pool.simple->yields);
	pass(x, YIELD_MS);
	assert_true(x->pool.simple->yields);
	/* Another child after that one was taken off does so, too. */
	x->pool.simple->yields = false;
	pass(x, 50);
	assert_true(x->pool.simple->yields);
	end_with(x->pool.simple, STATUS_UNSAT);
	assert_answered(x, OUTCOME_DONE, STATUS_UNSAT);
}

static void
the_first_that_decides_wins_and_the_other_is_killed(void **state)
{
	struct stage *x = *state;

	begin_both(x);
	pass(x, 1000);
	end_with(x->pool.logic, STATUS_UNSAT);
	assert_answered(x, OUTCOME_DONE, STATUS_UNSAT);
}

static void
a_winner_is_alone_as_soon_as_it_knows_the_answer(void **state)
{
	struct stage *x = *state;

	begin_both(x);
	put_check(x->pool.logic, STATUS_UNSAT);
	pass(x, 50);
	assert_null(x->pool.simple);
	assert_int_equal(x->pool.logic->lane, LANE_SOLVE);
	end(x->pool.logic, OUTCOME_TIMEOUT);
	assert_answered(x, OUTCOME_TIMEOUT, STATUS_UNSAT);
}

static void
sat_wins_when_its_values_have_been_checked(void **state)
{
	struct stage *x = *state;

	begin_both(x);
	put_check(x->pool.simple, STATUS_SAT);
	pass(x, 50);
	assert_non_null(x->pool.logic);
	put_model(x->pool.simple);
	pass(x, 50);
	assert_null(x->pool.logic);
	end(x->pool.simple, OUTCOME_DONE);
	assert_answered(x, OUTCOME_DONE, STATUS_SAT);
}

static void
at_the_deadline_the_better_solution_counts(void **state)
{
	struct stage *x = *state;

	begin_both(x);
	put_best(x->pool.simple, "10");
	put_best(x->pool.logic, "9");
	pass(x, 50);
	assert_ptr_equal(race_answer(x->race), x->pool.simple->answer);
	end(x->pool.simple, OUTCOME_TIMEOUT);
	assert_int_equal(x->answers, 0);
	end(x->pool.logic, OUTCOME_TIMEOUT);
	assert_answered(x, OUTCOME_TIMEOUT, STATUS_SAT);
	assert_string_equal(answer_last(x->answer)->objectives[0].lower, "10");
}

static void
values_that_fail_the_check_do_not_win(void **state)
{
	struct stage *x = *state;

	begin(x);
	end_refuted(x->pool.simple);
	assert_int_equal(x->answers, 0);
	assert_true(x->pool.logic->is_promoted);
	end_with(x->pool.logic, STATUS_UNSAT);
	assert_answered(x, OUTCOME_DONE, STATUS_UNSAT);
}

static void
an_answer_without_a_better_one_is_given_as_it_is(void **state)
{
	struct stage *x = *state;

	begin(x);
	end_refuted(x->pool.simple);
	end_with(x->pool.logic, STATUS_UNKNOWN);
	assert_answered(x, OUTCOME_DONE, STATUS_SAT);
	assert_int_equal(answer_last(x->answer)->failed.count, 1);
}

static void
who_does_not_know_leaves_it_to_the_other_at_once(void **state)
{
	struct stage *x = *state;

	begin(x);
	end_with(x->pool.simple, STATUS_UNKNOWN);
	assert_int_equal(x->answers, 0);
	assert_true(x->pool.logic->is_promoted);
	end_with(x->pool.logic, STATUS_SAT);
	assert_answered(x, OUTCOME_DONE, STATUS_SAT);
}

static void
a_rival_that_does_not_know_changes_nothing(void **state)
{
	struct stage *x = *state;

	begin_both(x);
	end_with(x->pool.logic, STATUS_UNKNOWN);
	pass(x, 1000);
	assert_int_equal(x->answers, 0);
	assert_int_equal(x->pool.asked, 2);
	end_with(x->pool.simple, STATUS_UNSAT);
	assert_answered(x, OUTCOME_DONE, STATUS_UNSAT);
}

static void
a_child_that_dies_leaves_it_to_the_other(void **state)
{
	struct stage *x = *state;

	begin(x);
	end(x->pool.simple, OUTCOME_CRASH);
	end_with(x->pool.logic, STATUS_UNSAT);
	assert_answered(x, OUTCOME_DONE, STATUS_UNSAT);
}

static void
of_a_death_and_an_unknown_the_unknown_is_told(void **state)
{
	struct stage *x = *state;

	begin(x);
	end_with(x->pool.simple, STATUS_UNKNOWN);
	end(x->pool.logic, OUTCOME_MEMORY);
	assert_answered(x, OUTCOME_DONE, STATUS_UNKNOWN);
}

static void
without_an_idle_slot_the_other_way_has_its_turn(void **state)
{
	struct stage *x = *state;

	begin(x);
	pass(x, SWITCH_MS - 20);
	assert_non_null(x->pool.simple);
	pass(x, 25);
	assert_null(x->pool.simple);
	assert_true(x->pool.logic->is_promoted);
	/* And what had to go may come back when there is a slot for it. */
	pass(x, RIVAL_MS + 50);
	assert_int_equal(x->pool.simple->lane, LANE_SPARE);
	give_slot(x->pool.simple);
	end_with(x->pool.simple, STATUS_UNSAT);
	assert_answered(x, OUTCOME_DONE, STATUS_UNSAT);
}

static void
who_knows_the_status_is_not_taken_off(void **state)
{
	struct stage *x = *state;

	begin(x);
	put_check(x->pool.simple, STATUS_SAT);
	pass(x, 1000);
	assert_non_null(x->pool.simple);
	assert_null(x->pool.logic);
}

static void
a_job_that_waits_has_no_rival(void **state)
{
	struct stage *x = *state;

	begin(x);
	x->pool.simple->started_ms = 0;
	pass(x, 1000);
	assert_null(x->pool.logic);
	x->pool.simple->started_ms = now_ms;
	pass(x, RIVAL_MS + RIVAL_MS);
	assert_non_null(x->pool.logic);
}

static void
at_the_deadline_there_is_one_answer(void **state)
{
	struct stage *x = *state;

	begin_both(x);
	end(x->pool.simple, OUTCOME_TIMEOUT);
	assert_int_equal(x->answers, 0);
	end(x->pool.logic, OUTCOME_TIMEOUT);
	assert_answered(x, OUTCOME_TIMEOUT, STATUS_NONE);
}

static void
at_the_deadline_nothing_new_is_begun(void **state)
{
	struct stage *x = *state;

	begin(x);
	end(x->pool.simple, OUTCOME_TIMEOUT);
	assert_answered(x, OUTCOME_TIMEOUT, STATUS_NONE);
	assert_int_equal(x->pool.asked, 1);
}

static void
without_a_worker_there_is_no_race(void **state)
{
	struct stage *x = *state;

	begin(x);
	end(x->pool.simple, OUTCOME_NO_WORKER);
	assert_answered(x, OUTCOME_NO_WORKER, STATUS_NONE);
}

static void
a_rival_without_a_worker_does_not_end_the_race(void **state)
{
	struct stage *x = *state;

	begin_asked(x);
	end(x->pool.logic, OUTCOME_NO_WORKER);
	assert_int_equal(x->answers, 0);
	end_with(x->pool.simple, STATUS_SAT);
	assert_answered(x, OUTCOME_DONE, STATUS_SAT);
}

static void
a_fault_of_the_text_is_an_answer(void **state)
{
	struct stage *x = *state;

	begin(x);
	x->pool.simple->answer->fault.kind = FAULT_SOLVER;
	end(x->pool.simple, OUTCOME_DONE);
	assert_answered(x, OUTCOME_DONE, STATUS_NONE);
	assert_int_equal(x->pool.asked, 1);
}

static void
several_checks_are_one_child_s_work(void **state)
{
	struct stage *x = *state;

	begin_text(x, "(check-sat)\n(check-sat-assuming (p))");
	assert_non_null(x->pool.both);
	pass(x, 1000);
	assert_int_equal(x->pool.asked, 1);
	end_with(x->pool.both, STATUS_UNKNOWN);
	assert_answered(x, OUTCOME_DONE, STATUS_UNKNOWN);
}

static void
a_full_pool_refuses_the_race_but_not_its_rest(void **state)
{
	struct stage *x = *state;
	const struct ask ask = {.kind = ASK_SOLVE, .text = "", .timeout_ms = 9};
	struct err e;

	x->pool.is_full = true;
	assert_null(race_ask(&x->pool, &ask, LANE_SOLVE, on_answer, x, &e));
	assert_string_equal(e.text, "full");
	x->pool.is_full = false;
	begin(x);
	x->pool.is_full = true;
	pass(x, 1000);
	assert_non_null(x->pool.simple);
	end_with(x->pool.simple, STATUS_UNKNOWN);
	assert_answered(x, OUTCOME_DONE, STATUS_UNKNOWN);
}

static void
a_cancelled_race_takes_both_children_along(void **state)
{
	struct stage *x = *state;

	begin_asked(x);
	race_cancel(x->race);
	x->race = NULL;
	assert_over(x);
}

static void
a_race_that_is_stopped_gives_what_it_has_found(void **state)
{
	struct stage *x = *state;
	const struct answer *found;

	begin_asked(x);
	found = race_answer(x->race);
	x->answer = race_stop(x->race);
	x->race = NULL;
	assert_ptr_equal(x->answer, found);
	assert_int_equal(x->answer->outcome, OUTCOME_CANCELLED);
	assert_over(x);
}

static void
progress_is_that_of_the_one_that_is_ahead(void **state)
{
	struct stage *x = *state;

	begin(x);
	assert_int_equal(race_phase(x->race), PHASE_SOLVING);
	assert_int_equal(race_memory_kb(x->race), 1000);
	pass(x, RIVAL_MS + 20);
	assert_int_equal(race_memory_kb(x->race), 1000);
	assert_ptr_equal(race_answer(x->race), x->pool.simple->answer);
	give_slot(x->pool.logic);
	assert_int_equal(race_memory_kb(x->race), 2000);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		race_test(what_is_decided_soon_has_one_child),
		race_test(what_is_not_gets_a_spare_rival_with_the_same_ask),
		race_test(the_strategy_has_the_slot_as_soon_as_it_runs),
		race_test(the_first_that_decides_wins_and_the_other_is_killed),
		race_test(a_winner_is_alone_as_soon_as_it_knows_the_answer),
		race_test(sat_wins_when_its_values_have_been_checked),
		race_test(at_the_deadline_the_better_solution_counts),
		race_test(values_that_fail_the_check_do_not_win),
		race_test(an_answer_without_a_better_one_is_given_as_it_is),
		race_test(who_does_not_know_leaves_it_to_the_other_at_once),
		race_test(a_rival_that_does_not_know_changes_nothing),
		race_test(a_child_that_dies_leaves_it_to_the_other),
		race_test(of_a_death_and_an_unknown_the_unknown_is_told),
		race_test(without_an_idle_slot_the_other_way_has_its_turn),
		race_test(who_knows_the_status_is_not_taken_off),
		race_test(a_job_that_waits_has_no_rival),
		race_test(at_the_deadline_there_is_one_answer),
		race_test(at_the_deadline_nothing_new_is_begun),
		race_test(without_a_worker_there_is_no_race),
		race_test(a_rival_without_a_worker_does_not_end_the_race),
		race_test(a_fault_of_the_text_is_an_answer),
		race_test(several_checks_are_one_child_s_work),
		race_test(a_full_pool_refuses_the_race_but_not_its_rest),
		race_test(a_cancelled_race_takes_both_children_along),
		race_test(a_race_that_is_stopped_gives_what_it_has_found),
		race_test(progress_is_that_of_the_one_that_is_ahead),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
