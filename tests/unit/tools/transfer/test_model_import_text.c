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

static void
a_single_fault_is_shown_with_its_line(void **state)
{
	(void)state;
	expect_refusal("(assert true)\n  (push 1)\n", "line 2, column 4");
	expect_refusal("(assert true)\n  (push 1)\n", "  2 |   (push 1)\n");
}

static void
equal_faults_are_told_together(void **state)
{
	(void)state;
	expect_refusal("(push)\n(push)\n(push)\n(pop)\n(push)\n",
		"\n- line 1 to 3, 5, push: ");
	expect_refusal("(push)\n(pop)\n(push)\n", "\n- line 1, 3, push: ");
	expect_refusal("(push)\n(pop)\n(push)\n", "\n- line 2, pop: ");
	expect_refusal("(push)\n(pop)\n(push)\n", "3 places");
}

static void
what_cannot_be_read_is_told_beside_what_is_refused(void **state)
{
	static const char text[] = "(push)\n(foo x)\nx == 3\n(assert 2x)\n"
				   "(assert (and\n(assert true)\n)\n";

	(void)state;
	expect_refusal(text, "line 2, foo: there is no such command");
	expect_refusal(text, "line 3, x == 3: this is no command");
	expect_refusal(text, "line 4, 2x: cannot be read");
	expect_refusal(text, "line 5, (: a \")\" is missing");
	expect_refusal(text, "line 7, ): a \")\" without its \"(\"");
}

static void
the_first_that_cannot_be_read_is_explained(void **state)
{
	(void)state;
	expect_refusal("(asert x)\n(push)\n",
		"The first of them: The text, line 1, column 2:");
	expect_refusal("(asert x)\n(push)\n", "  1 | (asert x)\n");
}

static void
ten_thousand_faults_fit_into_one_message(void **state)
{
	DROP(buf) struct buf text;

	(void)state;
	buf_init(&text, MIB);
	for (int i = 0; i < 20000; i++)
		(void)buf_add_format(&text, "(assert true)\n(c%d)\n", i);
	expect_refusal(text.data, "10000 or more places");
	expect_refusal(text.data, "- and others behind line 52");
}

static void
bytes_that_are_no_text_are_refused(void **state)
{
	(void)state;
	expect_refusal("(assert true)\n\xff", "line 2");
}

static void
warnings_have_their_lines(void **state)
{
	DROP(reading) struct reading r;

	(void)state;
	read_text(&r, "; lost\n\n(assert true)\n(check-sat)\n");
	assert_true(r.done);
	assert_int_equal(json_count(r.warnings), 2);
	assert_non_null(strstr(json_string(json_at(r.warnings, 0)),
		"line 4: (check-sat) was left out"));
	assert_string_equal(json_string(json_at(r.warnings, 1)),
		"a comment line that stands above no command was left out");
}

static void
many_warnings_are_counted(void **state)
{
	DROP(reading) struct reading r;
	DROP(buf) struct buf text;

	(void)state;
	buf_init(&text, MIB);
	(void)buf_add_text(&text, "(assert true)");
	for (int i = 0; i < 50; i++)
		(void)buf_add_text(&text, "(check-sat)");
	read_text(&r, text.data);
	assert_int_equal(json_count(r.warnings), 21);
	assert_string_equal(json_string(json_at(r.warnings, 20)),
		"and 30 more of this kind");
}

static void
only_an_export_may_be_without_commands(void **state)
{
	DROP(reading) struct reading r;

	(void)state;
	expect_refusal("; nothing\n", "no command in the text");
	expect_refusal(" {\"format\": \"satchel\"}", "goes into export");
	read_text(&r, "; Satchel export, format 1\n; end of items\n");
	assert_true(r.done);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_single_fault_is_shown_with_its_line),
		cmocka_unit_test(equal_faults_are_told_together),
		cmocka_unit_test(
			what_cannot_be_read_is_told_beside_what_is_refused),
		cmocka_unit_test(the_first_that_cannot_be_read_is_explained),
		cmocka_unit_test(ten_thousand_faults_fit_into_one_message),
		cmocka_unit_test(bytes_that_are_no_text_are_refused),
		cmocka_unit_test(warnings_have_their_lines),
		cmocka_unit_test(many_warnings_are_counted),
		cmocka_unit_test(only_an_export_may_be_without_commands),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
