#include "unit/unit.h"

#include <string.h>

#include "mcp/features/handlers.h"
#include "unit/mcp/fake.h"

TEST_WITH(lists_the_prompts_in_a_fixed_order, fake_setup, fake_teardown)
{
	static const char *const names[] = {"model_problem", "refine_model",
		"explain_conflict", "review_solution", "prove_property",
		"instructions"};
	struct fake *f = *state;
	struct json_object *reply;
	const struct json_object *list;

	say(f, "{'jsonrpc':'2.0','id':1,'method':'prompts/list'}");
	reply = heard(f);
	list = json_get_array(json_get_object(reply, "result"), "prompts");
	assert_int_equal(json_count(list), 6);
	for (size_t i = 0; i < 6; i++)
		assert_string_equal(
			json_get_string(json_at(list, i), "name"), names[i]);
	json_free(reply);
}

TEST_WITH(
	fills_a_prompt_into_one_message_of_the_user, fake_setup, fake_teardown)
{
	struct fake *f = *state;
	struct json_object *reply;
	const struct json_object *result;
	const struct json_object *message;
	const struct json_object *content;

	say(f, "{'jsonrpc':'2.0','id':1,'method':'prompts/get','params':"
	       "{'name':'explain_conflict','arguments':{'session':'roster'}}}");
	reply = heard(f);
	result = json_get_object(reply, "result");
	assert_non_null(json_get_string(result, "description"));
	assert_int_equal(json_count(json_get_array(result, "messages")), 1);
	message = json_at(json_get_array(result, "messages"), 0);
	assert_string_equal(json_get_string(message, "role"), "user");
	content = json_get_object(message, "content");
	assert_string_equal(json_get_string(content, "type"), "text");
	assert_non_null(strstr(
		json_get_string(content, "text"), "<session>roster</session>"));
	json_free(reply);
}

TEST_WITH(refuses_an_unknown_prompt_with_the_nearest_one, fake_setup,
	fake_teardown)
{
	struct fake *f = *state;

	say(f, "{'jsonrpc':'2.0','id':1,'method':'prompts/get','params':"
	       "{'name':'model_problm'}}");
	assert_refused(f, -32602, "did you mean \"model_problem\"?");
	say(f, "{'jsonrpc':'2.0','id':1,'method':'prompts/get','params':"
	       "{'name':'xyz'}}");
	assert_refused(f, -32602, "prompts/list names them");
}

TEST_WITH(refuses_arguments_that_the_prompt_does_not_take, fake_setup,
	fake_teardown)
{
	struct fake *f = *state;

	say(f, "{'jsonrpc':'2.0','id':1,'method':'prompts/get','params':"
	       "{'name':'model_problem'}}");
	assert_refused(f, -32602, "needs the argument problem (");
}
