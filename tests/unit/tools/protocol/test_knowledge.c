#include "unit/unit.h"

#include <string.h>

#include "base/alloc.h"
#include "base/asset.h"
#include "base/template.h"
#include "smt/text/lexer.h"
#include "tools/call/arguments.h"
#include "tools/call/tool.h"
#include "tools/protocol/registry.h"
#include "json/json.h"
#include "json/schema.h"

ASSET(schema_knowledge_schema_json);

static struct json_object *
parse(const char *text)
{
	struct json_object *value = NULL;
	struct err e;

	if (!json_parse(text, strlen(text), &value, &e))
		fail_msg("%.80s: %s", text, e.text);
	return value;
}

static void
expect_fit(const struct json_object *schema, const struct json_object *value,
	const char *name)
{
	DROP(json) struct json_object *copy = json_copy(value);
	struct err e;

	if (!schema_check(schema, &copy, &e))
		fail_msg("%s: %s", name, e.text);
	if (!json_equal(copy, value))
		fail_msg("%s: it had to be mended", name);
}

static const char *const names[] = {
#define ENGINE(name) #name,
#include "tools/protocol/protocol_engines.def"
};
enum { ENGINES = sizeof(names) / sizeof(names[0]) };

static const struct json_object *
page_at(size_t i)
{
	return json_at(engine_pages(), i);
}

TEST(the_page_of_each_engine_fits_the_schema_of_pages)
{
	DROP(json)
	struct json_object *schema = parse(asset_schema_knowledge_schema_json);

	assert_int_equal(json_count(engine_pages()), ENGINES);
	for (size_t i = 0; i < ENGINES; i++) {
		expect_fit(schema, page_at(i), names[i]);
		assert_string_equal(
			json_get_string(page_at(i), "id"), names[i]);
	}
}

/* What is a text for the solver already, or is part of the templates. */
static bool
is_unencoded(const char *member)
{
	static const char *const others[] = {
		"smtlib", "program", "dimacs", "variables"};

	for (size_t i = 0; i < sizeof(others) / sizeof(others[0]); i++) {
		if (strcmp(member, others[i]) == 0)
			return true;
	}
	return false;
}

static bool
is_name(struct buf *out, struct slice name, struct slice body, void *context)
{
	(void)out, (void)context;
	return body.start == NULL &&
	       slice_is_one_of(
		       name, "name names terms sort range weight quantifier");
}

TEST(a_page_has_the_key_of_a_search_or_says_how_its_input_is_written)
{
	for (size_t i = 0; i < ENGINES; i++) {
		const struct json_object *encoding =
			json_get_object(page_at(i), "encoding");
		const struct json_object *known =
			json_get(json_get(page_at(i), "input"), "properties");
		struct json_member m = {0};

		if (json_get(page_at(i), "key") != NULL) {
			assert_null(encoding);
			continue;
		}
		assert_true(json_count(json_get(page_at(i), "result")) > 0);
		while (json_next(known, &m))
			assert_true(json_get(encoding, m.key) != NULL ||
				    is_unencoded(m.key));
		while (json_next(encoding, &m)) {
			DROP(buf) struct buf filled;
			const char *at = json_string(m.value);

			assert_non_null(json_get(known, m.key));
			buf_init(&filled, 100);
			assert_true(template_fill(
				&filled, slice_of(at), is_name, NULL));
		}
	}
}

TEST(the_example_of_a_page_fits_the_input_that_it_describes)
{
	for (size_t i = 0; i < ENGINES; i++) {
		const struct json_object *page = page_at(i);

		expect_fit(json_get(page, "input"), json_get(page, "example"),
			names[i]);
	}
}

TEST(the_parameters_of_a_page_are_those_of_its_input)
{
	for (size_t i = 0; i < ENGINES; i++) {
		const struct json_object *page = page_at(i);
		const struct json_object *list = json_get(page, "parameters");
		const struct json_object *input = json_get(page, "input");
		const struct json_object *known = json_get(input, "properties");

		assert_int_equal(json_count(list), json_count(known));
		for (size_t j = 0; j < json_count(list); j++) {
			const struct json_object *one = json_at(list, j);
			const char *name = json_get_string(one, "name");

			assert_non_null(json_get(known, name));
			assert_int_equal(
				has_word(json_get_array(input, "required"),
					name),
				json_get_bool(one, "required", false));
		}
	}
}

TEST(an_engine_is_found_by_its_name_and_by_every_alias_and_by_no_path)
{
	struct err e;

	for (size_t i = 0; i < ENGINES; i++) {
		const struct json_object *page = page_at(i);
		const struct json_object *others =
			json_get_array(page, "aliases");
		const struct json_object *related =
			json_get_array(page, "related_algorithms");

		assert_ptr_equal(engine_find(names[i], &e), page);
		for (size_t j = 0; j < json_count(others); j++)
			assert_ptr_equal(
				engine_find(
					json_string(json_at(others, j)), &e),
				page);
		for (size_t j = 0; j < json_count(related); j++)
			assert_non_null(engine_find(
				json_string(json_at(related, j)), &e));
	}
	assert_null(engine_find("../selector", &e));
	assert_null(engine_find("", &e));
	assert_non_null(strstr(e.text, "list_engines"));
}

TEST(each_engine_of_the_original_is_here_or_has_one_to_use_instead)
{
	static const char *const originals[] = {"bfs", "dfs", "ucs", "astar",
		"greedy", "gradient_descent", "genetic_algorithm",
		"simulated_annealing", "dpll_sat", "csp_backtracking", "cas",
		"smt_lite", "prolog_lite", "rule_engine"};
	struct err e;

	for (size_t i = 0; i < sizeof(originals) / sizeof(originals[0]); i++) {
		if (engine_find(originals[i], &e) == NULL)
			assert_non_null(
				strstr(e.text, "is not available.\nWhat to "
					       "do:\n1. Use engine '"));
	}
}

/* --- the selector --------------------------------------------------------- */

/* What is not said counts for nothing; most that fits counts. */
static const struct {
	const char *problem_type;
	const char *features;
	const char *algorithm;
} choices[] = {
	{"pathfinding", "{}", "bfs"},
	{"pathfinding", "{\"weighted\": false}", "bfs"},
	{"pathfinding", "{\"needs_optimal\": true}", "bfs"},
	{"pathfinding", "{\"weighted\": true}", "ucs"},
	{"pathfinding", "{\"has_heuristic\": true}", "astar"},
	{"pathfinding", "{\"weighted\": true, \"has_heuristic\": true}",
		"astar"},
	{"pathfinding", "{\"weighted\": true, \"has_heuristic\": false}",
		"ucs"},
	{"pathfinding", "{\"has_heuristic\": true, \"needs_optimal\": false}",
		"greedy"},
	{"pathfinding", "{\"needs_optimal\": false}", "dfs"},
	{"satisfiability", "{}", "dpll_sat"},
	{"satisfiability", "{\"weighted\": true}", "max_sat"},
	{"satisfiability", "{\"domain\": \"arithmetic\"}", "smt_lib"},
	{"constraint_satisfaction", "{}", "csp"},
	{"constraint_satisfaction", "{\"needs_optimal\": true}", "optimize"},
	{"optimization", "{}", "optimize"},
	{"optimization", "{\"discrete\": true}", "optimize"},
	{"optimization", "{\"differentiable\": true}", "smt_lib"},
	{"symbolic_math", "{}", "simplify"},
	{"arithmetic_constraints", "{}", "smt_lib"},
	{"logic_programming", "{}", "horn"},
	{"rule_based", "{}", "horn"},
};

TEST(a_default_stands_until_a_given_feature_speaks_against_it)
{
	for (size_t i = 0; i < sizeof(choices) / sizeof(choices[0]); i++) {
		DROP(json)
		struct json_object *features = parse(choices[i].features);
		DROP(json)
		struct json_object *choice =
			engine_select(choices[i].problem_type, features);

		if (strcmp(json_get_string(choice, "algorithm"),
			    choices[i].algorithm) != 0)
			fail_msg("%s %s: %s", choices[i].problem_type,
				choices[i].features,
				json_get_string(choice, "algorithm"));
	}
}

/* The types of problems that the tools advertise. */
static const struct json_object *
problem_types(const char *tool)
{
	return json_get(json_get(json_get(arguments_schema(tool_find(tool)),
					 "properties"),
				"problem_type"),
		"enum");
}

TEST(each_type_that_is_advertised_has_engines_each_named_once)
{
	const struct json_object *types = problem_types("select_algorithm");

	assert_true(json_equal(types, problem_types("solve")));
	assert_true(json_equal(types, problem_types("verify")));
	for (size_t i = 0; i < json_count(types); i++) {
		DROP(json)
		struct json_object *choice =
			engine_select(json_string(json_at(types, i)), NULL);
		const struct json_object *others =
			json_get_array(choice, "alternatives");
		const char *seen[4] = {json_get_string(choice, "algorithm")};
		struct err e;

		assert_non_null(engine_find(seen[0], &e));
		assert_in_range(json_count(others), 1, 3);
		for (size_t j = 0; j < json_count(others); j++) {
			seen[j + 1] = json_get_string(
				json_at(others, j), "algorithm");
			assert_non_null(engine_find(seen[j + 1], &e));
			for (size_t k = 0; k <= j; k++)
				assert_string_not_equal(seen[k], seen[j + 1]);
		}
	}
}
