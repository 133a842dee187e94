#ifndef SMT_CLAUSES_TERM_H
#define SMT_CLAUSES_TERM_H

/* The terms of smt/clauses.h. */

#include <stdbool.h>
#include <stdint.h>

#include "smt/clauses.h"

/*
 * The literal that a term of the text (a token as form_next gives it) is. With
 * `is_asserted` the clauses say that it holds, and the literal is GATES_TRUE.
 */
bool clauses_term(struct clauses *c, const char *text, const struct token *term,
	bool is_asserted, int32_t *literal, struct fault *fault);

#endif
