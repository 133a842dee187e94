#include "unit/unit.h"

#include "mcp/features/prompts.h"

#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "unit/mcp/fake.h"

static const char source[] =
	"{\"name\": \"p\", \"arguments\": [\n"
	"{\"name\": \"who\", \"description\": \"the person\",\n"
	" \"required\": true},\n"
	"{\"name\": \"tone\", \"description\": \"how\"}]}\n"
	"---\n"
	"Dear {{who}}, {{tone}}!\n"
	"---\n"
	"Yours, {{who}}.\n";

static struct prompt t;

static int
setup(void **state)
{
	struct err e;

	(void)state;
	return prompt_read(&t, source, &e) ? 0 : -1;
}

static int
teardown(void **state)
{
	(void)state;
	json_free(t.head);
	return 0;
}

static void
assert_filled(const char *arguments, const char *wanted)
{
	struct json_object *values =
		arguments != NULL ? parsed(arguments) : NULL;
	struct json_object *text = prompt_fill(&t, values);

	assert_string_equal(json_string(text), wanted);
	json_free(text);
	json_free(values);
}

static void
assert_unfit(const char *arguments, const char *piece)
{
	struct json_object *values =
		arguments != NULL ? parsed(arguments) : NULL;
	struct err e = {0};

	assert_false(prompt_check(&t, values, &e));
	if (strstr(e.text, piece) == NULL)
		print_error("no \"%s\" in: %s\n", piece, e.text);
	assert_non_null(strstr(e.text, piece));
	json_free(values);
}

static void
assert_fit(const char *arguments)
{
	struct json_object *values = parsed(arguments);
	struct err e = {0};

	assert_true(prompt_check(&t, values, &e));
	json_free(values);
}

TEST(separates_head_and_text_at_the_first_rule)
{
	assert_string_equal(json_get_string(t.head, "name"), "p");
	assert_int_equal(strncmp(t.text, "Dear", 4), 0);
	assert_non_null(strstr(t.text, "\n---\n"));
}

TEST(refuses_a_source_without_a_rule_or_head)
{
	struct prompt other = {0};
	struct err e;

	assert_false(prompt_read(&other, "{}\nno rule", &e));
	assert_false(prompt_read(&other, "{,}\n---\ntext", &e));
	assert_false(prompt_read(&other, "[]\n---\ntext", &e));
	assert_null(other.head);
}

TEST(puts_each_value_in_every_place)
{
	assert_filled("{'who':'Ann','tone':'hi'}",
		"Dear Ann, hi!\n---\nYours, Ann.\n");
}

TEST(leaves_nothing_in_the_place_of_an_argument_not_given)
{
	assert_filled("{'who':'Ann'}", "Dear Ann, !\n---\nYours, Ann.\n");
	assert_filled(NULL, "Dear , !\n---\nYours, .\n");
}

TEST(does_not_look_for_placeholders_in_a_value)
{
	assert_filled("{'who':'{{tone}}','tone':'}}{{who'}",
		"Dear {{tone}}, }}{{who!\n---\nYours, {{tone}}.\n");
}

TEST(keeps_a_nul_in_a_value)
{
	struct json_object *values = parsed("{'who':'a\\u0000b'}");
	struct json_object *text = prompt_fill(&t, values);
	static const char wanted[] = "Dear a\0b, !\n---\nYours, a\0b.\n";

	assert_int_equal(json_string_size(text), sizeof(wanted) - 1);
	assert_memory_equal(json_string(text), wanted, sizeof(wanted) - 1);
	json_free(text);
	json_free(values);
}

TEST(keeps_braces_that_are_no_placeholder)
{
	struct prompt other = {0};
	struct json_object *text;
	struct err e;

	assert_true(prompt_read(&other, "{}\n---\n{ {{ x }} }} {{open", &e));
	text = prompt_fill(&other, NULL);
	assert_string_equal(json_string(text), "{  }} {{open");
	json_free(text);
	json_free(other.head);
}

TEST(asks_for_a_required_argument_by_what_it_is)
{
	assert_unfit(NULL, "prompt p needs the argument who (the person)");
	assert_unfit("{}", "needs the argument who");
	assert_unfit("{'who':null}", "needs the argument who");
	assert_unfit("{'who':''}", "needs the argument who");
}

TEST(does_without_an_optional_argument)
{
	assert_fit("{'who':'Ann'}");
	assert_fit("{'who':'Ann','tone':null}");
	assert_fit("{'who':'Ann','tone':''}");
}

TEST(refuses_an_argument_that_is_no_string)
{
	assert_unfit("{'who':7}", "who must be a string");
	assert_unfit("{'who':{}}", "who must be a string");
}

TEST(refuses_an_unknown_argument_with_the_nearest_one)
{
	assert_unfit("{'who':'A','tome':'x'}", "no argument \"tome\"; did you");
	assert_unfit("{'who':'A','tome':'x'}", "tone?");
	assert_unfit("{'who':'A','colour':'x'}", "no argument \"colour\"");
}

TEST(refuses_a_value_above_its_limit_and_says_so)
{
	struct json_object *values = json_new_object();
	char *text = mem_grow(NULL, PROMPT_ARGUMENT_MAX + 2, 1);
	struct err e = {0};

	memset(text, 'x', PROMPT_ARGUMENT_MAX + 1);
	json_put(values, "who", json_new_string_n(text, PROMPT_ARGUMENT_MAX));
	assert_true(prompt_check(&t, values, &e));
	json_put(values, "who",
		json_new_string_n(text, PROMPT_ARGUMENT_MAX + 1));
	assert_false(prompt_check(&t, values, &e));
	assert_int_equal(e.code, ERR_LIMIT);
	assert_non_null(strstr(e.text, "who has 65537 bytes"));
	free(text);
	json_free(values);
}

TEST_GROUP(setup, teardown)
