#ifndef SOLVER_RANGE_H
#define SOLVER_RANGE_H

/* The values that a whole number can have, from one to another. */

#include <stdbool.h>
#include <stdint.h>
#include <z3.h>

/* Both ends belong to it; one at RANGE_END or -RANGE_END is none. The sum of
 * two ends is no overflow. */
struct range {
	int64_t low, high;
};

#define RANGE_END (INT64_C(1) << 61)

/* That of all numbers. */
struct range range_all(void);
bool range_is_bounded(struct range r);
struct range range_add(struct range a, struct range b);
struct range range_multiply(struct range a, struct range b);
/* Those that are in one of them. */
struct range range_join(struct range a, struct range b);
/* The number, if it is one. False: the term is no numeral, or a huge one. */
bool range_of_numeral(Z3_context c, Z3_ast term, int64_t *value);

struct range range_negate(struct range r);
/* What x can be if factor * x is in the range; the factor is not 0. */
struct range range_divide(struct range r, int64_t factor);

#endif
