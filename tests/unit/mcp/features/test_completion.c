#include "unit/unit.h"

#include <stdio.h>

#include "unit/mcp/fake.h"

/* --- any catalog ---------------------------------------------------------- */

/* A catalog that knows three hundred numbers and one fruit, and keeps what it
 * was asked. */
static struct {
	bool is_prompt;
	char of[32];
	char argument[32];
	char other[32];
} asked;

static bool
complete(struct client *c, struct completion *completion, struct err *e)
{
	const char *other = json_get_string(completion->others, "x");

	(void)c;
	asked.is_prompt = completion->is_prompt;
	(void)snprintf(asked.of, sizeof(asked.of), "%s", completion->of);
	(void)snprintf(asked.argument, sizeof(asked.argument), "%s",
		completion->argument);
	(void)snprintf(asked.other, sizeof(asked.other), "%s",
		other != NULL ? other : "");
	if (strcmp(completion->of, "none") == 0)
		return err_set(e, ERR_ARGUMENT, "no such prompt");
	for (int i = 0; i < 300; i++) {
		char number[16];

		(void)snprintf(number, sizeof(number), "n%d", i);
		completion_add(completion, number);
	}
	completion_add(completion, "Apple");
	return true;
}

static const struct catalog catalog = {.complete = complete};

#define COMPLETE(params) \
	"{'jsonrpc':'2.0','id':1,'method':'completion/" \
	"complete','params':{" params "}}"
#define OF_PROMPT(name) "'ref':{'type':'ref/prompt','name':'" name "'}"
#define ARGUMENT(value) "'argument':{'name':'arg','value':'" value "'}"

TEST(offers_what_begins_like_the_value_in_any_case)
{
	struct fake *f = fake_new(&catalog);

	say(f, COMPLETE(OF_PROMPT("p") "," ARGUMENT("ap")));
	assert_said(f, "{'jsonrpc':'2.0','id':1,'result':{'completion':"
		       "{'values':['Apple'],'total':1,'hasMore':false}}}");
	say(f, COMPLETE(OF_PROMPT("p") "," ARGUMENT("n29")));
	assert_said(f, "{'jsonrpc':'2.0','id':1,'result':{'completion':"
		       "{'values':['n29','n290','n291','n292','n293','n294',"
		       "'n295','n296','n297','n298','n299'],'total':11,"
		       "'hasMore':false}}}");
	fake_free(f);
}

TEST(offers_nothing_where_nothing_fits)
{
	struct fake *f = fake_new(&catalog);

	say(f, COMPLETE(OF_PROMPT("p") "," ARGUMENT("pear")));
	assert_said(f, "{'jsonrpc':'2.0','id':1,'result':{'completion':"
		       "{'values':[],'total':0,'hasMore':false}}}");
	fake_free(f);
}

TEST(stops_at_its_ceiling_and_says_how_many_there_are)
{
	struct fake *f = fake_new(&catalog);
	struct json_object *reply;
	const struct json_object *completion;

	say(f, COMPLETE(OF_PROMPT("p") "," ARGUMENT("")));
	reply = heard(f);
	completion =
		json_get_object(json_get_object(reply, "result"), "completion");
	assert_int_equal(json_count(json_get_array(completion, "values")), 100);
	assert_int_equal(json_get_int(completion, "total", 0), 301);
	assert_true(json_get_bool(completion, "hasMore", false));
	json_free(reply);
	fake_free(f);
}

TEST(hands_on_what_is_asked_for)
{
	struct fake *f = fake_new(&catalog);

	say(f, COMPLETE("'ref':{'type':'ref/resource','uri':'a/{b}'}," ARGUMENT(
		       "n") ",'context':{'arguments':{'x':'y'}}"));
	json_free(heard(f));
	assert_false(asked.is_prompt);
	assert_string_equal(asked.of, "a/{b}");
	assert_string_equal(asked.argument, "arg");
	assert_string_equal(asked.other, "y");
	fake_free(f);
}

TEST(refuses_what_the_catalog_does_not_have)
{
	struct fake *f = fake_new(&catalog);

	assert_refusal(f, COMPLETE(OF_PROMPT("none") "," ARGUMENT("n")), -32602,
		"no such prompt");
	fake_free(f);
}

TEST(refuses_a_request_that_is_not_whole)
{
	struct fake *f = fake_new(&catalog);

	assert_refusal(f, COMPLETE(ARGUMENT("n")), -32602, "needs ref");
	assert_refusal(f,
		COMPLETE("'ref':{'type':'ref/tool','name':'p'}," ARGUMENT("n")),
		-32602, "needs ref");
	assert_refusal(f,
		COMPLETE("'ref':{'type':'ref/resource','name':'p'}," ARGUMENT(
			"n")),
		-32602, "needs ref");
	assert_refusal(f, COMPLETE(OF_PROMPT("p")), -32602, "needs argument");
	assert_refusal(f, COMPLETE(OF_PROMPT("p") ",'argument':{'name':'arg'}"),
		-32602, "needs argument");
	fake_free(f);
}
