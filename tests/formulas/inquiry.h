#ifndef TESTS_FORMULAS_INQUIRY_H
#define TESTS_FORMULAS_INQUIRY_H

/*
 * One text, put to the server in every way, and each answer put to the oracle:
 * a solution is one, its typed values are its values, a core is unsat and less
 * of a minimal one is not, a relaxation is satisfiable, a proof is one.
 */

#include <stdbool.h>
#include <stdint.h>

#include "base/err.h"
#include "problems/siege.h"

/* How often there was what, for the curious. */
struct tally {
	uint64_t texts, sat, unsat, refused, undecided;
	uint64_t mangled;     /* texts with a fault, of which no status came */
	uint64_t libz3_wrong; /* it said unsat, and there was a solution */
};

struct question {
	const char *text;     /* declarations, definitions, assertions */
	const char *property; /* a term of Bool over them */
	const char *term;     /* one of a sort that has an order, or NULL */
	char of;	      /* its letter */
};

/* False with what is not so. */
bool inquiry_run(struct siege *s, const struct question *q, struct tally *t,
	struct err *e);

/* The same of a text that may have a fault: no status comes if it has one. */
bool inquiry_glance(
	struct siege *s, const char *text, struct tally *t, struct err *e);

#endif
