#ifndef JSON_SCHEMA_DUE_H
#define JSON_SCHEMA_DUE_H

/*
 * What a schema wants at a place, asked by json/schema.c and put into words
 * for json/schema_say.c. What writes appends to the message.
 */

#include <stdbool.h>
#include <stddef.h>

struct err;
struct json_object;

/* Where in the arguments: the way up, and what is due there. */
struct place {
	const struct place *up; /* NULL at the root */
	const char *key;	/* NULL for an element */
	size_t index;		/* of an element */
	const struct json_object *schema;
	bool optional; /* a member that may be left out */
};

enum { SCHEMA_SHOWN_BYTES = 60 }; /* of a value or key that a client sent */

/* Whether a value of the type of that name may stand there. */
bool schema_takes(const struct json_object *schema, const char *type);

/* Whether a member of that name must be there. */
bool schema_requires(const struct json_object *schema, const char *key);

/* "a number between 1 and 600000 (milliseconds)". `value` is what was sent
 * instead, or NULL: for 1.5 it says "a whole number". */
void schema_due_add(
	const struct place *p, const struct json_object *value, struct err *e);

/* The value as JSON, cut to SCHEMA_SHOWN_BYTES. */
void schema_due_show(const struct json_object *value, struct err *e);

#endif
