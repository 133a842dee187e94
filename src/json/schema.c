#include "json/schema.h"

#include <string.h>

#include "base/alloc.h"
#include "json/json.h"
#include "json/json_own.h"
#include "json/schema_due.h"
#include "json/schema_mend.h"
#include "json/schema_say.h"
#include "json/schema_value.h"

static bool check(
	const struct place *p, struct json_object *value, struct err *e);

static bool
check_elements(const struct place *p, struct json_object *array, struct err *e)
{
	struct place element = {.up = p};

	element.schema = json_get_object(p->schema, "items");
	if (element.schema == NULL)
		return true;
	for (; element.index < json_count(array); element.index++) {
		struct json_object *better = schema_mend(
			element.schema, json_at(array, element.index));

		if (better != NULL)
			json_own_replace(array, element.index, better);
		if (!check(&element, json_at(array, element.index), e))
			return false;
	}
	return true;
}

/* By their texts in a hash: a client may send a million elements. */
static bool
check_unique(
	const struct place *p, const struct json_object *array, struct err *e)
{
	DROP(json) struct json_object *seen = NULL;
	struct place element = {.up = p, .schema = p->schema};

	if (!json_get_bool(p->schema, "uniqueItems", false))
		return true;
	seen = json_new_object();
	for (; element.index < json_count(array); element.index++) {
		const struct json_object *value = json_at(array, element.index);
		DROP(text) char *text = json_text(value);

		if (json_find(seen, text, NULL))
			return schema_say_repeated(&element, value, e);
		json_put(seen, text, NULL);
	}
	return true;
}

struct visit {
	const struct place *place;
	struct json_object *object;
	struct err *e;
};

static bool
check_member(const struct visit *v, const char *key,
	const struct json_object *schema, struct json_object *value)
{
	struct place member = {.up = v->place,
		.key = key,
		.schema = schema,
		.optional = !schema_requires(v->place->schema, key)};
	struct json_object *better = schema_mend(schema, value);

	if (better != NULL)
		json_put(v->object, key, better);
	return check(&member, better != NULL ? better : value, v->e);
}

/* A member of the value: known, or fit for additionalProperties. */
static bool
visit_sent(const char *key, struct json_object *value, void *argument)
{
	const struct visit *v = argument;
	const struct json_object *schema = v->place->schema;
	const struct json_object *known = json_get_object(schema, "properties");
	struct json_object *others;

	if (json_find(known, key, NULL) ||
		!json_find(schema, "additionalProperties", &others))
		return true;
	if (json_kind(others) == JSON_OBJECT)
		return check_member(v, key, others, value);
	return schema_say_unknown(v->place, key, v->e);
}

/* A property of the schema: sent as it is due, or rightly left out. */
static bool
visit_known(const char *key, struct json_object *schema, void *argument)
{
	const struct visit *v = argument;
	struct place member = {.up = v->place, .key = key, .schema = schema};
	struct json_object *value;
	bool is_sent = json_find(v->object, key, &value);

	if (is_sent && (value != NULL || schema_takes(schema, "null")))
		return check_member(v, key, schema, value);
	if (schema_requires(v->place->schema, key))
		return schema_say_missing(&member, v->e);
	if (is_sent)
		json_delete(v->object, key);
	return true;
}

static bool
check_members(const struct place *p, struct json_object *object, struct err *e)
{
	struct visit v = {p, object, e};
	const struct json_object *known =
		json_get_object(p->schema, "properties");

	/* An unknown name first: it may be the misspelt missing one. */
	return json_each(object, visit_sent, &v) &&
	       (known == NULL || json_each(known, visit_known, &v));
}

static bool
check(const struct place *p, struct json_object *value, struct err *e)
{
	struct place branch = *p;

	branch.schema = schema_branch(p->schema, value);
	if (branch.schema == NULL)
		return schema_say_wrong(p, value, e);
	if (json_kind(value) == JSON_STRING &&
		strlen(json_string(value)) != json_string_size(value))
		return schema_say_nul(p, e);
	if (!schema_value_is_allowed(branch.schema, value))
		return schema_say_wrong(p, value, e);
	if (json_kind(value) == JSON_ARRAY)
		return check_elements(&branch, value, e) &&
		       check_unique(&branch, value, e);
	if (json_kind(value) == JSON_OBJECT)
		return check_members(&branch, value, e);
	return true;
}

bool
schema_check(const struct json_object *schema, struct json_object **value,
	struct err *e)
{
	struct place root = {.schema = schema};
	struct json_object *better = NULL;

	if (*value == NULL && !schema_takes(schema, "null"))
		better = json_new_object();
	else
		better = schema_mend(schema, *value);
	if (better != NULL) {
		json_free(*value);
		*value = better;
	}
	return check(&root, *value, e);
}
