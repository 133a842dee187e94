#ifndef SMT_NAMES_LOGIC_H
#define SMT_NAMES_LOGIC_H

/*
 * The theories that the terms of a logic may use, by SMT-LIB. (set-logic NAME)
 * is a hint: a text is solved whatever it uses, and what its logic leaves out
 * is reported, since other solvers refuse it.
 */

#include <stdbool.h>

#include "smt/text/lexer.h"

enum logic_part {
	PART_INTEGERS = 1 << 0,
	PART_REALS = 1 << 1,
	PART_FUNCTIONS = 1 << 2, /* with arguments */
	PART_QUANTIFIERS = 1 << 3,
	PART_PRODUCTS = 1 << 4, /* of two terms that are not numbers */
	PART_BITS = 1 << 5,
	PART_ARRAYS = 1 << 6,
	PART_DATATYPES = 1 << 7,
	PART_STRINGS = 1 << 8,
	PART_FLOATS = 1 << 9,
	PART_ALL = (1 << 10) - 1,
};

struct logic {
	const char *name;
	unsigned parts;
	/* It leaves out more: sums beyond x - y < 5, unbounded integers. */
	bool is_narrower;
};

/* NULL for a name that libz3 does not know. */
const struct logic *logic_find(struct slice name);

/* "bit-vectors"; of the part 1 << number. */
const char *part_name(unsigned number);

#endif
