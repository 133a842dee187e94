#include "unit/unit.h"

#include "mcp/session/pagination.h"

#include "unit/mcp/fake.h"

/* Lists of numbers: 250 tools, no prompts, 100 resources. */

static struct json_object *
new_number(size_t index)
{
	return json_new_int((int64_t)index);
}

static bool
list_many(struct client *c, struct page *page, struct err *e)
{
	(void)c;
	return pages_fill_numbered(page, 250, new_number, e);
}

static bool
list_none(struct client *c, struct page *page, struct err *e)
{
	(void)c;
	return pages_fill_numbered(page, 0, new_number, e);
}

static bool
list_one_page(struct client *c, struct page *page, struct err *e)
{
	(void)c;
	return pages_fill_numbered(page, PAGE_SIZE, new_number, e);
}

static bool
list_broken(struct client *c, struct page *page, struct err *e)
{
	(void)c;
	(void)page;
	return err_set(e, ERR_STORE, "the disk is full");
}

static int
setup(void **state)
{
	static const struct catalog catalog = {
		.list_tools = list_many,
		.list_prompts = list_none,
		.list_resources = list_one_page,
		.list_templates = list_broken,
	};

	fake_reset();
	*state = fake_new(&catalog);
	return 0;
}

static struct json_object *
list(struct fake *f, const char *method, const char *cursor)
{
	char *line = text_format("{'jsonrpc':'2.0','id':1,'method':'%s',"
				 "'params':{'cursor':%s}}",
		method, cursor);

	say(f, line);
	free(line);
	return heard(f);
}

/* The next cursor with its quotes, the caller's; or NULL. */
static char *
next_of(const struct json_object *reply)
{
	return json_get(json_get_object(reply, "result"), "nextCursor") == NULL
		       ? NULL
		       : json_text(json_get(json_get_object(reply, "result"),
				 "nextCursor"));
}

TEST_WITH(leads_through_all_pages_without_gap_or_repeat, setup, fake_teardown)
{
	struct fake *f = *state;
	char *cursor = text_copy("null");
	int64_t seen = 0;
	int pages = 0;

	while (cursor != NULL) {
		struct json_object *reply = list(f, "tools/list", cursor);
		const struct json_object *entries = json_get_array(
			json_get_object(reply, "result"), "tools");

		for (size_t i = 0; i < json_count(entries); i++)
			assert_int_equal(json_int(json_at(entries, i)), seen++);
		free(cursor);
		cursor = next_of(reply);
		pages++;
		json_free(reply);
	}
	assert_int_equal(seen, 250);
	assert_int_equal(pages, 3);
}

TEST_WITH(has_no_next_page_behind_a_full_last_one, setup, fake_teardown)
{
	struct json_object *reply = list(*state, "resources/list", "null");

	assert_null(next_of(reply));
	json_free(reply);
}

TEST_WITH(has_one_empty_page_for_an_empty_list, setup, fake_teardown)
{
	struct json_object *reply = list(*state, "prompts/list", "''");

	assert_int_equal(json_count(json_get_array(
				 json_get_object(reply, "result"), "prompts")),
		0);
	assert_null(next_of(reply));
	json_free(reply);
}

TEST_WITH(gives_the_same_page_for_the_same_cursor, setup, fake_teardown)
{
	struct fake *f = *state;
	struct json_object *first = list(f, "tools/list", "null");
	char *cursor = next_of(first);
	struct json_object *a = list(f, "tools/list", cursor);
	struct json_object *b = list(f, "tools/list", cursor);

	assert_true(json_equal(a, b));
	json_free(first);
	json_free(a);
	json_free(b);
	free(cursor);
}

static void
refuses(struct fake *f, const char *method, const char *cursor)
{
	char *line = text_format("{'jsonrpc':'2.0','id':1,'method':'%s',"
				 "'params':{'cursor':%s}}",
		method, cursor);

	say(f, line);
	free(line);
	assert_refused(f, -32602, "cursor");
}

TEST_WITH(refuses_a_cursor_that_it_never_gave, setup, fake_teardown)
{
	struct fake *f = *state;

	refuses(f, "tools/list", "'zzz'");
	refuses(f, "tools/list", "'zzzz'");
	refuses(f, "tools/list", "1");
	refuses(f, "tools/list", "'100'");
	refuses(f, "tools/list", "'tools/list '");
	refuses(f, "tools/list", "'tools/list -1'");
	refuses(f, "tools/list", "'tools/list 250'");
	refuses(f, "tools/list", "'tools/list 99999999999999999999'");
	refuses(f, "tools/list", "'tools/list 1\\u0000'");
}

TEST_WITH(refuses_the_cursor_of_another_list, setup, fake_teardown)
{
	struct fake *f = *state;
	struct json_object *reply = list(f, "tools/list", "null");
	char *cursor = next_of(reply);

	refuses(f, "resources/list", cursor);
	free(cursor);
	json_free(reply);
}

TEST_WITH(says_what_hindered_it, setup, fake_teardown)
{
	struct fake *f = *state;

	say(f, "{'jsonrpc':'2.0','id':1,'method':'resources/templates/list'}");
	assert_refused(f, -32603, "the disk is full");
}
