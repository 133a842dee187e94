#ifndef JSON_SCHEMA_VALUE_H
#define JSON_SCHEMA_VALUE_H

/*
 * What a schema says of one value, not of its type nor of what is in it: enum,
 * const, bounds, lengths, pattern.
 */

#include <stdbool.h>

struct json_object;

/* A string must hold no NUL. */
bool schema_value_is_allowed(
	const struct json_object *schema, const struct json_object *value);

#endif
