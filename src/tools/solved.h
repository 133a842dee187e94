#ifndef TOOLS_SOLVED_H
#define TOOLS_SOLVED_H

/*
 * The answer of solve_model, from what the solver said.
 */

#include <stddef.h>

#include "base/buf.h"
#include "wire/answer.h"

struct json_object;
struct question;
struct ruling;
struct values;

/*
 * A solution under which an assertion is false is none: then the ruling
 * becomes unknown, and its message names the items.
 */
void solved_distrust(const struct question *q, const struct answer *answer,
	struct ruling *ruling);

/* sat, unsat, unknown, timeout or error. */
const char *solved_status(const struct ruling *ruling);

/*
 * The structured content, the caller's, and the same as text; at most `room`
 * bytes of each of its parts. Values are taken out of `values`.
 */
struct json_object *solved_compose(const struct question *q,
	const struct answer *answer, const struct ruling *ruling,
	struct values *values, size_t room, struct buf *text);

#endif
