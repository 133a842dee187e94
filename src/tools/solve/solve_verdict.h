#ifndef TOOLS_SOLVE_SOLVE_VERDICT_H
#define TOOLS_SOLVE_SOLVE_VERDICT_H

/*
 * What an answer of the solver comes to: a status that is believed, and the
 * reason where it is less than was asked for.
 */

#include <stdbool.h>
#include <stddef.h>

#include "wire/answer.h"

struct call;
struct json_object;

struct solve_verdict {
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
void solve_verdict_of(const struct call *c, const struct answer *answer,
	size_t checks, const char *what, struct solve_verdict *v);

/* Another status or reason; the message is taken. */
void solve_verdict_set(struct solve_verdict *v, enum status status,
	const char *code, char *message);

void solve_verdict_release(struct solve_verdict *v);
void solve_verdict_drop(struct solve_verdict *v); /* for DROP(solve_verdict) */

/* {code, message}; the caller's. */
struct json_object *solve_verdict_reason(const struct solve_verdict *v);

#endif
