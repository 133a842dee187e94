#ifndef TOOLS_QUESTION_FAULT_H
#define TOOLS_QUESTION_FAULT_H

/*
 * What is wrong with the text of a question, said of the item or argument that
 * it is in.
 */

#include <stdbool.h>

#include "base/err.h"
#include "smt/fault.h"

struct question;
struct question_term;

/* A fault in the argument itself. Always false. */
bool question_refuse_term(const struct question *q,
	const struct question_term *term, const struct fault *fault,
	struct err *e);

/* A fault in the text of question_write. Always false. */
bool question_refuse(
	const struct question *q, const struct fault *fault, struct err *e);

/* The term whose lines, or the line of ours behind it, that line is; NULL
 * before all of them. */
const struct question_term *question_term_at(
	const struct question *q, unsigned line);

#endif
