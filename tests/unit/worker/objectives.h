#ifndef UNIT_WORKER_OBJECTIVES_H
#define UNIT_WORKER_OBJECTIVES_H

/* The objectives of an answer. */

#include "unit/worker/solved.h"

static inline const struct answer_objective *
objective(const struct answer *a, size_t number)
{
	assert_non_null(answer_last(a));
	assert_true(number < answer_last(a)->objectives.count);
	return &answer_last(a)->objectives.at[number];
}

static inline void
assert_optimal(const struct answer *a, size_t number, const char *value)
{
	assert_true(objective_is_optimal(objective(a, number)));
	assert_string_equal(objective(a, number)->value, value);
}

#endif
