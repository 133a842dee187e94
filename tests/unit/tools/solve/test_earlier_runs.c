#include "unit/tools/stage.h"

#include "store/runs/runs.h"

/* What a solve goes on from, as its ask says. */

static const char *
field(enum ask_field_kind kind)
{
	static char text[200];
	const struct portfolio *r = stage_jobs[0];

	for (size_t i = 0; i < r->ask.field_count; i++) {
		if (r->fields[i].kind != kind)
			continue;
		(void)snprintf(text, sizeof(text), "%.*s",
			(int)r->fields[i].size, r->text + r->fields[i].offset);
		return text;
	}
	return "";
}

static void
answer_value(const char *value, const char *bound, bool maximize)
{
	DROP(text)
	char *model = text_format("((define-fun x () Int %s))", value);
	struct answer *a = new_answer(STATUS_SAT);
	const struct answer_objective objective = {
		.term = (char[]){"x"},
		.maximize = maximize,
		.state = strcmp(value, bound) == 0 ? OBJECTIVE_OPTIMAL
						   : OBJECTIVE_OPEN,
		.value = (char *)(uintptr_t)value,
		.bound = (char *)(uintptr_t)bound,
	};

	ADD_FRAME(a, model, model);
	ADD_FRAME(a, objective, &objective);
	a->done = true;
	answer(a);
}

/* A solve of session a that finds that. */
static void
solve(struct stage *x, const char *arguments, const char *value,
	const char *bound)
{
	call_in(x, "solve_model", arguments);
	answer_value(value, bound, strstr(arguments, "maximize") != NULL);
	assert_answered(x);
}

/* The next one is asked to go on from these. */
static void
expect(struct stage *x, const char *arguments, const char *start,
	const char *bound)
{
	struct call *c;

	call_in(x, "solve_model", arguments);
	c = x->server.open.first;
	if (strstr(field(FIELD_START), start) == NULL ||
		(*start == '\0' && *field(FIELD_START) != '\0'))
		fail_msg("%s: start %s", arguments, field(FIELD_START));
	if (strcmp(field(FIELD_BOUND), bound) != 0)
		fail_msg("%s: bound %s", arguments, field(FIELD_BOUND));
	call_cancel(c);
}

#define MINIMIZE "'minimize': ['x']"

static void
setup(struct stage *x)
{
	OPEN_WITH(x, "(declare-const x Int)", "(define-fun f () Int (* 2 x))",
		"(assert (> x 1))");
}

STAGE_TEST(the_same_problem_goes_on_from_solution_and_bound)
{
	setup(x);
	expect(x, MINIMIZE, "", "");
	solve(x, MINIMIZE, "9", "3");
	expect(x, MINIMIZE, "Int 9", "3");
	expect(x, MINIMIZE ", 'values': ['(+ x 1)']", "Int 9", "3");
	solve(x, MINIMIZE, "9", "5");
	expect(x, MINIMIZE, "Int 9", "5");
}

STAGE_TEST(of_bounds_the_closest_counts)
{
	setup(x);
	solve(x, "'maximize': ['x']", "9", "12");
	solve(x, "'maximize': ['x']", "9", "oo");
	solve(x, "'maximize': ['x']", "9", "31");
	expect(x, "'maximize': ['x']", "Int 9", "12");
}

STAGE_TEST(an_assertion_that_is_added_leaves_the_bound)
{
	setup(x);
	solve(x, MINIMIZE, "9", "3");
	add_item(x, "a", "(assert (distinct x 7)) ; not 7");
	expect(x, MINIMIZE, "Int 9", "3");
	add_item(x, "a", "(declare-const why Int) (assert (> why x))");
	expect(x, MINIMIZE, "Int 9", "3");
	expect(x, MINIMIZE ", 'assume': ['(> x 4)']", "Int 9", "3");
}

STAGE_TEST(an_assertion_that_goes_voids_the_bound)
{
	setup(x);
	solve(x, MINIMIZE, "9", "3");
	expect(x, MINIMIZE ", 'without': [2]", "Int 9", "");
	call_in(x, "delete_item", "'index': 2");
	assert_answered(x);
	expect(x, MINIMIZE, "Int 9", "");
	/* Back again, it is the problem that the bound was proved of. */
	call_in(x, "restore_model", "'revision': 3");
	answer_accept();
	assert_answered(x);
	expect(x, MINIMIZE, "Int 9", "3");
}

STAGE_TEST(an_assumption_that_goes_voids_the_bound)
{
	setup(x);
	solve(x, MINIMIZE ", 'assume': ['(> x 4)']", "9", "5");
	expect(x, MINIMIZE, "Int 9", "");
	expect(x, MINIMIZE ", 'assume': ['(> x 4)', '(> x 5)']", "Int 9", "5");
	expect(x, MINIMIZE ", 'assume': ['(> x 5)']", "Int 9", "");
	solve(x, MINIMIZE ", 'without': [2]", "1", "0");
	expect(x, MINIMIZE ", 'without': [2]", "Int 1", "0");
	expect(x, MINIMIZE, "Int", "0");
}

STAGE_TEST(another_objective_has_no_bound)
{
	setup(x);
	solve(x, "'minimize': ['f']", "9", "3");
	expect(x, "'minimize': ['(+ f 0)']", "Int 9", "");
	expect(x, "'maximize': ['f']", "Int 9", "");
	expect(x, "'minimize': ['x', 'f']", "Int 9", "");
	expect(x, "'minimize': ['f', 'x'], 'priority': 'box'", "Int 9", "");
	expect(x, "'minimize': ['f']", "Int 9", "3");
	call_in(x, "replace_item",
		"'index': 1, 'content': '(define-fun f () Int (* 3 x))'");
	answer_accept();
	expect(x, "'minimize': ['f']", "Int 9", "");
}

STAGE_TEST(objectives_of_items_that_change_void_the_bound)
{
	setup(x);
	add_item(x, "a", "(minimize x)");
	solve(x, "", "9", "3");
	expect(x, "", "Int 9", "3");
	add_item(x, "a", "(assert-soft (= x 4) :weight 2)");
	expect(x, "", "Int 9", "");
	solve(x, "", "9", "3");
	expect(x, "'priority': 'pareto'", "Int 9", "");
	expect(x, "'minimize': ['(- x)']", "Int 9", "");
}

/* libz3 tells functions of one name apart by their arguments. */
STAGE_TEST(a_declaration_of_a_name_that_is_used_voids_the_bound)
{
	setup(x);
	add_item(x, "a", "(assert (=> (> x 3) (iff true (> x 2))))");
	solve(x, MINIMIZE, "9", "3");
	add_item(x, "a", "(declare-fun unused (Bool Bool) Bool)");
	expect(x, MINIMIZE, "Int 9", "3");
	add_item(x, "a", "(declare-fun |iff| (Bool Bool) Bool)");
	expect(x, MINIMIZE, "Int 9", "");
}

STAGE_TEST(the_best_solution_is_gone_on_from_and_not_the_last)
{
	setup(x);
	solve(x, MINIMIZE, "6", "3");
	solve(x, MINIMIZE ", 'assume': ['(> x 7)']", "8", "8");
	expect(x, MINIMIZE, "Int 6", "3");
	solve(x, MINIMIZE ", 'assume': ['(> x 3)']", "5", "4");
	expect(x, MINIMIZE, "Int 5", "3");
}

STAGE_TEST(a_result_that_is_worse_than_the_known_one_is_not_the_answer)
{
	struct answer *a;

	setup(x);
	solve(x, MINIMIZE, "9", "3");
	solve(x, MINIMIZE, "12", "4");
	assert_string_equal(member(x, "objective"), "9");
	assert_string_equal(member(x, "status"), "\"sat\"");
	assert_says(x, "as good as run 1 had: this is", "minimize x = 9");
	expect(x, MINIMIZE, "Int 9", "4");
	call_in(x, "solve_model", MINIMIZE ", 'timeout_ms': 50");
	answer_outcome(OUTCOME_TIMEOUT);
	assert_string_equal(member(x, "objective"), "9");
	call_in(x, "solve_model", MINIMIZE);
	x->server.open.first->started_ms -= DEFAULT_TIMEOUT_MS;
	answer_value("", "4", false);
	assert_string_equal(member(x, "objective"), "9");
	call_in(x, "solve_model", MINIMIZE);
	a = new_answer(STATUS_SAT);
	a->outcome = OUTCOME_TIMEOUT;
	answer(a);
	assert_string_equal(member(x, "objective"), "9");
	/* Of another problem it is no answer. */
	call_in(x, "solve_model", MINIMIZE ", 'assume': ['(> x 3)']");
	answer_outcome(OUTCOME_TIMEOUT);
	assert_string_equal(member(x, "objective"), "");
	assert_string_equal(member(x, "status"), "\"timeout\"");
}

/* Of the same problem, but not of the same question. */
STAGE_TEST(a_run_that_was_asked_something_else_is_not_the_answer)
{
	static const char *const asked[] = {
		"'solutions': 2",
		"'solutions': 0",
		"'solutions': 0, 'distinct_on': ['x']",
		"'forced': ['x']",
		"'forced': true",
		"'confirm': true",
		"'relax': true",
		"'detail': true",
	};

	setup(x);
	solve(x, MINIMIZE, "9", "3");
	for (size_t i = 0; i < sizeof(asked) / sizeof(asked[0]); i++) {
		DROP(text)
		char *arguments = text_format(MINIMIZE ", %s", asked[i]);

		call_in(x, "solve_model", arguments);
		answer_outcome(OUTCOME_TIMEOUT);
		if (strcmp(member(x, "objective"), "") != 0)
			fail_msg("%s: %s", asked[i], member(x, "objective"));
		assert_string_equal(member(x, "status"), "\"timeout\"");
		assert_string_equal(field(FIELD_START), "");
	}
	call_in(x, "solve_model", MINIMIZE ", 'timeout_ms': 50");
	answer_outcome(OUTCOME_TIMEOUT);
	assert_string_equal(member(x, "objective"), "9");
}

STAGE_TEST(a_known_answer_says_which_terms_it_lacks)
{
	struct answer *a = new_answer(STATUS_SAT);

	setup(x);
	ADD_FRAME(a, objective,
		&(struct answer_objective){.term = (char[]){"x"},
			.value = (char[]){"6"},
			.bound = (char[]){"2"}});
	add_value(a, "x", "Int", "6");
	a->done = true;
	call_in(x, "solve_model", MINIMIZE);
	answer(a);
	call_in(x, "solve_model", MINIMIZE ", 'terms': ['x', '(+ x 1)']");
	answer_outcome(OUTCOME_TIMEOUT);
	assert_says(x, "as good as run 1 had", "x = 6",
		"warning: Z3 could not evaluate terms[1]");
	assert_non_null(strstr(member(x, "warnings"), "terms[1]"));
}

/* The text of such an answer has the best solution only. */
STAGE_TEST(what_a_known_answer_says_of_others_is_left_out)
{
	struct answer *a = new_answer(STATUS_SAT);

	setup(x);
	ADD_FRAME(a, objective,
		&(struct answer_objective){
			.term = (char[]){"x"}, .value = (char[]){"6"}});
	add_value(a, "x", "Int", "6");
	ADD_FRAME(a, solution, "{\"x\": 6}");
	ADD_FRAME(a, solutions_end,
		&(struct answer_solutions_end){(char[]){""}, (char[]){""}});
	a->done = true;
	call_in(x, "solve_model", MINIMIZE ", 'solutions': 2");
	answer(a);
	assert_string_equal(member(x, "complete"), "true");
	call_in(x, "solve_model", MINIMIZE ", 'solutions': 2");
	answer_outcome(OUTCOME_TIMEOUT);
	assert_says(x, "as good as run 1 had", "x = 6");
	assert_string_equal(member(x, "complete"), "");
	assert_string_equal(member(x, "solutions"), "");
	assert_string_equal(member(x, "reason"), "");
}

STAGE_TEST(the_history_lists_values_and_bounds)
{
	setup(x);
	solve(x, MINIMIZE, "9", "3");
	call_in(x, "get_history", "");
	assert_says(x, "    minimize x = 9 (not proved optimal; none is better "
		       "than 3");
	assert_non_null(strstr(member(x, "runs"), "\"bound\":3"));
}

STAGE_TEST(what_a_cancelled_solve_has_found_is_gone_on_from)
{
	setup(x);
	call_in(x, "solve_model", MINIMIZE);
	stage_so_far = new_answer(STATUS_SAT);
	ADD_FRAME(stage_so_far, model, "((define-fun x () Int 6))");
	ADD_FRAME(stage_so_far, objective,
		&(struct answer_objective){.term = (char[]){"x"},
			.value = (char[]){"6"},
			.bound = (char[]){"2"}});
	call_cancel(x->server.open.first);
	expect(x, MINIMIZE, "Int 6", "2");
}
