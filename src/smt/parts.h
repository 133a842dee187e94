#ifndef SMT_PARTS_H
#define SMT_PARTS_H

/*
 * How the parts of a problem are written: of problem.c and givens.c.
 */

#include "smt/problem.h"

/* A part without a term; valid until the next one is added. */
struct problem_part *parts_add(struct problem *p, enum part_kind kind,
	const struct form *form, const struct token *source);

/* The part's bytes of the script, at the end of the text. */
void parts_add_source(struct problem *p, struct problem_part *part);

#endif
