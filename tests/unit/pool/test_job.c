/* clang-format off */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>
/* clang-format on */

#include <string.h>

#include "base/clock.h"
#include "pool/job.h"

static void
has_a_text_of_its_own(void **state)
{
	char text[] = "(check-sat)";
	struct ask ask = {
		.kind = ASK_SOLVE, .text = text, .size = strlen(text)};
	struct job *j = job_new(&ask);

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
	struct ask ask = {
		.kind = ASK_SOLVE, .groups = groups, .group_count = 3};
	struct job *j = job_new(&ask);

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
	struct ask ask = {.kind = ASK_CHECK, .timeout_ms = 1};
	struct job *j = job_new(&ask);

	(void)state;
	assert_int_equal(j->ask.size, 0);
	assert_string_equal(j->ask.text, "");
	job_free(j);
}

static void
counts_its_time_from_the_asking(void **state)
{
	struct ask ask = {.kind = ASK_SOLVE, .timeout_ms = 5000};
	int64_t before_ms = clock_now_ms();
	struct job *j = job_new(&ask);
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
	struct ask ask = {.kind = ASK_SOLVE, .timeout_ms = 5000};
	struct job *j = job_new(&ask);

	(void)state;
	j->deadline_ms = clock_now_ms() - 10;
	assert_int_equal(job_left_ms(j), 1);
	job_free(j);
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
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
