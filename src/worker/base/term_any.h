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

/*
 * Whether this is the declaration of a recursive function, or an application
 * of one. libz3 4.8.12 evaluates its applications; the function itself, or an
 * application to what has no value, it unfolds without end.
 */
bool term_declares_recursive(Z3_context c, Z3_func_decl decl);
bool term_applies_recursive(Z3_context c, Z3_ast part);

#endif
