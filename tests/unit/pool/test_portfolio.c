#include "unit/pool/played_race.h"

RACE_TEST(what_is_decided_soon_has_one_child)
{
	begin(x);
	pass(x, RIVAL_MS - 5);
	assert_null(job_of(&x->pool, LOGIC));
	end_with(job_of(&x->pool, SIMPLE), STATUS_UNSAT);
	assert_answered(x, OUTCOME_DONE, STATUS_UNSAT);
	assert_int_equal(x->pool.asked, 1);
}

RACE_TEST(the_first_that_decides_wins_and_the_other_is_killed)
{
	begin_both(x);
	pass(x, 1000);
	end_with(job_of(&x->pool, LOGIC), STATUS_UNSAT);
	assert_answered(x, OUTCOME_DONE, STATUS_UNSAT);
}

RACE_TEST(a_winner_is_alone_as_soon_as_it_knows_the_answer)
{
	begin_both(x);
	put_check(job_of(&x->pool, LOGIC), STATUS_UNSAT);
	pass(x, 50);
	assert_null(job_of(&x->pool, SIMPLE));
	assert_int_equal(job_of(&x->pool, LOGIC)->rank, RANK_CALL);
	end(job_of(&x->pool, LOGIC), OUTCOME_TIMEOUT);
	assert_answered(x, OUTCOME_TIMEOUT, STATUS_UNSAT);
}

RACE_TEST(sat_wins_when_its_values_have_been_checked)
{
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

RACE_TEST(sat_wins_although_a_goal_is_open_as_one_child_has_all_ways)
{
	struct answer_objective goal = {.term = text_copy("x"),
		.value = text_copy(""),
		.lower = text_copy("7"),
		.upper = text_copy("")};
	struct answer_check *check;

	begin_both(x);
	put_check(job_of(&x->pool, SIMPLE), STATUS_SAT);
	put_model(job_of(&x->pool, SIMPLE));
	check = answer_last(job_of(&x->pool, SIMPLE)->answer);
	check->objectives.at = mem_new(sizeof(goal));
	check->objectives.at[0] = goal;
	check->objectives.count = check->objectives.capacity = 1;
	pass(x, 50);
	assert_null(job_of(&x->pool, LOGIC));
	assert_non_null(job_of(&x->pool, SIMPLE));
}

RACE_TEST(values_that_fail_the_check_do_not_win)
{
	begin(x);
	end_refuted(job_of(&x->pool, SIMPLE));
	assert_int_equal(x->answers, 0);
	assert_true(job_of(&x->pool, LOGIC)->is_first);
	end_with(job_of(&x->pool, LOGIC), STATUS_UNSAT);
	assert_answered(x, OUTCOME_DONE, STATUS_UNSAT);
}

RACE_TEST(an_answer_without_a_better_one_is_given_as_it_is)
{
	begin(x);
	end_refuted(job_of(&x->pool, SIMPLE));
	end_with(job_of(&x->pool, LOGIC), STATUS_UNKNOWN);
	assert_answered(x, OUTCOME_DONE, STATUS_SAT);
	assert_int_equal(answer_last(x->answer)->evaluation.failed.count, 1);
}

RACE_TEST(who_does_not_know_leaves_it_to_the_other_at_once)
{
	begin(x);
	end_with(job_of(&x->pool, SIMPLE), STATUS_UNKNOWN);
	assert_int_equal(x->answers, 0);
	assert_true(job_of(&x->pool, LOGIC)->is_first);
	end_with(job_of(&x->pool, LOGIC), STATUS_SAT);
	assert_answered(x, OUTCOME_DONE, STATUS_SAT);
}

RACE_TEST(a_rival_that_does_not_know_changes_nothing)
{
	begin_both(x);
	end_with(job_of(&x->pool, LOGIC), STATUS_UNKNOWN);
	pass(x, 1000);
	assert_int_equal(x->answers, 0);
	assert_int_equal(x->pool.asked, 2);
	end_with(job_of(&x->pool, SIMPLE), STATUS_UNSAT);
	assert_answered(x, OUTCOME_DONE, STATUS_UNSAT);
}

RACE_TEST(a_child_that_dies_leaves_it_to_the_other)
{
	begin(x);
	end(job_of(&x->pool, SIMPLE), OUTCOME_CRASH);
	end_with(job_of(&x->pool, LOGIC), STATUS_UNSAT);
	assert_answered(x, OUTCOME_DONE, STATUS_UNSAT);
}

RACE_TEST(of_a_death_and_an_unknown_the_unknown_is_told)
{
	begin(x);
	end_with(job_of(&x->pool, SIMPLE), STATUS_UNKNOWN);
	end(job_of(&x->pool, LOGIC), OUTCOME_MEMORY);
	assert_answered(x, OUTCOME_DONE, STATUS_UNKNOWN);
}

RACE_TEST(the_unknown_of_what_does_not_fit_hides_no_death)
{
	begin(x);
	put_engines(job_of(&x->pool, SIMPLE), FITTING);
	pass(x, RIVAL_MS + 5);
	end_with(job_of(&x->pool, FINITE), STATUS_UNKNOWN);
	end(job_of(&x->pool, SIMPLE), OUTCOME_CRASH);
	end(job_of(&x->pool, LOGIC), OUTCOME_CRASH);
	assert_answered(x, OUTCOME_CRASH, STATUS_NONE);
}

RACE_TEST(who_knows_the_status_is_not_taken_off)
{
	begin(x);
	put_check(job_of(&x->pool, SIMPLE), STATUS_SAT);
	pass(x, 1000);
	assert_non_null(job_of(&x->pool, SIMPLE));
	assert_null(job_of(&x->pool, LOGIC));
}

RACE_TEST(at_the_deadline_there_is_one_answer)
{
	begin_both(x);
	end(job_of(&x->pool, SIMPLE), OUTCOME_TIMEOUT);
	assert_int_equal(x->answers, 0);
	end(job_of(&x->pool, LOGIC), OUTCOME_TIMEOUT);
	assert_answered(x, OUTCOME_TIMEOUT, STATUS_NONE);
}

RACE_TEST(at_the_deadline_nothing_new_is_begun)
{
	begin(x);
	end(job_of(&x->pool, SIMPLE), OUTCOME_TIMEOUT);
	assert_answered(x, OUTCOME_TIMEOUT, STATUS_NONE);
	assert_int_equal(x->pool.asked, 1);
}

RACE_TEST(without_a_worker_there_is_no_race)
{
	begin(x);
	end(job_of(&x->pool, SIMPLE), OUTCOME_NO_WORKER);
	assert_answered(x, OUTCOME_NO_WORKER, STATUS_NONE);
}

RACE_TEST(a_rival_without_a_worker_does_not_end_the_race)
{
	begin_both(x);
	end(job_of(&x->pool, LOGIC), OUTCOME_NO_WORKER);
	assert_int_equal(x->answers, 0);
	end_with(job_of(&x->pool, SIMPLE), STATUS_SAT);
	assert_answered(x, OUTCOME_DONE, STATUS_SAT);
}

RACE_TEST(a_fault_of_the_text_is_an_answer)
{
	begin(x);
	job_of(&x->pool, SIMPLE)->answer->fault.kind = DIAGNOSTIC_SOLVER;
	end(job_of(&x->pool, SIMPLE), OUTCOME_DONE);
	assert_answered(x, OUTCOME_DONE, STATUS_NONE);
	assert_int_equal(x->pool.asked, 1);
}

RACE_TEST(several_checks_are_one_child_s_work)
{
	begin_with(x, "(check-sat)", 2);
	assert_non_null(job_of(&x->pool, ENGINES_ALL));
	pass(x, 1000);
	assert_int_equal(x->pool.asked, 1);
	end_with(job_of(&x->pool, ENGINES_ALL), STATUS_UNKNOWN);
	assert_answered(x, OUTCOME_DONE, STATUS_UNKNOWN);
}

RACE_TEST(a_full_pool_refuses_the_race_but_not_its_rest)
{
	const struct ask ask = {.kind = ASK_SOLVE, .text = "", .timeout_ms = 9};
	struct err e;

	x->pool.is_full = true;
	assert_null(
		portfolio_ask(&x->pool, &ask, QUEUE_SOLVE, on_answer, x, &e));
	assert_string_equal(e.text, "full");
	x->pool.is_full = false;
	begin(x);
	x->pool.is_full = true;
	pass(x, 1000);
	assert_non_null(job_of(&x->pool, SIMPLE | LOGIC));
	end_with(job_of(&x->pool, SIMPLE | LOGIC), STATUS_UNKNOWN);
	assert_answered(x, OUTCOME_DONE, STATUS_UNKNOWN);
}

RACE_TEST(a_cancelled_race_takes_both_children_along)
{
	begin_both(x);
	portfolio_cancel(x->race);
	x->race = NULL;
	assert_over(x);
}

RACE_TEST(a_race_that_is_stopped_gives_what_it_has_found)
{
	const struct answer *found;

	begin_both(x);
	found = portfolio_answer(x->race);
	x->answer = portfolio_stop(x->race);
	x->race = NULL;
	assert_ptr_equal(x->answer, found);
	assert_int_equal(x->answer->outcome, OUTCOME_CANCELLED);
	assert_over(x);
}

RACE_TEST(every_engine_that_fits_starts_with_the_same_ask)
{
	const struct ask *ask;

	begin(x);
	put_engines(job_of(&x->pool, SIMPLE), FITTING);
	pass(x, RIVAL_MS + 5);
	assert_non_null(job_of(&x->pool, SIMPLE));
	assert_non_null(job_of(&x->pool, FINITE));
	ask = &job_of(&x->pool, LOGIC)->ask;
	assert_string_equal(job_of(&x->pool, LOGIC)->text, "(check-sat)");
	assert_int_equal(ask->groups.count, 2);
	assert_int_equal(ask->groups.at[1], 2);
	assert_in_range(
		ask->timeout_ms, LIMIT_MS - RIVAL_MS - 10, LIMIT_MS - RIVAL_MS);
}

RACE_TEST(what_does_not_fit_or_is_not_asked_for_is_not_started)
{
	begin(x);
	put_engines(job_of(&x->pool, SIMPLE), SIMPLE | LOGIC);
	pass(x, 1000);
	assert_null(job_of(&x->pool, FINITE));
	assert_int_equal(x->pool.asked, 2);
}

RACE_TEST(a_busy_machine_has_rivals_later)
{
	x->pool.is_busy = true;
	begin(x);
	pass(x, 2 * SWITCH_MS - 15);
	assert_int_equal(x->pool.asked, 1);
	pass(x, 25);
	assert_int_equal(x->pool.asked, 2);
	assert_non_null(job_of(&x->pool, SIMPLE));
}

/* A race that the engine decides after so long. */
static void
decide_by(struct stage *x, uint32_t engine, int64_t took_ms)
{
	struct job *j;

	begin(x);
	put_engines(job_of(&x->pool, SIMPLE), FITTING);
	pass(x, took_ms);
	j = job_of(&x->pool, engine);
	j->answer->engines.decider = engine;
	j->answer->job.ran_ms = took_ms;
	end_with(j, STATUS_UNSAT);
	assert_int_equal(x->answers, 1);
	answer_free(TAKE(x->answer));
	x->answers = x->pool.asked = 0;
}

RACE_TEST(who_has_decided_such_a_text_is_the_first)
{
	decide_by(x, FINITE, 500);
	x->pool.is_busy = true;
	begin(x);
	assert_null(job_of(&x->pool, SIMPLE));
	assert_non_null(job_of(&x->pool, FINITE));
	pass(x, 900);
	assert_int_equal(x->pool.asked, 1);
	/* It had twice the time that it has needed before. */
	pass(x, 500);
	assert_non_null(job_of(&x->pool, SIMPLE));
	assert_non_null(job_of(&x->pool, LOGIC));
	assert_non_null(job_of(&x->pool, FINITE));
}

RACE_TEST(a_text_that_begins_otherwise_begins_with_the_core)
{
	decide_by(x, FINITE, 500);
	begin_with(x, "(check-sat) ; another", 1);
	assert_non_null(job_of(&x->pool, SIMPLE));
	assert_null(job_of(&x->pool, FINITE));
}

RACE_TEST(what_is_decided_soon_makes_no_preference)
{
	decide_by(x, FINITE, 50);
	begin(x);
	assert_non_null(job_of(&x->pool, SIMPLE));
}

RACE_TEST(a_preference_that_fails_leaves_it_to_the_core)
{
	decide_by(x, FINITE, 500);
	begin(x);
	end_with(job_of(&x->pool, FINITE), STATUS_UNKNOWN);
	assert_int_equal(x->answers, 0);
	pass(x, RIVAL_MS + 20);
	assert_non_null(job_of(&x->pool, SIMPLE));
	assert_non_null(job_of(&x->pool, LOGIC));
	end_with(job_of(&x->pool, LOGIC), STATUS_SAT);
	assert_answered(x, OUTCOME_DONE, STATUS_SAT);
}

RACE_TEST(in_one_slot_a_preference_has_its_time_and_then_all_take_turns)
{
	decide_by(x, FINITE, 500);
	x->pool.slots = 1;
	begin(x);
	put_engines(job_of(&x->pool, FINITE), FITTING);
	pass(x, 1000);
	assert_non_null(job_of(&x->pool, FINITE));
	pass(x, 500);
	assert_null(job_of(&x->pool, FINITE));
	assert_int_equal(job_of(&x->pool, FITTING)->restarts, 1);
}

RACE_TEST(the_core_yields_and_the_finite_way_never)
{
	begin(x);
	put_engines(job_of(&x->pool, SIMPLE), FITTING);
	pass(x, LOWER_MS - 20);
	assert_false(job_of(&x->pool, SIMPLE)->yields);
	pass(x, 1000);
	assert_true(job_of(&x->pool, SIMPLE)->yields);
	assert_false(job_of(&x->pool, FINITE)->yields);
	assert_false(job_of(&x->pool, LOGIC)->yields);
	assert_int_equal(job_of(&x->pool, SIMPLE)->rank, RANK_RIVAL);
	assert_int_equal(job_of(&x->pool, LOGIC)->rank, RANK_RIVAL);
	assert_int_equal(job_of(&x->pool, FINITE)->rank, RANK_CALL);
}

RACE_TEST(an_engine_without_a_slot_takes_that_of_the_core)
{
	x->pool.slots = 2;
	begin(x);
	put_engines(job_of(&x->pool, SIMPLE), FITTING);
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

RACE_TEST(a_core_that_was_kept_from_working_keeps_its_slot_longer)
{
	x->pool.slots = 1;
	x->pool.is_busy = true;
	begin(x);
	pass(x, SWITCH_MS + 30);
	assert_non_null(job_of(&x->pool, SIMPLE));
	pass(x, 4 * SWITCH_MS);
	assert_null(job_of(&x->pool, SIMPLE));
}

RACE_TEST(nobody_else_reads_the_text_while_the_first_does)
{
	begin(x);
	put_engines(job_of(&x->pool, SIMPLE), 0);
	pass(x, 1000);
	assert_int_equal(x->pool.asked, 1);
	put_engines(job_of(&x->pool, SIMPLE), FITTING);
	pass(x, RIVAL_MS + 20);
	assert_int_equal(x->pool.asked, 3);
}

RACE_TEST(in_one_slot_all_engines_take_turns)
{
	x->pool.slots = 1;
	begin(x);
	put_engines(job_of(&x->pool, SIMPLE), FITTING);
	pass(x, SWITCH_MS + 15);
	assert_int_equal(x->pool.asked, 1);
	assert_int_equal(job_of(&x->pool, FITTING)->restarts, 1);
	pass(x, 1000);
	assert_int_equal(job_of(&x->pool, FITTING)->restarts, 1);
	end_with(job_of(&x->pool, FITTING), STATUS_UNSAT);
	assert_answered(x, OUTCOME_DONE, STATUS_UNSAT);
}

RACE_TEST(a_job_that_waits_has_no_rival)
{
	begin(x);
	job_of(&x->pool, SIMPLE)->started_ms = 0;
	pass(x, 1000);
	assert_int_equal(x->pool.asked, 1);
	job_of(&x->pool, SIMPLE)->started_ms = now_ms;
	pass(x, RIVAL_MS + RIVAL_MS);
	assert_non_null(job_of(&x->pool, LOGIC));
}

RACE_TEST(who_decides_at_the_end_keeps_its_slot)
{
	begin_both(x);
	assert_int_equal(job_of(&x->pool, SIMPLE)->rank, RANK_RIVAL);
	assert_int_equal(job_of(&x->pool, LOGIC)->rank, RANK_CALL);
	end_with(job_of(&x->pool, LOGIC), STATUS_UNKNOWN);
	assert_int_equal(job_of(&x->pool, SIMPLE)->rank, RANK_CALL);
}

RACE_TEST(memory_is_that_of_all_children)
{
	begin(x);
	assert_int_equal(portfolio_answer(x->race)->phase, PHASE_SOLVING);
	assert_int_equal(portfolio_memory_kb(x->race), 1000);
	pass(x, RIVAL_MS + 20);
	assert_int_equal(portfolio_memory_kb(x->race), 2000);
	assert_ptr_equal(
		portfolio_answer(x->race), job_of(&x->pool, SIMPLE)->answer);
}
