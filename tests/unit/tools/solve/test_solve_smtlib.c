#include "unit/tools/stage.h"

static void
put_check(struct buf *frames, enum status status, unsigned line)
{
	const struct answer_check check = {
		.line = line, .status = status, .reason = (char[]){""}};

	answer_put_check(frames, &check);
	answer_put_output(frames, status_name(status));
	answer_put_output(frames, "\n");
}

/* Answers with two checks, the first of which has a value and an output. */
static void
answer_two_checks(void)
{
	struct answer *a = answer_new();
	const struct answer_value value = {.name = (char[]){"x"},
		.sort = (char[]){"Int"},
		.json = (char[]){"12345"}};
	DROP(buf) struct buf frames;

	buf_init(&frames, LIMIT_ANSWER);
	put_check(&frames, STATUS_SAT, 2);
	answer_put_value(&frames, &value);
	answer_put_output(&frames, "((x 12345))\n");
	put_check(&frames, STATUS_SAT, 4);
	answer_put_value(&frames, &value);
	add_frames(a, &frames);
	a->done = true;
	answer(a);
}

static void
solve_two_checks(struct stage *x)
{
	(void)call_tool(x, "solve_smtlib",
		"{\"smtlib\": \"(declare-const x Int)\\n(check-sat)\\n"
		"(get-value (x))\\n(check-sat)\"}");
	answer_two_checks();
}

STAGE_TEST(an_earlier_check_has_its_own_output)
{
	solve_two_checks(x);
	assert_string_equal(member(x, "checks"),
		"[{\"status\":\"sat\",\"line\":2,"
		"\"output\":\"((x 12345))\\n\"},"
		"{\"status\":\"sat\",\"line\":4}]");
	assert_string_equal(member(x, "values"), "{\"x\":12345}");
}

STAGE_TEST(what_has_no_room_is_left_out_and_said)
{
	x->server.reply_text = 8;
	solve_two_checks(x);
	assert_says(x, "`checks` lacks some of the 2 checks");
	assert_string_equal(member(x, "truncated"), "true");
	assert_string_equal(member(x, "checks"),
		"[{\"status\":\"sat\",\"line\":2,"
		"\"output\":\"((x 1234\"},"
		"{\"status\":\"sat\",\"line\":4}]");
}

static void
answer_failed(bool is_false)
{
	struct answer_assertions failed = {0};
	const struct answer_assertion one = {
		.line = 7, .label = (char[]){""}, .is_false = is_false};
	struct answer *a = new_answer(STATUS_SAT);

	assertions_add(&failed, &one);
	ADD_FRAME(a, evaluation, &(struct answer_evaluation){1, failed});
	assertions_release(&failed);
	a->done = true;
	answer(a);
}

STAGE_TEST(a_sat_with_a_false_assertion_is_unknown)
{
	(void)call_tool(x, "solve_smtlib",
		"{\"smtlib\": \"\\n\\n\\n\\n\\n\\n(check-sat)\"}");
	answer_failed(true);
	assert_string_equal(member(x, "status"), "\"unknown\"");
	assert_non_null(strstr(member(x, "reason"), "line 7"));
}

STAGE_TEST(a_sat_with_an_undecided_assertion_stays)
{
	(void)call_tool(x, "solve_smtlib",
		"{\"smtlib\": \"\\n\\n\\n\\n\\n\\n(check-sat)\"}");
	answer_failed(false);
	assert_string_equal(member(x, "status"), "\"sat\"");
}
