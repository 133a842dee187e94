#include "unit/unit.h"

#include <string.h>

#include "base/clock.h"
#include "pool/pool_job.h"
#include "unit/pool/asker.h"

TEST(has_a_text_of_its_own)
{
	char text[] = "(check-sat)";
	struct ask wanted = {
		.kind = ASK_SOLVE, .text = text, .size = strlen(text)};
	struct job *j = job_new(&wanted);

	memset(text, 'x', strlen(text));
	assert_int_equal(j->ask.size, strlen("(check-sat)"));
	assert_string_equal(j->ask.text, "(check-sat)");
	job_free(j);
}

TEST(has_groups_of_its_own)
{
	uint32_t groups[] = {1, 5, 70000};
	struct ask wanted = {
		.kind = ASK_SOLVE, .groups = groups, .group_count = 3};
	struct job *j = job_new(&wanted);

	memset(groups, 0xff, sizeof(groups));
	assert_int_equal(j->ask.group_count, 3);
	assert_int_equal(j->ask.groups[0], 1);
	assert_int_equal(j->ask.groups[1], 5);
	assert_int_equal(j->ask.groups[2], 70000);
	job_free(j);
}

TEST(may_have_an_empty_text)
{
	struct ask wanted = {.kind = ASK_CHECK, .timeout_ms = 1};
	struct job *j = job_new(&wanted);

	assert_int_equal(j->ask.size, 0);
	assert_string_equal(j->ask.text, "");
	job_free(j);
}

TEST(counts_its_time_from_the_asking)
{
	struct ask wanted = {.kind = ASK_SOLVE, .timeout_ms = 5000};
	int64_t before_ms = clock_now_ms();
	struct job *j = job_new(&wanted);
	uint32_t left_ms = job_left_ms(j);

	assert_in_range(
		j->deadline_ms, before_ms + 5000, clock_now_ms() + 5000);
	assert_in_range(left_ms, 1, 5000);
	assert_in_range(job_started_ms(j), before_ms, clock_now_ms());
	assert_int_equal(job_phase(j), PHASE_WAITING);
	job_free(j);
}

TEST(leaves_a_millisecond_after_its_deadline)
{
	struct ask wanted = {.kind = ASK_SOLVE, .timeout_ms = 5000};
	struct job *j = job_new(&wanted);

	j->deadline_ms = clock_now_ms() - 10;
	assert_int_equal(job_left_ms(j), 1);
	job_free(j);
}

TEST_WITH(says_what_a_job_is_at_and_since_when, NULL, end)
{
	int64_t asked_ms = clock_now_ms();
	struct job *runs;
	struct job *waits;

	begin("good", 1);
	runs = ask(LANE_SOLVE, "partial", LONG_MS);
	waits = ask(LANE_SOLVE, "done", LONG_MS);
	assert_int_equal(job_phase(runs), PHASE_WAITING);
	await_phase(runs, PHASE_MODEL);
	assert_int_equal(job_phase(waits), PHASE_WAITING);
	assert_in_range(job_started_ms(waits), asked_ms, clock_now_ms());
	assert_in_range(
		job_started_ms(runs), job_started_ms(waits), clock_now_ms());
}

TEST_WITH(shows_its_answer_and_memory_while_it_runs, NULL, end)
{
	struct job *runs;
	struct job *waits;

	begin("good", 1);
	runs = ask(LANE_SOLVE, "partial", LONG_MS);
	waits = ask(LANE_SOLVE, "done", LONG_MS);
	await_phase(runs, PHASE_MODEL);
	assert_int_equal(job_answer(runs)->check_count, 1);
	assert_int_equal(job_answer(waits)->check_count, 0);
	assert_in_range(job_memory_kb(runs), 100, 10000000);
	assert_int_equal(job_memory_kb(waits), 0);
}

TEST_WITH(gives_a_preemptible_job_s_slot_to_a_solve_that_waits, NULL, end)
{
	struct job *rival;
	struct job *solve;

	begin("good", 1);
	rival = ask(LANE_SOLVE, "partial", LONG_MS);
	await_phase(rival, PHASE_MODEL);
	solve = ask(LANE_SOLVE, "slow 200", LONG_MS);
	assert_int_equal(job_phase(solve), PHASE_WAITING);
	pool_set_preemptible(rival, true);
	await(1);
	assert_int_equal(asker.last[0]->outcome, OUTCOME_CANCELLED);
	await(2);
	assert_int_equal(asker.last[1]->outcome, OUTCOME_DONE);
}

TEST_WITH(begins_anew_before_others_that_wait, NULL, end)
{
	struct job *first;

	begin("good", 1);
	first = ask(LANE_SOLVE, "slow 300", LONG_MS);
	await_phase(first, PHASE_PARSING);
	ask(LANE_SOLVE, "mute", LONG_MS);
	assert_false(pool_has_idle_slot(asker.pool));
	pool_restart(first, ENGINE_BIT(ENGINE_STRATEGY));
	assert_int_equal(job_phase(first), PHASE_WAITING);
	await(1);
	assert_int_equal(asker.last[0]->outcome, OUTCOME_DONE);
}

TEST_WITH(may_be_put_before_others_that_wait, NULL, end)
{
	struct job *runs;

	begin("good", 1);
	runs = ask(LANE_SOLVE, "slow 100", LONG_MS);
	await_phase(runs, PHASE_PARSING);
	ask(LANE_SOLVE, "mute", LONG_MS);
	pool_put_first(ask(LANE_SOLVE, "done", LONG_MS));
	await(2);
	assert_int_equal(asker.last[1]->outcome, OUTCOME_DONE);
}
