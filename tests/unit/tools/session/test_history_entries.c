#include "unit/unit.h"

#include "tools/session/history_entries.h"

#include <string.h>

#include "base/alloc.h"
#include "model/items/item.h"
#include "store/revisions/changes.h"
#include "store/revisions/revisions.h"
#include "store/runs/runs.h"
#include "json/json.h"

static void
assert_json(struct json_object *value, const char *wanted)
{
	DROP(json) struct json_object *owned = value;
	DROP(text) char *text = json_text(owned);

	assert_string_equal(text, wanted);
}

TEST(a_change_has_its_sign_before_every_line)
{
	const struct change added = {.index = 12, .is_added = true};
	const struct change removed = {.index = 3};
	DROP(item) struct item *item = item_new("(assert\n p)", "n", "why");
	DROP(buf) struct buf diff;

	buf_init(&diff, 1000);
	history_entries_add_change(&added, item, &diff);
	assert_string_equal(
		diff.data, "+ 12 | ; n: why\n+    | (assert\n+    |  p)\n");
	buf_clear(&diff);
	history_entries_add_change(&removed, item, &diff);
	assert_string_equal(
		diff.data, "- 3 | ; n: why\n-   | (assert\n-   |  p)\n");
}

TEST(a_revision_tells_its_edits_and_its_diff)
{
	char tool[] = "edit_model";
	char summary[] = "add_item 0\nmove_item 2 to 1";
	const struct revision_info revision = {7, 1000, tool, summary};
	DROP(buf) struct buf text;

	buf_init(&text, 1000);
	assert_json(history_entries_revision(&revision, "+ 0 | p\n", &text),
		"{\"revision\":7,\"at\":\"1970-01-01T00:00:01Z\","
		"\"tool\":\"edit_model\",\"edits\":[\"add_item 0\","
		"\"move_item 2 to 1\"],\"diff\":\"+ 0 | p\\n\"}");
	assert_string_equal(text.data,
		"Revision 7, 1970-01-01T00:00:01Z: edit_model: add_item 0; "
		"move_item 2 to 1\n  + 0 | p\n");
}

/* "add_item: add_item 0" would say it twice. */
TEST(an_edit_that_names_its_tool_stands_alone)
{
	char tool[] = "add_item";
	char summary[] = "add_item 0 \"n\"";
	const struct revision_info revision = {1, 1000, tool, summary};
	DROP(buf) struct buf text;

	buf_init(&text, 1000);
	json_free(history_entries_revision(&revision, "", &text));
	assert_string_equal(text.data,
		"Revision 1, 1970-01-01T00:00:01Z: add_item 0 \"n\"\n");
}

TEST(of_many_edits_the_first_are_told)
{
	char tool[] = "edit_model";
	DROP(buf) struct buf summary;
	DROP(buf) struct buf text;
	DROP(json) struct json_object *entry = NULL;
	const struct json_object *edits;
	struct revision_info revision = {1, 1000, tool, NULL};

	buf_init(&summary, 10000);
	buf_init(&text, 10000);
	for (int i = 0; i < 130; i++)
		(void)buf_add_format(&summary, "add_item %d\n", i);
	revision.summary = summary.data;
	entry = history_entries_revision(&revision, "", &text);
	edits = json_get_array(entry, "edits");
	assert_int_equal(json_count(edits), 101);
	assert_string_equal(json_string(json_at(edits, 100)), "and 30 more");
}

TEST(a_run_tells_what_was_asked_and_answered)
{
	char options[] = "{\"timeout_ms\":5}";
	char version[] = "4.8.12";
	char status[] = "sat";
	struct run run = {.id = 3,
		.revision = 2,
		.at_ms = 1000,
		.status = status,
		.solve_us = 1500,
		.options = options,
		.z3_version = version};
	DROP(buf) struct buf text;
	DROP(json) struct json_object *entry = NULL;

	buf_init(&text, 1000);
	entry = history_entries_run(&run, &text);
	assert_int_equal(json_get_int(entry, "run", 0), 3);
	assert_true(json_get_bool(entry, "what_if", false));
	assert_int_equal(json_get_int(json_get_object(entry, "options"),
				 "timeout_ms", 0),
		5);
	assert_non_null(strstr(text.data, "0.002 s, with changes that were "
					  "not kept. {\"timeout_ms\":5}\n"));
}
