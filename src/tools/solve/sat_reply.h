#ifndef TOOLS_SOLVE_SAT_REPLY_H
#define TOOLS_SOLVE_SAT_REPLY_H

/*
 * What is said about a model that has solutions.
 */

#include <stdbool.h>

#include "base/buf.h"
#include "wire/answer.h"

struct reply;
struct solve_request;
struct values;

/* Objectives, values, the solution as text, further solutions, and what was
 * checked. Values are taken out of `values`. */
void sat_reply_put(struct reply *w, struct values *values);

/* Which assertions were evaluated, and which are not true. */
void sat_reply_put_checked(struct reply *w);

/* The number of assertions that are false under the values. */
size_t sat_reply_count_false(const struct answer_check *check);

/* "item 3, item 5": those with assertions that are false, or undecided. */
void sat_reply_name_failed(const struct solve_request *q,
	const struct answer_check *check, bool is_false, struct buf *out);

/* Every objective has its proved optimum, and there is one. */
bool sat_reply_is_optimal(const struct answer_check *check);

#endif
