#ifndef WORKER_EXPAND_RECURSION_H
#define WORKER_EXPAND_RECURSION_H

/*
 * Recursive functions, unfolded step by step.
 *
 * libz3's simplifier unfolds an application to values only, and without end if
 * it has none; so while terms are expanded their recursive functions are
 * replaced by functions of no definition.
 */

#include <stdbool.h>
#include <stddef.h>
#include <z3.h>

struct recursive_function {
	Z3_func_decl decl;
	Z3_func_decl stand_in;
	Z3_ast body; /* of stand-ins; the i-th parameter is variable i */
};

/* Zeroed to begin with. */
struct recursion {
	struct recursive_function *at;
	size_t count, capacity;
};

/* All that the context has. False if there is no time. */
bool recursion_read(struct recursion *r, Z3_context c);
void recursion_release(struct recursion *r);

/* One application, its arguments apart, in either direction; else itself. */
Z3_ast recursion_hide(const struct recursion *r, Z3_context c, Z3_ast part);
Z3_ast recursion_show(const struct recursion *r, Z3_context c, Z3_ast part);

/* Whether the term applies a function in the place of a recursive one. */
bool recursion_applies(const struct recursion *r, Z3_context c, Z3_ast term);

/*
 * The body for the arguments of such a term, simplified. NULL if nothing is
 * known of any argument: such a recursion seldom ends.
 */
Z3_ast recursion_unfold(const struct recursion *r, Z3_context c, Z3_ast term);

#endif
