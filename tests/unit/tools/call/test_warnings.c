#include "unit/unit.h"

#include "tools/call/warnings.h"

#include <string.h>

#include "base/alloc.h"
#include "model/items/model.h"
#include "smt/rules/command_policy.h"
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

TEST(a_text_is_cut_between_two_characters)
{
	expect_cut("abc", 5, "abc", 2);
	expect_cut("abc", 3, "abc", 0);
	expect_cut("abc", 2, "ab", 0);
	expect_cut("a\xc3\xa4", 2, "a", 0);
	expect_cut("", 0, "", 0);
}

TEST(a_cut_before_is_not_forgotten)
{
	size_t room = 10;
	bool is_cut = true;
	DROP(text) char *copy = warnings_cut("abc", &room, &is_cut);

	assert_string_equal(copy, "abc");
	assert_true(is_cut);
}

TEST(no_warnings_leave_no_trace)
{
	DROP(json) struct json_object *answer = json_new_object();
	DROP(buf) struct buf text;

	buf_init(&text, 1000);
	warnings_finish(json_new_array(), answer, "", &text);
	assert_int_equal(json_count(answer), 0);
	assert_string_equal(text.data, "");
}

TEST(warnings_stand_in_text_and_structure)
{
	DROP(json) struct json_object *answer = json_new_object();
	struct json_object *notes = json_new_array();
	DROP(text) char *json = NULL;
	DROP(buf) struct buf text;

	buf_init(&text, 1000);
	warnings_add(notes, "%s %d", "one", 1);
	warnings_finish(notes, answer, "; ", &text);
	json = json_text(answer);
	assert_string_equal(json, "{\"warnings\":[\"one 1\"]}");
	assert_string_equal(text.data, "; warning: one 1\n");
}

TEST(warnings_say_their_line_and_are_not_endless)
{
	struct warning warnings[30];
	const struct admitted_text allowed = {
		.warnings = warnings, .warning_count = 30};
	DROP(json) struct json_object *notes = NULL;
	char said[] = "left out";

	for (unsigned i = 0; i < 30; i++)
		*(&warnings[0] + i) = (struct warning){i + 1, said};
	notes = warnings_of(&allowed);
	assert_int_equal(json_count(notes), 21);
	assert_string_equal(json_string(json_at(notes, 1)), "line 2: left out");
	assert_string_equal(
		json_string(json_at(notes, 20)), "and 10 more of this kind");
}

TEST(every_line_of_a_message_gets_the_prefix)
{
	DROP(buf) struct buf text;

	buf_init(&text, 1000);
	warnings_add_lines("; ", "a\n\nb\n", &text);
	assert_string_equal(text.data, "; a\n; \n; b\n");
}

TEST(a_state_is_one_line)
{
	const struct model m = {.count = 1, .revision = 7};
	DROP(buf) struct buf text;

	buf_init(&text, 1000);
	warnings_add_state("a", &m, &text);
	warnings_add_state("", &m, &text);
	assert_string_equal(text.data, "Session a, revision 7, 1 item.\n"
				       "No session yet, revision 7, 1 item.\n");
}
