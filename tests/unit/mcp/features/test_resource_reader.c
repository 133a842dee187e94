#include "unit/unit.h"

#include "base/limits.h"
#include "unit/mcp/real.h"

TEST_WITH(reads_a_model_as_its_export, real_setup, real_teardown)
{
	struct real *real = *state;
	int64_t code;
	char *text;

	real_session(real, "a");
	text = real_read(real, "satchel://session/a/model.smt2", &code);
	assert_non_null(strstr(text, "; session: a\n"));
	assert_non_null(strstr(text, "(declare-const x Int)\n"));
	assert_non_null(strstr(text, "(check-sat)"));
	free(text);
}

TEST_WITH(reads_the_items, real_setup, real_teardown)
{
	struct real *real = *state;
	int64_t code;
	char *text;

	real_session(real, "a");
	text = real_read(real, "satchel://session/a/items", &code);
	assert_string_equal(text, "0 | ; decl_x:\n  | (declare-const x Int)\n");
	free(text);
}

TEST_WITH(reads_the_sessions_as_json, real_setup, real_teardown)
{
	struct real *real = *state;
	struct json_object *value;
	int64_t code;
	char *text;

	real_session(real, "a");
	text = real_read(real, "satchel://sessions", &code);
	value = parsed_as_is(text);
	assert_string_equal(
		json_get_string(
			json_at(json_get_array(value, "sessions"), 0), "name"),
		"a");
	json_free(value);
	free(text);
}

/* More than a tool would show. */
TEST_WITH(reads_the_whole_of_a_long_text, real_setup, real_teardown)
{
	struct real *real = *state;
	int64_t id = scratch_session(real->scratch, "long");
	const size_t size = (size_t)4 * LIMIT_REPLY_TEXT;
	char *content = mem_new(size + 1);
	int64_t code;
	char *text;

	memset(content, ' ', size);
	memcpy(content, "(assert", 7);
	memcpy(content + size - 6, "true)\n", 6);
	scratch_add(real->scratch, id, content);
	text = real_read(real, "satchel://session/long/model.smt2", &code);
	assert_true(strlen(text) > size);
	assert_non_null(strstr(text, "; end of items"));
	free(text);
	free(content);
}

TEST_WITH(refuses_what_is_not_there, real_setup, real_teardown)
{
	struct real *real = *state;

	real_session(real, "a");
	real_refuses(real, "satchel://session/b/model.smt2");
	real_refuses(real, "satchel://session/a/model.exe");
	real_refuses(real, "satchel://session/a");
	real_refuses(real, "satchel://nothing");
	real_refuses(real, "file:///etc/passwd");
	real_refuses(real, "");
	/* A name that no session can have. */
	real_refuses(real, "satchel://session/%2e%2e/items");
	real_refuses(real, "satchel://session/"
			   "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"
			   "aaaaaaaaaaaaaaaaaaaaaaaaaaaa/items");
}

/* Guides come with the program, models are the user's and change. */
TEST_WITH(says_how_long_it_is_good, real_setup, real_teardown)
{
	struct real *real = *state;
	struct json_object *reply;
	const struct json_object *result;

	real_session(real, "a");
	say(real->fake, "{'jsonrpc':'2.0','id':1,'method':'resources/read',"
			"'params':{'uri':'satchel://guide/cores'," MODERN "}}");
	reply = heard(real->fake);
	result = json_get_object(reply, "result");
	assert_true(json_get_int(result, "ttlMs", 0) > 0);
	assert_string_equal(json_get_string(result, "cacheScope"), "public");
	json_free(reply);
	say(real->fake,
		"{'jsonrpc':'2.0','id':1,'method':'resources/read',"
		"'params':{'uri':'satchel://session/a/items'," MODERN "}}");
	reply = heard(real->fake);
	result = json_get_object(reply, "result");
	assert_int_equal(json_get_int(result, "ttlMs", -1), 0);
	assert_string_equal(json_get_string(result, "cacheScope"), "private");
	json_free(reply);
}
