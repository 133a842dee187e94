#include "unit/unit.h"

#include <string.h>

#include "base/alloc.h"
#include "language/language.h"
#include "json/json.h"

#define BEGIN "{\"format\": \"satchel\", \"version\": 1, "

static void
read_export(const char *text, struct translation *t)
{
	struct diagnostic fault;

	if (!language_read(text, strlen(text), t, &fault))
		fail_msg("%s: %s", text, fault.what);
	assert_int_equal(t->language, LANGUAGE_JSON);
}

static void
expect_fault(const char *text, const char *piece)
{
	DROP(translation) struct translation t;
	struct diagnostic fault;

	assert_false(language_read(text, strlen(text), &t, &fault));
	assert_int_equal(fault.kind, DIAGNOSTIC_LANGUAGE);
	if (strstr(fault.what, piece) == NULL)
		fail_msg("%s: %s", text, fault.what);
}

TEST(items_have_their_labels_and_contents)
{
	DROP(translation) struct translation t;

	read_export(BEGIN "\"items\": [{\"name\": \"n\", \"note\": \"o\", "
			  "\"content\": \"(assert p)\\n; end\"}, "
			  "{\"content\": \"(assert q)\"}]}",
		&t);
	assert_int_equal(t.count, 2);
	assert_string_equal(t.items[0].name, "n");
	assert_string_equal(t.items[0].note, "o");
	assert_null(t.items[1].name);
	assert_int_equal(t.items[1].line, 0);
	assert_string_equal(t.text.data, "(assert p)\n; end\n(assert q)\n");
	assert_int_equal(t.items[1].size, strlen("(assert q)\n"));
}

TEST(options_come_along)
{
	DROP(translation) struct translation t;

	read_export(BEGIN "\"items\": [], \"options\": {\"a\": \"7\"}}", &t);
	assert_true(t.has_items);
	assert_string_equal(json_get_string(t.options, "a"), "7");
}

TEST(a_fault_stays_in_the_smtlib_text)
{
	DROP(translation) struct translation t;

	read_export(BEGIN "\"items\": [{\"content\": \"a\"}]}", &t);
	assert_ptr_equal(translation_text(&t), t.text.data);
}

TEST(what_export_model_does_not_write_is_refused)
{
	expect_fault("{\"made_by\": \"satchel\"}", "\"format\": \"satchel\"");
	expect_fault("{\"format\": \"satchel\", \"version\": 2}", "version");
	expect_fault(BEGIN "\"item\": []}", "no items");
	expect_fault(BEGIN "\"items\": [3]}", "items[0] has no content");
	expect_fault(BEGIN "\"items\": [", "format json or smt2");
}

TEST(other_json_is_left_to_the_next_language)
{
	DROP(translation) struct translation t;
	struct diagnostic fault;

	assert_true(language_read("{\"a\": 1}", 8, &t, &fault));
	assert_int_equal(t.language, LANGUAGE_DATA);
}
