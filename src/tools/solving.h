#ifndef TOOLS_SOLVING_H
#define TOOLS_SOLVING_H

/*
 * What solve_smtlib and solve_model share: the ask, and the parts of the
 * answer that do not depend on what was solved.
 */

#include <stdbool.h>
#include <stddef.h>

#include "tools/call.h"

struct json_object;
struct values;

/*
 * Asks a worker to solve the text of `ask`, whose kind, time limit and wishes
 * are filled in from the call's arguments timeout_ms and minimize_core. The
 * time limit counts from the call's start.
 */
bool solving_ask(struct call *c, const struct ask *ask,
	call_on_answer *on_answer, struct err *e);

/*
 * Reads the values of the last check. A worker whose values are no JSON has
 * given no answer that can be believed: its outcome becomes GARBLED. False when
 * there was no worker at all.
 */
bool solving_read(struct call *c, struct answer *answer, struct values *values,
	struct err *e);

/* solve_time and z3_version. */
void solving_put_run(
	const struct answer *answer, struct json_object *structured);

#endif
