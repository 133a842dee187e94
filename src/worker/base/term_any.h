#ifndef WORKER_BASE_TERM_ANY_H
#define WORKER_BASE_TERM_ANY_H

/*
 * Looks for something in a term, which is walked as the graph that it is:
 * parts that are shared are looked at once.
 */

#include <stdbool.h>
#include <z3.h>

typedef bool term_any_is(Z3_context c, Z3_ast part);

/* Whether it is so of the term or of a part of it, in quantifiers too. */
bool term_any(Z3_context c, Z3_ast term, term_any_is *is);

#endif
