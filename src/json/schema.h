#ifndef JSON_SCHEMA_H
#define JSON_SCHEMA_H

/*
 * The subset of JSON Schema (draft 2020-12) that our own schemas use, so that
 * the advertised schema is the one that is enforced: type (one name, or an
 * array of names), properties, required, additionalProperties (false or a
 * schema), items, enum, const, minimum, maximum, minLength, maxLength,
 * pattern (as POSIX extended), minItems, maxItems, uniqueItems, description,
 * title, default. schema_lint refuses a schema that uses anything else, so
 * that nothing is advertised and then not enforced.
 */

#include <stdbool.h>

#include "base/err.h"

struct json_object;

/*
 * Checks *value against the schema. Some models send a JSON text in a string
 * where an object, array, number or boolean is due: such a string is parsed
 * and put in the place of the text (hence the pointer). The message names the
 * argument by its path, the value given, what is allowed, did-you-mean for an
 * unknown property, and what leaving it out would mean (`default`).
 */
bool schema_check(const struct json_object *schema, struct json_object **value,
	struct err *e);

/* For the tests: false if the schema holds a keyword outside of the subset. */
bool schema_lint(const struct json_object *schema, struct err *e);

#endif
