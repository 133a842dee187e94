#include "worker/print/array_value.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"

static bool
is_store(Z3_context c, Z3_ast value)
{
	return Z3_get_ast_kind(c, value) == Z3_APP_AST &&
	       Z3_get_decl_kind(c, Z3_get_app_decl(c, Z3_to_app(c, value))) ==
		       Z3_OP_STORE;
}

static int
compare_stored(const void *a, const void *b)
{
	const struct stored *left = a;
	const struct stored *right = b;
	int order = memcmp(left->indices, right->indices,
		left->count * sizeof(*left->indices));

	if (order != 0)
		return order;
	return (left->place > right->place) - (left->place < right->place);
}

static int
compare_places(const void *a, const void *b)
{
	const struct stored *left = a;
	const struct stored *right = b;

	return (left->place > right->place) - (left->place < right->place);
}

static void
read_all(Z3_context c, Z3_ast value, struct array_value *chain)
{
	size_t capacity = 0;
	size_t used = 0;
	size_t wide = 0;

	*chain = (struct array_value){.base = value};
	for (; is_store(c, chain->base); chain->count++) {
		Z3_app store = Z3_to_app(c, chain->base);

		chain->at = mem_room(
			chain->at, chain->count, &capacity, sizeof(*chain->at));
		chain->at[chain->count] = (struct stored){.store = store,
			.count = Z3_get_app_num_args(c, store) - 2,
			.place = chain->count};
		wide += chain->at[chain->count].count;
		chain->base = Z3_get_app_arg(c, store, 0);
	}
	chain->indices = mem_grow(NULL, wide, sizeof(*chain->indices));
	for (size_t i = 0; i < chain->count; i++) {
		struct stored *one = &chain->at[i];

		one->indices = chain->indices + used;
		for (unsigned j = 1; j <= one->count; j++)
			chain->indices[used++] =
				Z3_get_app_arg(c, one->store, j);
	}
}

void
array_value_release(struct array_value *chain)
{
	free(chain->at);
	free(chain->indices);
}

/* Of several stores at one place the outermost counts. */
static void
keep_last(struct array_value *chain)
{
	size_t kept = 0;

	if (chain->count == 0)
		return;
	qsort(chain->at, chain->count, sizeof(*chain->at), compare_stored);
	for (size_t i = 0; i < chain->count; i++) {
		const struct stored *one = &chain->at[i];

		if (kept == 0 ||
			memcmp(chain->at[kept - 1].indices, one->indices,
				one->count * sizeof(*one->indices)) != 0)
			chain->at[kept++] = *one;
	}
	chain->count = kept;
	qsort(chain->at, kept, sizeof(*chain->at), compare_places);
}

void
array_value_read(Z3_context c, Z3_ast value, struct array_value *chain)
{
	read_all(c, value, chain);
	keep_last(chain);
}
