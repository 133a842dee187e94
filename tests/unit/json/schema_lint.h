#ifndef TESTS_UNIT_JSON_SCHEMA_LINT_H
#define TESTS_UNIT_JSON_SCHEMA_LINT_H

/*
 * Whether our own schemas keep to the subset that json/schema.h enforces.
 */

#include <regex.h>
#include <string.h>

#include "base/alloc.h"
#include "json/json.h"
#include "json/schema.h"

/*
 * False if the schema holds a keyword outside of the subset or is at odds with
 * itself: a required member that is no property, a default that its own schema
 * refuses, a pattern that other engines may read differently (a backslash) or
 * that has no maxLength to bound its work, an anyOf that two branches of one
 * type make ambiguous.
 */
static inline bool schema_lint(const struct json_object *schema, struct err *e);

/* The subset, and what each keyword's value must be. */
static const struct keyword {
	const char *name;
	unsigned kinds; /* a bit for each enum json_kind; 0: any */
} keywords[] = {
#define KIND(kind) (1U << (kind))
	{"type", KIND(JSON_STRING)},
	{"anyOf", KIND(JSON_ARRAY)},
	{"properties", KIND(JSON_OBJECT)},
	{"required", KIND(JSON_ARRAY)},
	{"additionalProperties", KIND(JSON_BOOL) | KIND(JSON_OBJECT)},
	{"items", KIND(JSON_OBJECT)},
	{"enum", KIND(JSON_ARRAY)},
	{"const", 0},
	{"minimum", KIND(JSON_INT) | KIND(JSON_NUMBER)},
	{"maximum", KIND(JSON_INT) | KIND(JSON_NUMBER)},
	{"minLength", KIND(JSON_INT)},
	{"maxLength", KIND(JSON_INT)},
	{"pattern", KIND(JSON_STRING)},
	{"minItems", KIND(JSON_INT)},
	{"maxItems", KIND(JSON_INT)},
	{"uniqueItems", KIND(JSON_BOOL)},
	{"description", KIND(JSON_STRING)},
	{"title", KIND(JSON_STRING)},
	{"default", 0},
};

static inline bool
visit_keyword(const char *key, struct json_object *value, void *argument)
{
	struct err *e = argument;

	for (size_t i = 0; i < sizeof(keywords) / sizeof(keywords[0]); i++) {
		if (strcmp(keywords[i].name, key) != 0)
			continue;
		if (keywords[i].kinds == 0 ||
			(keywords[i].kinds & KIND(json_kind(value))) != 0)
			return true;
		return err_set(e, ERR_ARGUMENT, "\"%s\" cannot be of type %s",
			key, json_kind_name(json_kind(value)));
	}
	return err_set(
		e, ERR_ARGUMENT, "\"%s\" is no keyword that is enforced", key);
}

static inline bool
is_type(const char *name)
{
	for (enum json_kind kind = JSON_NULL; kind <= JSON_OBJECT; kind++) {
		if (strcmp(name, json_kind_name(kind)) == 0)
			return true;
	}
	return false;
}

static inline bool
lint_type(const struct json_object *schema, struct err *e)
{
	const char *type = json_get_string(schema, "type");

	if (type != NULL && !is_type(type))
		return err_set(e, ERR_ARGUMENT, "\"type\" names no type");
	return true;
}

/* By its type alone a value belongs to a branch. */
static inline bool
lint_branch(const struct json_object *branches, size_t index, struct err *e)
{
	const struct json_object *branch = json_at(branches, index);
	const char *type = json_get_string(branch, "type");

	if (type == NULL)
		return err_set(
			e, ERR_ARGUMENT, "a branch of \"anyOf\" has no type");
	for (size_t i = 0; i < index; i++) {
		const char *other =
			json_get_string(json_at(branches, i), "type");

		if (other != NULL && strcmp(other, type) == 0)
			return err_set(e, ERR_ARGUMENT,
				"\"anyOf\" has two branches of type %s", type);
	}
	return schema_lint(branch, e) || err_add(e, ", in \"anyOf\"");
}

/* Beside the branches stands what is said of all of them. */
static inline bool
lint_branches(const struct json_object *schema, struct err *e)
{
	const struct json_object *branches = json_get_array(schema, "anyOf");
	size_t others = json_find(schema, "description", NULL) +
			json_find(schema, "title", NULL) +
			json_find(schema, "default", NULL);

	if (branches == NULL)
		return true;
	if (json_count(branches) < 2)
		return err_set(
			e, ERR_ARGUMENT, "\"anyOf\" has nothing to choose");
	if (json_count(schema) != 1 + others)
		return err_set(e, ERR_ARGUMENT,
			"\"anyOf\" stands beside what belongs into its "
			"branches");
	for (size_t i = 0; i < json_count(branches); i++) {
		if (!lint_branch(branches, i, e))
			return false;
	}
	return true;
}

static inline bool
lint_required(const struct json_object *schema, struct err *e)
{
	const struct json_object *keys = json_get_array(schema, "required");
	const struct json_object *known = json_get_object(schema, "properties");

	for (size_t i = 0; keys != NULL && i < json_count(keys); i++) {
		const struct json_object *key = json_at(keys, i);

		if (json_kind(key) != JSON_STRING ||
			!json_find(known, json_string(key), NULL))
			return err_set(e, ERR_ARGUMENT,
				"\"required\" names what is no property");
	}
	return true;
}

static inline bool
lint_pattern(const struct json_object *schema, struct err *e)
{
	const char *pattern = json_get_string(schema, "pattern");
	regex_t regex;

	if (pattern == NULL)
		return true;
	if (strchr(pattern, '\\') != NULL)
		return err_set(e, ERR_ARGUMENT,
			"the pattern %s has a backslash", pattern);
	if (!json_find(schema, "maxLength", NULL))
		return err_set(e, ERR_ARGUMENT,
			"the pattern %s has no maxLength beside it", pattern);
	if (regcomp(&regex, pattern, REG_EXTENDED | REG_NOSUB) != 0)
		return err_set(e, ERR_ARGUMENT,
			"the pattern %s does not compile", pattern);
	regfree(&regex);
	return true;
}

static inline bool
lint_bounds(const struct json_object *schema, struct err *e)
{
	static const struct {
		const char *least;
		const char *most;
	} pairs[] = {
		{"minimum", "maximum"},
		{"minLength", "maxLength"},
		{"minItems", "maxItems"},
	};

	for (size_t i = 0; i < sizeof(pairs) / sizeof(pairs[0]); i++) {
		const struct json_object *low =
			json_get(schema, pairs[i].least);
		const struct json_object *high =
			json_get(schema, pairs[i].most);

		if (low != NULL && high != NULL &&
			json_number(low) > json_number(high))
			return err_set(e, ERR_ARGUMENT,
				"\"%s\" is above \"%s\"", pairs[i].least,
				pairs[i].most);
	}
	return true;
}

/* The defaults and the words of an enum must be values that are let in. */
static inline bool
lint_value(const struct json_object *schema, const struct json_object *value,
	const char *keyword, struct err *e)
{
	DROP(json) struct json_object *copy = json_copy(value);
	struct err reason;

	if (schema_check(schema, &copy, &reason) && json_equal(copy, value))
		return true;
	return err_set(e, ERR_ARGUMENT, "\"%s\" holds what the schema refuses",
		keyword);
}

static inline bool
lint_values(const struct json_object *schema, struct err *e)
{
	const struct json_object *words = json_get_array(schema, "enum");
	struct json_object *value;

	if (json_find(schema, "default", &value) &&
		!lint_value(schema, value, "default", e))
		return false;
	if (json_find(schema, "const", &value) &&
		!lint_value(schema, value, "const", e))
		return false;
	if (words != NULL && json_count(words) == 0)
		return err_set(e, ERR_ARGUMENT, "\"enum\" is empty");
	for (size_t i = 0; words != NULL && i < json_count(words); i++) {
		if (!lint_value(schema, json_at(words, i), "enum", e))
			return false;
	}
	return true;
}

static inline bool
visit_property(const char *key, struct json_object *schema, void *argument)
{
	struct err *e = argument;

	if (json_kind(schema) != JSON_OBJECT)
		return err_set(e, ERR_ARGUMENT,
			"the property \"%s\" is no schema", key);
	return schema_lint(schema, e) || err_add(e, ", in \"%s\"", key);
}

static inline bool
lint_parts(const struct json_object *schema, struct err *e)
{
	const struct json_object *known = json_get_object(schema, "properties");
	const struct json_object *items = json_get_object(schema, "items");
	const struct json_object *others =
		json_get_object(schema, "additionalProperties");

	if (known != NULL && !json_each(known, visit_property, e))
		return false;
	if (items != NULL && !schema_lint(items, e))
		return err_add(e, ", in \"items\"");
	if (json_get_bool(schema, "additionalProperties", false))
		return err_set(e, ERR_ARGUMENT,
			"\"additionalProperties\" is true; leave it out");
	if (others != NULL && !schema_lint(others, e))
		return err_add(e, ", in \"additionalProperties\"");
	return true;
}

static inline bool
schema_lint(const struct json_object *schema, struct err *e)
{
	if (json_kind(schema) != JSON_OBJECT)
		return err_set(e, ERR_ARGUMENT, "a schema must be an object");
	return json_each(schema, visit_keyword, e) && lint_type(schema, e) &&
	       lint_branches(schema, e) && lint_required(schema, e) &&
	       lint_pattern(schema, e) && lint_bounds(schema, e) &&
	       lint_parts(schema, e) && lint_values(schema, e);
}

#endif
