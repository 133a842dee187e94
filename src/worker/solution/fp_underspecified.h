#ifndef WORKER_SOLUTION_FP_UNDERSPECIFIED_H
#define WORKER_SOLUTION_FP_UNDERSPECIFIED_H

/*
 * Some operations of floating point leave one case open, as fp.max does for
 * two zeros, and a solution of libz3 4.8.12 says of such a function what it
 * is there. Under a quantifier its evaluation takes that for the whole
 * function: fp.max is -0 everywhere, and what is false for every other number
 * is true. MBQI believes it, and so sat was answered where nothing satisfies.
 */

#include <stdbool.h>

#include "worker/base/task.h"

/* Whether t->model says what such a function is. */
bool fp_underspecified_is_misread(const struct task *t);

/* Whether it applies an operation that SMT-LIB leaves open for some arguments
 * (selectors apart, which a solution defines). */
bool fp_underspecified_is(Z3_context c, Z3_ast part);

/*
 * For residual_check_value: the term with the values of its constants, and
 * every function left as it is. NULL for a term without a quantifier, which is
 * evaluated rightly.
 */
Z3_ast fp_underspecified_term(const struct task *t, Z3_ast term);

#endif
