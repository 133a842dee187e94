#include "unit/tools/stage.h"

#include "tools/solve/solve_reply.h"
#include "tools/solve/verdict.h"

/* x declared; item 1 x > 5, twice; item 2 x < 3. */
static void
start_solve(struct stage *x)
{
	OPEN_WITH(x, "(declare-const x Int)",
		"(assert (> x 5))\\n(assert (> x 6))", "(assert (< x 3))");
	call_in(x, "solve_model", "");
}

static void
finish(struct answer *a)
{
	a->done = true;
	answer(a);
}

static void
put_checked(struct answer *a, uint32_t checked,
	const struct answer_assertion *failed, size_t count)
{
	struct answer_assertions list = {0};

	for (size_t i = 0; i < count; i++)
		assertions_add(&list, &failed[i]);
	ADD_FRAME(a, evaluation,
		&(struct answer_evaluation){
			checked, list, 3, checked < 2 ? checked : 2});
	assertions_release(&list);
}

STAGE_TEST(a_solution_has_values_and_nothing_that_was_not_asked_for)
{
	struct answer *a = new_answer(STATUS_SAT);

	start_solve(x);
	add_value(a, "x", "Int", "7");
	put_checked(a, 3, NULL, 0);
	finish(a);
	assert_string_equal(member(x, "status"), "\"sat\"");
	assert_string_equal(member(x, "satisfiable"), "true");
	assert_string_equal(member(x, "success"), "true");
	assert_string_equal(member(x, "values"), "{\"x\":7}");
	assert_int_equal(number(x, "revision"), 3);
	assert_says(x, "sat\nSession a, revision 3.\nx = 7\n");
	assert_string_equal(member(x, "run"), "");
	assert_string_equal(member(x, "checked"), "");
	assert_string_equal(member(x, "sorts"), "");
	assert_string_equal(member(x, "solution_smtlib"), "");
}

STAGE_TEST(a_false_assertion_makes_the_answer_unknown)
{
	struct answer *a = new_answer(STATUS_SAT);
	char label[] = "";
	const struct answer_assertion failed = {
		.index = 1, .line = 3, .label = label, .is_false = true};

	start_solve(x);
	add_value(a, "x", "Int", "6");
	put_checked(a, 3, &failed, 1);
	finish(a);
	assert_string_equal(member(x, "status"), "\"unknown\"");
	assert_string_equal(member(x, "satisfiable"), "null");
	assert_string_equal(member(x, "success"), "false");
	assert_string_equal(member(x, "values"), "");
	assert_string_equal(member(x, "checked"),
		"{\"items\":2,\"failed\":[{\"index\":1,\"line\":2}]}");
	assert_non_null(strstr(member(x, "reason"), "item 1"));
}

STAGE_TEST(an_undecided_assertion_is_told_and_changes_nothing)
{
	struct answer *a = new_answer(STATUS_SAT);
	char label[] = "";
	const struct answer_assertion failed = {
		.index = 2, .line = 4, .label = label};

	start_solve(x);
	put_checked(a, 3, &failed, 1);
	finish(a);
	assert_string_equal(member(x, "status"), "\"sat\"");
	assert_string_equal(member(x, "checked"),
		"{\"items\":2,\"failed\":[],"
		"\"undecided\":[{\"index\":2,\"line\":1}]}");
	assert_says(x, "Not decided by evaluation: item 2\n");
}

STAGE_TEST(an_unsat_whose_core_was_cut_short_has_a_reason)
{
	struct answer *a = new_answer(STATUS_UNSAT);

	start_solve(x);
	a->outcome = OUTCOME_TIMEOUT;
	answer(a);
	assert_string_equal(member(x, "status"), "\"unsat\"");
	assert_string_equal(member(x, "core"), "");
	assert_string_equal(member(x, "core_minimal"), "");
	assert_says(x, "No core was found.\n");
	assert_non_null(strstr(member(x, "reason"), "timeout"));
}

static void
expect_status(struct stage *x, enum outcome outcome, const char *status)
{
	call_in(x, "solve_model", "");
	answer_outcome(outcome);
	assert_string_equal(member(x, "status"), status);
	assert_string_equal(member(x, "satisfiable"), "null");
	assert_string_equal(member(x, "success"), "false");
	assert_non_null(strstr(member(x, "reason"), "message"));
}

STAGE_TEST(a_solve_that_does_not_end_well_is_a_result)
{
	open_session(x, "a");
	expect_status(x, OUTCOME_TIMEOUT, "\"timeout\"");
	expect_status(x, OUTCOME_MEMORY, "\"error\"");
	expect_status(x, OUTCOME_CRASH, "\"error\"");
	expect_status(x, OUTCOME_JAIL, "\"error\"");
	expect_status(x, OUTCOME_GARBLED, "\"error\"");
	expect_status(x, OUTCOME_TOO_LARGE, "\"error\"");
}

STAGE_TEST(an_unknown_has_its_reason)
{
	start_solve(x);
	finish(new_answer(STATUS_UNKNOWN));
	assert_string_equal(member(x, "status"), "\"unknown\"");
	assert_non_null(strstr(member(x, "reason"), "incomplete"));
}

STAGE_TEST(a_long_solution_is_cut_and_says_so)
{
	struct answer *a = new_answer(STATUS_SAT);
	DROP(text) char *model = mem_new(LIMIT_REPLY_TEXT + 100);

	memset(model, 'x', LIMIT_REPLY_TEXT + 99);
	open_session(x, "a");
	call_in(x, "solve_model", "'detail': true");
	ADD_FRAME(a, model, model);
	finish(a);
	assert_int_equal(
		strlen(json_get_string(x->structured, "solution_smtlib")),
		LIMIT_REPLY_TEXT);
	assert_non_null(strstr(member(x, "warnings"), "cut"));
}

STAGE_TEST(the_fault_of_a_kept_model_names_its_item)
{
	start_solve(x);
	answer_fault(4, 12, "unknown constant x");
	assert_refused_with(x, "tem 2");
}

STAGE_TEST(the_status_words_are_five)
{
	struct solve_verdict ruling = {.status = STATUS_SAT};

	assert_string_equal(solve_verdict_word(&ruling), "sat");
	ruling.code = "timeout";
	assert_string_equal(solve_verdict_word(&ruling), "sat");
	ruling.status = STATUS_UNSAT;
	assert_string_equal(solve_verdict_word(&ruling), "unsat");
	ruling.status = STATUS_UNKNOWN;
	assert_string_equal(solve_verdict_word(&ruling), "timeout");
	ruling.code = "incomplete";
	assert_string_equal(solve_verdict_word(&ruling), "unknown");
	ruling.code = "memory";
	assert_string_equal(solve_verdict_word(&ruling), "error");
}

STAGE_TEST(what_was_not_evaluated_is_said)
{
	struct answer *a = new_answer(STATUS_SAT);

	start_solve(x);
	put_checked(a, 1, NULL, 0);
	finish(a);
	assert_non_null(strstr(member(x, "warnings"), "only the first 1"));
}

static void
put_solution(struct answer *a, const char *json)
{
	ADD_FRAME(a, solution, json);
}

static void
start(struct stage *x, const char *arguments)
{
	DROP(text)
	char *json = text_format("{\"session\": \"a\"%s}", arguments);

	OPEN_WITH(x, "(declare-const x Int)");
	(void)call_tool(x, "solve_model", json);
}

STAGE_TEST(several_solutions_are_listed)
{
	struct answer *a = new_answer(STATUS_SAT);

	start(x, ", \"solutions\": 5");
	assert_int_equal(stage_jobs[0]->ask.solutions, 5);
	put_solution(a, "{\"x\":1}");
	put_solution(a, "{\"x\":2}");
	finish(a);
	assert_string_equal(member(x, "solutions"), "[{\"x\":1},{\"x\":2}]");
	assert_string_equal(member(x, "complete"), "false");
	assert_says(x, "    x\n1. 1\n2. 2\nThere may be more.\n", "at least 2");
}

STAGE_TEST(what_is_open_is_said_in_text_and_structure)
{
	struct answer *a = new_answer(STATUS_SAT);

	start_solve(x);
	add_value(a, "x", "Int", "null");
	add_value(a, "f", "(Int) Bool",
		"{\"entries\":[{\"args\":[1],\"value\":null}],"
		"\"else\":false}");
	finish(a);
	assert_string_equal(member(x, "values"),
		"{\"x\":null,\"f\":{\"entries\":[{\"args\":[1],"
		"\"value\":null}],\"else\":false}}");
	assert_says(x,
		"\nx = not determined\nf = 1 -> not determined; else false\n",
		"null is a value that is not determined");
}

/* A solution that was cut short says less than the values. */
STAGE_TEST(values_that_the_first_solution_lacks_are_shown_beside_it)
{
	struct answer *a = new_answer(STATUS_SAT);

	start(x, ", \"solutions\": 5");
	add_value(a, "x", "Int", "1");
	put_solution(a, "{\"x\":null}");
	finish(a);
	assert_string_equal(member(x, "values"), "{\"x\":1}");
	assert_string_equal(member(x, "solutions"), "[{\"x\":null}]");
	assert_says(x, "\nx = 1\n", "\nsolution 1: x = not determined\n");
}

STAGE_TEST(a_script_without_a_solution_in_smtlib_shows_the_values)
{
	struct answer *a = new_answer(STATUS_SAT);

	(void)call_tool(x, "solve_smtlib",
		"{\"smtlib\": \"(declare-const x Int)(declare-const y Int)\"}");
	add_value(a, "x", "Int", "1");
	add_value(a, "y", "Int", "null");
	finish(a);
	assert_string_equal(member(x, "values"), "{\"x\":1,\"y\":null}");
	assert_says(x, "; sat\n; x = 1\n; y = not determined\n");
}

STAGE_TEST(solutions_without_room_are_counted)
{
	struct answer *a = new_answer(STATUS_SAT);

	x->server.reply_text = 20;
	start(x, ", \"solutions\": 5");
	put_solution(a, "{\"x\":111111}");
	put_solution(a, "{\"x\":222222}");
	finish(a);
	assert_string_equal(member(x, "solutions"), "[{\"x\":111111}]");
	assert_non_null(
		strstr(member(x, "warnings"), "2 solutions were found"));
}

STAGE_TEST(without_a_solution_terms_have_no_values)
{
	struct answer *a = new_answer(STATUS_UNSAT);

	start(x, ", \"values\": [\"(* x x)\"]");
	finish(a);
	assert_string_equal(member(x, "status"), "\"unsat\"");
	assert_string_equal(member(x, "values"), "");
}

static void
put_objective(struct answer *a, const char *bound, bool unbounded)
{
	const struct answer_objective objective = {
		.term = (char[]){"x"},
		.maximize = true,
		.state = unbounded ? OBJECTIVE_UNBOUNDED : OBJECTIVE_OPEN,
		.value = (char[]){"7"},
		.bound = (char *)(uintptr_t)bound,
	};

	ADD_FRAME(a, objective, &objective);
}

/* The bound of a search that was stopped says nothing yet. */
STAGE_TEST(a_stopped_search_is_not_called_unbounded)
{
	struct answer *a = new_answer(STATUS_SAT);

	start(x, ", \"maximize\": [\"x\"]");
	put_objective(a, "oo", false);
	a->outcome = OUTCOME_TIMEOUT;
	answer(a);
	assert_null(strstr(member(x, "message"), "unbounded"));
	assert_non_null(
		strstr(member(x, "objectives"), "\"why_not\":\"not_proved\""));
	assert_non_null(strstr(member(x, "reason"), "timeout"));
}

STAGE_TEST(counters_of_z3_are_shown_in_detail)
{
	struct answer *a = new_answer(STATUS_SAT);

	start(x, ", \"detail\": true");
	ADD_FRAME(a, statistics, "{\"conflicts\":12}");
	finish(a);
	assert_string_equal(member(x, "statistics"), "{\"conflicts\":12}");
}

/* Of one assertion, or of what that field assumes. */
static void
put_relaxation(struct answer *a, unsigned line, unsigned field)
{
	struct answer_assertion one = {.line = line,
		.field = field,
		.offset = field > 0 ? stage_jobs[0]->fields[field - 1].offset
				    : 0};

	ADD_FRAME(a, relaxation, ((struct answer_assertions){&one, 1, 1}));
}

/* Of the assertion in that line, and of the first fields of the ask. */
static void
put_core(struct answer *a, unsigned line, size_t assumed)
{
	struct answer_core core = {.minimal = true};
	struct answer_assertion one = {.line = line, .label = (char[]){""}};

	assertions_add(&core.assertions, &one);
	for (one.field = 1; one.field <= assumed; one.field++) {
		const struct ask_field *f =
			&stage_jobs[0]->fields[one.field - 1];

		one.offset = f->offset;
		one.length = f->size;
		assertions_add(&core.assumptions, &one);
	}
	ADD_FRAME(a, core, &core);
	core_release(&core);
}

static void
start_tool(struct stage *x, const char *tool, const char *arguments)
{
	DROP(text)
	char *json = text_format("{\"session\": \"a\"%s}", arguments);

	OPEN_WITH(x, "(declare-const x Int)");
	call_in(x, "add_item", "'name': 'low', 'content': '(assert (< x 3))'");
	answer_accept();
	add_item(x, "a", "(assert (> x 5))");
	(void)call_tool(x, tool, json);
}

STAGE_TEST(without_ways_out_it_says_how_to_get_them)
{
	struct answer *a = new_answer(STATUS_UNSAT);

	start_tool(x, "solve_model", "");
	put_core(a, 2, 0);
	finish(a);
	assert_says(x, "Correct or delete one of these; relax: true finds the "
		       "smallest sets to remove.\n");
}

STAGE_TEST(ways_out_that_may_not_be_all_are_told_so)
{
	struct answer *a = new_answer(STATUS_UNSAT);

	start_tool(x, "solve_model",
		", \"relax\": true, \"assume\": [\"(> x 7)\"]");
	put_relaxation(a, 1, 1);
	finish(a);
	assert_string_equal(member(x, "relaxations"), "[[\"(> x 7)\"]]");
	assert_says(x, "Satisfiable without assumption (> x 7).\n",
		"time ran out: there may be more sets than this 1; none of "
		"them is smaller");
}

STAGE_TEST(a_way_out_that_gives_up_nothing_is_not_believed)
{
	struct answer *a = new_answer(STATUS_UNSAT);

	start_tool(x, "solve_model", ", \"relax\": true");
	put_relaxation(a, 3, 0);
	ADD_LIE(a, relaxation, (struct answer_assertions){0});
	finish(a);
	assert_string_equal(member(x, "relaxations"), "");
	assert_string_equal(member(x, "status"), "\"error\"");
}

STAGE_TEST(the_negated_property_is_no_assumption_of_the_client_s)
{
	struct answer *a = new_answer(STATUS_UNSAT);
	struct answer *second = new_answer(STATUS_SAT);

	start_tool(x, "prove",
		", \"property\": \"(< x 4)\", \"assume\": [\"(> x 1)\"]");
	put_core(a, 2, 2);
	finish(a);
	finish(second);
	assert_string_equal(member(x, "status"), "\"proved\"");
	assert_string_equal(member(x, "core_assumptions"), "[\"(> x 1)\"]");
}
