#include "unit/tools/stage.h"

#include "tools/solve/solve_request.h"

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
	refuse(x, ", \"values\": [\"\"]", "values[0] is empty");
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
