#ifndef WORKER_BASE_BOUND_PROPAGATION_H
#define WORKER_BASE_BOUND_PROPAGATION_H

/*
 * The values that the Int constants of some terms can have at most, as far as
 * the terms say so in sums. A constant of which they do not is unbounded, even
 * if a bound follows in another way.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "worker/base/libz3.h"

/* Both ends belong to it; one at INTERVAL_END or -INTERVAL_END is none. The sum
 * of two ends does not overflow. */
struct interval {
	int64_t low, high;
};

#define INTERVAL_END (INT64_C(1) << 61)

struct interval interval_all(void);
struct interval interval_negate(struct interval r);
struct interval interval_add(struct interval a, struct interval b);
struct interval interval_join(struct interval a, struct interval b);
struct interval interval_multiply(struct interval a, struct interval b);

/* Whether it is a numeral of sort Int that an end may be; not of NULL. */
bool interval_of_numeral(Z3_context c, Z3_ast term, int64_t *value);

/* The x for which factor * x is in it; the factor is not 0. */
struct interval interval_divide(struct interval r, int64_t factor);

struct bound {
	Z3_ast constant; /* NULL: it is not a constant, or unbounded */
	struct interval interval;
};

struct bound_propagation {
	Z3_context c;
	struct bound *at; /* by the id of the term */
	size_t count;
	unsigned steps;	 /* that it took to read them */
	bool contradict; /* no value is left for one of them */
};

/* A sum comes to stand on the left, and a number on the right. */
void bound_propagation_simplify(
	Z3_context c, const Z3_ast *terms, size_t count, Z3_ast *simple);

/* The terms have been simplified. */
void bound_propagation_read(struct bound_propagation *b, Z3_context c,
	const Z3_ast *terms, size_t count);
void bound_propagation_release(struct bound_propagation *b);

/* Of an Int constant. */
struct interval bound_propagation_of(
	const struct bound_propagation *b, Z3_ast constant);

/* Of any term of sort Int. */
struct interval bound_propagation_range(
	struct bound_propagation *b, Z3_ast term);

/* The bounds of a constant that no term has yet. */
void bound_propagation_set(
	struct bound_propagation *b, Z3_ast constant, struct interval interval);

/* A constant that the terms are without by now. */
void bound_propagation_forget(struct bound_propagation *b, Z3_ast constant);

/* Asserts each as a comparison; they follow from the terms. */
void bound_propagation_assert(
	const struct bound_propagation *b, Z3_solver solver);

#endif
