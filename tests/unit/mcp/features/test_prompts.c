#include "unit/unit.h"

#include "mcp/features/prompts.h"

#include <string.h>

#include "tools/call/arguments.h"
#include "tools/call/tool.h"
#include "unit/mcp/fake_client.h"
#include "json/schema.h"

static void
check(const char *prompt, const char *what, bool holds)
{
	if (!holds)
		print_error("prompt %s: %s\n", prompt, what);
	assert_true(holds);
}

TEST(describes_each_prompt_and_each_argument)
{
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

TEST(keeps_each_prompt_under_sixty_lines)
{
	for (size_t i = 0; i < prompts_count(); i++)
		check(json_get_string(prompts_at(i)->head, "name"), "length",
			count_lines(prompts_at(i)->text) < 60);
}

/* Every declared argument has a place, and every place an argument. */
TEST(uses_each_argument_and_no_other)
{
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

/* The JSON that begins here, the caller's; NULL if no line holds it. */
static struct json_object *
take_json(const char *text)
{
	const char *end = text;

	for (; *end != '\0' && *end != '\n'; end++) {
		struct json_object *value = NULL;
		struct err ignored;

		if (*end == '}' && json_parse(text, (size_t)(end - text) + 1,
					   &value, &ignored))
			return value;
	}
	return NULL;
}

/* Calls of the tool that are written out: NAME {...}. */
static size_t
check_calls(const struct prompt *p, const struct tool *tool)
{
	const char *prompt = json_get_string(p->head, "name");
	char *call = text_format("%s {", tool->name);
	const char *at = p->text;
	size_t count = 0;

	while ((at = strstr(at, call)) != NULL) {
		struct json_object *arguments =
			take_json(at + strlen(call) - 1);
		struct err e = {0};

		check(prompt, "a call's arguments", arguments != NULL);
		check(prompt, tool->name,
			arguments_check(tool, &arguments, &e));
		json_free(arguments);
		at += strlen(call);
		count++;
	}
	free(call);
	return count;
}

TEST(shows_only_calls_that_the_tools_take)
{
	size_t calls = 0;

	for (size_t i = 0; i < prompts_count(); i++) {
		for (size_t k = 0; k < tool_count(); k++)
			calls += check_calls(prompts_at(i), tool_at(k));
	}
	assert_in_range(calls, 5, 100);
}

TEST(shows_one_example_in_each_prompt_with_arguments)
{
	for (size_t i = 0; i < prompts_count(); i++)
		check(json_get_string(prompts_at(i)->head, "name"), "example",
			json_count(json_get_array(
				prompts_at(i)->head, "arguments")) == 0 ||
				strstr(prompts_at(i)->text, "\nExample: ") !=
					NULL);
}

TEST(finds_a_prompt_by_its_name_or_not_at_all)
{
	assert_ptr_equal(prompts_find("model_problem"), prompts_at(0));
	assert_non_null(prompts_find("instructions"));
	assert_null(prompts_find(""));
}

/* What a client may read is said by its topic; the instructions are not. */
TEST(has_a_guide_for_each_topic)
{
	assert_int_equal(topics_count(), 5);
	for (size_t i = 0; i < topics_count(); i++) {
		const struct json_object *head = topics_at(i)->head;
		const char *topic = json_get_string(head, "topic");

		check(topic, "title", json_get_string(head, "title") != NULL);
		check(topic, "description",
			json_get_string(head, "description") != NULL);
		check(topic, "found", topics_find(topic) == topics_at(i));
		check(topic, "length", count_lines(topics_at(i)->text) < 200);
	}
	assert_null(topics_find("instructions"));
}
