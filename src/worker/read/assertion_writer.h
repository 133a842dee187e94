#ifndef WORKER_READ_ASSERTION_WRITER_H
#define WORKER_READ_ASSERTION_WRITER_H

/*
 * How the parts of a problem are written: of problem.c and givens.c.
 */

#include "worker/read/problem.h"

/* A part without a term; valid until the next one is added. */
struct problem_part *assertion_writer_add(struct problem *p,
	enum part_kind kind, const struct command *form,
	const struct token *source);

/* The part's bytes of the script, at the end of the text. */
void assertion_writer_add_source(struct problem *p, struct problem_part *part);

#endif
