#include "unit/unit.h"

#include "mcp/features/prompts.h"

#include "mcp/session/request.h"
#include "tools/call/arguments.h"
#include "unit/mcp/fake_client.h"

/* --- a file --------------------------------------------------------------- */

static const char source[] =
	"{\"name\": \"p\", \"arguments\": [\n"
	"{\"name\": \"who\", \"description\": \"the person\",\n"
	" \"required\": true},\n"
	"{\"name\": \"tone\", \"description\": \"how\"}]}\n"
	"---\n"
	"Dear {who}, {tone}!\n"
	"---\n"
	"Yours, {who}.\n";

static void
assert_filled(const char *text, const char *arguments, const char *wanted)
{
	DROP(json)
	struct json_object *values =
		arguments != NULL ? parsed(arguments) : NULL;
	DROP(json) struct json_object *filled = NULL;
	struct prompt p = {0};

	prompt_read(&p, text);
	filled = prompt_fill(&p, values);
	assert_string_equal(json_string(filled), wanted);
	json_free(p.head);
}

TEST(puts_each_value_in_every_place)
{
	assert_filled(source, "{'who':'Ann','tone':'hi'}",
		"Dear Ann, hi!\n---\nYours, Ann.\n");
	assert_filled(
		source, "{'who':'Ann'}", "Dear Ann, !\n---\nYours, Ann.\n");
	assert_filled(source, NULL, "Dear , !\n---\nYours, .\n");
	/* A value is not searched for placeholders. */
	assert_filled(source, "{'who':'{tone}','tone':'}{who'}",
		"Dear {tone}, }{who!\n---\nYours, {tone}.\n");
	assert_filled("{}\n---\n{\"a\": {x}} {open", NULL, "{\"a\": } {open");
}

TEST(checks_arguments_by_the_head)
{
	static const struct {
		const char *arguments;
		const char *error; /* NULL: they fit */
	} cases[] = {
		{"{'who':'Ann'}", NULL},
		{"'{\\'who\\':\\'Ann\\'}'", NULL},
		{"{'who':'Ann','tone':null}", NULL},
		{"{'who':'Ann','tone':''}", NULL},
		{"null", "who is missing; it must be a string of 1 to 65536 "
			 "characters.\nWhat to do:\n"
			 "1. Add \"who\", described as: the person."},
		{"{}", "who is missing"},
		{"{'who':null}", "who is missing"},
		{"{'who':''}", "you sent \"\""},
		{"{'who':7}", "who must be a string of 1 to"},
		{"{'who':{}}", "who must be a string"},
		{"[]", "The arguments must be an object"},
		{"{'who':'A','tome':'x'}",
			"no argument \"tome\".\nWhat to do:\n"
			"1. Write \"tone\"."},
		{"{'who':'A','colour':'x'}", "no argument \"colour\""},
	};
	struct prompt p = {0};
	struct err e;

	prompt_read(&p, source);
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		DROP(json)
		struct json_object *values = parsed(cases[i].arguments);
		bool fits = prompt_check(&p, &values, &e);

		if (fits != (cases[i].error == NULL) ||
			(!fits && strstr(e.text, cases[i].error) == NULL))
			fail_msg("%s: %s", cases[i].arguments,
				fits ? "fits" : e.text);
	}
	json_free(p.head);
}

TEST(refuses_a_value_above_its_limit_and_says_so)
{
	DROP(json) struct json_object *values = json_new_object();
	DROP(text) char *text = mem_new(PROMPT_ARGUMENT_MAX + 1);
	struct prompt p = {0};
	struct err e;

	prompt_read(&p, source);
	memset(text, 'x', PROMPT_ARGUMENT_MAX + 1);
	json_put(values, "who", json_new_string_n(text, PROMPT_ARGUMENT_MAX));
	assert_true(prompt_check(&p, &values, &e));
	json_put(values, "who",
		json_new_string_n(text, PROMPT_ARGUMENT_MAX + 1));
	assert_false(prompt_check(&p, &values, &e));
	assert_non_null(strstr(e.text, "(65537 characters)"));
	json_free(p.head);
}

/* --- the files ------------------------------------------------------------ */

static void
check(const char *prompt, const char *what, bool holds)
{
	if (!holds)
		print_error("prompt %s: %s\n", prompt, what);
	assert_true(holds);
}

TEST(describes_each_prompt_and_each_argument)
{
	const struct prompt *p = NULL;

	while ((p = prompt_next(p, "name")) != NULL) {
		const struct json_object *head = p->head;
		const struct json_object *list =
			json_get_array(head, "arguments");
		const char *name = json_get_string(head, "name");

		check(name, "title", json_get_string(head, "title") != NULL);
		check(name, "description",
			json_get_string(head, "description") != NULL);
		for (size_t k = 0; list != NULL && k < json_count(list); k++) {
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

TEST(keeps_each_text_short)
{
	const struct prompt *p = NULL;

	while ((p = prompt_next(p, "name")) != NULL)
		check(json_get_string(p->head, "name"), "length",
			count_lines(p->text) < 60);
	while ((p = prompt_next(p, "topic")) != NULL)
		check(json_get_string(p->head, "topic"), "length",
			count_lines(p->text) < 200);
}

/* Every declared argument has a place, and every place an argument. */
/* Up to `end` in the second, or whole if that is NULL. */
static bool
is_same_before(const char *a, const char *b, const char *end)
{
	return end == NULL ? strcmp(a, b) == 0
			   : strncmp(a, b, (size_t)(end - b)) == 0;
}

TEST(uses_each_argument_and_no_other)
{
	const struct prompt *p = NULL;

	while ((p = prompt_next(p, "name")) != NULL) {
		const struct json_object *list =
			json_get_array(p->head, "arguments");
		const char *name = json_get_string(p->head, "name");
		struct json_object *values = json_new_object();
		struct json_object *text;

		for (size_t k = 0; list != NULL && k < json_count(list); k++) {
			const char *a =
				json_get_string(json_at(list, k), "name");
			char *place = text_format("{%s}", a);

			check(name, a, strstr(p->text, place) != NULL);
			json_put_string(values, a, place);
			free(place);
		}
		text = prompt_fill(p, values);
		check(name, "an undeclared place",
			is_same_before(json_string(text), p->text,
				strstr(p->text, "{section of the guide}")));
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

TEST(gives_the_section_whose_title_fits)
{
	static const char *const names[][2] = {
		{"alldifferent", "All different"}, {"no-overlap", "No overlap"},
		{"exactly 3", "Exactly k"},
		{"lex_order", "Lexicographic order"},
		{"closed world", "Defaults"}, {"cumulative", "Cumulative"}};
	const struct prompt *p = prompt_find("name", "apply_pattern");

	for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
		DROP(json)
		struct json_object *values = json_new_object_of(
			"pattern", json_new_string(names[i][0]), NULL);
		DROP(json) struct json_object *text = prompt_fill(p, values);
		const char *last = NULL;

		for (const char *at = json_string(text);
			(at = strstr(at, "\n\n")) != NULL; at++)
			if (strstr(at, names[i][1]) == at + 2)
				last = at;
		check(names[i][0], names[i][1], last != NULL);
		check(names[i][0], "one section only",
			strstr(json_string(text), "\n## ") == NULL);
	}
}

TEST(shows_only_calls_that_the_tools_take)
{
	const struct prompt *p = NULL;
	size_t calls = 0;

	while ((p = prompt_next(p, "name")) != NULL) {
		for (size_t k = 0; k < tool_list_count; k++)
			calls += check_calls(p, &tool_list[k]);
	}
	assert_in_range(calls, 5, 100);
}

TEST(shows_one_example_in_each_prompt_with_arguments)
{
	const struct prompt *p = NULL;

	while ((p = prompt_next(p, "name")) != NULL) {
		const struct json_object *list =
			json_get_array(p->head, "arguments");

		check(json_get_string(p->head, "name"), "example",
			list == NULL || json_count(list) == 0 ||
				strstr(p->text, "\nExample: ") != NULL);
	}
}

/* What a client may read is found by its topic; a prompt is none. */
TEST(has_a_guide_for_each_topic)
{
	const struct prompt *guide = NULL;

	while ((guide = prompt_next(guide, "topic")) != NULL) {
		const char *topic = json_get_string(guide->head, "topic");

		check(topic, "title",
			json_get_string(guide->head, "title") != NULL);
		check(topic, "description",
			json_get_string(guide->head, "description") != NULL);
		check(topic, "found", prompt_find("topic", topic) == guide);
	}
	assert_null(prompt_find("topic", "instructions"));
	assert_null(prompt_find("name", "guide_cores"));
}

/* --- prompts/list and prompts/get ----------------------------------------- */

TEST(lists_the_prompts_in_a_fixed_order)
{
	static const char *const names[] = {"model_problem", "refine_model",
		"explain_conflict", "review_solution", "prove_property",
		"apply_pattern", "instructions"};
	struct fake *f = fake_new(&catalog_satchel);
	DROP(json)
	struct json_object *result = result_of(
		f, "{'jsonrpc':'2.0','id':1,'method':'prompts/list'}");
	const struct json_object *list = json_get_array(result, "prompts");

	assert_int_equal(json_count(list), 7);
	for (size_t i = 0; i < 7; i++)
		assert_string_equal(
			json_get_string(json_at(list, i), "name"), names[i]);
	fake_free(f);
}

#define GET(params) \
	"{'jsonrpc':'2.0','id':1,'method':'prompts/get','params':{" params "}" \
	"}"

TEST(refuses_an_unknown_prompt_and_bad_arguments)
{
	static const char *const cases[][2] = {
		{GET("'name':'xyz'"), "prompts/list names them"},
		{GET("'name':'model_problem'"), "problem is missing; "},
		{GET("'name':'model_problem','arguments':[]"),
			"The arguments must be an object"},
		{GET("'name':7"), "needs name"},
		{"{'jsonrpc':'2.0','id':1,'method':'prompts/get'}",
			"needs name"},
	};
	struct fake *f = fake_new(&catalog_satchel);

	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++)
		assert_refusal(f, cases[i][0], -32602, cases[i][1]);
	fake_free(f);
}
