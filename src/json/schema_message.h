#ifndef JSON_SCHEMA_MESSAGE_H
#define JSON_SCHEMA_MESSAGE_H

/*
 * The words of json/schema.c: what is wrong with an argument, said so that a
 * model can send the right one next; and what they both ask of a schema.
 */

#include <stdbool.h>
#include <stddef.h>

#include "base/err.h"

struct json_object;

/* Where in the arguments: the way up, and what is allowed there. */
struct place {
	const struct place *up; /* NULL at the root */
	const char *key;	/* NULL for an element */
	size_t index;		/* of an element */
	const struct json_object *schema;
	bool optional; /* a member that may be left out */
};

enum schema_fault {
	SCHEMA_WRONG,	 /* a value that the schema does not allow */
	SCHEMA_MISSING,	 /* a member that must be there; there is no value */
	SCHEMA_REPEATED, /* an element that equals one before it */
	SCHEMA_NUL,	 /* a string with a NUL in it */
};

/* "timeout_ms must be a number between 1 and 600000; you sent -5. ..." Always
 * false. */
bool schema_refuse(const struct place *p, enum schema_fault fault,
	const struct json_object *value, struct err *e);

/* For an object that holds a key its schema does not know. Always false. */
bool schema_refuse_key(
	const struct place *object, const char *key, struct err *e);

/* Whether a value of the type of that name may stand there. */
bool schema_takes(const struct json_object *schema, const char *type);

/* Whether a member of that name must be there. */
bool schema_requires(const struct json_object *schema, const char *key);

#endif
