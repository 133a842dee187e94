#include "base/wording.h"

#include "unit/unit.h"

static void
expect(const char *text, const char *worded)
{
	DROP(text) char *got = wording_text(text);

	assert_string_equal(got, worded);
}

static bool
shout(struct buf *out, struct slice name)
{
	return slice_is(name, "add_item") && buf_add_text(out, "ADD");
}

TEST(a_chat_has_the_names_themselves)
{
	expect("call {add_item} or {timeout_ms}",
		"call add_item or timeout_ms");
}

TEST(braces_around_anything_else_stay)
{
	expect("{", "{");
	expect("{}{x}{\"add_item\": {1 2}} {add_item",
		"{}{x}{\"add_item\": {1 2}} {add_item");
	expect("{a_b|c} {a_b:c} {A_b}", "{a_b|c} {a_b:c} {A_b}");
}

TEST(a_process_has_words_of_its_own)
{
	wording_use(shout);
	expect("call {add_item}, {add_items}", "call ADD, {add_items}");
	wording_use(wording_kept);
	expect("call {add_item}", "call {add_item}");
	wording_use(wording_of_chat);
}
