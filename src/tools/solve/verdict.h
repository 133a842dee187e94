#ifndef TOOLS_SOLVE_VERDICT_H
#define TOOLS_SOLVE_VERDICT_H

/*
 * The way from a request to a verdict, for all tools that solve: asks a worker,
 * judges its answer, and asks another solver whether it agrees.
 */

#include <stdbool.h>
#include <stddef.h>

#include "tools/call/call.h"
#include "tools/call/values.h"
#include "tools/solve/solve_request.h"
#include "wire/answer.h"

struct admitted_text;

/*
 * Has a worker solve the ask of the request, by its setup; the time limit
 * counts from the call's start.
 */
bool solve_ask_worker(struct call *c, struct solve *s,
	call_on_answer *on_answer, struct err *e);

/* How long Z3 was at it: of the last check as it says, or from the child's
 * beginning, when more was to be done than to decide it; 0 if it only waited.
 */
int64_t solve_time_us(const struct answer *answer);

/* solve_time and z3_version. */
void solve_put_time(
	const struct answer *answer, struct json_object *structured);

/*
 * Sets the verdict on the answer, which has no fault and is that of a worker. A
 * status that an earlier check got is not that of the last one. A solution
 * under which an assertion is false is none: then the verdict is unknown, and
 * names the items, or the lines of a script.
 */
void solve_reach_verdict(const struct call *c, struct solve *s);

/* sat, unsat, unknown, timeout or error. */
const char *solve_verdict_word(const struct solve_verdict *verdict);

/* One of several checks, or NULL. */
const struct answer_check *solve_check_at(
	const struct answer *answer, size_t at);

/* Returns the status of one of several checks. check may be NULL: then it was
 * not answered, and is unknown. A solution under which an assertion is false
 * does not count as one. */
enum status solve_status_of(const struct answer_check *check);

/* The first of those that are false, or of those that are not decided: {line}
 * of a script, {index, name, line} of an item or {argument} of the call; the
 * caller's. And the same as words: "item 3, assume[0]". */
struct json_object *solve_list_failed(
	const struct solve *s, const struct answer_check *check, bool is_false);
void solve_name_failed(const struct json_object *list, struct buf *out);

/*
 * Writes the request, asks a worker, and reaches a verdict on the answer, with
 * a second opinion where the call or the server wants it. Goes on with the
 * steps of the solve, which the call's state keeps.
 */
bool solve_ask(struct call *c, struct solve *s, struct err *e);

#endif
