#ifndef JSON_SCHEMA_H
#define JSON_SCHEMA_H

/*
 * The subset of JSON Schema (draft 2020-12) that our own schemas use, so that
 * the advertised schema is the one that is enforced: type (one name),
 * anyOf (of schemas that each have a type of their own, which tells them
 * apart), properties, required, additionalProperties (false or a schema),
 * items, enum, minimum, maximum, minLength, maxLength, minItems, maxItems,
 * description, title, default.
 * tests/rules/schemas.sh refuses a schema that uses anything else, so that
 * nothing is advertised and then not enforced. An array of types is legal in
 * the standard but lost on clients whose own dialect has one type only.
 *
 * Stricter than the standard: no string that a schema is applied to may hold
 * a NUL, so that a checked argument may be read as a C string.
 */

#include <stdbool.h>

#include "base/err.h"

struct json_object;

/*
 * Checks *value against the schema, and mends what models are known to send:
 * - a JSON text in a string where an object, array, number or boolean is
 *   wanted and a string is not is parsed and put in the place of the text
 * (hence the pointer);
 * - an element where a list of them is wanted becomes a list of one;
 * - a null in the place of a member that need not be there is removed;
 * - a number like 3.0 where an integer is wanted becomes one;
 * - a NULL *value where an object is wanted becomes an empty object.
 * After a failure some of it may be mended and the rest not.
 *
 * The message names the argument by its path, the value given, what is
 * allowed, did-you-mean for an unknown member, and what leaving it out would
 * mean (`default`).
 */
bool schema_check(const struct json_object *schema, struct json_object **value,
	struct err *e);

#endif
