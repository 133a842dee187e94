#include "unit/tools/stage.h"
#include "unit/unit.h"

#include <string.h>

#include "base/alloc.h"
#include "tools/call/values.h"
#include "tools/solve/solve_request.h"
#include "json/json.h"

static void
setup_model(struct stage *x)
{
	open_session(x, "a");
	add_item(x, "a", "(declare-const x Int)");
	add_item(x, "a", "(assert (> x 5))");
	(void)call_tool(x, "add_item",
		"{\"session\": \"a\", \"name\": \"limit\","
		" \"content\": \"(assert (< x 9))\"}");
	answer_accept();
	assert_answered(x);
}

/* The text that Z3 is given for these arguments. */
static const char *
asked_text(struct stage *x, const char *arguments)
{
	DROP(text)
	char *json = text_format("{\"session\": \"a\"%s}", arguments);

	(void)call_tool(x, "solve_model", json);
	if (stage_job_count == 0)
		fail_msg("%s: %s", arguments, x->text);
	return stage_jobs[0]->text;
}

static void
refuse(struct stage *x, const char *arguments, const char *piece)
{
	DROP(text)
	char *json = text_format("{\"session\": \"a\"%s}", arguments);

	(void)call_tool(x, "solve_model", json);
	assert_int_equal(stage_job_count, 0);
	assert_refused_with(x, piece);
}

TEST_WITH(
	a_plain_question_is_the_items_and_a_check, stage_setup, stage_teardown)
{
	struct stage *x = *state;

	setup_model(x);
	assert_string_equal(asked_text(x, ""),
		"(declare-const x Int)\n(assert (> x 5))\n"
		"(assert (< x 9))\n(check-sat)\n");
}

TEST_WITH(items_are_left_out_by_number_and_by_name, stage_setup, stage_teardown)
{
	struct stage *x = *state;

	setup_model(x);
	assert_string_equal(asked_text(x, ", \"without\": [1, \"limit\"]"),
		"(declare-const x Int)\n                \n"
		"                \n(check-sat)\n");
}

/* Some models send all as text; a name cannot begin with a digit. */
TEST_WITH(a_number_in_quotes_is_a_number, stage_setup, stage_teardown)
{
	struct stage *x = *state;

	setup_model(x);
	assert_non_null(strstr(asked_text(x, ", \"without\": [\"2\", 2]"),
		"(assert (> x 5))\n                \n"));
}

TEST_WITH(an_item_that_is_not_there_is_refused, stage_setup, stage_teardown)
{
	struct stage *x = *state;

	setup_model(x);
	refuse(x, ", \"without\": [3]", "without[0]: ");
	refuse(x, ", \"without\": [0, \"limt\"]", "limit");
	refuse(x, ", \"without\": [-1]", "without[0]: ");
}

TEST_WITH(every_list_of_terms_is_read, stage_setup, stage_teardown)
{
	struct stage *x = *state;
	const char *text;

	setup_model(x);
	text = asked_text(x,
		", \"assume\": [\"(= x 6)\"], \"values\": [\"(* 2 x)\"],"
		" \"minimize\": [\"(+ x 1)\"], \"maximize\": [\"(- x)\"],"
		" \"solutions\": 2, \"distinct_on\": [\"(mod x 2)\"]");
	assert_non_null(strstr(text, "(minimize\n(+ x 1)\n)\n"));
	assert_non_null(strstr(text, "(maximize\n(- x)\n)\n"));
	assert_non_null(strstr(text, "(check-sat-assuming (\n(= x 6)\n))\n"));
	assert_non_null(strstr(text, "(get-value (\n(mod x 2)\n))\n"));
	assert_non_null(strstr(text, "(eval\n(* 2 x)\n)\n"));
}

TEST_WITH(
	what_is_no_term_is_refused_by_its_argument, stage_setup, stage_teardown)
{
	struct stage *x = *state;

	setup_model(x);
	refuse(x, ", \"assume\": [\"x\", \"x) (assert false\"]", "assume[1]");
	refuse(x, ", \"terms\": [\"\"]", "terms[0] is empty");
	refuse(x, ", \"minimize\": [\"x y\"]", "minimize[0]");
}

TEST(what_if_is_what_the_model_does_not_say)
{
	struct solve_request q = {0};

	assert_false(solve_request_is_what_if(&q));
	q.left_out = 1;
	assert_true(solve_request_is_what_if(&q));
}

/* Of a model of four items. */
static void
describe(struct solve_request *q, const char *expected)
{
	DROP(buf) struct buf out;

	buf_init(&out, 1000);
	solve_request_describe(q, &out);
	assert_string_equal(out.data, expected);
}

TEST(what_if_is_said_in_words)
{
	bool left_out[4] = {false, true, false, true};
	struct solve_request_term terms[] = {
		{.as = ASKED_ASSUME}, {.as = ASKED_VALUE}};
	struct model m = {.count = 4};
	struct solve_request q = {.model = &m, .is_left_out = left_out};

	describe(&q, "");
	q.left_out = 2;
	describe(&q, "without items 1, 3");
	q.terms = terms;
	q.term_count = 2;
	describe(&q, "under 1 assumption and without items 1, 3");
	q.left_out = 0;
	describe(&q, "under 1 assumption");
}

/* A question about these two items, as the tests fill it. */
struct asking {
	struct solve_request q;
	bool left_out[2];
	struct solve_request_term terms[4];
	struct err e;
};

static void
begin(struct asking *a)
{
	*a = (struct asking){0};
	a->q.model = model_new();
	model_insert(a->q.model, 0,
		item_new("(declare-const x Int)\n(minimize x)", NULL, NULL));
	model_insert(a->q.model, 1,
		item_new(
			"(assert (> x 5))\n(assert-soft (> x 7))", NULL, NULL));
	a->q.is_left_out = a->left_out;
	a->q.terms = a->terms;
}

static void
ask_for(struct asking *a, enum asked as, const char *text)
{
	a->terms[a->q.term_count++] = (struct solve_request_term){
		.as = as, .text = text, .size = strlen(text), .index = -1};
}

static void
end(struct asking *a)
{
	a->q.is_left_out = NULL;
	a->q.terms = NULL;
	solve_request_release(&a->q);
}

static void
expect(struct asking *a, const char *text)
{
	if (!solve_request_write(&a->q, &a->e))
		fail_msg("%s", a->e.text);
	assert_string_equal(a->q.text.render.text.data, text);
	end(a);
}

#define ITEM_0 "(declare-const x Int)\n(minimize x)\n"
#define ITEM_1 "(assert (> x 5))\n(assert-soft (> x 7))\n"

TEST(an_item_that_is_left_out_keeps_its_lines)
{
	struct asking a;

	begin(&a);
	a.left_out[1] = true;
	a.q.left_out = 1;
	expect(&a, ITEM_0 "                \n                     \n"
			  "(check-sat)\n");
}

TEST(objectives_of_the_items_may_be_left_out)
{
	struct asking a;

	begin(&a);
	a.q.without_objectives = true;
	expect(&a, "(declare-const x Int)\n            \n"
		   "(assert (> x 5))\n                     \n(check-sat)\n");
}

TEST(options_stand_behind_the_items_and_the_call_s_last)
{
	struct asking a;

	begin(&a);
	session_options_set(&a.q.settings, "random_seed", "3");
	session_options_set(&a.q.settings, "opt.priority", "lex");
	a.q.priority = "box";
	expect(&a, ITEM_0 ITEM_1 "(set-option :smt.random_seed 3)\n"
				 "(set-option :sat.random_seed 3)\n"
				 "(set-option :opt.priority lex)\n"
				 "(set-option :opt.priority box)\n"
				 "(check-sat)\n");
}

TEST(a_property_is_assumed_not_to_hold)
{
	struct asking a;

	begin(&a);
	ask_for(&a, ASKED_PROPERTY, "(> x 1)");
	ask_for(&a, ASKED_ASSUME, "(< x 9)");
	expect(&a, ITEM_0 ITEM_1 "(check-sat-assuming (\n(not\n(> x 1)\n)\n"
				 "(< x 9)\n))\n");
}

TEST(without_the_property_the_assumptions_stay)
{
	struct asking a;

	begin(&a);
	ask_for(&a, ASKED_PROPERTY, "(> x 1)");
	ask_for(&a, ASKED_ASSUME, "(< x 9)");
	a.q.without_property = true;
	expect(&a, ITEM_0 ITEM_1 "(check-sat-assuming (\n(< x 9)\n))\n");
}

TEST(the_lines_of_a_term_are_known)
{
	struct asking a;

	begin(&a);
	ask_for(&a, ASKED_VALUE, "(+ x\n  1) ; so");
	ask_for(&a, ASKED_VALUE, "x");
	assert_true(solve_request_write(&a.q, &a.e));
	assert_int_equal(a.terms[0].line, 7);
	assert_int_equal(a.terms[1].line, 11);
	assert_non_null(strstr(a.q.text.render.text.data,
		"(eval\n(+ x\n  1) ; so\n)\n(eval\nx\n)\n"));
	assert_int_equal(a.q.text.next_line, 13);
	end(&a);
}

TEST(the_assertions_of_the_items_are_counted)
{
	struct asking a;

	begin(&a);
	assert_true(solve_request_write(&a.q, &a.e));
	assert_int_equal(a.q.text.all.count, 1);
	assert_int_equal(a.q.text.all.list[0].line, 3);
	/* Again, with another text. */
	a.left_out[1] = true;
	a.q.left_out = 1;
	assert_true(solve_request_write(&a.q, &a.e));
	assert_int_equal(a.q.text.all.count, 0);
	end(&a);
}

TEST(an_evaluation_has_a_text_of_its_own)
{
	DROP(buf) struct buf prefix;
	struct asking a;

	buf_init(&prefix, 100);
	buf_add_text(&prefix, "(define-fun x () Int 4)\n");
	begin(&a);
	ask_for(&a, ASKED_VALUE, "(* x x)");
	assert_true(solve_request_write_evaluation(&a.q, &prefix, &a.e));
	assert_string_equal(a.q.text.render.text.data,
		"(define-fun x () Int 4)\n(check-sat)\n(eval\n(* x x)\n)\n");
	assert_int_equal(a.terms[0].line, 4);
	end(&a);
}

static void
setup_two_items(struct stage *x)
{
	open_session(x, "a");
	add_item(x, "a", "(declare-const x Int)");
	add_item(x, "a", "(assert (> x 5))");
	add_item(x, "a", "(assert\\n  (< x 9))");
}

/* What the client is told of a fault of Z3's in the text of the call. */
static void
expect_refusal(struct stage *x, const char *arguments, unsigned line,
	unsigned column, const char *what, const char *piece)
{
	DROP(text)
	char *json = text_format("{\"session\": \"a\"%s}", arguments);

	(void)call_tool(x, "solve_model", json);
	if (stage_job_count == 0)
		fail_msg("%s: %s", arguments, x->text);
	answer_fault(line, column, what);
	assert_refused_with(x, piece);
}

TEST_WITH(a_fault_of_an_item_is_told_by_its_number, stage_setup, stage_teardown)
{
	struct stage *x = *state;

	setup_two_items(x);
	expect_refusal(x, "", 4, 6, "unknown constant x", "tem 2");
	assert_refused_with(x, "line 2");
}

TEST_WITH(
	a_fault_of_a_term_is_told_by_its_argument, stage_setup, stage_teardown)
{
	struct stage *x = *state;

	setup_two_items(x);
	expect_refusal(x,
		", \"assume\": [\"(> x 1)\", \"(and true\\n(> z 2))\"]", 8, 4,
		"unknown constant z", "assume[1]");
	assert_refused_with(x, "line 2, column 4");
}

/* What stands behind a term is written by us. */
TEST_WITH(a_fault_behind_a_term_is_at_its_end, stage_setup, stage_teardown)
{
	struct stage *x = *state;

	setup_two_items(x);
	expect_refusal(x, ", \"minimize\": [\"(> x 1)\"]", 7, 1, "no number",
		"minimize[0], line 1, column 7");
}

TEST_WITH(a_term_that_is_no_bool_cannot_be_assumed, stage_setup, stage_teardown)
{
	struct stage *x = *state;

	setup_two_items(x);
	expect_refusal(x, ", \"assume\": [\"(+ x 1)\"]", 6, 7,
		"invalid assert command, term is not Boolean",
		"assume[0] is not a Bool");
}

TEST_WITH(a_fault_of_nobody_is_told_all_the_same, stage_setup, stage_teardown)
{
	struct stage *x = *state;

	setup_two_items(x);
	expect_refusal(x, "", 0, 0, "out of something", "out of something");
}

TEST_WITH(an_item_that_others_need_cannot_be_left_out_alone, stage_setup,
	stage_teardown)
{
	struct stage *x = *state;

	setup_two_items(x);
	expect_refusal(x, ", \"without\": [0]", 2, 12, "unknown constant x",
		"Item 0 cannot be left out alone: item 1 uses x");
}

TEST_WITH(a_fault_that_has_nothing_to_do_with_it_is_told, stage_setup,
	stage_teardown)
{
	struct stage *x = *state;

	setup_two_items(x);
	expect_refusal(x, ", \"without\": [1], \"assume\": [\"(> z 1)\"]", 6, 4,
		"unknown constant z", "assume[0]");
}

/* The line of the first term of the evaluation that is asked for. */
static unsigned
line_of(const char *piece)
{
	const char *at = strstr(stage_jobs[0]->text, piece);
	unsigned line = 1;

	assert_non_null(at);
	for (const char *c = stage_jobs[0]->text; c < at; c++)
		line += *c == '\n';
	return line;
}

/* The solution is one of forty items, and the session has none any more. */
TEST_WITH(a_fault_under_an_older_solution_knows_its_items, stage_setup,
	stage_teardown)
{
	struct stage *x = *state;
	DROP(buf) struct buf frames;
	DROP(buf) struct buf text;
	struct answer *a;

	buf_init(&text, LIMIT_REPLY);
	buf_init(&frames, LIMIT_REPLY);
	open_session(x, "a");
	for (int i = 0; i < 40; i++)
		buf_add_format(&text, "%s(declare-const zz%d Int)",
			i == 0 ? "{\"session\": \"a\", \"smtlib\": \"" : "", i);
	buf_add_text(&text, "\"}");
	(void)call_tool(x, "import_model", text.data);
	answer_accept();
	(void)call_tool(x, "solve_model", "{\"session\": \"a\"}");
	a = new_answer(STATUS_SAT);
	answer_put_model(&frames, "((define-fun zz0 () Int 1))");
	add_frames(a, &frames);
	answer(a);
	(void)call_tool(x, "clear_model", "{\"session\": \"a\"}");
	assert_answered(x);
	(void)call_tool(x, "get_solution",
		"{\"session\": \"a\", \"terms\": [\"(> zz 1)\"]}");
	answer_fault(line_of("(> zz 1)"), 4, "unknown constant zz");
	assert_refused_with(x, "terms[0]");
	assert_refused_with(x, "zz0");
}

static char *
remarked(const char *argument, ptrdiff_t index, const char *text)
{
	struct solve_request_term term = {.as = ASKED_PROPERTY,
		.argument = argument,
		.index = index,
		.text = text,
		.size = strlen(text)};
	const struct solve_request q = {.terms = &term, .term_count = 1};
	DROP(json) struct json_object *notes = json_new_array();

	solve_request_warn(&q, notes);
	return json_text(notes);
}

TEST(a_comparison_with_one_argument_is_told)
{
	DROP(text) char *property = remarked("property", -1, "(> x)");
	DROP(text) char *assumed = remarked("assume", 2, "(and p (<= (f x)))");

	assert_non_null(strstr(property, "[\"property: "));
	assert_non_null(strstr(assumed, "[\"assume[2]: "));
}

TEST(an_ordinary_term_is_not)
{
	DROP(text) char *text = remarked("property", -1, "(> x 3) ; fine");

	assert_string_equal(text, "[]");
}

/* What is noted when these two terms are asked for and x alone has a value. */
static char *
noted(const char *first, const char *second, size_t left_out)
{
	struct solve_request_term terms[] = {
		{.as = ASKED_VALUE,
			.argument = "terms",
			.text = first,
			.size = strlen(first)},
		{.as = ASKED_VALUE,
			.argument = "terms",
			.index = 1,
			.text = second,
			.size = strlen(second)},
	};
	struct solve_request q = {.terms = terms, .term_count = 2};
	struct values values = {
		.values = json_new_object(), .left_out = left_out};
	DROP(json) struct json_object *notes = json_new_array();

	json_put_int(values.values, "x", 5);
	solve_request_warn_of_missing(&q, &values, notes);
	values_drop(&values);
	return json_text(notes);
}

TEST(a_term_without_a_value_is_named)
{
	DROP(text) char *text = noted("x", "(f x)", 0);

	assert_non_null(strstr(text, "evaluate terms[1] under"));
}

TEST(blanks_bars_and_comments_are_no_other_term)
{
	DROP(text) char *quoted = noted(" x\n", "|x|", 0);
	DROP(text) char *commented = noted("x", "x ; of it", 0);

	assert_string_equal(quoted, "[]");
	assert_string_equal(commented, "[]");
}

TEST(what_had_no_room_is_not_called_missing)
{
	DROP(text) char *text = noted("x", "(f x)", 1);

	assert_string_equal(text, "[]");
}
