#ifndef JSON_SCHEMA_SAY_H
#define JSON_SCHEMA_SAY_H

/*
 * The words of json/schema.c: what is wrong with an argument, said so that a
 * model can send the right one next. Each returns false.
 */

#include <stdbool.h>
#include <stddef.h>

#include "base/err.h"

struct json_object;
struct place;

/* "timeout_ms must be a number between 1 and 600000; you sent -5. ..." */
bool schema_say_wrong(
	const struct place *p, const struct json_object *value, struct err *e);

/* For a place whose value is not there. */
bool schema_say_missing(const struct place *p, struct err *e);

/* For an object that holds a key its schema does not know. */
bool schema_say_unknown(
	const struct place *object, const char *key, struct err *e);

/* For an element that equals one before it. */
bool schema_say_repeated(
	const struct place *p, const struct json_object *value, struct err *e);

/* For a string with a NUL in it. */
bool schema_say_nul(const struct place *p, struct err *e);

#endif
