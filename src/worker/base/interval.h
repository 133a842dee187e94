#ifndef WORKER_BASE_INTERVAL_H
#define WORKER_BASE_INTERVAL_H

/*
 * Intervals of whole numbers. Both ends belong to an interval; a low end of
 * -INTERVAL_END or a high end of INTERVAL_END means that there is no bound on
 * that side. The sum of two ends does not overflow, and every operation returns
 * an interval that contains all results.
 */

#include "worker/base/libz3.h"
#include <stdbool.h>
#include <stdint.h>

struct interval {
	int64_t low, high;
};

#define INTERVAL_END (INT64_C(1) << 61)

/* Returns true and sets *value if the term is an Int numeral small enough to be
 * an end. The term may be NULL. */
bool interval_of_numeral(Z3_context c, Z3_ast term, int64_t *value);

struct interval interval_all(void);
bool interval_is_finite(struct interval r);
struct interval interval_negate(struct interval r);
struct interval interval_add(struct interval a, struct interval b);
struct interval interval_join(struct interval a, struct interval b);
struct interval interval_meet(struct interval a, struct interval b);
struct interval interval_multiply(struct interval a, struct interval b);
struct interval interval_scale(struct interval r, int64_t factor);

/* Returns the x for which factor * x is in r. The factor must not be 0. */
struct interval interval_divide(struct interval r, int64_t factor);

#endif
