#ifndef SMT_LOGIC_H
#define SMT_LOGIC_H

/*
 * What (set-logic NAME) rules. libz3's parse API takes a logic and minds it
 * little, but its own command and every other solver refuse what the logic
 * does not have, so that an exported model would be worth nothing there.
 */

#include <stdbool.h>

#include "smt/theory.h"
#include "smt/token.h"

/* What the terms of a logic may do. */
enum logic_part {
	PART_INTEGERS = 1 << 0,
	PART_REALS = 1 << 1,
	PART_FUNCTIONS = 1 << 2, /* with arguments */
	PART_QUANTIFIERS = 1 << 3,
	PART_PRODUCTS = 1 << 4, /* of two terms that are no numbers */
	PART_SUMS = 1 << 5,	/* beyond differences of two terms */
	PART_BITS = 1 << 6,
	PART_ARRAYS = 1 << 7,
	PART_ANY_ARRAYS = 1 << 8, /* of more than bit-vectors */
	PART_DATATYPES = 1 << 9,
	PART_RECURSION = 1 << 10,
	PART_ALL = (1 << 11) - 1,
};

struct logic {
	const char *name;
	unsigned theories; /* whose names libz3 has under this logic */
	unsigned parts;	   /* by SMT-LIB */
	/* libz3's command refuses terms beyond `parts`; else only others do. */
	bool is_checked;
};

/* NULL for a name that libz3 does not know: under it there are no rules. */
const struct logic *logic_find(struct slice name);

/* Whether it is the name of a logic, be it one that libz3 ignores: QF_ then
 * parts such as A, UF, BV, DT, LIA in SMT-LIB's order, or ALL. */
bool logic_is_name(struct slice name);

/* The name of a logic that a misspelt one most likely meant, or NULL. */
const char *logic_nearest(struct slice name);

/* The name of the smallest logic that has all this one has, and these; NULL if
 * only a model that sets no logic has them. */
const char *logic_wider(
	const struct logic *logic, unsigned theories, unsigned parts);

/* "bit-vectors"; of one part. */
const char *part_name(enum logic_part part);

#endif
