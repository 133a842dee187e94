#include "tools/protocol/registry.h"

#include <assert.h>
#include <string.h>

#include "base/asset.h"
#include "base/nearest.h"
#include "json/json.h"

#define ENGINE(name) ASSET(schema_knowledge_algorithms_##name##_json);
#include "tools/protocol/protocol_engines.def"
ASSET(schema_knowledge_selector_json);

static const char *const texts[] = {
#define ENGINE(name) asset_schema_knowledge_algorithms_##name##_json,
#include "tools/protocol/protocol_engines.def"
};

enum { ALTERNATIVES_MAX = 3 };

/* Parsed at first need, and kept, as the selector is. */
const struct json_object *
engine_pages(void)
{
	static struct json_object *pages;

	if (pages == NULL) {
		pages = json_new_array();
		for (size_t i = 0; i < sizeof(texts) / sizeof(texts[0]); i++)
			json_add(pages, json_read(texts[i]));
	}
	return pages;
}

static const struct json_object *
get_selector(const char *member)
{
	static struct json_object *selector;

	if (selector == NULL)
		selector = json_read(asset_schema_knowledge_selector_json);
	return json_get(selector, member);
}

const struct json_object *
engine_unavailable(void)
{
	return get_selector("unavailable");
}

struct json_object *
engine_schema(const struct json_object *page)
{
	return json_new_object_of("type", json_new_string("object"),
		"properties",
		json_new_object_of("input", json_copy(json_get(page, "input")),
			"config", json_copy(get_selector("config")),
			"operation",
			json_new_object_of("type", json_new_string("string"),
				"enum", json_copy(json_get(page, "operations")),
				NULL),
			NULL),
		NULL);
}

bool
has_word(const struct json_object *words, const char *word)
{
	for (size_t i = 0; words != NULL && i < json_count(words); i++) {
		if (strcmp(json_string(json_at(words, i)), word) == 0)
			return true;
	}
	return false;
}

const struct json_object *
engine_find(const char *name, struct err *e)
{
	const struct json_object *pages = engine_pages();
	const char *instead = json_get_string(engine_unavailable(), name);
	struct nearest near = {.word = name};

	for (size_t i = 0; i < json_count(pages); i++) {
		const struct json_object *page = json_at(pages, i);
		const char *id = json_get_string(page, "id");

		if (strcmp(id, name) == 0 ||
			has_word(json_get_array(page, "aliases"), name))
			return page;
		nearest_offer(&near, id);
	}
	(void)err_set(e, ERR_NOT_FOUND, "Engine '%.64s' %s.", name,
		instead != NULL ? "is not available" : "not found");
	if (instead != NULL)
		(void)err_step(e, "%s", instead);
	else if (near.best != NULL)
		(void)err_step(e, "Did you mean '%s'?", near.best);
	(void)err_step(e, "Use {list_engines}() to see available engines.");
	return NULL;
}

/* How many features the row names, if all were given so; else -1. */
static int
match(const struct json_object *row, const struct json_object *features)
{
	struct json_member m = {0};
	int count = 0;

	while (json_next(json_get_object(row, "when"), &m)) {
		const struct json_object *given = json_get(features, m.key);

		if (given == NULL || !json_equal(given, m.value))
			return -1;
		count++;
	}
	return count;
}

static struct json_object *
new_choice(const struct json_object *row)
{
	return json_new_object_of("algorithm",
		json_copy(json_get(row, "algorithm")), "reasoning",
		json_copy(json_get(row, "reasoning")), NULL);
}

struct json_object *
engine_select(const char *problem_type, const struct json_object *features)
{
	const struct json_object *rows =
		json_get_array(get_selector("problem_types"), problem_type);
	struct json_object *others = json_new_array();
	struct json_object *choice;
	size_t best = 0;

	assert(rows != NULL); /* the tools' schemas name the types */
	for (size_t i = 1; i < json_count(rows); i++) {
		if (match(json_at(rows, i), features) >
			match(json_at(rows, best), features))
			best = i;
	}
	choice = new_choice(json_at(rows, best));
	for (size_t i = 0; i < json_count(rows); i++) {
		if (i != best && json_count(others) < ALTERNATIVES_MAX)
			json_add(others, new_choice(json_at(rows, i)));
	}
	json_put(choice, "alternatives", others);
	return choice;
}

/* Whether the input has the members that the engine needs, and no others. */
static bool
fits(const struct json_object *page, const struct json_object *input)
{
	const struct json_object *schema = json_get(page, "input");
	const struct json_object *known = json_get(schema, "properties");
	const struct json_object *needed = json_get_array(schema, "required");
	bool does_fit = json_count(input) > 0;
	struct json_member m = {0};

	while (does_fit && json_next(input, &m))
		does_fit = json_find(known, m.key, NULL);
	for (size_t i = 0; needed != NULL && i < json_count(needed); i++)
		does_fit &=
			json_find(input, json_string(json_at(needed, i)), NULL);
	return does_fit;
}

const struct json_object *
engine_find_fitting(const struct json_object *input)
{
	const struct json_object *pages = engine_pages();
	size_t i = 0;

	while (i < json_count(pages) && !fits(json_at(pages, i), input))
		i++;
	return i < json_count(pages) ? json_at(pages, i) : NULL;
}
