#ifndef TOOLS_RULING_H
#define TOOLS_RULING_H

/*
 * What an answer of the solver comes to: a status that is believed, and the
 * reason where it is less than was asked for.
 */

#include <stdbool.h>
#include <stddef.h>

#include "wire/answer.h"

struct call;
struct json_object;

struct ruling {
	enum status status; /* never NONE */
	/* incomplete, timeout, memory, crash, cancelled; NULL: all is well. */
	const char *code;
	char *message; /* NULL if code is */
};

/*
 * `checks` is how many the text has: a status that an earlier one got is not
 * that of the last one. `what` is what was solved: "the model". The answer has
 * no fault, and a worker was there.
 */
void ruling_of(const struct call *c, const struct answer *answer, size_t checks,
	const char *what, struct ruling *v);

/* Another status or reason; the message is taken. */
void ruling_set(
	struct ruling *v, enum status status, const char *code, char *message);

void ruling_release(struct ruling *v);
void ruling_drop(struct ruling *v); /* for DROP(ruling) */

/* {code, message}; the caller's. */
struct json_object *ruling_reason(const struct ruling *v);

#endif
