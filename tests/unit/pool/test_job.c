/* clang-format off */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>
/* clang-format on */

#include <string.h>

#include "asker.h"
#include "base/clock.h"
#include "pool/job.h"

static void
has_a_text_of_its_own(void **state)
{
	char text[] = "(check-sat)";
	struct ask wanted = {
		.kind = ASK_SOLVE, .text = text, .size = strlen(text)};
	struct job *j = job_new(&wanted);

	(void)state;
	memset(text, 'x', strlen(text));
	assert_int_equal(j->ask.size, strlen("(check-sat)"));
	assert_string_equal(j->ask.text, "(check-sat)");
	job_free(j);
}

static void
has_groups_of_its_own(void **state)
{
	uint32_t groups[] = {1, 5, 70000};
	struct ask wanted = {
		.kind = ASK_SOLVE, .groups = groups, .group_count = 3};
	struct job *j = job_new(&wanted);

	(void)state;
	memset(groups, 0xff, sizeof(groups));
	assert_int_equal(j->ask.group_count, 3);
	assert_int_equal(j->ask.groups[0], 1);
	assert_int_equal(j->ask.groups[1], 5);
	assert_int_equal(j->ask.groups[2], 70000);
	job_free(j);
}

static void
may_have_an_empty_text(void **state)
{
	struct ask wanted = {.kind = ASK_CHECK, .timeout_ms = 1};
	struct job *j = job_new(&wanted);

	(void)state;
	assert_int_equal(j->ask.size, 0);
	assert_string_equal(j->ask.text, "");
	job_free(j);
}

static void
counts_its_time_from_the_asking(void **state)
{
	struct ask wanted = {.kind = ASK_SOLVE, .timeout_ms = 5000};
	int64_t before_ms = clock_now_ms();
	struct job *j = job_new(&wanted);
	uint32_t left_ms = job_left_ms(j);

	(void)state;
	assert_in_range(
		j->deadline_ms, before_ms + 5000, clock_now_ms() + 5000);
	assert_in_range(left_ms, 1, 5000);
	assert_in_range(job_started_ms(j), before_ms, clock_now_ms());
	assert_int_equal(job_phase(j), PHASE_WAITING);
	job_free(j);
}

static void
leaves_a_millisecond_after_its_deadline(void **state)
{
	struct ask wanted = {.kind = ASK_SOLVE, .timeout_ms = 5000};
	struct job *j = job_new(&wanted);

	(void)state;
	j->deadline_ms = clock_now_ms() - 10;
	assert_int_equal(job_left_ms(j), 1);
	job_free(j);
}

static void
says_what_a_job_is_at_and_since_when(void **state)
{
	int64_t asked_ms = clock_now_ms();
	struct job *runs;
	struct job *waits;

	(void)state;
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

static void
shows_its_answer_and_memory_while_it_runs(void **state)
{
	struct job *runs;
	struct job *waits;

	(void)state;
	begin("good", 1);
	runs = ask(LANE_SOLVE, "partial", LONG_MS);
	waits = ask(LANE_SOLVE, "done", LONG_MS);
	await_phase(runs, PHASE_MODEL);
	assert_int_equal(job_answer(runs)->check_count, 1);
	assert_int_equal(job_answer(waits)->check_count, 0);
	assert_in_range(job_memory_kb(runs), 100, 10000000);
	assert_int_equal(job_memory_kb(waits), 0);
}

static void
runs_a_spare_job_beside_a_solve(void **state)
{
	struct job *spare;

	(void)state;
	begin("good", 2);
	spare = ask(LANE_SPARE, "mute", LONG_MS);
	await_phase(spare, PHASE_PARSING);
	ask(LANE_SOLVE, "done", LONG_MS);
	await(1);
	assert_int_equal(job_phase(spare), PHASE_PARSING);
}

static void
takes_a_spare_job_off_when_a_solve_needs_its_slot(void **state)
{
	struct job *spare;
	struct job *solve;

	(void)state;
	begin("good", 1);
	spare = ask(LANE_SPARE, "partial", LONG_MS);
	await_phase(spare, PHASE_MODEL);
	solve = ask(LANE_SOLVE, "slow 200", LONG_MS);
	await_phase(solve, PHASE_PARSING);
	assert_int_equal(job_phase(spare), PHASE_WAITING);
	assert_int_equal(job_answer(spare)->check_count, 0);
	await(1);
	await_phase(spare, PHASE_MODEL);
}

static void
leaves_a_promoted_job_its_child(void **state)
{
	struct job *spare;

	(void)state;
	begin("good", 1);
	spare = ask(LANE_SPARE, "slow 200", LONG_MS);
	await_phase(spare, PHASE_PARSING);
	pool_promote(spare);
	ask(LANE_SOLVE, "mute", LONG_MS);
	await(1);
	assert_int_equal(asker.last[0]->outcome, OUTCOME_DONE);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(has_a_text_of_its_own),
		cmocka_unit_test(has_groups_of_its_own),
		cmocka_unit_test(may_have_an_empty_text),
		cmocka_unit_test(counts_its_time_from_the_asking),
		cmocka_unit_test(leaves_a_millisecond_after_its_deadline),
		cmocka_unit_test_teardown(
			says_what_a_job_is_at_and_since_when, end),
		cmocka_unit_test_teardown(
			shows_its_answer_and_memory_while_it_runs, end),
		cmocka_unit_test_teardown(runs_a_spare_job_beside_a_solve, end),
		cmocka_unit_test_teardown(
			takes_a_spare_job_off_when_a_solve_needs_its_slot, end),
		cmocka_unit_test_teardown(leaves_a_promoted_job_its_child, end),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
