#include "worker/print/array_value.h"

#include <stdbool.h>
#include <stdlib.h>

#include "base/alloc.h"
#include "worker/base/termset.h"

static bool
is_store(Z3_context c, Z3_ast value)
{
	return Z3_get_ast_kind(c, value) == Z3_APP_AST &&
	       Z3_get_decl_kind(c, Z3_get_app_decl(c, Z3_to_app(c, value))) ==
		       Z3_OP_STORE;
}

/* Without the array and the value. */
static unsigned
count_indices(Z3_context c, Z3_ast store)
{
	return Z3_get_app_num_args(c, Z3_to_app(c, store)) - 2;
}

static Z3_ast
stored_into(Z3_context c, Z3_ast store)
{
	return Z3_get_app_arg(c, Z3_to_app(c, store), 0);
}

void
array_value_read(Z3_context c, Z3_ast value, struct array_value *chain)
{
	DROP(termset) struct termset places = {0}; /* (select VALUE i j) */
	Z3_ast *index;
	size_t stores = 0;
	size_t wide = 0;

	*chain = (struct array_value){.base = value};
	for (; is_store(c, chain->base); stores++) {
		wide += count_indices(c, chain->base);
		chain->base = stored_into(c, chain->base);
	}
	chain->at = mem_grow(NULL, stores, sizeof(*chain->at));
	index = chain->indices = mem_grow(NULL, wide, sizeof(*index));
	for (Z3_ast at = value; at != chain->base; at = stored_into(c, at)) {
		struct stored one = {.store = Z3_to_app(c, at),
			.indices = index,
			.count = count_indices(c, at)};

		for (unsigned i = 1; i <= one.count; i++)
			*index++ = Z3_get_app_arg(c, one.store, i);
		if (termset_add(&places, c,
			    Z3_mk_select_n(c, value, one.count, one.indices)))
			chain->at[chain->count++] = one;
	}
}

void
array_value_release(struct array_value *chain)
{
	free(chain->at);
	free(chain->indices);
}
