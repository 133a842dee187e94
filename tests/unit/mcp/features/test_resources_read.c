#include "unit/unit.h"

#include "mcp/session/request.h"

#include "unit/mcp/fake.h"

/* A catalog with a thing to read, and one that is not there. */
static void
read_thing(struct request *r, const char *uri)
{
	struct err e;

	if (strcmp(uri, "a:thing") == 0) {
		r->is_private = true;
		r->ttl_ms = 0;
		request_answer_resource(r, uri, "text/plain", "it");
		return;
	}
	(void)err_set(&e,
		strcmp(uri, "a:broken") == 0 ? ERR_STORE : ERR_NOT_FOUND,
		"there is none");
	request_refuse_resource(r, uri, &e);
}

static bool
list_entry(struct client *c, struct page *page, struct err *e)
{
	(void)c;
	(void)e;
	json_add(page->entries, json_new_string("entry"));
	return true;
}

static int
setup(void **state)
{
	static const struct catalog catalog = {
		.read = read_thing,
		.list_resources = list_entry,
		.list_templates = list_entry,
	};

	fake_reset();
	*state = fake_new(&catalog);
	return 0;
}

#define READ(params) \
	"{'jsonrpc':'2.0','id':1,'method':'resources/read','params':{" params \
	"}}"

TEST_WITH(answers_with_one_text, setup, fake_teardown)
{
	struct fake *f = *state;

	say(f, READ("'uri':'a:thing'"));
	assert_said(f, "{'jsonrpc':'2.0','id':1,'result':{'contents':[{'uri':"
		       "'a:thing','mimeType':'text/plain','text':'it'}]}}");
}

TEST_WITH(says_to_a_modern_client_how_long_it_is_good, setup, fake_teardown)
{
	struct fake *f = *state;
	struct json_object *reply;
	const struct json_object *result;

	say(f, READ("'uri':'a:thing'," MODERN));
	reply = heard(f);
	result = json_get_object(reply, "result");
	assert_int_equal(json_get_int(result, "ttlMs", -1), 0);
	assert_string_equal(json_get_string(result, "cacheScope"), "private");
	json_free(reply);
}

TEST_WITH(refuses_what_is_not_there_as_each_era_wants_it, setup, fake_teardown)
{
	struct fake *f = *state;

	say(f, READ("'uri':'a:ghost'"));
	assert_said(f, "{'jsonrpc':'2.0','id':1,'error':{'code':-32002,"
		       "'message':'there is none','data':{'uri':'a:ghost'}}}");
	say(f, READ("'uri':'a:ghost'," MODERN));
	assert_said(f, "{'jsonrpc':'2.0','id':1,'error':{'code':-32602,"
		       "'message':'there is none','data':{'uri':'a:ghost'}}}");
}

TEST_WITH(tells_trouble_of_its_own_apart, setup, fake_teardown)
{
	struct fake *f = *state;

	say(f, READ("'uri':'a:broken'"));
	assert_refused(f, -32603, "there is none");
}

TEST_WITH(refuses_a_read_of_nothing, setup, fake_teardown)
{
	struct fake *f = *state;

	say(f, READ(""));
	assert_refused(f, -32602, "needs uri");
	say(f, READ("'uri':7"));
	assert_refused(f, -32602, "needs uri");
}

TEST_WITH(lists_resources_and_templates, setup, fake_teardown)
{
	struct fake *f = *state;

	say(f, "{'jsonrpc':'2.0','id':1,'method':'resources/list'}");
	assert_said(f, "{'jsonrpc':'2.0','id':1,'result':"
		       "{'resources':['entry']}}");
	say(f, "{'jsonrpc':'2.0','id':1,'method':'resources/templates/list'}");
	assert_said(f, "{'jsonrpc':'2.0','id':1,'result':"
		       "{'resourceTemplates':['entry']}}");
}

/* Sessions come and go, and are the user's. */
TEST_WITH(lets_nobody_keep_the_list_of_resources, setup, fake_teardown)
{
	struct fake *f = *state;
	struct json_object *reply;
	const struct json_object *result;

	say(f, "{'jsonrpc':'2.0','id':1,'method':'resources/list',"
	       "'params':{" MODERN "}}");
	reply = heard(f);
	result = json_get_object(reply, "result");
	assert_int_equal(json_get_int(result, "ttlMs", -1), 0);
	assert_string_equal(json_get_string(result, "cacheScope"), "private");
	json_free(reply);
}
