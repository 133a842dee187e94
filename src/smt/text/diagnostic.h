#ifndef SMT_TEXT_DIAGNOSTIC_H
#define SMT_TEXT_DIAGNOSTIC_H

/*
 * Why a text is refused, and where: a fact, not yet a message. Our scanner
 * makes faults, libz3's error lines become faults (kind DIAGNOSTIC_SOLVER), and
 * advice/ turns a fault with its text into an instruction.
 *
 * Positions: lines count from 1, columns from 1 in characters (not bytes), as
 * an editor shows them; offset and length are bytes of the text. Of
 * DIAGNOSTIC_SOLVER the column counts bytes, since that is what libz3 counts.
 */

#include <stddef.h>

enum diagnostic_kind {
	DIAGNOSTIC_NONE,
	DIAGNOSTIC_ENCODING, /* not UTF-8, or a NUL */
	DIAGNOSTIC_EMPTY, /* no command is there or left; what = which were not
			   */
	DIAGNOSTIC_TOKEN, /* no token; what = why */
	DIAGNOSTIC_UNCLOSED, /* at the "(" of the command; what = how many ")"
			      */
	DIAGNOSTIC_UNOPENED, /* ")" without "(" */
	DIAGNOSTIC_STRING,   /* unterminated "..." */
	DIAGNOSTIC_QUOTED,   /* unterminated |...| */
	DIAGNOSTIC_NOT_COMMAND, /* to the end of the line: infix, Python, prose
				 */
	DIAGNOSTIC_UNKNOWN_COMMAND, /* what = the nearest command, or "" */
	DIAGNOSTIC_REFUSED,  /* a command that is not allowed; what = why */
	DIAGNOSTIC_OPTION,   /* an option or its value that is refused */
	DIAGNOSTIC_LIMIT,    /* what = which limit, value and ceiling */
	DIAGNOSTIC_SCOPE,    /* pop below the bottom and such */
	DIAGNOSTIC_USAGE,    /* a command written wrongly; what = how to */
	DIAGNOSTIC_LANGUAGE, /* another one than SMT-LIB; what = why; what to do
			      */
	DIAGNOSTIC_SOLVER,   /* libz3 refused; what = its own words */
};

enum { DIAGNOSTIC_WHAT_MAX = 1024 };

struct diagnostic {
	enum diagnostic_kind kind;
	unsigned field; /* of an ask (wire/ask.h), from 1; 0: of its script */
	size_t offset;
	size_t length; /* of the offending token; 0 if there is none */
	unsigned line;
	unsigned column;
	char what[DIAGNOSTIC_WHAT_MAX]; /* "" when the kind says it all */
};

/* One is a KiB; who has corrected so many asks again. */
enum { DIAGNOSTICS_MAX = 2000 };

/* What is wrong with a text after its first fault. */
struct diagnostics {
	struct diagnostic *at; /* in the order of the text */
	size_t count, capacity;
};

#endif
