#include "unit/unit.h"

#include "unit/mcp/real.h"

#define COMPLETE(params) \
	"{'jsonrpc':'2.0','id':1,'method':'completion/" \
	"complete','params':{" params "}}"
#define OF_PROMPT(name) "'ref':{'type':'ref/prompt','name':'" name "'}"
#define SESSION(value) "'argument':{'name':'session','value':'" value "'}"
#define PROVE OF_PROMPT("prove_property")

static void
refuses(struct real *real, const char *line, const char *piece)
{
	assert_refusal(real->fake, line, -32602, piece);
}

REAL_TEST(offers_what_begins_like_the_value_in_any_case)
{
	(void)scratch_session(real->scratch, "Apple");
	(void)scratch_session(real->scratch, "pear");
	assert_answer(real->fake, COMPLETE(PROVE "," SESSION("ap")),
		"{'jsonrpc':'2.0','id':1,'result':{'completion':"
		"{'values':['Apple'],'total':1,'hasMore':false}}}");
	assert_answer(real->fake, COMPLETE(PROVE "," SESSION("plum")),
		"{'jsonrpc':'2.0','id':1,'result':{'completion':"
		"{'values':[],'total':0,'hasMore':false}}}");
}

REAL_TEST(stops_at_its_ceiling_and_says_how_many_there_are)
{
	DROP(json) struct json_object *result = NULL;
	const struct json_object *completion;

	for (int i = 0; i < 120; i++) {
		DROP(text) char *name = text_format("n%d", i);

		(void)scratch_session(real->scratch, name);
	}
	result = result_of(real->fake, COMPLETE(PROVE "," SESSION("")));
	completion = json_get_object(result, "completion");
	assert_int_equal(json_count(json_get_array(completion, "values")), 100);
	assert_int_equal(json_get_int(completion, "total", 0), 120);
	assert_true(json_get_bool(completion, "hasMore", false));
}

REAL_TEST(refuses_what_does_not_exist)
{
	refuses(real, COMPLETE(OF_PROMPT("none") "," SESSION("n")),
		"no \"none\" with an argument \"session\"");
	refuses(real, COMPLETE(PROVE ",'argument':{'name':'x','value':''}"),
		"no \"prove_property\" with an argument \"x\"");
	refuses(real,
		COMPLETE("'ref':{'type':'ref/resource','uri':'a/{b}'}," SESSION(
			"n")),
		"no \"a/{b}\" with an argument");
}

REAL_TEST(refuses_a_request_that_is_not_whole)
{
	refuses(real, COMPLETE(SESSION("n")), "needs ref");
	refuses(real,
		COMPLETE("'ref':{'type':'ref/tool','name':'p'}," SESSION("n")),
		"needs ref");
	refuses(real,
		COMPLETE("'ref':{'type':'ref/resource','name':'p'}," SESSION(
			"n")),
		"needs ref");
	refuses(real, COMPLETE(PROVE), "needs argument");
	refuses(real, COMPLETE(PROVE ",'argument':{'name':'session'}"),
		"needs argument");
}
