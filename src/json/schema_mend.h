#ifndef JSON_SCHEMA_MEND_H
#define JSON_SCHEMA_MEND_H

/*
 * Values of a type that a schema does not take, but that plainly say one it
 * takes: JSON in a string, and 3.0 for an integer. Nothing is guessed: a
 * string where a string may stand is that string.
 */

#include <stdbool.h>

struct json_object;

/* Whether the schema takes the type of the value as it is. */
bool schema_fits_type(
	const struct json_object *schema, const struct json_object *value);

/* What the value is to be checked against: the schema itself, or the branch of
 * its anyOf that takes the value's type; NULL if none does. */
const struct json_object *schema_branch(
	const struct json_object *schema, const struct json_object *value);

/* What shall stand in the place of the value, owned; NULL to leave it. */
struct json_object *schema_mend(
	const struct json_object *schema, const struct json_object *value);

#endif
