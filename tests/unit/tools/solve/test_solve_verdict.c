#include "unit/unit.h"

#include "tools/solve/solve_verdict.h"

#include <string.h>

#include "base/alloc.h"
#include "base/clock.h"
#include "tools/call/call.h"
#include "json/json.h"

static struct server server = {.memory_mb = 64};
static char no_text[] = "";

/* A call whose time is up, or has just begun. */
static struct call
a_call(bool is_late)
{
	return (struct call){
		.server = &server,
		.limit_ms = 1000,
		.started_ms = clock_now_ms() - (is_late ? 2000 : 0),
	};
}

static void
expect(const struct call *c, const struct answer *answer, size_t checks,
	enum status status, const char *code)
{
	DROP(solve_verdict) struct solve_verdict ruling = {0};

	solve_verdict_of(c, answer, checks, "the model", &ruling);
	assert_int_equal(ruling.status, status);
	if (code == NULL) {
		assert_null(ruling.code);
		assert_null(ruling.message);
	} else {
		assert_non_null(ruling.code);
		assert_string_equal(ruling.code, code);
		assert_non_null(ruling.message);
	}
}

TEST(a_decided_answer_needs_no_reason)
{
	struct answer_check check = {.status = STATUS_SAT, .reason = no_text};
	struct answer answer = {.checks = &check, .check_count = 1};
	const struct call c = a_call(false);

	expect(&c, &answer, 1, STATUS_SAT, NULL);
	check.status = STATUS_UNSAT;
	expect(&c, &answer, 1, STATUS_UNSAT, NULL);
}

TEST(what_had_arrived_before_the_end_still_holds)
{
	struct answer_check check = {.status = STATUS_SAT, .reason = no_text};
	const struct answer answer = {.checks = &check,
		.check_count = 1,
		.outcome = OUTCOME_TIMEOUT,
		.phase = PHASE_MODEL};
	const struct call c = a_call(true);

	expect(&c, &answer, 1, STATUS_SAT, "timeout");
}

TEST(an_earlier_check_says_nothing_about_the_last_one)
{
	struct answer_check check = {.status = STATUS_SAT, .reason = no_text};
	const struct answer answer = {
		.checks = &check, .check_count = 1, .outcome = OUTCOME_TIMEOUT};
	const struct call c = a_call(true);

	expect(&c, &answer, 2, STATUS_UNKNOWN, "timeout");
}

TEST(nothing_of_a_garbled_answer_is_believed)
{
	struct answer_check check = {.status = STATUS_UNSAT, .reason = no_text};
	const struct answer answer = {
		.checks = &check, .check_count = 1, .outcome = OUTCOME_GARBLED};
	const struct call c = a_call(false);

	expect(&c, &answer, 1, STATUS_UNKNOWN, "crash");
}

TEST(the_clock_decides_what_a_timeout_is)
{
	char reason[] = "(incomplete (theory arithmetic))";
	struct answer_check check = {
		.status = STATUS_UNKNOWN, .reason = reason};
	const struct answer answer = {.checks = &check, .check_count = 1};
	const struct call late = a_call(true);
	const struct call early = a_call(false);

	expect(&late, &answer, 1, STATUS_UNKNOWN, "timeout");
	expect(&early, &answer, 1, STATUS_UNKNOWN, "incomplete");
}

TEST(a_timeout_says_what_was_going_on)
{
	struct answer_check check = {
		.status = STATUS_UNKNOWN, .reason = no_text};
	const struct answer answer = {
		.checks = &check, .check_count = 1, .phase = PHASE_SOLVING};
	const struct call c = a_call(true);
	DROP(solve_verdict) struct solve_verdict ruling = {0};

	solve_verdict_of(&c, &answer, 1, "the model", &ruling);
	assert_non_null(strstr(ruling.message,
		"At that moment it was searching for an answer."));
}

TEST(a_tactic_without_memory_is_out_of_memory)
{
	char reason[] = "out of memory";
	struct answer_check check = {
		.status = STATUS_UNKNOWN, .reason = reason};
	const struct answer answer = {.checks = &check, .check_count = 1};
	const struct call c = a_call(false);

	expect(&c, &answer, 1, STATUS_UNKNOWN, "memory");
}

TEST(an_answer_without_a_check_is_unknown)
{
	const struct answer answer = {.outcome = OUTCOME_DONE};
	const struct call c = a_call(false);

	expect(&c, &answer, 1, STATUS_UNKNOWN, "incomplete");
}

TEST(an_optimum_that_was_not_proved_in_time_is_said)
{
	struct answer_objective objective = {.optimal = false};
	struct answer_check check = {
		.status = STATUS_SAT,
		.reason = no_text,
		.objectives = {&objective, 1, 0},
	};
	const struct answer answer = {.checks = &check, .check_count = 1};
	const struct call late = a_call(true);

	expect(&late, &answer, 1, STATUS_SAT, "timeout");
	check.objectives.at->optimal = true;
	expect(&late, &answer, 1, STATUS_SAT, NULL);
}

TEST(the_reason_has_a_code_and_a_message)
{
	DROP(solve_verdict) struct solve_verdict ruling = {0};
	DROP(json) struct json_object *reason = NULL;

	solve_verdict_set(
		&ruling, STATUS_UNKNOWN, "timeout", text_copy("late"));
	reason = solve_verdict_reason(&ruling);
	assert_string_equal(json_get_string(reason, "code"), "timeout");
	assert_string_equal(json_get_string(reason, "message"), "late");
}
