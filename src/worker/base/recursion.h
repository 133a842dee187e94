#ifndef WORKER_BASE_RECURSION_H
#define WORKER_BASE_RECURSION_H

/*
 * The recursive functions of a context, with their bodies, which libz3 tells
 * only by way of a solution.
 */

#include <stdbool.h>
#include <stddef.h>
#include <z3.h>

#include "base/alloc.h"

struct recursive_function {
	Z3_func_decl decl;
	Z3_ast body; /* the i-th parameter is variable i */
};

/* Zeroed to begin with. */
struct recursion {
	struct recursive_function *at;
	size_t count, capacity;
};

/* All that the context has. False if there is no time. */
bool recursion_read(struct recursion *r, Z3_context c);
void recursion_release(struct recursion *r);
DROP_BY(recursion, recursion_release)

#endif
