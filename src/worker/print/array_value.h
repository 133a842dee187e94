#ifndef WORKER_PRINT_ARRAY_VALUE_H
#define WORKER_PRINT_ARRAY_VALUE_H

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
};

struct array_value {
	struct stored *at;
	size_t count;
	Z3_ast *indices; /* of all */
	Z3_ast base;	 /* what is stored into */
};

/* The stores from the outermost on, one for each place. */
void array_value_read(Z3_context c, Z3_ast value, struct array_value *chain);
void array_value_release(struct array_value *chain);

#endif
