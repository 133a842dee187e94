/* clang-format off */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>
/* clang-format on */

#include "tools/call/warnings.h"

#include <string.h>

#include "base/alloc.h"
#include "model/items/model.h"
#include "smt/rules/admitted_text.h"
#include "json/json.h"

static void
expect_cut(const char *text, size_t room, const char *kept, size_t left)
{
	bool is_cut = false;
	DROP(text) char *copy = warnings_cut(text, &room, &is_cut);

	assert_string_equal(copy, kept);
	assert_int_equal(room, left);
	assert_int_equal(is_cut, strcmp(text, kept) != 0);
}

static void
a_text_is_cut_between_two_characters(void **state)
{
	(void)state;
	expect_cut("abc", 5, "abc", 2);
	expect_cut("abc", 3, "abc", 0);
	expect_cut("abc", 2, "ab", 0);
	expect_cut("a\xc3\xa4", 2, "a", 0);
	expect_cut("", 0, "", 0);
}

static void
a_cut_before_is_not_forgotten(void **state)
{
	size_t room = 10;
	bool is_cut = true;
	DROP(text) char *copy = warnings_cut("abc", &room, &is_cut);

	(void)state;
	assert_string_equal(copy, "abc");
	assert_true(is_cut);
}

static void
no_warnings_leave_no_trace(void **state)
{
	DROP(json) struct json_object *answer = json_new_object();
	DROP(buf) struct buf text;

	(void)state;
	buf_init(&text, 1000);
	warnings_finish(json_new_array(), answer, "", &text);
	assert_int_equal(json_count(answer), 0);
	assert_string_equal(text.data, "");
}

static void
warnings_stand_in_text_and_structure(void **state)
{
	DROP(json) struct json_object *answer = json_new_object();
	struct json_object *notes = json_new_array();
	DROP(text) char *json = NULL;
	DROP(buf) struct buf text;

	(void)state;
	buf_init(&text, 1000);
	warnings_add(notes, "%s %d", "one", 1);
	warnings_finish(notes, answer, "; ", &text);
	json = json_text(answer);
	assert_string_equal(json, "{\"warnings\":[\"one 1\"]}");
	assert_string_equal(text.data, "; warning: one 1\n");
}

static void
warnings_say_their_line_and_are_not_endless(void **state)
{
	struct warning warnings[30];
	const struct admitted_text allowed = {
		.warnings = warnings, .warning_count = 30};
	DROP(json) struct json_object *notes = NULL;
	char said[] = "left out";

	(void)state;
	for (unsigned i = 0; i < 30; i++)
		*(&warnings[0] + i) = (struct warning){i + 1, said};
	notes = warnings_of(&allowed);
	assert_int_equal(json_count(notes), 21);
	assert_string_equal(json_string(json_at(notes, 1)), "line 2: left out");
	assert_string_equal(
		json_string(json_at(notes, 20)), "and 10 more of this kind");
}

static void
every_line_of_a_message_gets_the_prefix(void **state)
{
	DROP(buf) struct buf text;

	(void)state;
	buf_init(&text, 1000);
	warnings_add_lines("; ", "a\n\nb\n", &text);
	assert_string_equal(text.data, "; a\n; \n; b\n");
}

static void
a_state_is_one_line(void **state)
{
	const struct model m = {.count = 1, .revision = 7};
	DROP(buf) struct buf text;

	(void)state;
	buf_init(&text, 1000);
	warnings_add_state("a", &m, &text);
	warnings_add_state("", &m, &text);
	assert_string_equal(text.data, "Session a, revision 7, 1 item.\n"
				       "No session yet, revision 7, 1 item.\n");
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_text_is_cut_between_two_characters),
		cmocka_unit_test(a_cut_before_is_not_forgotten),
		cmocka_unit_test(no_warnings_leave_no_trace),
		cmocka_unit_test(warnings_stand_in_text_and_structure),
		cmocka_unit_test(warnings_say_their_line_and_are_not_endless),
		cmocka_unit_test(every_line_of_a_message_gets_the_prefix),
		cmocka_unit_test(a_state_is_one_line),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
