#ifndef WORKER_PRINT_CARTESIAN_PRODUCT_H
#define WORKER_PRINT_CARTESIAN_PRODUCT_H

/*
 * All combinations of the values of some sorts, as far as these are few:
 * (false, red), (true, red), ... Few are those of Bool, bit-vectors of up to
 * eight bits, enumerations, and declared sorts of which a solution says what
 * elements there are.
 */

#include <stdbool.h>
#include <z3.h>

/* The values of a sort, with a reference that is the caller's; NULL: they are
 * not few, or not known. */
Z3_ast_vector cartesian_product_domain(Z3_context c, Z3_model m, Z3_sort sort);

struct cartesian_product {
	Z3_context c;
	unsigned count;
	unsigned points;	/* in all */
	Z3_ast_vector *domains; /* NULL: has a part in none of them */
	unsigned *at;		/* of each the value whose turn it is */
};

/*
 * Begins with the first point, with the elements that the model has of declared
 * sorts; NULL: they have none. False: a sort is left out, as it has many values
 * or would make more than `most` points.
 */
bool cartesian_product_begin(struct cartesian_product *g, Z3_context c,
	Z3_model m, unsigned count, const Z3_sort *sorts, unsigned most);

/* The same for the arguments of a function. */
bool cartesian_product_begin_function(struct cartesian_product *g, Z3_context c,
	Z3_model m, Z3_func_decl function, unsigned most);

/* The value at this point; NULL of a sort that is left out. */
Z3_ast cartesian_product_value(
	const struct cartesian_product *g, unsigned number);

/* The function applied to the values at this point. */
Z3_ast cartesian_product_apply(
	const struct cartesian_product *g, Z3_func_decl function);

/* False when all have had their turn. */
bool cartesian_product_next(struct cartesian_product *g);

void cartesian_product_release(struct cartesian_product *g);

#endif
