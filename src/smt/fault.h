#ifndef SMT_FAULT_H
#define SMT_FAULT_H

/*
 * Why a text is refused, and where: a fact, not yet a message. Our scanner
 * makes faults, libz3's error lines become faults (kind FAULT_SOLVER), and
 * advice/ turns a fault with its text into an instruction.
 *
 * Positions: lines count from 1, columns from 1 in characters (not bytes), as
 * an editor shows them; offset and length are bytes of the text. Of
 * FAULT_SOLVER the column counts bytes, since that is what libz3 counts.
 */

#include <stddef.h>

enum fault_kind {
	FAULT_NONE,
	FAULT_ENCODING, /* not UTF-8, or a NUL */
	FAULT_EMPTY,	/* no command is there or left; what = which were not */
	FAULT_TOKEN,	/* no token; what = why */
	FAULT_UNCLOSED, /* at the "(" of the command; what = how many ")" */
	FAULT_UNOPENED, /* ")" without "(" */
	FAULT_STRING,	/* unterminated "..." */
	FAULT_QUOTED,	/* unterminated |...| */
	FAULT_NOT_COMMAND, /* to the end of the line: infix, Python, prose */
	FAULT_UNKNOWN_COMMAND, /* what = the nearest command, or "" */
	FAULT_REFUSED,	       /* a command that is not allowed; what = why */
	FAULT_OPTION,	       /* an option or its value that is refused */
	FAULT_LIMIT,	       /* what = which limit, value and ceiling */
	FAULT_SCOPE,	       /* pop below the bottom and such */
	FAULT_USAGE,	       /* a command written wrongly; what = how to */
	FAULT_SOLVER,	       /* libz3 refused; what = its own words */
};

enum { FAULT_WHAT_MAX = 1024 };

struct fault {
	enum fault_kind kind;
	size_t offset;
	size_t length; /* of the offending token; 0 if there is none */
	unsigned line;
	unsigned column;
	char what[FAULT_WHAT_MAX]; /* "" when the kind says it all */
};

#endif
