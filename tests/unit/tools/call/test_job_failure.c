#include "unit/unit.h"

#include "tools/call/job_failure.h"

#include <string.h>

#include "advice/advice.h"
#include "base/alloc.h"

static void
expect_message(enum outcome outcome, const char *piece)
{
	const struct answer answer = {
		.outcome = outcome, .phase = PHASE_OPTIMIZING};
	struct advice_job job = {
		.limit_ms = 1234, .memory_mb = 512, .what = "the model"};
	DROP(text) char *message = job_failure_message(&answer, &job);

	if (strstr(message, piece) == NULL)
		fail_msg("no \"%s\" in: %s", piece, message);
}

TEST(every_bad_end_has_words)
{
	expect_message(OUTCOME_TIMEOUT, "1234 ms");
	expect_message(OUTCOME_MEMORY, "512 MB");
	expect_message(OUTCOME_CRASH, "crashed on the model");
	expect_message(OUTCOME_KILLED, "killed from outside");
	expect_message(OUTCOME_GARBLED, "crashed on the model");
	expect_message(OUTCOME_JAIL, "stopped on the model");
	expect_message(OUTCOME_TOO_LARGE, "grew over 36 MiB");
	expect_message(OUTCOME_CANCELLED, "cancelled");
	expect_message(OUTCOME_NO_WORKER, "Z3 is not available");
}

TEST(the_message_says_what_the_worker_was_at)
{
	expect_message(OUTCOME_TIMEOUT, "optimizing");
}

TEST(the_reason_why_there_is_no_worker_is_passed_on)
{
	char detail[] = "libz3 could not be loaded";
	const struct answer answer = {
		.outcome = OUTCOME_NO_WORKER, .detail = detail};
	struct advice_job job = {.what = "the model"};
	DROP(text) char *message = job_failure_message(&answer, &job);

	assert_non_null(strstr(message, "libz3 could not be loaded"));
}

TEST(codes_are_those_of_the_reason)
{
	assert_null(job_failure_code(OUTCOME_DONE));
	assert_string_equal(job_failure_code(OUTCOME_TIMEOUT), "timeout");
	assert_string_equal(job_failure_code(OUTCOME_MEMORY), "memory");
	assert_string_equal(job_failure_code(OUTCOME_CRASH), "crash");
	assert_string_equal(job_failure_code(OUTCOME_KILLED), "crash");
	assert_string_equal(job_failure_code(OUTCOME_JAIL), "crash");
	assert_string_equal(job_failure_code(OUTCOME_GARBLED), "crash");
	assert_string_equal(job_failure_code(OUTCOME_TOO_LARGE), "memory");
	assert_string_equal(job_failure_code(OUTCOME_CANCELLED), "cancelled");
}
