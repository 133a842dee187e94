#include "unit/pool/played_race.h"

static void
what_is_decided_soon_has_one_child(void **state)
{
	struct stage *x = *state;

	begin(x);
	pass(x, RIVAL_MS - 5);
	assert_null(job_of(&x->pool, LOGIC));
	end_with(job_of(&x->pool, SIMPLE), STATUS_UNSAT);
	assert_answered(x, OUTCOME_DONE, STATUS_UNSAT);
	assert_int_equal(x->pool.asked, 1);
}

static void
the_first_that_decides_wins_and_the_other_is_killed(void **state)
{
	struct stage *x = *state;

	begin_both(x);
	pass(x, 1000);
	end_with(job_of(&x->pool, LOGIC), STATUS_UNSAT);
	assert_answered(x, OUTCOME_DONE, STATUS_UNSAT);
}

static void
a_winner_is_alone_as_soon_as_it_knows_the_answer(void **state)
{
	struct stage *x = *state;

	begin_both(x);
	put_check(job_of(&x->pool, LOGIC), STATUS_UNSAT);
	pass(x, 50);
	assert_null(job_of(&x->pool, SIMPLE));
	assert_false(job_of(&x->pool, LOGIC)->is_preemptible);
	end(job_of(&x->pool, LOGIC), OUTCOME_TIMEOUT);
	assert_answered(x, OUTCOME_TIMEOUT, STATUS_UNSAT);
}

static void
sat_wins_when_its_values_have_been_checked(void **state)
{
	struct stage *x = *state;

	begin_both(x);
	put_check(job_of(&x->pool, SIMPLE), STATUS_SAT);
	pass(x, 50);
	assert_non_null(job_of(&x->pool, LOGIC));
	put_model(job_of(&x->pool, SIMPLE));
	pass(x, 50);
	assert_null(job_of(&x->pool, LOGIC));
	end(job_of(&x->pool, SIMPLE), OUTCOME_DONE);
	assert_answered(x, OUTCOME_DONE, STATUS_SAT);
}

static void
values_that_fail_the_check_do_not_win(void **state)
{
	struct stage *x = *state;

	begin(x);
	end_refuted(job_of(&x->pool, SIMPLE));
	assert_int_equal(x->answers, 0);
	assert_true(job_of(&x->pool, LOGIC)->is_first);
	end_with(job_of(&x->pool, LOGIC), STATUS_UNSAT);
	assert_answered(x, OUTCOME_DONE, STATUS_UNSAT);
}

static void
an_answer_without_a_better_one_is_given_as_it_is(void **state)
{
	struct stage *x = *state;

	begin(x);
	end_refuted(job_of(&x->pool, SIMPLE));
	end_with(job_of(&x->pool, LOGIC), STATUS_UNKNOWN);
	assert_answered(x, OUTCOME_DONE, STATUS_SAT);
	assert_int_equal(answer_last(x->answer)->failed.count, 1);
}

static void
who_does_not_know_leaves_it_to_the_other_at_once(void **state)
{
	struct stage *x = *state;

	begin(x);
	end_with(job_of(&x->pool, SIMPLE), STATUS_UNKNOWN);
	assert_int_equal(x->answers, 0);
	assert_true(job_of(&x->pool, LOGIC)->is_first);
	end_with(job_of(&x->pool, LOGIC), STATUS_SAT);
	assert_answered(x, OUTCOME_DONE, STATUS_SAT);
}

static void
a_rival_that_does_not_know_changes_nothing(void **state)
{
	struct stage *x = *state;

	begin_both(x);
	end_with(job_of(&x->pool, LOGIC), STATUS_UNKNOWN);
	pass(x, 1000);
	assert_int_equal(x->answers, 0);
	assert_int_equal(x->pool.asked, 2);
	end_with(job_of(&x->pool, SIMPLE), STATUS_UNSAT);
	assert_answered(x, OUTCOME_DONE, STATUS_UNSAT);
}

static void
a_child_that_dies_leaves_it_to_the_other(void **state)
{
	struct stage *x = *state;

	begin(x);
	end(job_of(&x->pool, SIMPLE), OUTCOME_CRASH);
	end_with(job_of(&x->pool, LOGIC), STATUS_UNSAT);
	assert_answered(x, OUTCOME_DONE, STATUS_UNSAT);
}

static void
of_a_death_and_an_unknown_the_unknown_is_told(void **state)
{
	struct stage *x = *state;

	begin(x);
	end_with(job_of(&x->pool, SIMPLE), STATUS_UNKNOWN);
	end(job_of(&x->pool, LOGIC), OUTCOME_MEMORY);
	assert_answered(x, OUTCOME_DONE, STATUS_UNKNOWN);
}

static void
the_unknown_of_what_does_not_fit_hides_no_death(void **state)
{
	struct stage *x = *state;

	begin(x);
	put_engines(job_of(&x->pool, SIMPLE), ENGINES_ALL);
	pass(x, RIVAL_MS + 5);
	end_with(job_of(&x->pool, FINITE), STATUS_UNKNOWN);
	end(job_of(&x->pool, SIMPLE), OUTCOME_CRASH);
	end(job_of(&x->pool, LOGIC), OUTCOME_CRASH);
	assert_answered(x, OUTCOME_CRASH, STATUS_NONE);
}

static void
who_knows_the_status_is_not_taken_off(void **state)
{
	struct stage *x = *state;

	begin(x);
	put_check(job_of(&x->pool, SIMPLE), STATUS_SAT);
	pass(x, 1000);
	assert_non_null(job_of(&x->pool, SIMPLE));
	assert_null(job_of(&x->pool, LOGIC));
}

static void
at_the_deadline_there_is_one_answer(void **state)
{
	struct stage *x = *state;

	begin_both(x);
	end(job_of(&x->pool, SIMPLE), OUTCOME_TIMEOUT);
	assert_int_equal(x->answers, 0);
	end(job_of(&x->pool, LOGIC), OUTCOME_TIMEOUT);
	assert_answered(x, OUTCOME_TIMEOUT, STATUS_NONE);
}

static void
at_the_deadline_nothing_new_is_begun(void **state)
{
	struct stage *x = *state;

	begin(x);
	end(job_of(&x->pool, SIMPLE), OUTCOME_TIMEOUT);
	assert_answered(x, OUTCOME_TIMEOUT, STATUS_NONE);
	assert_int_equal(x->pool.asked, 1);
}

static void
without_a_worker_there_is_no_race(void **state)
{
	struct stage *x = *state;

	begin(x);
	end(job_of(&x->pool, SIMPLE), OUTCOME_NO_WORKER);
	assert_answered(x, OUTCOME_NO_WORKER, STATUS_NONE);
}

static void
a_rival_without_a_worker_does_not_end_the_race(void **state)
{
	struct stage *x = *state;

	begin_both(x);
	end(job_of(&x->pool, LOGIC), OUTCOME_NO_WORKER);
	assert_int_equal(x->answers, 0);
	end_with(job_of(&x->pool, SIMPLE), STATUS_SAT);
	assert_answered(x, OUTCOME_DONE, STATUS_SAT);
}

static void
a_fault_of_the_text_is_an_answer(void **state)
{
	struct stage *x = *state;

	begin(x);
	job_of(&x->pool, SIMPLE)->answer->fault.kind = DIAGNOSTIC_SOLVER;
	end(job_of(&x->pool, SIMPLE), OUTCOME_DONE);
	assert_answered(x, OUTCOME_DONE, STATUS_NONE);
	assert_int_equal(x->pool.asked, 1);
}

static void
several_checks_are_one_child_s_work(void **state)
{
	struct stage *x = *state;

	begin_text(x, "(check-sat)\n(check-sat-assuming (p))");
	assert_non_null(job_of(&x->pool, ENGINES_ALL));
	pass(x, 1000);
	assert_int_equal(x->pool.asked, 1);
	end_with(job_of(&x->pool, ENGINES_ALL), STATUS_UNKNOWN);
	assert_answered(x, OUTCOME_DONE, STATUS_UNKNOWN);
}

static void
a_full_pool_refuses_the_race_but_not_its_rest(void **state)
{
	struct stage *x = *state;
	const struct client_requests client_requests = {.kind = ASK_SOLVE, .text = "", .timeout_ms = 9};
	struct err e;

	x->pool.is_full = true;
	assert_null(portfolio_ask(&x->pool, &client_requests, LANE_SOLVE, on_answer, x, &e));
	assert_string_equal(e.text, "full");
	x->pool.is_full = false;
	begin(x);
	x->pool.is_full = true;
	pass(x, 1000);
	assert_non_null(job_of(&x->pool, SIMPLE | LOGIC));
	end_with(job_of(&x->pool, SIMPLE | LOGIC), STATUS_UNKNOWN);
	assert_answered(x, OUTCOME_DONE, STATUS_UNKNOWN);
}

static void
a_cancelled_race_takes_both_children_along(void **state)
{
	struct stage *x = *state;

	begin_both(x);
	portfolio_cancel(x->race);
	x->race = NULL;
	assert_over(x);
}

static void
a_race_that_is_stopped_gives_what_it_has_found(void **state)
{
	struct stage *x = *state;
	const struct answer *found;

	begin_both(x);
	found = portfolio_answer(x->race);
	x->answer = portfolio_stop(x->race);
	x->race = NULL;
	assert_ptr_equal(x->answer, found);
	assert_int_equal(x->answer->outcome, OUTCOME_CANCELLED);
	assert_over(x);
}

static void
every_engine_that_fits_starts_with_the_same_ask(void **state)
{
	struct stage *x = *state;
	const struct client_requests *client_requests;

	begin(x);
	put_engines(job_of(&x->pool, SIMPLE), ENGINES_ALL);
	pass(x, RIVAL_MS + 5);
	assert_non_null(job_of(&x->pool, SIMPLE));
	assert_non_null(job_of(&x->pool, FINITE));
	client_requests = &job_of(&x->pool, LOGIC)->client_requests;
	assert_string_equal(
		job_of(&x->pool, LOGIC)->text, "(assert p)\n(check-sat)");
	assert_int_equal(client_requests->group_count, 2);
	assert_int_equal(client_requests->groups[1], 2);
	assert_in_range(
		client_requests->timeout_ms, LIMIT_MS - RIVAL_MS - 10, LIMIT_MS - RIVAL_MS);
}

static void
what_does_not_fit_or_is_not_asked_for_is_not_started(void **state)
{
	struct stage *x = *state;

	begin(x);
	put_engines(job_of(&x->pool, SIMPLE), SIMPLE | LOGIC);
	pass(x, 1000);
	assert_null(job_of(&x->pool, FINITE));
	assert_int_equal(x->pool.asked, 2);
}

static void
a_busy_machine_has_rivals_later(void **state)
{
	struct stage *x = *state;

	x->pool.is_busy = true;
	begin(x);
	pass(x, SWITCH_MS - 15);
	assert_int_equal(x->pool.asked, 1);
	pass(x, 25);
	assert_int_equal(x->pool.asked, 2);
	assert_non_null(job_of(&x->pool, SIMPLE));
}

static void
the_core_yields_and_the_finite_way_never(void **state)
{
	struct stage *x = *state;

	begin(x);
	put_engines(job_of(&x->pool, SIMPLE), ENGINES_ALL);
	pass(x, YIELD_MS - 20);
	assert_false(job_of(&x->pool, SIMPLE)->yields);
	pass(x, 1000);
	assert_true(job_of(&x->pool, SIMPLE)->yields);
	assert_false(job_of(&x->pool, FINITE)->yields);
	assert_false(job_of(&x->pool, LOGIC)->yields);
	assert_true(job_of(&x->pool, SIMPLE)->is_preemptible);
	assert_true(job_of(&x->pool, LOGIC)->is_preemptible);
	assert_false(job_of(&x->pool, FINITE)->is_preemptible);
}

static void
an_engine_without_a_slot_takes_that_of_the_core(void **state)
{
	struct stage *x = *state;

	x->pool.slots = 2;
	begin(x);
	put_engines(job_of(&x->pool, SIMPLE), ENGINES_ALL);
	pass(x, SWITCH_MS - 20);
	assert_non_null(job_of(&x->pool, SIMPLE));
	assert_non_null(job_of(&x->pool, FINITE));
	assert_int_equal(x->pool.asked, 2);
	pass(x, 25);
	assert_null(job_of(&x->pool, SIMPLE));
	assert_int_equal(job_of(&x->pool, LOGIC)->restarts, 1);
	/* And what had to go comes back when there is a slot for it. */
	end_with(job_of(&x->pool, FINITE), STATUS_UNKNOWN);
	pass(x, RIVAL_MS + 20);
	end_with(job_of(&x->pool, SIMPLE), STATUS_UNSAT);
	assert_answered(x, OUTCOME_DONE, STATUS_UNSAT);
}

static void
a_core_that_was_kept_from_working_keeps_its_slot_longer(void **state)
{
	struct stage *x = *state;

	x->pool.slots = 1;
	x->pool.is_busy = true;
	begin(x);
	pass(x, SWITCH_MS + 30);
	assert_non_null(job_of(&x->pool, SIMPLE));
	pass(x, 4 * SWITCH_MS);
	assert_null(job_of(&x->pool, SIMPLE));
}

static void
in_one_slot_all_engines_take_turns(void **state)
{
	struct stage *x = *state;

	x->pool.slots = 1;
	begin(x);
	put_engines(job_of(&x->pool, SIMPLE), ENGINES_ALL);
	pass(x, SWITCH_MS + 15);
	assert_int_equal(x->pool.asked, 1);
	assert_int_equal(job_of(&x->pool, ENGINES_ALL)->restarts, 1);
	pass(x, 1000);
	assert_int_equal(job_of(&x->pool, ENGINES_ALL)->restarts, 1);
	end_with(job_of(&x->pool, ENGINES_ALL), STATUS_UNSAT);
	assert_answered(x, OUTCOME_DONE, STATUS_UNSAT);
}

static void
a_job_that_waits_has_no_rival(void **state)
{
	struct stage *x = *state;

	begin(x);
	job_of(&x->pool, SIMPLE)->started_ms = 0;
	pass(x, 1000);
	assert_int_equal(x->pool.asked, 1);
	job_of(&x->pool, SIMPLE)->started_ms = now_ms;
	pass(x, RIVAL_MS + RIVAL_MS);
	assert_non_null(job_of(&x->pool, LOGIC));
}

static void
who_lost_its_slot_to_another_job_comes_back(void **state)
{
	struct stage *x = *state;

	begin_both(x);
	assert_true(job_of(&x->pool, SIMPLE)->is_preemptible);
	x->pool.slots = 1;
	end(job_of(&x->pool, SIMPLE), OUTCOME_CANCELLED);
	assert_int_equal(x->answers, 0);
	assert_false(job_of(&x->pool, LOGIC)->is_preemptible);
	pass(x, 100);
	assert_int_equal(count_jobs(&x->pool), 1);
	x->pool.slots = 2;
	pass(x, 20);
	assert_non_null(job_of(&x->pool, SIMPLE));
}

static void
memory_is_that_of_all_children(void **state)
{
	struct stage *x = *state;

	begin(x);
	assert_int_equal(portfolio_phase(x->race), PHASE_SOLVING);
	assert_int_equal(portfolio_memory_kb(x->race), 1000);
	pass(x, RIVAL_MS + 20);
	assert_int_equal(portfolio_memory_kb(x->race), 2000);
	assert_ptr_equal(
		portfolio_answer(x->race), job_of(&x->pool, SIMPLE)->answer);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		race_test(the_unknown_of_what_does_not_fit_hides_no_death),
		race_test(every_engine_that_fits_starts_with_the_same_ask),
		race_test(what_does_not_fit_or_is_not_asked_for_is_not_started),
		race_test(a_busy_machine_has_rivals_later),
		race_test(the_core_yields_and_the_finite_way_never),
		race_test(an_engine_without_a_slot_takes_that_of_the_core),
		race_test(in_one_slot_all_engines_take_turns),
		race_test(
			a_core_that_was_kept_from_working_keeps_its_slot_longer),
		race_test(a_job_that_waits_has_no_rival),
		race_test(who_lost_its_slot_to_another_job_comes_back),
		race_test(memory_is_that_of_all_children),
		race_test(what_is_decided_soon_has_one_child),
		race_test(the_first_that_decides_wins_and_the_other_is_killed),
		race_test(a_winner_is_alone_as_soon_as_it_knows_the_answer),
		race_test(sat_wins_when_its_values_have_been_checked),
		race_test(values_that_fail_the_check_do_not_win),
		race_test(an_answer_without_a_better_one_is_given_as_it_is),
		race_test(who_does_not_know_leaves_it_to_the_other_at_once),
		race_test(a_rival_that_does_not_know_changes_nothing),
		race_test(a_child_that_dies_leaves_it_to_the_other),
		race_test(of_a_death_and_an_unknown_the_unknown_is_told),
		race_test(who_knows_the_status_is_not_taken_off),
		race_test(at_the_deadline_there_is_one_answer),
		race_test(at_the_deadline_nothing_new_is_begun),
		race_test(without_a_worker_there_is_no_race),
		race_test(a_rival_without_a_worker_does_not_end_the_race),
		race_test(a_fault_of_the_text_is_an_answer),
		race_test(several_checks_are_one_child_s_work),
		race_test(a_full_pool_refuses_the_race_but_not_its_rest),
		race_test(a_cancelled_race_takes_both_children_along),
		race_test(a_race_that_is_stopped_gives_what_it_has_found),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
