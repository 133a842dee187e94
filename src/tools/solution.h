#ifndef TOOLS_SOLUTION_H
#define TOOLS_SOLUTION_H

/*
 * What is said about a model that has solutions.
 */

#include <stdbool.h>

#include "base/buf.h"
#include "wire/answer.h"

struct composing;
struct question;
struct values;

/* Objectives, values, the solution as text, further solutions, and what was
 * checked. Values are taken out of `values`. */
void solution_put(struct composing *w, struct values *values);

/* Which assertions were evaluated, and which are not true. */
void solution_put_checked(struct composing *w);

/* The number of assertions that are false under the values. */
size_t solution_count_false(const struct answer_check *check);

/* "item 3, item 5": those with assertions that are false, or undecided. */
void solution_name_failed(const struct question *q,
	const struct answer_check *check, bool is_false, struct buf *out);

/* Every objective has its proved optimum, and there is one. */
bool solution_is_optimal(const struct answer_check *check);

#endif
