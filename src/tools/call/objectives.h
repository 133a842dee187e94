#ifndef TOOLS_CALL_OBJECTIVES_H
#define TOOLS_CALL_OBJECTIVES_H

/*
 * The objectives of a solution, with what is known of their best values.
 */

#include "base/buf.h"

struct answer_check;
struct answer_objective;
struct json_object;

/* minimize, maximize or soft */
const char *objective_kind(const struct answer_objective *objective);

/* Its value in the solution, or "?"; the caller's. */
char *objective_text(const struct answer_objective *objective);

/*
 * Why its value is not proved to be the best: "unbounded", "not_attained",
 * "not_proved"; NULL if it is.
 */
const char *objective_why_not(const struct answer_objective *objective);

/* Sentences on one that is not proved to be the best. */
void objective_explain(
	const struct answer_objective *objective, struct buf *out);

/* [{term, kind, value, optimal, why_not, lower, upper}], the caller's. */
struct json_object *objectives_list(const struct answer_check *check);

/* Of such a list: `minimize (+ x y) = 5 (optimal)`, a line for each. */
void objectives_add_lines(
	const struct json_object *list, const char *prefix, struct buf *text);

#endif
