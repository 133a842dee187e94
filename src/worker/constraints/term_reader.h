#ifndef WORKER_CONSTRAINTS_TERM_READER_H
#define WORKER_CONSTRAINTS_TERM_READER_H

/*
 * Reads Z3's terms as expressions.
 */

#include "worker/constraints/expression.h"

/*
 * Returns the expression of a term of sort Bool, Int or Real; each part of it
 * is read once. What has no operation of its own is opaque: a quantifier, an
 * application, a comparison of bit-vectors, a number that is too large.
 * Returns EXPRESSION_NONE for a term of another sort, or if there are too many
 * expressions.
 */
uint32_t expression_read(struct expressions *e, Z3_ast term);

#endif
