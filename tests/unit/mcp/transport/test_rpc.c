#include "unit/unit.h"

#include "mcp/transport/rpc.h"

#include <string.h>

#include "base/alloc.h"
#include "unit/mcp/fake.h"

/* Of a table: names the case that fails. */
static void
check(const char *name, bool holds)
{
	if (!holds)
		print_error("the case is: %s\n", name);
	assert_true(holds);
}

static bool
is_same_id(const struct json_object *a, const struct json_object *b)
{
	if (a == NULL || b == NULL)
		return a == b;
	return json_equal(a, b);
}

TEST(reads_a_request_with_parameters)
{
	struct json_object *value = parsed(
		"{'jsonrpc':'2.0','id':7,'method':'a/b','params':{'x':1}}");
	struct rpc_message m;
	struct err e;

	assert_true(rpc_read(value, &m, &e));
	assert_int_equal(m.kind, RPC_REQUEST);
	assert_int_equal(json_int(m.id), 7);
	assert_string_equal(m.method, "a/b");
	assert_int_equal(json_get_int(m.params, "x", 0), 1);
	json_free(value);
}

TEST(takes_a_message_without_id_as_a_notification)
{
	struct json_object *value = parsed("{'jsonrpc':'2.0','method':'n'}");
	struct rpc_message m;
	struct err e;

	assert_true(rpc_read(value, &m, &e));
	assert_int_equal(m.kind, RPC_NOTIFICATION);
	assert_null(m.id);
	assert_null(m.params);
	json_free(value);
}

TEST(takes_a_result_or_an_error_as_a_response)
{
	struct json_object *result = parsed("{'id':1,'result':{}}");
	struct json_object *error = parsed("{'id':'a','error':{'code':1}}");
	struct rpc_message m;
	struct err e;

	assert_true(rpc_read(result, &m, &e));
	assert_int_equal(m.kind, RPC_RESPONSE);
	assert_int_equal(json_int(m.id), 1);
	assert_non_null(m.result);
	assert_null(m.error);
	assert_true(rpc_read(error, &m, &e));
	assert_int_equal(m.kind, RPC_RESPONSE);
	assert_string_equal(json_string(m.id), "a");
	assert_null(m.result);
	assert_non_null(m.error);
	json_free(result);
	json_free(error);
}

/* What is no message, the id that it is answered with, and why. */
static const struct {
	const char *text;
	const char *id; /* as JSON; NULL: none */
	const char *why;
} bad[] = {
	{"7", NULL, "must be an object"},
	{"null", NULL, "must be an object"},
	{"'text'", NULL, "must be an object"},
	{"{}", NULL, "jsonrpc"},
	{"{'id':4,'method':'ping'}", "4", "jsonrpc"},
	{"{'jsonrpc':'1.0','id':4,'method':'ping'}", "4", "jsonrpc"},
	{"{'jsonrpc':2.0,'id':4,'method':'ping'}", "4", "jsonrpc"},
	{"{'jsonrpc':'2.0','id':null,'method':'ping'}", NULL, "id"},
	{"{'jsonrpc':'2.0','id':true,'method':'ping'}", NULL, "id"},
	{"{'jsonrpc':'2.0','id':1.5,'method':'ping'}", NULL, "id"},
	{"{'jsonrpc':'2.0','id':{},'method':'ping'}", NULL, "id"},
	{"{'jsonrpc':'2.0','id':[1],'method':'ping'}", NULL, "id"},
	{"{'jsonrpc':'2.0','id':9223372036854775808,'method':'p'}", NULL, "id"},
	{"{'jsonrpc':'2.0','id':4,'method':5}", "4", "method"},
	{"{'jsonrpc':'2.0','id':4}", "4", "method"},
	{"{'jsonrpc':'2.0','id':'a','method':'pi\\u0000ng'}", "'a'", "method"},
	{"{'jsonrpc':'2.0','id':4,'method':'ping','params':[]}", "4", "params"},
	{"{'jsonrpc':'2.0','id':4,'method':'ping','params':'x'}", "4",
		"params"},
};

TEST(refuses_what_is_no_message_and_keeps_its_id)
{
	for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++) {
		struct json_object *value = parsed(bad[i].text);
		struct json_object *id =
			bad[i].id != NULL ? parsed(bad[i].id) : NULL;
		struct rpc_message m;
		struct err e = {0};

		check(bad[i].text, !rpc_read(value, &m, &e));
		check(bad[i].text, is_same_id(m.id, id));
		check(bad[i].text, strstr(e.text, bad[i].why) != NULL);
		json_free(value);
		json_free(id);
	}
}

static const char *const good_ids[] = {"0", "-1", "1152921504606846976",
	"-9223372036854775808", "''", "'a b'", "'\\u00e9\\u0000'"};

TEST(echoes_an_id_with_its_type_and_value)
{
	for (size_t i = 0; i < sizeof(good_ids) / sizeof(good_ids[0]); i++) {
		char *line = text_format(
			"{'jsonrpc':'2.0','id':%s,'method':'m'}", good_ids[i]);
		char *wanted = text_format(
			"{'jsonrpc':'2.0','id':%s,'result':{}}", good_ids[i]);
		struct json_object *value = parsed(line);
		struct rpc_message m;
		struct err e;
		struct json_object *reply;
		char *text;

		check(good_ids[i], rpc_read(value, &m, &e));
		reply = rpc_result(m.id, json_new_object());
		text = json_text(reply);
		assert_same_json(text, wanted);
		json_free(value);
		json_free(reply);
		free(text);
		free(line);
		free(wanted);
	}
}

TEST(refuses_an_id_that_is_longer_than_its_ceiling)
{
	char long_id[RPC_ID_MAX + 2];
	struct json_object *value;

	memset(long_id, 'x', sizeof(long_id));
	value = json_new_string_n(long_id, RPC_ID_MAX);
	assert_true(rpc_is_id(value));
	json_free(value);
	value = json_new_string_n(long_id, RPC_ID_MAX + 1);
	assert_false(rpc_is_id(value));
	json_free(value);
}

/* Damaged lines and the id that can still be made out in them. */
static const struct {
	const char *text;
	const char *id; /* as JSON; NULL: none */
} damaged[] = {
	{"{'jsonrpc':'2.0','id':3,'method':'pi", "3"},
	{" {'id' : -3 , 'x'", "-3"},
	{"{'id':'a,}\\\\','x", "'a,}\\\\'"},
	{"{'x':'\\'id\\':1','id':2,'y':NaN}", "2"},
	{"{'id':1,'method':'a'}{'id':2,'method':'a'}", "1"},
	{"{'x':'id','id':5,", "5"},
	{"{'id':12", NULL}, /* maybe 123 */
	{"{'id':'ab", NULL},
	{"{'id':1.5,'x'", NULL},
	{"{'id'", NULL},
	{"{'id", NULL},
	{"{'id' 5,}", NULL},
	{"{'params':{'id':1", NULL},
	{"{'params':{'id':1},'id':2,,}", "2"},
	{"{'params':[{'id':1}],'x':'}','id':2,,}", "2"},
	{"{'params':{'id':1}},'id':2,", NULL},
	{"[{'id':2,", NULL},
	{"garbage 'id':2,", NULL},
	{"", NULL},
	{"{", NULL},
	{"{'x\\\\", NULL},
};

TEST(finds_the_id_of_a_damaged_request)
{
	for (size_t i = 0; i < sizeof(damaged) / sizeof(damaged[0]); i++) {
		char *text = quoted(damaged[i].text);
		struct json_object *found = rpc_find_id(text, strlen(text));
		struct json_object *id =
			damaged[i].id != NULL ? parsed(damaged[i].id) : NULL;

		check(damaged[i].text, is_same_id(found, id));
		json_free(found);
		json_free(id);
		free(text);
	}
}

TEST(writes_an_error_without_an_id_when_there_is_none)
{
	struct json_object *reply =
		rpc_error(NULL, RPC_NOT_JSON, "what?", NULL);
	char *text = json_text(reply);

	assert_same_json(text,
		"{'jsonrpc':'2.0','error':{'code':-32700,'message':'what?'}}");
	free(text);
	json_free(reply);
}

TEST(gives_no_name_that_hides_bytes_behind_a_nul)
{
	struct json_object *value = parsed("{'a':'x','b':'x\\u0000y','c':1}");

	assert_string_equal(rpc_get_name(value, "a"), "x");
	assert_null(rpc_get_name(value, "b"));
	assert_null(rpc_get_name(value, "c"));
	assert_null(rpc_get_name(value, "d"));
	assert_null(rpc_get_name(NULL, "a"));
	json_free(value);
}

TEST(writes_a_request_of_our_own)
{
	struct json_object *request =
		rpc_call(json_new_int(7), "roots/list", json_new_object());
	char *text = json_text(request);

	assert_same_json(text, "{'jsonrpc':'2.0','id':7,'method':'roots/list',"
			       "'params':{}}");
	free(text);
	json_free(request);
}
