#include "unit/unit.h"

#include <string.h>

#include "base/alloc.h"
#include "base/buf.h"
#include "wire/answer.h"
#include "worker/base/answer_stream.h"
#include "worker/base/context.h"
#include "worker/process/term_lint.h"
#include "worker/read/script.h"

/* The remark on the last assertion of the text, or NONE. */
static enum answer_remark
remark_of(const char *text)
{
	DROP(answer) struct answer *a = answer_new();
	struct commands forms = {0};
	struct script script;
	struct script_problem problem;
	struct parsed parsed;
	struct diagnostic fault;
	struct frame f;
	struct answer_stream out;
	struct buf *frames;
	size_t used;
	size_t seen = 0;
	Z3_context c = context_new();

	answer_stream_open(&out, -1);
	frames = &out.frames;
	assert_true(commands_split(text, strlen(text), &forms, &fault));
	script_init(&script, text, &forms);
	assert_int_equal(
		script_next(&script, &problem, &fault), SCRIPT_PROBLEM);
	assert_true(parser_problem(
		c, &script, &problem, NULL, CONSTANTS_NONE, &parsed, &fault));
	term_lint_all(&out, &parsed, NULL, &seen);
	parsed_release(&parsed);
	script_release(&script);
	commands_release(&forms);
	Z3_del_context(c);
	while (frame_find(frames->data, frames->size, frames->size, &f,
		       &used) == FRAME_WHOLE) {
		assert_true(answer_take(a, &f));
		buf_consume(frames, used);
	}
	buf_release(frames);
	return a->remarks.count > 0 ? a->remarks.at[a->remarks.count - 1].remark
				    : ANSWER_REMARK_NONE;
}

#define XRP "(declare-const x Int)(declare-const r Real)(declare-const p Bool)"

TEST(sees_what_is_true_whatever_the_values)
{
	assert_int_equal(remark_of(XRP "(assert (= x x))"), ANSWER_REMARK_TRUE);
	assert_int_equal(
		remark_of(XRP "(assert (or p (not p)))"), ANSWER_REMARK_TRUE);
	assert_int_equal(remark_of(XRP "(assert true)"), ANSWER_REMARK_TRUE);
}

TEST(sees_what_is_false_whatever_the_values)
{
	assert_int_equal(
		remark_of(XRP "(assert (> 1 2))"), ANSWER_REMARK_FALSE);
}

TEST(sees_int_and_real_mixed)
{
	assert_int_equal(
		remark_of(XRP "(assert (> x r))"), ANSWER_REMARK_MIXED);
	assert_int_equal(
		remark_of(XRP "(assert (= (mod r 2) 0))"), ANSWER_REMARK_MIXED);
}

TEST(says_nothing_of_written_conversions_and_of_numbers)
{
	assert_int_equal(remark_of(XRP "(assert (> (to_real x) r))"),
		ANSWER_REMARK_NONE);
	assert_int_equal(remark_of(XRP "(assert (> r 1))"), ANSWER_REMARK_NONE);
}

/* Each squares the one before: libz3 would compute a number of 2^60 digits. */
TEST(leaves_terms_alone_that_take_long)
{
	DROP(buf) struct buf text;

	buf_init(&text, 10000);
	(void)buf_add_text(&text, XRP "(assert (let ((a0 9)) ");
	for (int i = 1; i <= 60; i++)
		(void)buf_add_format(
			&text, "(let ((a%d (* a%d a%d))) ", i, i - 1, i - 1);
	(void)buf_add_text(&text, "(= a60 1)");
	for (int i = 0; i <= 60; i++)
		(void)buf_add_char(&text, ')');
	(void)buf_add_char(&text, ')');
	assert_int_equal(remark_of(text.data), ANSWER_REMARK_NONE);
	assert_int_equal(remark_of("(assert (= (^ 9 999999999) 1))"),
		ANSWER_REMARK_NONE);
	assert_int_equal(
		remark_of("(define-fun-rec f ((n Int)) Int (+ 1 (f (- n 1))))"
			  "(assert (= (f 3) 4))"),
		ANSWER_REMARK_NONE);
}
