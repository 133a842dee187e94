#ifndef UNIT_SOLVER_SEVERAL_H
#define UNIT_SOLVER_SEVERAL_H

/* Several solutions of a text: how many there are, of few. */

#include "unit/worker/solved.h"

static inline struct answer *
up_to_9(const char *text)
{
	struct client_requests client_requests = ask_for(text);

	client_requests.solutions = 9;
	return solved_ask(&client_requests);
}

/* So many, and no others. */
static inline void
expect(const char *text, size_t solutions)
{
	struct answer *a = up_to_9(text);

	assert_int_equal(answer_last(a)->solution_count, solutions);
	assert_true(answer_last(a)->solutions_complete);
	answer_free(a);
}

#endif
