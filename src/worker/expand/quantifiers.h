#ifndef WORKER_EXPAND_QUANTIFIERS_H
#define WORKER_EXPAND_QUANTIFIERS_H

/*
 * Quantifiers over finite ranges, written out; recursive functions at known
 * arguments, unfolded; powers with a constant exponent, as products.
 *
 * The range of a variable comes from its sort (Bool, an enumeration, a
 * bit-vector) or, of an Int, from the guard: what has to hold for an instance
 * to matter. That is what a forall assumes and what an exists demands, so the
 * ground term is equivalent to the quantifier wherever that stands. What a
 * guard says of the variables alone is evaluated while the ranges are walked:
 * instances that it rules out cost nothing. Where that is not enough, what
 * other assertions say of a constant or a declared sort is taken, too.
 *
 * A quantifier is expanded with all that is nested in it, or stays as it is; so
 * is an application of a recursive function with all of its steps.
 */

#include <stddef.h>

#include "worker/base/libz3.h"
#include "worker/base/parsed.h"

struct answer_stream;

enum { QUANTIFIERS_GIVEN_UP_MAX = 3 };

/* Of the problems of a script: the assertions whose ranges were too large, and
 * which are not tried again. Zeroed to begin with, but for `out`. */
struct quantifiers_given_up {
	const void *at[QUANTIFIERS_GIVEN_UP_MAX]; /* commands and fields */
	size_t count; /* when all are used, nothing more is expanded */
	size_t empty; /* the end of those whose empty ranges were reported */
	struct answer_stream *out;
};

/*
 * The terms of the problem, those of assertions, assumptions and objectives
 * expanded; the caller's. Empty if that changes nothing, or if there was an
 * interrupt. Ranges that are too large, or empty, are reported, once.
 */
void quantifiers_expand(const struct parsed *p,
	struct quantifiers_given_up *given_up, struct expanded *out);

#endif
