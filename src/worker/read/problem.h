#ifndef WORKER_READ_PROBLEM_H
#define WORKER_READ_PROBLEM_H

/*
 * One problem of a script as a text for libz3's parser, which reads
 * declarations and assertions and hands back the assertions' terms.
 *
 * Everything whose term is wanted becomes an assertion: an assertion as it
 * stands; a term t of any sort (an objective, a get-value) as
 * (assert (let ((h t)) (= h h))), whose first argument is t; a declared
 * constant likewise, since a solver leaves constants out of its model that it
 * did not need; and a declared function f as (forall ((a S)) (= (f a) (f a))).
 * The i-th of them is the i-th term that the parser returns.
 *
 * Every command and term is a copy of bytes of the script, so that a place in
 * this text leads back to the script's.
 */

#include <stdbool.h>
#include <stddef.h>

#include "base/buf.h"
#include "worker/read/script.h"

enum part_kind {
	PART_COMMAND, /* declares; yields no term */
	PART_ASSERTION,
	PART_SOFT, /* of assert-soft: a Bool */
	PART_OBJECTIVE,
	PART_ASSUMPTION, /* of check-sat-assuming: a Bool */
	PART_QUERY,	 /* of get-value, eval, simplify, get-assignment */
	PART_CONSTANT,	 /* a declared or defined constant */
	PART_FUNCTION,	 /* a declared function with arguments */
};

enum { PART_NO_TERM = -1 };

struct problem_part {
	enum part_kind kind;
	const struct command *form; /* the command that it is of */
	struct token source;	    /* its bytes in the script */
	size_t at;		    /* where they stand in the text */
	long term;	 /* which of the parser's terms, or NO_TERM */
	bool is_wrapped; /* the term is (= t t), its value t */
	bool is_known;	 /* it is not in the text, only its term */
	size_t number;	 /* of an assertion: among all of the script, from 0 */
};

/* The beginning of a line, from 1; line 0: not set. */
struct problem_mark {
	size_t at;
	unsigned line;
};

struct problem {
	const char *script; /* the script's text, borrowed */
	struct buf text;
	struct problem_part *parts;
	size_t count, capacity;
	size_t terms; /* how many the parser has to return */
	/* Of problem_place.c: where the last place was. */
	struct problem_mark text_mark;
	struct problem_mark script_mark;
};

/* How constants are written: two may have one name and different sorts. */
enum problem_constants {
	CONSTANTS_PLAIN,     /* x */
	CONSTANTS_QUALIFIED, /* (as x Int) */
	CONSTANTS_NONE,	     /* left out */
};

/* Fills `p`, which need not be initialised; `s` is as script_next left it. */
void problem_build(struct problem *p, const struct script *s,
	const struct script_problem *sp, enum problem_constants constants);
void problem_release(struct problem *p);
void problem_drop(struct problem *p); /* for DROP(problem) */

/*
 * From a place in the text (line from 1, byte column from 0, as libz3 counts)
 * to the script's: fills offset, line and column (bytes from 1) of the fault.
 * Returns the part, or NULL when the place is in none.
 */
const struct problem_part *problem_place(struct problem *p, unsigned line,
	unsigned column, struct diagnostic *fault);

#endif
