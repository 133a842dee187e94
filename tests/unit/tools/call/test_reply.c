#include "unit/unit.h"

#include <string.h>

#include "base/alloc.h"
#include "model/items/model.h"
#include "tools/call/call.h"
#include "tools/call/reply.h"
#include "json/json.h"

TEST(every_line_of_a_message_gets_the_prefix)
{
	DROP(buf) struct buf text;

	buf_init(&text, 1000);
	reply_add_lines("; ", "a\n\nb\n", &text);
	assert_string_equal(text.data, "; a\n; \n; b\n");
}

static void
begin_reply(struct reply *r)
{
	static struct server server;
	const struct call c = {.server = &server};

	reply_init(r, &c);
}

static void
end_reply(struct reply *r)
{
	json_free(r->structured);
	json_free(r->warnings);
	buf_release(&r->text);
}

static void
expect_cut(const char *text, size_t room, const char *kept, const char *warning)
{
	DROP(text) char *copy = NULL;
	struct reply r;

	begin_reply(&r);
	r.room = room;
	copy = reply_cut(&r, "it", text, "; ask");
	assert_string_equal(copy, kept);
	assert_int_equal(json_get_bool(r.structured, "truncated", false),
		warning != NULL);
	assert_int_equal(json_count(r.warnings), warning != NULL);
	if (warning != NULL)
		assert_string_equal(
			json_string(json_at(r.warnings, 0)), warning);
	end_reply(&r);
}

TEST(a_text_is_cut_between_two_characters_and_says_so)
{
	expect_cut("abc", 5, "abc", NULL);
	expect_cut("abc", 3, "abc", NULL);
	expect_cut("abc", 2, "ab", "it is cut after 2 of 3 bytes; ask");
	expect_cut("a\xc3\xa4", 2, "a", "it is cut after 1 of 3 bytes; ask");
	expect_cut("", 0, "", NULL);
}

TEST(no_warnings_leave_no_trace)
{
	struct reply r;

	begin_reply(&r);
	reply_put_warnings(&r);
	assert_int_equal(json_count(r.structured), 0);
	assert_string_equal(r.text.data, "");
	end_reply(&r);
}

TEST(warnings_stand_in_text_and_structure)
{
	DROP(text) char *json = NULL;
	struct reply r;

	begin_reply(&r);
	r.prefix = "; ";
	warnings_add(r.warnings, "%s %d", "one", 1);
	reply_put_warnings(&r);
	json = json_text(r.structured);
	assert_string_equal(json, "{\"warnings\":[\"one 1\"]}");
	assert_string_equal(r.text.data, "; warning: one 1\n");
	end_reply(&r);
}

TEST(a_state_is_one_line)
{
	const struct model m = {.count = 1, .revision = 7};
	struct reply r;

	begin_reply(&r);
	reply_add_state(&r, "a", &m);
	reply_add_state(&r, "", &m);
	assert_string_equal(r.text.data,
		"Session a, revision 7, 1 item.\n"
		"No session yet, revision 7, 1 item.\n");
	end_reply(&r);
}
