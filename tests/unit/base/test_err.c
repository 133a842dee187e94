#include "unit/unit.h"

#include <string.h>

#include "base/alloc.h"
#include "base/buf.h"
#include "base/err.h"
#include "base/utf8.h"

/* `count` times `piece`; owned by the caller. */
static char *
repeated(const char *piece, size_t count)
{
	DROP(buf) struct buf b;

	buf_init(&b, count * strlen(piece));
	for (size_t i = 0; i < count; i++)
		assert_true(buf_add_text(&b, piece));
	return buf_detach(&b);
}

static void
assert_cut_well(const struct err *e)
{
	size_t size = strlen(e->text);

	assert_true(size < ERR_TEXT_MAX);
	assert_true(size > ERR_TEXT_MAX - 16);
	assert_string_equal(e->text + size - 3, "...");
	assert_true(utf8_check(e->text, size, NULL));
}

TEST(adding_appends_and_keeps_the_code)
{
	struct err e;

	(void)err_set(&e, ERR_TEXT, "one");
	assert_false(err_add(&e, ", %s", "two"));
	assert_int_equal(e.code, ERR_TEXT);
	assert_string_equal(e.text, "one, two");
}

TEST(steps_are_numbered_after_the_problem)
{
	struct err e;

	(void)err_set(&e, ERR_TEXT, "it is %d", 5);
	assert_false(err_step(&e, "Send %d.", 4));
	assert_false(err_step(&e, "Or leave it out."));
	assert_string_equal(e.text, "it is 5.\nWhat to do:\n1. Send 4.\n"
				    "2. Or leave it out.");
	(void)err_set(&e, ERR_TEXT, "What?");
	(void)err_step(&e, "Ask.");
	assert_string_equal(e.text, "What?\nWhat to do:\n1. Ask.");
}

TEST(advice_is_a_problem_and_its_steps)
{
	struct err e;

	assert_false(err_advise(&e, ERR_LIMIT,
		"%d is over %d; send less; or call %s", 5, 4, "it; again"));
	assert_int_equal(e.code, ERR_LIMIT);
	assert_string_equal(e.text, "5 is over 4.\nWhat to do:\n"
				    "1. Send less.\n2. Or call it; again.");
	(void)err_advise(&e, ERR_LIMIT, "alone");
	assert_string_equal(e.text, "alone");
}

TEST(what_is_added_after_the_limit_is_cut)
{
	DROP(text) char *text = repeated("\xc3\xa4", ERR_TEXT_MAX / 2 - 8);
	struct err e;

	(void)err_set(&e, ERR_TEXT, "%s", text);
	(void)err_add(&e, "%s", text);
	assert_cut_well(&e);
}

TEST(a_long_text_is_cut_between_characters_and_nothing_follows)
{
	DROP(text) char *text = repeated("\xf0\x9f\x98\x80", 3000);
	struct err e;

	for (int shift = 0; shift < 4; shift++) {
		(void)err_set(&e, ERR_TEXT, "%.*s%s", shift, "xxx", text);
		assert_cut_well(&e);
		(void)err_add(&e, "!");
		assert_cut_well(&e);
		(void)err_add(&e, "a long rest of the message");
		assert_cut_well(&e);
	}
}

TEST(what_a_terminal_obeys_is_shown_as_an_escape)
{
	struct err e;

	(void)err_set(&e, ERR_TEXT, "no \"%s\"\n", "\x1b[2J");
	/* NOLINTNEXTLINE(misc-misleading-bidirectional): it is about that */
	(void)err_add(&e, "nor %s", "\xe2\x80\xae");
	assert_string_equal(e.text, "no \"\\u{1b}[2J\"\nnor \\u{202e}");
}

TEST(escapes_are_cut_as_the_rest_is)
{
	char many[ERR_TEXT_MAX];
	struct err e;

	memset(many, '\x1b', sizeof(many) - 1);
	many[sizeof(many) - 1] = '\0';
	(void)err_set(&e, ERR_TEXT, "%s", many);
	assert_int_equal(strlen(e.text), ERR_TEXT_MAX - 1);
	assert_string_equal(e.text + ERR_TEXT_MAX - 4, "...");
}

TEST(nobody_needs_to_read_why)
{
	assert_false(err_set(NULL, ERR_STORE, "lost"));
	assert_false(err_add(NULL, " and found"));
	assert_false(err_step(NULL, "Look."));
	assert_false(err_advise(NULL, ERR_TEXT, "wrong; write it anew"));
}

TEST(a_step_is_read_without_its_number)
{
	struct slice step = {0};
	struct err e;

	(void)err_set(&e, ERR_ARGUMENT, "no");
	assert_false(err_next_step(e.text, &step));
	(void)err_step(&e, "Send it.");
	(void)err_step(&e, "2. 5 is enough.");
	assert_true(err_next_step(e.text, &step));
	assert_true(slice_is(step, "Send it."));
	assert_true(err_next_step(e.text, &step));
	assert_true(slice_is(step, "2. 5 is enough."));
	assert_false(err_next_step(e.text, &step));
}
