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
 * any check has one added at its end. What is in force at no check, because its
 * scope or the text ends, is a problem without check and queries: a mistake in
 * it is one, too.
 */

#include <stdbool.h>

#include "worker/base/parsed.h"

/* `forms` come from command_policy_script or command_policy_item. */
void script_init(
	struct script *s, const char *text, const struct commands *forms);
void script_release(struct script *s);

/* Appends the fields of the ask as commands, of which only what stands after
 * the name is in the text, with a check before those that need its answer; and
 * the commands of a solution. */
bool script_add_fields(struct commands *forms, const struct ask *ask,
	struct diagnostic *fault);
bool script_is_field(const struct command *form);

/* Whether it is a command of the solution that the ask holds. */
bool script_is_stored(const struct script *s, const struct command *form);

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
