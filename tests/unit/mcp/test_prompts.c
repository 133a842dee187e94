/* clang-format off */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>
/* clang-format on */

#include "mcp/prompts.h"

#include <string.h>

#include "fake.h"
#include "mcp/prompt.h"

static void
lists_the_prompts_in_a_fixed_order(void **state)
{
	struct fake *f = *state;
	struct json_object *reply;
	const struct json_object *list;

	say(f, "{'jsonrpc':'2.0','id':1,'method':'prompts/list'}");
	reply = heard(f);
	list = json_get_array(json_get_object(reply, "result"), "prompts");
	assert_int_equal(json_count(list), 3);
	assert_string_equal(
		json_get_string(json_at(list, 0), "name"), "model_problem");
	assert_string_equal(
		json_get_string(json_at(list, 1), "name"), "explain_conflict");
	assert_string_equal(
		json_get_string(json_at(list, 2), "name"), "review_solution");
	json_free(reply);
}

static void
check(const char *prompt, const char *what, bool holds)
{
	if (!holds)
		print_error("prompt %s: %s\n", prompt, what);
	assert_true(holds);
}

static void
describes_each_prompt_and_each_argument(void **state)
{
	(void)state;
	for (size_t i = 0; i < prompts_count(); i++) {
		const struct json_object *head = prompts_at(i)->head;
		const struct json_object *list =
			json_get_array(head, "arguments");
		const char *name = json_get_string(head, "name");

		check(name, "title", json_get_string(head, "title") != NULL);
		check(name, "description",
			json_get_string(head, "description") != NULL);
		for (size_t k = 0; k < json_count(list); k++) {
			const struct json_object *a = json_at(list, k);

			check(name, "an argument's name",
				json_get_string(a, "name") != NULL);
			check(name, "an argument's description",
				json_get_string(a, "description") != NULL);
		}
	}
}

static size_t
count_lines(const char *text)
{
	size_t lines = 0;

	for (; *text != '\0'; text++)
		lines += *text == '\n';
	return lines;
}

static void
keeps_each_prompt_under_sixty_lines(void **state)
{
	(void)state;
	for (size_t i = 0; i < prompts_count(); i++)
		check(json_get_string(prompts_at(i)->head, "name"), "length",
			count_lines(prompts_at(i)->text) < 60);
}

/* Every declared argument has a place, and every place an argument. */
static void
uses_each_argument_and_no_other(void **state)
{
	(void)state;
	for (size_t i = 0; i < prompts_count(); i++) {
		const struct prompt *p = prompts_at(i);
		const struct json_object *list =
			json_get_array(p->head, "arguments");
		const char *name = json_get_string(p->head, "name");
		struct json_object *values = json_new_object();
		struct json_object *text;

		for (size_t k = 0; k < json_count(list); k++) {
			const char *a =
				json_get_string(json_at(list, k), "name");
			char *place = text_format("{{%s}}", a);

			check(name, a, strstr(p->text, place) != NULL);
			json_put_string(values, a, place);
			free(place);
		}
		text = prompt_fill(p, values);
		check(name, "an undeclared place",
			strcmp(json_string(text), p->text) == 0);
		json_free(text);
		json_free(values);
	}
}

static void
fills_a_prompt_into_one_message_of_the_user(void **state)
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

static void
refuses_an_unknown_prompt_with_the_nearest_one(void **state)
{
	struct fake *f = *state;

	say(f, "{'jsonrpc':'2.0','id':1,'method':'prompts/get','params':"
	       "{'name':'model_problm'}}");
	assert_refused(f, -32602, "did you mean \"model_problem\"?");
	say(f, "{'jsonrpc':'2.0','id':1,'method':'prompts/get','params':"
	       "{'name':'xyz'}}");
	assert_refused(f, -32602, "prompts/list names them");
}

static void
refuses_a_call_without_name_or_with_bad_arguments(void **state)
{
	struct fake *f = *state;

	say(f, "{'jsonrpc':'2.0','id':1,'method':'prompts/get'}");
	assert_refused(f, -32602, "needs name");
	say(f, "{'jsonrpc':'2.0','id':1,'method':'prompts/get','params':"
	       "{'name':7}}");
	assert_refused(f, -32602, "needs name");
	say(f, "{'jsonrpc':'2.0','id':1,'method':'prompts/get','params':"
	       "{'name':'model_problem','arguments':[]}}");
	assert_refused(f, -32602, "must be an object of strings");
	say(f, "{'jsonrpc':'2.0','id':1,'method':'prompts/get','params':"
	       "{'name':'model_problem'}}");
	assert_refused(f, -32602, "needs the argument problem (");
}

static void
has_the_guide_that_is_the_instructions(void **state)
{
	(void)state;
	assert_non_null(strstr(prompts_guide("instructions"), "open_session"));
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		WITH_FAKE(lists_the_prompts_in_a_fixed_order),
		cmocka_unit_test(describes_each_prompt_and_each_argument),
		cmocka_unit_test(keeps_each_prompt_under_sixty_lines),
		cmocka_unit_test(uses_each_argument_and_no_other),
		WITH_FAKE(fills_a_prompt_into_one_message_of_the_user),
		WITH_FAKE(refuses_an_unknown_prompt_with_the_nearest_one),
		WITH_FAKE(refuses_a_call_without_name_or_with_bad_arguments),
		cmocka_unit_test(has_the_guide_that_is_the_instructions),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
