#ifndef TOOLS_SOLVE_SOLVE_REPLY_H
#define TOOLS_SOLVE_SOLVE_REPLY_H

/*
 * The answer of solve_model, from what the solver said.
 */

#include <stddef.h>

#include "base/buf.h"
#include "wire/answer.h"

struct json_object;
struct solve_request;
struct solve_verdict;
struct values;

/*
 * A solution under which an assertion is false is none: then the ruling
 * becomes unknown, and its message names the items.
 */
void solve_reply_distrust(const struct solve_request *q,
	const struct answer *answer, struct solve_verdict *ruling);

/* sat, unsat, unknown, timeout or error. */
const char *solve_reply_status(const struct solve_verdict *ruling);

/*
 * The structured content, the caller's, and the same as text; at most `room`
 * bytes of each of its parts. Values are taken out of `values`.
 */
struct json_object *solve_reply_compose(const struct solve_request *q,
	const struct answer *answer, const struct solve_verdict *ruling,
	struct values *values, size_t room, struct buf *text);

#endif
