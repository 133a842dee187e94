#include "json/schema.h"

#include <assert.h>
#include <regex.h>
#include <string.h>

#include "base/alloc.h"
#include "base/utf8.h"
#include "json/json.h"
#include "json/json_own.h"
#include "json/schema_message.h"

/* --- types ---------------------------------------------------------------- */

/* Whether the schema takes the type of the value as it is. */
static bool
fits_type(const struct json_object *schema, const struct json_object *value)
{
	enum json_kind kind = json_kind(value);

	if (kind == JSON_INT && schema_takes(schema, "number"))
		return true;
	return schema_takes(schema, json_kind_name(kind));
}

/* What the value is to be checked against: the schema itself, or the branch of
 * its anyOf that takes the value's type; NULL if none does. */
static const struct json_object *
find_branch(const struct json_object *schema, const struct json_object *value)
{
	const struct json_object *branches = json_get_array(schema, "anyOf");

	if (branches == NULL)
		return fits_type(schema, value) ? schema : NULL;
	for (size_t i = 0; i < json_count(branches); i++) {
		if (fits_type(json_at(branches, i), value))
			return json_at(branches, i);
	}
	return NULL;
}

/* --- mending ---------------------------------------------------------------
 */

/* The integer that a number like 3.0 or 1e2 is, or NULL. */
static struct json_object *
whole(const struct json_object *schema, const struct json_object *value)
{
	double number;

	if (json_kind(value) != JSON_NUMBER || fits_type(schema, value) ||
		!schema_takes(schema, "integer"))
		return NULL;
	number = json_number(value);
	/* 2^63 is a double, the largest int64_t is not. */
	if (number < (double)INT64_MIN || number >= -(double)INT64_MIN ||
		number != (double)(int64_t)number)
		return NULL;
	return json_new_int((int64_t)number);
}

/* The value that a JSON text in a string says, or NULL. */
static struct json_object *
unwrapped(const struct json_object *schema, const struct json_object *value)
{
	DROP(json) struct json_object *parsed = NULL;
	struct json_object *integer;
	struct err ignored;

	if (json_kind(value) != JSON_STRING || schema_takes(schema, "string"))
		return NULL;
	if (!json_parse(json_string(value), json_string_size(value), &parsed,
		    &ignored) ||
		parsed == NULL)
		return NULL;
	integer = whole(schema, parsed);
	if (integer != NULL)
		return integer;
	return fits_type(schema, parsed) ? TAKE(parsed) : NULL;
}

/* The list of one that an element of it stands for, or NULL. */
static struct json_object *
listed(const struct json_object *schema, const struct json_object *value)
{
	const struct json_object *items = json_get_object(schema, "items");
	struct json_object *list;

	if (value == NULL || items == NULL || fits_type(schema, value) ||
		find_branch(items, value) == NULL)
		return NULL;
	list = json_new_array();
	json_add(list, json_copy(value));
	return list;
}

/* What shall stand in the place of a value that plainly says one of another
 * type, owned; NULL to leave it. Nothing is guessed: a string where a string
 * may stand is that string. */
static struct json_object *
mend(const struct json_object *schema, const struct json_object *value)
{
	struct json_object *better = whole(schema, value);

	if (better == NULL)
		better = unwrapped(schema, value);
	return better != NULL ? better : listed(schema, value);
}

/* --- one value -------------------------------------------------------------
 */

static bool
is_listed(const struct json_object *schema, const struct json_object *value)
{
	const struct json_object *words = json_get_array(schema, "enum");
	struct json_object *only;

	if (json_find(schema, "const", &only) && !json_equal(only, value))
		return false;
	if (words == NULL)
		return true;
	for (size_t i = 0; i < json_count(words); i++) {
		if (json_equal(json_at(words, i), value))
			return true;
	}
	return false;
}

static bool
is_in_range(const struct json_object *schema, const struct json_object *value)
{
	struct json_object *bound;

	if (json_kind(value) != JSON_INT && json_kind(value) != JSON_NUMBER)
		return true;
	if (json_find(schema, "minimum", &bound) &&
		json_number(value) < json_number(bound))
		return false;
	return !json_find(schema, "maximum", &bound) ||
	       json_number(value) <= json_number(bound);
}

static bool
has_count(const struct json_object *schema, const char *least, const char *most,
	size_t count)
{
	int64_t low = json_get_int(schema, least, 0);
	int64_t high = json_get_int(schema, most, INT64_MAX);

	return (int64_t)count >= low && (int64_t)count <= high;
}

static bool
matches(const char *pattern, const char *text)
{
	regex_t regex;
	int status = regcomp(&regex, pattern, REG_EXTENDED | REG_NOSUB);

	assert(status == 0); /* a test compiles each one */
	status = regexec(&regex, text, 0, NULL, 0);
	regfree(&regex);
	return status == 0;
}

static bool
has_form(const struct json_object *schema, const struct json_object *value)
{
	const char *pattern = json_get_string(schema, "pattern");

	if (json_kind(value) == JSON_ARRAY)
		return has_count(
			schema, "minItems", "maxItems", json_count(value));
	if (json_kind(value) != JSON_STRING)
		return true;
	if (!has_count(schema, "minLength", "maxLength",
		    utf8_count(json_string(value), json_string_size(value))))
		return false;
	return pattern == NULL || matches(pattern, json_string(value));
}

/* What the schema says of one value, not of its type nor of what is in it. */
static bool
is_allowed(const struct json_object *schema, const struct json_object *value)
{
	return is_listed(schema, value) && is_in_range(schema, value) &&
	       has_form(schema, value);
}

/* --- all of it -------------------------------------------------------------
 */

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
		struct json_object *better =
			mend(element.schema, json_at(array, element.index));

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
			return schema_refuse(
				&element, SCHEMA_REPEATED, value, e);
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
	struct json_object *better = mend(schema, value);

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
	return schema_refuse_key(v->place, key, v->e);
}

/* A property of the schema: sent as it must be, or rightly left out. */
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
		return schema_refuse(&member, SCHEMA_MISSING, NULL, v->e);
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

	branch.schema = find_branch(p->schema, value);
	if (branch.schema == NULL)
		return schema_refuse(p, SCHEMA_WRONG, value, e);
	if (json_kind(value) == JSON_STRING &&
		strlen(json_string(value)) != json_string_size(value))
		return schema_refuse(p, SCHEMA_NUL, value, e);
	if (!is_allowed(branch.schema, value))
		return schema_refuse(p, SCHEMA_WRONG, value, e);
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
		better = mend(schema, *value);
	if (better != NULL) {
		json_free(*value);
		*value = better;
	}
	return check(&root, *value, e);
}
