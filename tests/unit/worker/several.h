#ifndef UNIT_SOLVER_SEVERAL_H
#define UNIT_SOLVER_SEVERAL_H

/* Several solutions of a text: how many there are, of few. */

#include "unit/worker/solved.h"

static inline struct answer *
up_to_9(const char *text)
{
	struct ask ask = ask_for(text);

	ask.solutions = 9;
	return solved_ask(&ask);
}

/* So many, and no others. */
static inline void
expect(const char *text, size_t solutions)
{
	struct answer *a = up_to_9(text);

	assert_int_equal(answer_last(a)->solutions.list.count, solutions);
	assert_true(answer_last(a)->solutions.complete);
	answer_free(a);
}

#endif
