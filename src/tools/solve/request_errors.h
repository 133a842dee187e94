#ifndef TOOLS_SOLVE_REQUEST_ERRORS_H
#define TOOLS_SOLVE_REQUEST_ERRORS_H

/*
 * What is wrong with the text of a question, said of the item or argument that
 * it is in.
 */

#include <stdbool.h>

#include "base/err.h"
#include "smt/text/diagnostic.h"

struct solve_request;
struct solve_request_term;

/* A fault in the argument itself. Always false. */
bool question_refuse_term(const struct solve_request *q,
	const struct solve_request_term *term, const struct diagnostic *fault,
	struct err *e);

/* A fault in the text of solve_request_write. Always false. */
bool question_refuse(const struct solve_request *q,
	const struct diagnostic *fault, struct err *e);

/* The term whose lines, or the line of ours behind it, that line is; NULL
 * before all of them. */
const struct solve_request_term *question_term_at(
	const struct solve_request *q, unsigned line);

#endif
