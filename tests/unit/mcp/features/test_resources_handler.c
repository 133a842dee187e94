#include "unit/unit.h"

#include "mcp/features/handlers.h"
#include "mcp/session/pagination.h"

#include "store/runs/runs.h"
#include "unit/mcp/real.h"

static struct json_object *
list_page(struct real *real, const char *cursor)
{
	char *line = text_format("{'jsonrpc':'2.0','id':1,'method':"
				 "'resources/list','params':{'cursor':'%s'}}",
		cursor);

	say(real->fake, line);
	free(line);
	return heard(real->fake);
}

static const struct json_object *
resources_of(const struct json_object *reply)
{
	return json_get_array(json_get_object(reply, "result"), "resources");
}

static const struct json_object *
find_uri(const struct json_object *list, const char *uri)
{
	for (size_t i = 0; i < json_count(list); i++) {
		const struct json_object *entry = json_at(list, i);

		if (strcmp(json_get_string(entry, "uri"), uri) == 0)
			return entry;
	}
	return NULL;
}

TEST_WITH(lists_what_is_there_without_a_session, real_setup, real_teardown)
{
	struct json_object *reply = list_page(*state, "");
	const struct json_object *list = resources_of(reply);
	struct real *real = *state;

	assert_non_null(find_uri(list, "satchel://sessions"));
	assert_non_null(find_uri(list, "satchel://guide/smtlib"));
	assert_non_null(find_uri(list, "satchel://guide/cores"));
	for (size_t i = 0; i < json_count(list); i++)
		assert_null(
			strchr(json_get_string(json_at(list, i), "uri"), '{'));
	json_free(reply);
	/* Nor is the database made by that. */
	assert_int_not_equal(access(real->scratch->path, F_OK), 0);
}

TEST_WITH(lists_the_resources_of_each_session, real_setup, real_teardown)
{
	struct real *real = *state;
	struct json_object *reply;
	const struct json_object *entry;

	real_session(real, "shift-plan");
	reply = list_page(real, "");
	entry = find_uri(
		resources_of(reply), "satchel://session/shift-plan/model.smt2");
	assert_string_equal(
		json_get_string(entry, "name"), "shift-plan/model.smt2");
	assert_string_equal(json_get_string(entry, "title"),
		"shift-plan: Model as SMT-LIB");
	assert_non_null(json_get_string(
		json_get_object(entry, "annotations"), "lastModified"));
	assert_non_null(find_uri(
		resources_of(reply), "satchel://session/shift-plan/items"));
	json_free(reply);
}

/* Sixty sessions, each once, while one of them is edited in between. */
TEST_WITH(pages_through_all_sessions_whatever_is_edited, real_setup,
	real_teardown)
{
	struct real *real = *state;
	char *cursor = text_copy("");
	int64_t first = scratch_session(real->scratch, "s0");
	bool seen[60] = {false};
	size_t pages = 0;

	for (int i = 1; i < 60; i++) {
		char *name = text_format("s%d", i);

		(void)scratch_session(real->scratch, name);
		free(name);
	}
	while (cursor != NULL) {
		struct json_object *reply = list_page(real, cursor);
		const struct json_object *list = resources_of(reply);

		assert_true(json_count(list) <= PAGE_SIZE);
		for (int i = 0; i < 60; i++) {
			char *uri =
				text_format("satchel://session/s%d/items", i);

			if (find_uri(list, uri) != NULL) {
				assert_false(seen[i]);
				seen[i] = true;
			}
			free(uri);
		}
		free(cursor);
		cursor = text_copy(json_get_string(
			json_get_object(reply, "result"), "nextCursor"));
		json_free(reply);
		scratch_add(real->scratch, first, "(declare-const x Int)");
		scratch_edit(real->scratch, first,
			&(struct edit){.op = EDIT_CLEAR}, 1);
		pages++;
	}
	assert_true(pages > 1);
	for (int i = 0; i < 60; i++)
		assert_true(seen[i]);
}

TEST_WITH(lists_templates_with_their_variables, real_setup, real_teardown)
{
	struct real *real = *state;
	struct json_object *reply;
	const struct json_object *list;

	say(real->fake, "{'jsonrpc':'2.0','id':1,'method':"
			"'resources/templates/list'}");
	reply = heard(real->fake);
	list = json_get_array(
		json_get_object(reply, "result"), "resourceTemplates");
	assert_true(json_count(list) >= 5);
	for (size_t i = 0; i < json_count(list); i++)
		assert_non_null(strchr(
			json_get_string(json_at(list, i), "uriTemplate"), '{'));
	json_free(reply);
}

static const char *
stamp_of(struct real *real, const char *uri)
{
	static char stamps[2][CATALOG_STAMP_SIZE];
	static size_t turn;

	turn = 1 - turn;
	if (!handler_stamp(real->fake->client, uri, stamps[turn]))
		return NULL;
	return stamps[turn];
}

TEST_WITH(stamps_a_session_anew_when_it_is_edited, real_setup, real_teardown)
{
	struct real *real = *state;
	int64_t id = scratch_session(real->scratch, "a");
	char *before = text_copy(stamp_of(real, "satchel://session/a/items"));
	char *all = text_copy(stamp_of(real, "satchel://sessions"));

	assert_string_equal(
		stamp_of(real, "satchel://session/a/items"), before);
	scratch_add(real->scratch, id, "(declare-const x Int)");
	assert_string_not_equal(
		stamp_of(real, "satchel://session/a/items"), before);
	assert_string_not_equal(stamp_of(real, "satchel://sessions"), all);
	free(before);
	free(all);
}

TEST_WITH(
	stamps_what_tells_of_a_solve_anew_behind_one, real_setup, real_teardown)
{
	static const char *const uris[] = {"satchel://sessions",
		"satchel://session/a/solution", "satchel://session/a/items",
		"satchel://session/a/item/0"};
	struct real *real = *state;
	char *before[4];
	struct run run = {.session = scratch_session(real->scratch, "a"),
		.status = (char[]){"sat"}};
	struct err e;

	for (size_t i = 0; i < 4; i++)
		before[i] = text_copy(stamp_of(real, uris[i]));
	assert_true(runs_add(real->scratch->store, &run, &e));
	for (size_t i = 0; i < 4; i++) {
		bool is_same = strcmp(stamp_of(real, uris[i]), before[i]) == 0;

		if (is_same != (i >= 2))
			fail_msg("%s", uris[i]);
		free(before[i]);
	}
}

TEST_WITH(stamps_the_list_anew_only_when_sessions_come_or_go, real_setup,
	real_teardown)
{
	struct real *real = *state;
	int64_t id = scratch_session(real->scratch, "a");
	char *before = text_copy(stamp_of(real, NULL));

	scratch_add(real->scratch, id, "(declare-const x Int)");
	assert_string_equal(stamp_of(real, NULL), before);
	(void)scratch_session(real->scratch, "b");
	assert_string_not_equal(stamp_of(real, NULL), before);
	free(before);
}

TEST_WITH(has_no_stamp_for_what_is_not_there, real_setup, real_teardown)
{
	struct real *real = *state;

	(void)scratch_session(real->scratch, "a");
	assert_null(stamp_of(real, "satchel://session/b/items"));
	assert_null(stamp_of(real, "satchel://session/a/nothing"));
	assert_null(stamp_of(real, "satchel://guide/nothing"));
	assert_non_null(stamp_of(real, "satchel://guide/smtlib"));
	assert_non_null(stamp_of(real, "satchel://schema/add_item"));
}
