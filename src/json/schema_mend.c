#include "json/schema_mend.h"

#include "base/alloc.h"
#include "json/json.h"
#include "json/schema_due.h"

bool
schema_fits_type(
	const struct json_object *schema, const struct json_object *value)
{
	enum json_kind kind = json_kind(value);

	if (kind == JSON_INT && schema_takes(schema, "number"))
		return true;
	return schema_takes(schema, json_kind_name(kind));
}

const struct json_object *
schema_branch(const struct json_object *schema, const struct json_object *value)
{
	const struct json_object *branches = json_get_array(schema, "anyOf");

	if (branches == NULL)
		return schema_fits_type(schema, value) ? schema : NULL;
	for (size_t i = 0; i < json_count(branches); i++) {
		if (schema_fits_type(json_at(branches, i), value))
			return json_at(branches, i);
	}
	return NULL;
}

/* The integer that a number like 3.0 or 1e2 is, or NULL. */
static struct json_object *
whole(const struct json_object *schema, const struct json_object *value)
{
	double number;

	if (json_kind(value) != JSON_NUMBER ||
		schema_fits_type(schema, value) ||
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
	return schema_fits_type(schema, parsed) ? TAKE(parsed) : NULL;
}

struct json_object *
schema_mend(const struct json_object *schema, const struct json_object *value)
{
	struct json_object *integer = whole(schema, value);

	return integer != NULL ? integer : unwrapped(schema, value);
}
