#ifndef TOOLS_SOLVE_CONFIRM_H
#define TOOLS_SOLVE_CONFIRM_H

/*
 * A second opinion: another solver that is installed (--confirm-with) is asked
 * what Z3 has answered sat or unsat to, in what is left of the call's time. If
 * it says the contrary, the verdict becomes unknown. What it is not able to
 * answer is no contradiction, and is told.
 */

#include <stdbool.h>
#include <stddef.h>

#include "tools/call/call.h"

struct buf;
struct solve_reply;
struct solve_request;
struct solve_verdict;

/* By the argument `confirm`, or for all calls by --confirm. */
bool confirm_is_wanted(const struct call *c);

/* The question as other solvers read it: declarations, definitions, assertions
 * and, of a script, scopes, up to its check. False: it has several checks. */
void confirm_write_model(const struct solve_request *q, struct buf *out);
bool confirm_write_script(const char *text, size_t size, struct buf *out);

/*
 * Asks, if the verdict is sat or unsat, and goes on with `next`; what came of
 * it is in the verdict, which lives as long as the call's state. `script` NULL:
 * it cannot be asked.
 */
void confirm_ask(struct call *c, struct solve_verdict *verdict,
	const struct buf *script, tool_run *next);

/* The member `confirmed`, and a line after the prefix; nothing if nobody was
 * to be asked. */
void confirm_put(struct solve_reply *w);

#endif
