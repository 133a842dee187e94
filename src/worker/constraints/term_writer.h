#ifndef WORKER_CONSTRAINTS_TERM_WRITER_H
#define WORKER_CONSTRAINTS_TERM_WRITER_H

/*
 * Writes expressions as Z3's terms.
 */

#include "worker/constraints/expression.h"

/*
 * Returns a term with the value of the expression under every assignment: the
 * one that was last read as it, or one that is made of those of its arguments.
 * A Boolean expression has a term of sort Bool, any other one of Int or Real.
 */
Z3_ast expression_write(struct expressions *e, uint32_t x);

#endif
