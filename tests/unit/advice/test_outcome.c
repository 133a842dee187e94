#include "unit/unit.h"

#include "advice/advice.h"

#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"

static const struct advice_job check = {.is_check = true,
	.limit_ms = 5000,
	.memory_mb = 2048,
	.what = "the new item"};
static const struct advice_job solve = {.limit_ms = 30000,
	.memory_mb = 2048,
	.what = "the model",
	.has_phase = true,
	.phase = PHASE_SOLVING};

static void
assert_holds(const char *text, const char *piece)
{
	if (strstr(text, piece) == NULL)
		fail_msg("lacks \"%s\": %s", piece, text);
}

TEST(says_how_long_a_solve_took_and_what_to_change)
{
	DROP(text) char *text = advice_job("timeout", &solve);

	assert_holds(text, "Z3 timed out after 30000 ms on the model");
	assert_holds(text, "it was solving");
	assert_holds(text, "timeout_ms (at most 600000)");
	assert_holds(text, "1. Tighten the ranges");
	assert_holds(text, "2. Solve a part first");
}

static void
assert_hardest(const char *text, const char *what)
{
	assert_string_equal(advice_hardest(text, strlen(text)), what);
}

TEST(finds_what_makes_a_text_hard)
{
	assert_hardest("(assert (= (* x y) (^ z 3)))", "powers");
	assert_hardest("(assert (= (* x y) (f 3)))", "products");
	assert_hardest(
		"(assert (exists ((x Int)) (= (* x x) 2)))", "quantifiers");
	assert_hardest(
		"(declare-const k Int)\n(forall ((n Int)) (= (* n n) k))",
		"products");
	assert_hardest("(assert (= (bvmul a b) c))", "bits");
	assert_hardest("(assert (= (* 2 x) (* y 3) (* (- 2) z)))", "");
	assert_hardest("(assert (= (* x (- 2)) 6))", "");
}

TEST(says_first_what_makes_a_solve_slow)
{
	struct advice_job slow = solve;
	DROP(text) char *powers = NULL;
	DROP(text) char *quantifiers = NULL;

	slow.hardest = "powers";
	powers = advice_job("timeout", &slow);
	assert_holds(powers, "1. Write powers as products");
	slow.hardest = "quantifiers";
	quantifiers = advice_job("timeout", &slow);
	assert_holds(
		quantifiers, "1. Where a quantified variable has no range");
}

TEST(says_that_powers_are_products)
{
	struct advice_job hard = solve;
	DROP(text) char *text = NULL;

	hard.hardest = "powers";
	text = advice_unknown("(incomplete (theory arithmetic))", &hard);
	assert_holds(text, "1. Write powers as products");
}

TEST(tells_of_the_limit_of_a_check)
{
	DROP(text) char *text = advice_job("timeout", &check);

	assert_holds(text, "reading the new item within 5000 ms");
	assert_holds(text, "smaller items");
	assert_holds(text, "Nothing was changed.");
	assert_null(strstr(text, "timeout_ms"));
}

TEST(does_not_blame_the_text_for_time_in_the_queue)
{
	struct advice_job late = solve;
	char *text;

	late.phase = PHASE_WAITING;
	text = advice_job("timeout", &late);
	assert_holds(text, "other jobs were running, or it had only");
	assert_holds(text, "raise timeout_ms");
	assert_null(strstr(text, "Simplify"));
	free(text);
	late.is_check = true;
	text = advice_job("timeout", &late);
	assert_null(strstr(text, "timeout_ms"));
	assert_holds(text, "Nothing was changed.");
	free(text);
}

TEST(does_not_blame_other_jobs_for_time_in_the_queue_of_a_launcher)
{
	struct advice_job late = solve;
	DROP(text) char *text = advice_job("unplaced", &late);

	assert_holds(text, "waited for the launcher");
	assert_holds(text, "Raise timeout_ms");
	assert_null(strstr(text, "other jobs"));
}

TEST(tells_of_the_memory_limit)
{
	DROP(text) char *text = advice_job("memory", &solve);

	assert_holds(text, "ran out of memory on the model");
	assert_holds(text, "2048 MB");
	assert_holds(text, "--memory-mb");
	assert_holds(text, "fewer variables");
}

TEST(tells_likely_causes_of_a_crash)
{
	DROP(text) char *text = advice_job("crash", &check);
	DROP(text) char *other = advice_job("crash", &solve);

	assert_holds(text, "Z3 crashed on the new item");
	assert_holds(text, "datatype");
	assert_holds(text, "Nothing was changed.");
	assert_holds(other, "Z3 crashed on the model");
	assert_holds(other, "solving");
	assert_null(strstr(other, "Nothing was changed."));
}

TEST(tells_of_the_jail_without_its_workings)
{
	DROP(text) char *text = advice_job("jail", &check);

	assert_holds(text, "may not do");
	assert_null(strstr(text, "seccomp"));
	assert_null(strstr(text, "signal"));
}

TEST(tells_of_a_kill_from_outside)
{
	DROP(text) char *text = advice_job("killed", &check);
	DROP(text) char *other = advice_job("killed", &solve);

	assert_holds(text, "killed from outside");
	assert_holds(text, "this says nothing about the text");
	assert_holds(text, "Nothing was changed.");
	assert_null(strstr(other, "Nothing was changed."));
}

TEST(tells_of_a_cancelled_job)
{
	DROP(text) char *text = advice_job("cancelled", &solve);

	assert_holds(text, "The work on the model was cancelled");
}

/* Of the reason that the pool has found out, or NULL. */
static char *
say_no_worker(const char *why)
{
	DROP(text) char *detail = text_copy(why);
	const struct answer answer = {
		.outcome = OUTCOME_NO_WORKER, .detail = detail};
	struct advice_job job = {.what = "the model"};

	return advice_failure(&answer, &job);
}

TEST(says_what_to_install_for_each_reason)
{
	static const struct {
		const char *why, *step;
	} cases[] = {
		{"the worker program was not found", "SATCHEL_WORKER"},
		{"the worker program is not an executable file",
			"make install"},
		{"libz3 could not be loaded, or another library that the "
		 "worker needs",
			"libz3-4"},
		{"libz3 is version 4.13.3 but the worker was built for "
		 "another one",
			"Install Satchel again"},
		{"the worker failed 5 times in 10 s", "tries again by itself"},
		{"the worker did not come up within 5000 ms", "call again"},
		{"a worker process could not be made: it could not start its "
		 "thread",
			"ulimit -u"},
		{"a worker process could not be made: the server has no "
		 "descriptor left for it",
			"ulimit -n"},
		{"something else", "Call again"},
	};
	size_t i;

	for (i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
		DROP(text) char *text = say_no_worker(cases[i].why);

		assert_holds(text, cases[i].why);
		assert_holds(text, cases[i].step);
		assert_holds(text, "satchel doctor");
		assert_holds(text, "get_model");
	}
}

TEST(says_so_when_the_reason_is_not_known)
{
	DROP(text) char *text = say_no_worker(NULL);

	assert_holds(text, "no worker could be started");
}

static void
expect_message(enum outcome outcome, const char *piece)
{
	const struct answer answer = {
		.outcome = outcome, .phase = PHASE_OPTIMIZING};
	struct advice_job job = {
		.limit_ms = 1234, .memory_mb = 512, .what = "the model"};
	DROP(text) char *message = advice_failure(&answer, &job);

	if (strstr(message, piece) == NULL)
		fail_msg("no \"%s\" in: %s", piece, message);
}

TEST(every_bad_end_has_words)
{
	expect_message(OUTCOME_TIMEOUT, "1234 ms");
	expect_message(OUTCOME_MEMORY, "512 MB");
	expect_message(OUTCOME_CRASH, "crashed on the model");
	expect_message(OUTCOME_KILLED, "killed from outside");
	expect_message(OUTCOME_FAULT, "Satchel itself failed on the model");
	expect_message(OUTCOME_GARBLED, "Satchel itself failed on the model");
	expect_message(OUTCOME_JAIL, "stopped on the model");
	expect_message(OUTCOME_TOO_LARGE, "grew over 36 MiB");
	expect_message(OUTCOME_CANCELLED, "cancelled");
	expect_message(OUTCOME_NO_WORKER, "Z3 is not available");
}

TEST(the_message_says_what_the_worker_was_at)
{
	expect_message(OUTCOME_TIMEOUT, "optimizing");
}

TEST(codes_are_those_of_the_reason)
{
	assert_null(advice_failure_code(OUTCOME_DONE));
	assert_string_equal(advice_failure_code(OUTCOME_TIMEOUT), "timeout");
	assert_string_equal(advice_failure_code(OUTCOME_MEMORY), "memory");
	assert_string_equal(advice_failure_code(OUTCOME_CRASH), "crash");
	assert_string_equal(advice_failure_code(OUTCOME_FAULT), "crash");
	assert_string_equal(advice_failure_code(OUTCOME_KILLED), "crash");
	assert_string_equal(advice_failure_code(OUTCOME_JAIL), "crash");
	assert_string_equal(advice_failure_code(OUTCOME_GARBLED), "crash");
	assert_string_equal(advice_failure_code(OUTCOME_TOO_LARGE), "memory");
	assert_string_equal(
		advice_failure_code(OUTCOME_CANCELLED), "cancelled");
}
