#include "unit/tools/reading.h"

#include "base/buf.h"
#include "base/limits.h"

static void
read_text(struct reading *r, const char *text)
{
	reading_init(r);
	r->done = model_import_read_text(
		r->plan, text, strlen(text), r->warnings, &r->e);
}

static void
expect_refusal(const char *text, const char *piece)
{
	DROP(reading) struct reading r;

	read_text(&r, text);
	reading_refused(&r, text, piece);
}

TEST(a_single_fault_is_shown_with_its_line)
{
	expect_refusal("(assert true)\n  (push 1)\n", "line 2, column 4");
	expect_refusal("(assert true)\n  (push 1)\n", "  2 |   (push 1)\n");
}

TEST(equal_faults_are_told_together)
{
	expect_refusal("(push)\n(push)\n(push)\n(pop)\n(push)\n",
		"\n- line 1 to 3, 5, push: ");
	expect_refusal("(push)\n(pop)\n(push)\n", "\n- line 1, 3, push: ");
	expect_refusal("(push)\n(pop)\n(push)\n", "\n- line 2, pop: ");
	expect_refusal("(push)\n(pop)\n(push)\n", "3 places");
}

TEST(what_cannot_be_read_is_told_beside_what_is_refused)
{
	static const char text[] = "(push)\n(foo x)\nx == 3\n(assert 2x)\n"
				   "(assert (and\n(assert true)\n)\n";

	expect_refusal(text, "line 2, foo: there is no such command");
	expect_refusal(text, "line 3, x == 3: this is no command");
	expect_refusal(text, "line 4, 2x: cannot be read");
	expect_refusal(text, "line 5, (: a \")\" is missing");
	expect_refusal(text, "line 7, ): a \")\" without its \"(\"");
}

TEST(the_first_that_cannot_be_read_is_explained)
{
	expect_refusal("(asert x)\n(push)\n",
		"The first of them: The text, line 1, column 2:");
	expect_refusal("(asert x)\n(push)\n", "  1 | (asert x)\n");
}

TEST(ten_thousand_faults_fit_into_one_message)
{
	DROP(buf) struct buf text;

	buf_init(&text, MIB);
	for (int i = 0; i < 20000; i++)
		(void)buf_add_format(&text, "(assert true)\n(c%d)\n", i);
	expect_refusal(text.data, "10000 or more places");
	expect_refusal(text.data, "- and others behind line 52");
}

TEST(bytes_that_are_no_text_are_refused)
{
	expect_refusal("(assert true)\n\xff", "line 2");
}

TEST(warnings_have_their_lines)
{
	DROP(reading) struct reading r;

	read_text(&r, "; lost\n\n(assert true)\n(check-sat)\n");
	assert_true(r.done);
	assert_int_equal(json_count(r.warnings), 2);
	assert_non_null(strstr(json_string(json_at(r.warnings, 0)),
		"line 4: (check-sat) was left out"));
	assert_string_equal(json_string(json_at(r.warnings, 1)),
		"a comment line that stands above no command was left out");
}

TEST(many_warnings_are_counted)
{
	DROP(reading) struct reading r;
	DROP(buf) struct buf text;

	buf_init(&text, MIB);
	(void)buf_add_text(&text, "(assert true)");
	for (int i = 0; i < 50; i++)
		(void)buf_add_text(&text, "(check-sat)");
	read_text(&r, text.data);
	assert_int_equal(json_count(r.warnings), 21);
	assert_string_equal(json_string(json_at(r.warnings, 20)),
		"and 30 more of this kind");
}

TEST(only_an_export_may_be_without_commands)
{
	DROP(reading) struct reading r;

	expect_refusal("; nothing\n", "no command in the text");
	expect_refusal(" {\"format\": \"satchel\"}", "goes into export");
	read_text(&r, "; Satchel export, format 1\n; end of items\n");
	assert_true(r.done);
}
