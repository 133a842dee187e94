#ifndef TESTS_UNIT_JSON_SCHEMA_LINT_H
#define TESTS_UNIT_JSON_SCHEMA_LINT_H

/*
 * Whether our own schemas keep to the subset that json/schema.h enforces.
 */

#include <string.h>

#include "base/alloc.h"
#include "json/json.h"
#include "json/schema.h"

/* The subset, and of which kind each keyword's value must be; -1: any. */
static const struct keyword {
	const char *name;
	int kind;
} keywords[] = {
	{"type", JSON_STRING},
	{"anyOf", JSON_ARRAY},
	{"properties", JSON_OBJECT},
	{"required", JSON_ARRAY},
	{"additionalProperties", -1},
	{"items", JSON_OBJECT},
	{"enum", JSON_ARRAY},
	{"minimum", -1},
	{"maximum", -1},
	{"minLength", JSON_INT},
	{"maxLength", JSON_INT},
	{"minItems", JSON_INT},
	{"maxItems", JSON_INT},
	{"description", JSON_STRING},
	{"title", JSON_STRING},
	{"default", -1},
};

static inline bool
lint_keywords(const struct json_object *schema, struct err *e)
{
	enum { COUNT = sizeof(keywords) / sizeof(keywords[0]) };
	struct json_member m = {0};

	while (json_next(schema, &m)) {
		size_t i = 0;

		while (i < COUNT && strcmp(keywords[i].name, m.key) != 0)
			i++;
		if (i == COUNT)
			return err_set(e, ERR_ARGUMENT,
				"\"%s\" is no keyword that is enforced", m.key);
		if (keywords[i].kind >= 0 &&
			keywords[i].kind != (int)json_kind(m.value))
			return err_set(e, ERR_ARGUMENT,
				"\"%s\" cannot be of type %s", m.key,
				json_kind_name(json_kind(m.value)));
	}
	return true;
}

static inline bool schema_lint(const struct json_object *schema, struct err *e);

/* A value belongs to a branch by its type alone. */
static inline bool
lint_branches(const struct json_object *branches, struct err *e)
{
	DROP(json) struct json_object *types = json_new_object();

	for (size_t i = 0; i < json_count(branches); i++) {
		const struct json_object *branch = json_at(branches, i);
		const char *type = json_get_string(branch, "type");

		if (type == NULL || json_find(types, type, NULL))
			return err_set(e, ERR_ARGUMENT,
				"a branch of \"anyOf\" has no type of its own");
		json_put(types, type, NULL);
		if (!schema_lint(branch, e))
			return err_add(e, ", in \"anyOf\"");
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
lint_default(const struct json_object *schema, struct err *e)
{
	struct json_object *value;
	DROP(json) struct json_object *copy = NULL;
	struct err reason;

	if (!json_find(schema, "default", &value))
		return true;
	copy = json_copy(value);
	return (schema_check(schema, &copy, &reason) &&
		       json_equal(copy, value)) ||
	       err_set(e, ERR_ARGUMENT, "the schema refuses its default");
}

static inline bool
lint_parts(const struct json_object *schema, struct err *e)
{
	static const char *const parts[] = {"items", "additionalProperties"};
	struct json_member m = {0};

	while (json_next(json_get(schema, "properties"), &m)) {
		if (!schema_lint(m.value, e))
			return err_add(e, ", in \"%s\"", m.key);
	}
	for (size_t i = 0; i < sizeof(parts) / sizeof(parts[0]); i++) {
		const struct json_object *part = json_get(schema, parts[i]);

		if (json_kind(part) == JSON_OBJECT && !schema_lint(part, e))
			return err_add(e, ", in \"%s\"", parts[i]);
	}
	return true;
}

/*
 * False if the schema holds a keyword outside of the subset or is at odds with
 * itself: a required member that is no property, a default that the schema
 * refuses, an anyOf whose branches their types do not tell apart.
 */
static inline bool
schema_lint(const struct json_object *schema, struct err *e)
{
	const struct json_object *branches = json_get_array(schema, "anyOf");

	if (json_kind(schema) != JSON_OBJECT)
		return err_set(e, ERR_ARGUMENT, "a schema must be an object");
	return lint_keywords(schema, e) &&
	       (branches == NULL || lint_branches(branches, e)) &&
	       lint_required(schema, e) && lint_parts(schema, e) &&
	       lint_default(schema, e);
}

#endif
