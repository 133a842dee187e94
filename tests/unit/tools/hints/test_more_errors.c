#include "unit/unit.h"

#include "tools/hints/more_errors.h"

#include <stdio.h>
#include <string.h>

#include "base/alloc.h"

/* An assertion of a name that nobody knows. */
static void
add_unknown(
	struct more_errors *f, ptrdiff_t item, unsigned line, const char *name)
{
	DROP(text) char *blank = text_format("%*s", (int)line - 1, "");
	DROP(text) char *text = text_format("%s(assert %s)", blank, name);
	const struct advice_place place = {
		.text = text, .size = strlen(text), .index = item};
	struct diagnostic fault = {
		.kind = DIAGNOSTIC_SOLVER, .line = line, .column = 9};

	for (unsigned i = 0; i + 1 < line; i++)
		text[i] = '\n';
	(void)snprintf(
		fault.what, sizeof(fault.what), "unknown constant %s", name);
	more_errors_add(f, &fault, &place);
}

TEST(nothing_further_leaves_the_message_as_it_is)
{
	DROP(more_errors) struct more_errors f = {0};
	struct err e;

	(void)err_set(&e, ERR_TEXT, "refused.");
	more_errors_append(&f, &e);
	assert_string_equal(e.text, "refused.");
}

TEST(every_reason_is_a_line_with_all_its_places)
{
	DROP(more_errors) struct more_errors f = {0};
	struct err e;

	add_unknown(&f, 3, 1, "abc");
	add_unknown(&f, 3, 2, "xyz");
	add_unknown(&f, 3, 4, "abc");
	add_unknown(&f, 5, 1, "abc");
	(void)err_set(&e, ERR_TEXT, "refused.");
	more_errors_append(&f, &e);
	assert_string_equal(e.text,
		"refused.\nAlso refused:\n"
		"- Item 3, line 1, column 9: `abc` is not known; likewise "
		"line 4, item 5, line 1\n"
		"- Item 3, line 2, column 9: `xyz` is not known");
}

TEST(places_beyond_ten_are_counted)
{
	DROP(more_errors) struct more_errors f = {0};
	struct err e;

	for (unsigned i = 0; i < 1 + MORE_ERRORS_PLACES + 3; i++)
		add_unknown(&f, 1, i + 1, "abc");
	(void)err_set(&e, ERR_TEXT, "refused.");
	more_errors_append(&f, &e);
	assert_non_null(strstr(e.text, "line 11 and 3 more places"));
}

TEST(reasons_beyond_twenty_are_counted)
{
	DROP(more_errors) struct more_errors f = {0};
	struct err e;

	for (unsigned i = 0; i < MORE_ERRORS_REASONS + 5; i++) {
		char name[] = {'a', 'b', (char)('a' + i), '\0'};

		add_unknown(&f, 1, 1, name);
	}
	(void)err_set(&e, ERR_TEXT, "refused.");
	more_errors_append(&f, &e);
	assert_non_null(strstr(e.text, "`abt` is not known"));
	assert_null(strstr(e.text, "`abu`"));
	assert_non_null(strstr(e.text, "\n- and at least 5 more places"));
}

TEST(it_is_full_after_a_hundred)
{
	DROP(more_errors) struct more_errors f = {0};

	for (int i = 0; i < MORE_ERRORS_LOOKED; i++) {
		assert_false(more_errors_is_full(&f));
		add_unknown(&f, 1, 1, "abc");
	}
	assert_true(more_errors_is_full(&f));
}
