#ifndef SOLVER_WITHIN_H
#define SOLVER_WITHIN_H

/*
 * Looks for something in a term, which is walked as the graph that it is:
 * parts that are shared are looked at once.
 */

#include <stdbool.h>
#include <z3.h>

typedef bool within_is(Z3_context c, Z3_ast part);

/* Whether it is so of the term or of a part of it, in quantifiers too. */
bool within_any(Z3_context c, Z3_ast term, within_is *is);

#endif
