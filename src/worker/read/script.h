#ifndef WORKER_READ_SCRIPT_H
#define WORKER_READ_SCRIPT_H

/*
 * A script as a row of problems.
 *
 * Scopes are textual: what push and pop leave in force at a check can be read
 * off the text. So a script with push, pop and several checks is a row of flat
 * problems, each of which is what a fresh solver would have been given, and
 * each is solved in the same way as a text with one check. That costs what an
 * incremental solver would have remembered, and buys one executor in which no
 * check can leave anything to the next.
 *
 * reset-assertions takes assertions away and leaves declarations, as libz3
 * does. The standard takes these, too: so one that is declared again after it
 * goes.
 *
 * A problem is a check, the commands in force at it, and the queries after it
 * up to the next command that changes what is in force. Queries before the
 * first check (echo, simplify) are a problem without a check. A script without
 * any check has one added at its end, and so has one with a request that has
 * fields: to that check they belong, and are not commands. What is in force at
 * no check, because its scope or the text ends, is a problem without check and
 * queries: a mistake in it is one, too.
 */

#include <stdbool.h>

#include "worker/base/parsed.h"

/* `forms` come from command_policy_script or command_policy_item. */
void script_init(
	struct script *s, const char *text, const struct commands *forms);
void script_release(struct script *s);

/*
 * Takes the fields of the request, which is borrowed. They belong to a check
 * after the end of the text, or to one for each set of assumptions. Returns
 * false with the fault if a solution that the request has cannot be read.
 */
bool script_set_request(
	struct script *s, const struct ask *ask, struct diagnostic *fault);

/* Moves a fault in a field, placed in the whole text, into the field. */
void script_place(const struct script *s, struct diagnostic *fault);

enum script_step { SCRIPT_PROBLEM, SCRIPT_END, SCRIPT_FAULT };

/*
 * The next problem; valid until the next call. A fault is a pop below the
 * bottom, or a query that needs an answer where there is none.
 */
enum script_step script_next(struct script *s, struct script_problem *problem,
	struct diagnostic *fault);

/* Whether the values of all constants are of use. */
bool script_shows_solution(
	const struct script *s, const struct script_problem *sp);

#endif
