#include "unit/tools/stage.h"

#include "tools/solve/request_errors.h"
#include "tools/solve/solve_request.h"

static void
setup_model(struct stage *x)
{
	open_session(x, "a");
	add_item(x, "a", "(declare-const x Int)");
	add_item(x, "a", "(assert (> x 5))");
	add_item(x, "a", "(assert\\n  (< x 9))");
}

/* What the client is told of a fault of Z3's in the text of the call. */
static void
expect(struct stage *x, const char *arguments, unsigned line, unsigned column,
	const char *what, const char *piece)
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

	setup_model(x);
	expect(x, "", 4, 6, "unknown constant x", "tem 2");
	assert_refused_with(x, "line 2");
}

TEST_WITH(
	a_fault_of_a_term_is_told_by_its_argument, stage_setup, stage_teardown)
{
	struct stage *x = *state;

	setup_model(x);
	expect(x, ", \"assume\": [\"(> x 1)\", \"(and true\\n(> z 2))\"]", 8, 4,
		"unknown constant z", "assume[1]");
	assert_refused_with(x, "line 2, column 4");
}

/* What stands behind a term is written by us. */
TEST_WITH(a_fault_behind_a_term_is_at_its_end, stage_setup, stage_teardown)
{
	struct stage *x = *state;

	setup_model(x);
	expect(x, ", \"minimize\": [\"(> x 1)\"]", 7, 1, "no number",
		"minimize[0], line 1, column 7");
}

TEST_WITH(a_term_that_is_no_bool_cannot_be_assumed, stage_setup, stage_teardown)
{
	struct stage *x = *state;

	setup_model(x);
	expect(x, ", \"assume\": [\"(+ x 1)\"]", 6, 7,
		"invalid assert command, term is not Boolean",
		"assume[0] is not a Bool");
}

TEST_WITH(a_fault_of_nobody_is_told_all_the_same, stage_setup, stage_teardown)
{
	struct stage *x = *state;

	setup_model(x);
	expect(x, "", 0, 0, "out of something", "out of something");
}

TEST_WITH(an_item_that_others_need_cannot_be_left_out_alone, stage_setup,
	stage_teardown)
{
	struct stage *x = *state;

	setup_model(x);
	expect(x, ", \"without\": [0]", 2, 12, "unknown constant x",
		"Item 0 cannot be left out alone: item 1 uses x");
}

TEST_WITH(a_fault_that_has_nothing_to_do_with_it_is_told, stage_setup,
	stage_teardown)
{
	struct stage *x = *state;

	setup_model(x);
	expect(x, ", \"without\": [1], \"assume\": [\"(> z 1)\"]", 6, 4,
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
