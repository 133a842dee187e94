#ifndef SOLVER_CHAIN_H
#define SOLVER_CHAIN_H

/*
 * An array value as libz3 gives it: (store (store ((as const S) e) i v) j w),
 * where the outermost store at a place counts.
 */

#include <stddef.h>
#include <z3.h>

/* One store of a chain. */
struct stored {
	Z3_app store;
	const Z3_ast *indices;
	unsigned count;
	size_t place; /* from the outermost */
};

struct chain {
	struct stored *at;
	size_t count;
	Z3_ast *indices; /* of all */
	Z3_ast base;	 /* what is stored into */
};

/* The stores from the outermost on, one for each place. */
void chain_read(Z3_context c, Z3_ast value, struct chain *chain);
void chain_release(struct chain *chain);

#endif
