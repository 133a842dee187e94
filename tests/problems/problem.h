#ifndef PROBLEMS_PROBLEM_H
#define PROBLEMS_PROBLEM_H

/*
 * Problems with their answers. An .smt2 file holds many of them, one behind
 * the other; what stands before the first says what the file is about.
 *
 *	;;; ANSWER TITLE	begins a problem
 *	; text			argues why that is the answer: at least one line
 *	;> {...}		arguments for solve_model, or for prove
 *	;< PATTERN		what each answer holds (see replay/notation.h)
 *	(assert ...)		the problem: the rest, up to the next ;;;
 *
 * ANSWER is sat, unsat or unknown; proved or refuted, where `;>` has the
 * property; or `fault LINE:COLUMN` for a text that is refused at that place,
 * counted from the first line below the comments.
 */

#include <stdbool.h>
#include <stddef.h>

#include "base/err.h"

struct problem {
	unsigned line; /* of its ;;; */
	char *answer;
	char *title;
	bool is_argued;
	char *arguments; /* NULL: none */
	char **patterns;
	size_t pattern_count, pattern_capacity;
	char *text;
};

struct problems {
	struct problem *at;
	size_t count, capacity;
};

/* Reads a whole file; the error names the line. */
bool problems_read(struct problems *p, const char *path, struct err *e);
void problems_release(struct problems *p);

/* `fault 2:14` at "2:14"; NULL for every other answer. */
const char *problem_fault(const struct problem *p);

#endif
