#include "unit/unit.h"

#include "mcp/session/request.h"
#include "unit/mcp/fake.h"

static const char *got_name;
static char *got_arguments;

static void
get(struct request *r, const char *name, const struct json_object *arguments)
{
	got_name = strcmp(name, "p") == 0 ? "p" : "other";
	got_arguments = json_text(arguments);
	request_answer(r, json_new_object());
}

static bool
list(struct client *c, struct page *page, struct err *e)
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
		.get = get, .list_prompts = list};

	got_name = NULL;
	got_arguments = NULL;
	fake_reset();
	*state = fake_new(&catalog);
	return 0;
}

static int
teardown(void **state)
{
	free(got_arguments);
	return fake_teardown(state);
}

TEST_WITH(hands_name_and_arguments_on_to_the_catalog, setup, teardown)
{
	struct fake *f = *state;

	say(f, "{'jsonrpc':'2.0','id':1,'method':'prompts/get','params':"
	       "{'name':'p','arguments':{'a':'b'}}}");
	assert_said(f, "{'jsonrpc':'2.0','id':1,'result':{}}");
	assert_string_equal(got_name, "p");
	assert_same_json(got_arguments, "{'a':'b'}");
}

TEST_WITH(lists_what_the_catalog_has, setup, teardown)
{
	struct fake *f = *state;

	say(f, "{'jsonrpc':'2.0','id':1,'method':'prompts/list'}");
	assert_said(
		f, "{'jsonrpc':'2.0','id':1,'result':{'prompts':['entry']}}");
}

TEST_WITH(refuses_a_request_without_name_or_with_bad_arguments, setup, teardown)
{
	struct fake *f = *state;

	say(f, "{'jsonrpc':'2.0','id':1,'method':'prompts/get'}");
	assert_refused(f, -32602, "needs name");
	say(f, "{'jsonrpc':'2.0','id':1,'method':'prompts/get','params':"
	       "{'name':7}}");
	assert_refused(f, -32602, "needs name");
	say(f, "{'jsonrpc':'2.0','id':1,'method':'prompts/get','params':"
	       "{'name':'p','arguments':[]}}");
	assert_refused(f, -32602, "must be an object of strings");
	assert_null(got_name);
}
