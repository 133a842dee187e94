#include "unit/tools/stage.h"
#include "unit/unit.h"

#include "tools/solve/verdict.h"

STAGE_TEST(a_script_is_asked_with_its_time_limit)
{
	(void)call_tool(x, "solve_smtlib",
		"{\"smtlib\": \"(assert true) (check-sat)\","
		" \"timeout_ms\": 1234}");
	assert_int_equal(stage_jobs[0]->kind, ASK_SOLVE);
	assert_int_equal(stage_jobs[0]->queue, QUEUE_SOLVE);
	assert_in_range(stage_jobs[0]->timeout_ms, 1, 1234);
}

STAGE_TEST(argument_before_session_before_server)
{
	x->server.timeout_ms = 777;
	open_session(x, "a");
	call_in(x, "configure",
		"'options': {'timeout_ms': 5000, 'strategy': 'logic', "
		"'minimize_core': false}");
	call_in(x, "solve_model", "");
	assert_in_range(stage_jobs[0]->timeout_ms, 2001, 5000);
	assert_int_equal(
		stage_jobs[0]->ask.engines, ENGINE_BIT(ENGINE_STRATEGY));
	assert_false(stage_jobs[0]->ask.minimize_core);
	call_in(x, "solve_model", "'timeout_ms': 2000, 'minimize_core': true");
	assert_in_range(stage_jobs[1]->timeout_ms, 1, 2000);
	assert_true(stage_jobs[1]->ask.minimize_core);
}

STAGE_TEST(a_limit_out_of_range_is_refused_with_the_range)
{
	(void)call_tool(x, "solve_smtlib",
		"{\"smtlib\": \"(check-sat)\", \"timeout_ms\": 0}");
	assert_refused_with(x, "1 and 600000");
	(void)call_tool(x, "solve_smtlib",
		"{\"smtlib\": \"(check-sat)\", \"timeout_ms\": 600001}");
	assert_refused_with(x, "600001");
}

STAGE_TEST(the_time_spent_waiting_for_a_turn_counts)
{
	open_session(x, "a");
	propose(x, "(declare-const x Int)");
	call_in(x, "solve_model", "");
	x->server.open.first->next->started_ms -= 10000;
	answer_accept();
	turn(x);
	assert_in_range(stage_jobs[0]->timeout_ms, 19000, 20000);
}

STAGE_TEST(a_worker_that_sends_no_json_has_crashed)
{
	struct answer *a = new_answer(STATUS_SAT);

	(void)call_tool(x, "solve_smtlib", "{\"smtlib\": \"(check-sat)\"}");
	ADD_LIE(a, value,
		&(struct answer_value){
			(char[]){"x"}, (char[]){"Int"}, (char[]){"{"}});
	answer(a);
	assert_string_equal(member(x, "status"), "\"unknown\"");
	assert_non_null(strstr(member(x, "reason"), "\"crash\""));
	assert_string_equal(member(x, "values"), "");
}

STAGE_TEST(without_a_worker_the_call_is_refused)
{
	(void)call_tool(x, "solve_smtlib", "{\"smtlib\": \"(check-sat)\"}");
	answer_outcome(OUTCOME_NO_WORKER);
	assert_refused_with(x, "satchel doctor");
}

STAGE_TEST(time_and_version_are_in_the_answer)
{
	struct answer *a = new_answer(STATUS_SAT);

	a->done = true;
	a->checks.at[0].solve_us = 1500;
	(void)call_tool(x, "solve_smtlib",
		"{\"smtlib\": \"(check-sat)\", \"detail\": true}");
	answer(a);
	assert_string_equal(member(x, "solve_time"), "0.0015");
	assert_string_equal(member(x, "z3_version"), "\"4.8.12\"");
}

static struct server server = {.memory_mb = 64};
static char no_text[] = "";

/* A call whose time is up, or has just begun. */
static struct call
a_call(bool is_late)
{
	return (struct call){
		.server = &server,
		.work.limit_ms = 1000,
		.started_ms = clock_now_ms() - (is_late ? 2000 : 0),
	};
}

/* Reaches a verdict on the answer, which stays the caller's; the verdict is
 * the caller's, too. */
static struct solve_verdict
rule(const struct call *c, const struct answer *answer, size_t checks,
	struct model *m)
{
	struct solve s = {
		.ask = {.text = "", .checks = checks},
		.model = m,
		.steps.what = "the model",
		.answer = (struct answer *)(uintptr_t)answer,
	};

	solve_reach_verdict(c, &s);
	return s.verdict;
}

static void
expect(const struct call *c, const struct answer *answer, size_t checks,
	enum status status, const char *code)
{
	DROP(solve_verdict)
	struct solve_verdict ruling = rule(c, answer, checks, NULL);

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

TEST(what_had_arrived_before_the_end_still_holds)
{
	struct answer_check check = {.status = STATUS_SAT, .reason = no_text};
	const struct answer given = {.checks.at = &check,
		.checks.count = 1,
		.outcome = OUTCOME_TIMEOUT,
		.phase = PHASE_MODEL};
	const struct call c = a_call(true);

	expect(&c, &given, 1, STATUS_SAT, "timeout");
}

TEST(nothing_of_a_garbled_answer_is_believed)
{
	DROP(answer) struct answer *given = new_answer(STATUS_UNSAT);
	const struct call c = a_call(false);

	ADD_LIE(given, relaxation, (struct answer_assertions){0});
	expect(&c, given, 1, STATUS_UNKNOWN, "crash");
}

TEST(the_clock_decides_what_a_timeout_is)
{
	char reason[] = "(incomplete (theory arithmetic))";
	struct answer_check check = {
		.status = STATUS_UNKNOWN, .reason = reason};
	const struct answer given = {.checks.at = &check, .checks.count = 1};
	const struct call late = a_call(true);
	const struct call early = a_call(false);

	expect(&late, &given, 1, STATUS_UNKNOWN, "timeout");
	expect(&early, &given, 1, STATUS_UNKNOWN, "incomplete");
}

TEST(a_timeout_says_what_was_going_on)
{
	struct answer_check check = {
		.status = STATUS_UNKNOWN, .reason = no_text};
	const struct answer given = {
		.checks.at = &check, .checks.count = 1, .phase = PHASE_SOLVING};
	const struct call c = a_call(true);
	DROP(solve_verdict)
	struct solve_verdict ruling = rule(&c, &given, 1, NULL);

	assert_non_null(
		strstr(ruling.message, "At that moment it was solving."));
}

TEST(a_tactic_without_memory_is_out_of_memory)
{
	char reason[] = "out of memory";
	struct answer_check check = {
		.status = STATUS_UNKNOWN, .reason = reason};
	const struct answer given = {.checks.at = &check, .checks.count = 1};
	const struct call c = a_call(false);

	expect(&c, &given, 1, STATUS_UNKNOWN, "memory");
}

TEST(an_answer_without_a_check_is_unknown)
{
	const struct answer given = {.outcome = OUTCOME_DONE};
	const struct call c = a_call(false);

	expect(&c, &given, 1, STATUS_UNKNOWN, "incomplete");
}

TEST(an_optimum_that_was_not_proved_in_time_is_said)
{
	struct answer_objective objective = {.state = OBJECTIVE_OPEN};
	struct answer_check check = {
		.status = STATUS_SAT,
		.reason = no_text,
		.objectives = {&objective, 1, 0},
	};
	const struct answer given = {.checks.at = &check, .checks.count = 1};
	const struct call late = a_call(true);

	expect(&late, &given, 1, STATUS_SAT, "timeout");
	check.objectives.at->state = OBJECTIVE_OPTIMAL;
	expect(&late, &given, 1, STATUS_SAT, NULL);
}

/* A text leaves no run behind that the next solve could begin with. */
TEST(only_of_a_model_an_interrupted_search_is_said_to_go_on)
{
	struct answer_objective objective = {.state = OBJECTIVE_OPEN};
	struct answer_check check = {
		.status = STATUS_SAT,
		.reason = no_text,
		.objectives = {&objective, 1, 0},
	};
	const struct answer given = {.checks.at = &check, .checks.count = 1};
	const struct call late = a_call(true);
	DROP(model) struct model *m = model_new();

	for (int i = 0; i < 2; i++) {
		DROP(solve_verdict)
		struct solve_verdict ruling =
			rule(&late, &given, 1, i == 0 ? NULL : m);

		assert_int_equal(
			strstr(ruling.message, "continue") != NULL, i == 1);
		assert_int_equal(
			strstr(ruling.message, "timeout_ms") != NULL, i == 0);
	}
}

/* --- a second opinion, and several checks --------------------------------- */

static void
answer_status(enum status status)
{
	struct answer *a = new_answer(status);

	a->done = true;
	answer(a);
}

STAGE_TEST(of_what_was_cancelled_no_other_solver_is_asked)
{
	OPEN_WITH(x, "(declare-const x Int)");
	call_in(x, "solve_model", "'background': true, 'confirm': true");
	stage_so_far = new_answer(STATUS_SAT);
	(void)call_tool(x, "job", "{\"job\": 1, \"action\": \"cancel\"}");
	assert_int_equal(stage_job_count, 0);
	assert_says(x, "cancelled", "was not asked: the call was cancelled");
}

STAGE_TEST(a_second_opinion_leaves_the_call_its_time_limit)
{
	OPEN_WITH(x, "(declare-const x Int)");
	call_in(x, "prove",
		"'property': '(> x 0)', 'confirm': true, 'timeout_ms': 30000");
	x->server.open.first->started_ms -= 20000;
	answer_status(STATUS_UNSAT);
	assert_int_equal(stage_jobs[0]->kind, ASK_CONFIRM);
	assert_in_range(stage_jobs[0]->timeout_ms, 9000, 10000);
	answer_status(STATUS_UNSAT);
	/* Whether the model has a solution. */
	assert_int_equal(stage_job_count, 1);
	assert_in_range(stage_jobs[0]->timeout_ms, 5000, 6000);
}

STAGE_TEST(only_sets_that_are_there_keep_another_solver_from_being_asked)
{
	x->server.confirm.always = true;
	OPEN_WITH(x, "(declare-const x Int)");
	call_in(x, "solve_model", "'what_if': []");
	answer_status(STATUS_SAT);
	assert_int_equal(stage_jobs[0]->kind, ASK_CONFIRM);
	answer_status(STATUS_SAT);
	assert_says(x, "Confirmed");
	call_in(x, "solve_model", "'what_if': [[]]");
	answer_status(STATUS_SAT);
	assert_says(x, "1. no assumption: sat");
}

STAGE_TEST(no_set_of_a_garbled_answer_is_decided)
{
	struct answer *a = new_answer(STATUS_UNSAT);

	OPEN_WITH(x, "(declare-const x Int)");
	call_in(x, "solve_model", "'what_if': [['(> x 0)'], ['(> x 1)']]");
	ADD_LIE(a, relaxation, (struct answer_assertions){0});
	answer(a);
	assert_says(x, "1. (> x 0): unknown", "2. (> x 1): unknown");
	assert_null(strstr(x->text, "raise it"));
	assert_non_null(strstr(member(x, "reason"), "\"crash\""));
}
