#include "unit/worker/built.h"

#include <sys/mman.h>

#include "base/clock.h"
#include "worker/base/answer_stream.h"
#include "worker/base/watchdog.h"
#include "worker/executor/script_runner.h"

/* Solves the first problem of a text; whether it has a solution to look at. */
static bool
looks_at(const char *text, struct check_budget *effort)
{
	DROP(built) struct built b;
	struct ask ask = {.timeout_ms = 20000};
	struct answer_stream out;

	build(&b, text);
	b.task.shared.effort = effort;
	b.task.ask = &ask;
	b.task.out = &out;
	answer_stream_open(&out, memfd_create("answer", 0));
	solve_check_task(&b.task);
	assert_int_equal(b.task.found.status, STATUS_SAT);
	return b.task.model != NULL;
}

TEST(small_scripts_are_evaluated_in_full)
{
	assert_true(looks_at("(check-sat)(check-sat)",
		&(struct check_budget){.spent_us = 100000}));
}

TEST(evaluation_takes_no_longer_than_the_checks)
{
	struct check_budget effort = {.spent_us = INT64_MAX / 2};
	int64_t begun_us = clock_now_us();

	assert_false(looks_at("(check-sat)(check-sat)", &effort));
	assert_true(effort.spent_us < INT64_MAX / 2);
	assert_true(
		INT64_MAX / 2 - effort.spent_us <= clock_now_us() - begun_us);
	effort.spent_us = -1000000;
	assert_true(looks_at("(check-sat)(check-sat)", &effort));
}

TEST(only_what_nobody_asked_for_goes_without)
{
	struct check_budget much = {.spent_us = INT64_MAX / 2};
	struct check_budget none = {0};

	assert_true(looks_at("(check-sat)(check-sat)", &none));
	assert_false(none.is_reported);
	assert_false(looks_at("(check-sat)(check-sat)", &much));
	assert_true(much.is_reported);
	assert_true(looks_at("(check-sat)", &much));
	assert_true(looks_at("(check-sat)(get-model)(check-sat)", &much));
	assert_true(looks_at("(declare-const x Int)(check-sat)"
			     "(get-value (x))(check-sat)",
		&much));
	assert_true(looks_at("(declare-const p Bool)(assert-soft p)"
			     "(check-sat)(check-sat)",
		&much));
}

static int
begin(void **state)
{
	(void)state;
	watchdog_start();
	watchdog_begin(INT64_MAX / 2);
	return 0;
}

TEST_GROUP(begin, NULL)
