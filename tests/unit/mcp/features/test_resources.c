#include "unit/unit.h"

#include "mcp/features/resources.h"

#include "base/limits.h"
#include "store/runs/runs.h"
#include "tools/call/arguments.h"
#include "unit/mcp/real.h"

/* --- addresses with variables --------------------------------------------- */

TEST(a_uri_matches_addresses_with_its_variable)
{
	char value[URI_VALUE_SIZE];

	assert_true(uri_match("a://b", "a://b", value));
	assert_string_equal(value, "");
	assert_true(uri_match("a://s/{x}/items", "a://s/x-1/items", value));
	assert_string_equal(value, "x-1");
	assert_true(uri_has("a/{x}", "x"));
	assert_true(uri_has("a/{x}", NULL));
	assert_false(uri_has("a/{xy}", "x"));
	assert_false(uri_has("a/x", NULL));
}

TEST(a_uri_matches_nothing_else)
{
	static const char *const cases[][2] = {{"a://b", "a://bc"},
		{"a://b", "a://"}, {"a://b", ""}, {"a/{x}", "a/"},
		{"a/{x}", ""}, {"a/{x}/c", "a//c"}, {"a/{x}", "a/b/c"},
		{"a/{x}", "a/b?q"}, {"a/{x}", "a/b#f"}, {"a/{x}/c", "a/b/d"}};
	char uri[2 + URI_VALUE_SIZE + 1] = "a/";
	char value[URI_VALUE_SIZE];

	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		if (uri_match(cases[i][0], cases[i][1], value))
			fail_msg("%s matches %s", cases[i][0], cases[i][1]);
	}
	memset(uri + 2, 'x', URI_VALUE_SIZE);
	assert_false(uri_match("a/{x}", uri, value));
	uri[2 + URI_VALUE_SIZE - 1] = '\0';
	assert_true(uri_match("a/{x}", uri, value));
}

/* --- the table ------------------------------------------------------------ */

TEST(each_tool_of_the_table_accepts_its_arguments)
{
	for (size_t i = 0; i < resource_count; i++) {
		const struct resource *r = &resource_table[i];
		struct json_object *arguments;
		struct err e;

		if (r->tool == NULL)
			continue;
		arguments = resource_arguments(
			r, uri_has(r->uri, "session") ? "x" : NULL);
		if (!arguments_check(tool_find(r->tool), &arguments, &e))
			fail_msg("%s: %s", r->uri, e.text);
		json_free(arguments);
	}
}

TEST(no_address_is_of_two_resources)
{
	for (size_t i = 0; i < resource_count; i++) {
		DROP(text)
		char *uri = uri_fill(resource_table[i].uri, "x");
		char value[URI_VALUE_SIZE];

		if (resource_find(uri, value) != &resource_table[i])
			fail_msg("%s is of another one", uri);
	}
}

/* --- lists ---------------------------------------------------------------- */

static struct json_object *
list_page(struct real *real, const char *cursor)
{
	DROP(text)
	char *line = text_format("{'jsonrpc':'2.0','id':1,'method':"
				 "'resources/list','params':{'cursor':'%s'}}",
		cursor);

	return result_of(real->fake, line);
}

static const struct json_object *
find_uri(const struct json_object *result, const char *uri)
{
	const struct json_object *list = json_get_array(result, "resources");

	for (size_t i = 0; i < json_count(list); i++) {
		const struct json_object *entry = json_at(list, i);

		if (strcmp(json_get_string(entry, "uri"), uri) == 0)
			return entry;
	}
	return NULL;
}

/* Sixty sessions, each once, while one of them is edited in between. */
REAL_TEST(pages_through_all_sessions_whatever_is_edited)
{
	enum { SESSIONS = 60 };
	char *cursor = text_copy("");
	int64_t first = scratch_session(real->scratch, "s0");
	bool seen[SESSIONS] = {false};
	size_t pages = 0;

	for (int i = 1; i < SESSIONS; i++) {
		DROP(text) char *name = text_format("s%d", i);

		(void)scratch_session(real->scratch, name);
	}
	for (; cursor != NULL; pages++) {
		struct json_object *result = list_page(real, cursor);

		for (int i = 0; i < SESSIONS; i++) {
			DROP(text)
			char *uri =
				text_format("satchel://session/s%d/items", i);

			if (find_uri(result, uri) != NULL) {
				assert_false(seen[i]);
				seen[i] = true;
			}
		}
		free(cursor);
		cursor = text_copy(json_get_string(result, "nextCursor"));
		json_free(result);
		scratch_add(real->scratch, first, "(declare-const x Int)");
		scratch_edit(real->scratch, first,
			&(struct edit){.op = EDIT_CLEAR}, 1);
	}
	assert_true(pages > 1);
	for (int i = 0; i < SESSIONS; i++)
		assert_true(seen[i]);
}

#define LIST(method, cursor) \
	"{'jsonrpc':'2.0','id':1,'method':'" method \
	"','params':{'cursor':" cursor "}}"

REAL_TEST(refuses_a_cursor_that_it_never_gave)
{
	static const char *const lines[] = {LIST("resources/list", "'zzz'"),
		LIST("resources/list", "1"), LIST("resources/list", "'-1'"),
		LIST("resources/list", "'99999999999999999999'"),
		LIST("resources/list", "'1\\u0000'"), LIST("tools/list", "'1'"),
		LIST("prompts/list", "'x'")};

	for (size_t i = 0; i < sizeof(lines) / sizeof(lines[0]); i++)
		assert_refusal(real->fake, lines[i], -32602, "cursor");
	json_free(result_of(real->fake, LIST("prompts/list", "null")));
	json_free(result_of(real->fake, LIST("prompts/list", "''")));
}

/* --- changes -------------------------------------------------------------- */

static const char *
stamp_of(struct real *real, const char *uri)
{
	static char stamps[2][CATALOG_STAMP_SIZE];
	static size_t turn;

	turn = 1 - turn;
	if (!resource_stamp(real->fake->client, uri, stamps[turn]))
		return NULL;
	return stamps[turn];
}

REAL_TEST(stamps_a_session_anew_when_it_is_edited)
{
	int64_t id = scratch_session(real->scratch, "a");
	DROP(text)
	char *before = text_copy(stamp_of(real, "satchel://session/a/items"));
	DROP(text) char *all = text_copy(stamp_of(real, "satchel://sessions"));
	DROP(text) char *list = text_copy(stamp_of(real, NULL));

	assert_string_equal(
		stamp_of(real, "satchel://session/a/items"), before);
	scratch_add(real->scratch, id, "(declare-const x Int)");
	assert_string_not_equal(
		stamp_of(real, "satchel://session/a/items"), before);
	assert_string_not_equal(stamp_of(real, "satchel://sessions"), all);
	/* The list changes when a session comes or goes. */
	assert_string_equal(stamp_of(real, NULL), list);
	(void)scratch_session(real->scratch, "b");
	assert_string_not_equal(stamp_of(real, NULL), list);
}

REAL_TEST(stamps_what_shows_a_solve_anew_after_one)
{
	static const char *const uris[] = {"satchel://sessions",
		"satchel://session/a/solution", "satchel://session/a/items",
		"satchel://guide/cores"};
	char *before[4];
	const struct run run = {.status = "sat"};
	int64_t session = scratch_session(real->scratch, "a");
	int64_t id;
	struct err e;

	for (size_t i = 0; i < 4; i++)
		before[i] = text_copy(stamp_of(real, uris[i]));
	assert_true(runs_add(real->scratch->store, session, &run, &id, &e));
	for (size_t i = 0; i < 4; i++) {
		bool is_same = strcmp(stamp_of(real, uris[i]), before[i]) == 0;

		if (is_same != (i >= 2))
			fail_msg("%s", uris[i]);
		free(before[i]);
	}
}

REAL_TEST(has_no_stamp_for_what_does_not_exist)
{
	(void)scratch_session(real->scratch, "a");
	assert_null(stamp_of(real, "satchel://session/b/items"));
	assert_null(stamp_of(real, "satchel://session/a/nothing"));
	assert_null(stamp_of(real, "satchel://guide/nothing"));
	assert_non_null(stamp_of(real, "satchel://guide/smtlib"));
	assert_non_null(stamp_of(real, "satchel://schema/add_item"));
}

/* --- resources/read ------------------------------------------------------- */

/* More than a tool would show. */
REAL_TEST(reads_the_whole_of_a_long_text)
{
	int64_t id = scratch_session(real->scratch, "long");
	const size_t size = (size_t)4 * LIMIT_REPLY_TEXT;
	DROP(text) char *content = mem_new(size + 1);
	DROP(text) char *text = NULL;

	memset(content, ' ', size);
	memcpy(content, "(assert", 7);
	memcpy(content + size - 6, "true)\n", 6);
	scratch_add(real->scratch, id, content);
	text = real_read(real, "satchel://session/long/model.smt2");
	assert_true(strlen(text) > size);
	assert_non_null(strstr(text, "; end of items"));
}

REAL_TEST(refuses_what_does_not_exist)
{
	static const char *const uris[] = {"satchel://session/b/model.smt2",
		"satchel://session/a/model.exe", "satchel://session/a",
		"satchel://session/a/", "satchel://nothing",
		"file:///etc/passwd", "", "satchel://guide/instructions",
		"satchel://guide/guide_smtlib", "satchel://schema/ad_item",
		/* Names that no session can have. */
		"satchel://session/%2e%2e/items",
		("satchel://session/"
		 "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"
		 "aaaaaaaaaaaaaaaaaaaaaaaaaaaa/items")};

	real_session(real, "a");
	for (size_t i = 0; i < sizeof(uris) / sizeof(uris[0]); i++)
		real_refuses(real, uris[i]);
}

#define READ(params) \
	"{'jsonrpc':'2.0','id':1,'method':'resources/read','params':{" params \
	"}}"

/* Guides come with the program, models are the user's and change. */
REAL_TEST(says_how_long_a_result_may_be_kept)
{
	static const struct {
		const char *line;
		bool is_fixed;
	} cases[] = {
		{READ("'uri':'satchel://guide/cores'," MODERN), true},
		{READ("'uri':'satchel://session/a/items'," MODERN), false},
		{"{'jsonrpc':'2.0','id':1,'method':'resources/list','params':"
		 "{" MODERN "}}",
			false},
	};

	real_session(real, "a");
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		DROP(json)
		struct json_object *result =
			result_of(real->fake, cases[i].line);

		assert_true((json_get_int(result, "ttlMs", -1) > 0) ==
			    cases[i].is_fixed);
		assert_string_equal(json_get_string(result, "cacheScope"),
			cases[i].is_fixed ? "public" : "private");
	}
}

REAL_TEST(refuses_to_read_nothing)
{
	assert_refusal(real->fake, READ(""), -32602, "needs uri");
	assert_refusal(real->fake, READ("'uri':7"), -32602, "needs uri");
}
