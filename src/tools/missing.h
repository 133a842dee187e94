#ifndef TOOLS_MISSING_H
#define TOOLS_MISSING_H

/*
 * The terms of a call that got no value: evaluation may leave a term as it is,
 * and may end with the time.
 */

struct json_object;
struct question;
struct values;

/* A warning that names them, if there are any; none of values that were left
 * out for want of room. */
void missing_note(const struct question *q, const struct values *values,
	struct json_object *notes);

#endif
