#ifndef SMT_THEORY_H
#define SMT_THEORY_H

/*
 * The theories that libz3's own names belong to. Under a logic only the names
 * of its theories exist.
 */

#include "smt/token.h"

enum theory {
	THEORY_CORE = 0, /* in every logic; also a name that is not libz3's */
	THEORY_ALIASES = 1 << 0, /* implies, iff: only without a logic */
	THEORY_ORDERS = 1 << 1,	 /* linear-order, List: likewise */
	THEORY_NUMBERS = 1 << 2,
	THEORY_POWERS = 1 << 3, /* ^, sin */
	THEORY_BITS = 1 << 4,
	THEORY_MORE_BITS = 1 << 5, /* bv2nat, int2bv */
	THEORY_ARRAYS = 1 << 6,
	THEORY_SETS = 1 << 7,	   /* union, (as const ...), map */
	THEORY_DATATYPES = 1 << 8, /* (_ is C) */
	THEORY_STRINGS = 1 << 9,
	THEORY_FLOATS = 1 << 10,
	THEORY_COUNTING = 1 << 11, /* (_ at-most 2) */
	THEORY_INT = 1 << 12, /* the sort Int: where numbers are, but NRA */
	THEORY_ALL = (1 << 13) - 1,
};

enum theory theory_of(struct slice name);

/* "bit-vectors"; of one theory that is not CORE. */
const char *theory_name(enum theory theory);

#endif
