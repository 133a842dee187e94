#include "worker/print/cartesian_product.h"

#include <stdlib.h>

#include "base/alloc.h"
#include "worker/print/sort_values.h"

static unsigned
size_of(const struct cartesian_product *g, unsigned number)
{
	return Z3_ast_vector_size(g->c, g->domains[number]);
}

static void
let_go(struct cartesian_product *g, unsigned number)
{
	if (g->domains[number] != NULL)
		Z3_ast_vector_dec_ref(g->c, g->domains[number]);
	g->domains[number] = NULL;
}

bool
cartesian_product_begin(struct cartesian_product *g, Z3_context c, Z3_model m,
	unsigned count, const Z3_sort *sorts, unsigned most)
{
	bool is_whole = true;

	*g = (struct cartesian_product){
		.c = c,
		.count = count,
		.points = 1,
		.domains = mem_new((count + 1) * sizeof(Z3_ast_vector)),
		.at = mem_new((count + 1) * sizeof(*g->at)),
	};
	for (unsigned i = 0; i < count; i++) {
		g->domains[i] = sort_values_values(c, m, sorts[i]);
		if (g->domains[i] != NULL && size_of(g, i) > most / g->points)
			let_go(g, i);
		if (g->domains[i] != NULL)
			g->points *= size_of(g, i);
		else
			is_whole = false;
	}
	return is_whole;
}

bool
cartesian_product_begin_function(struct cartesian_product *g, Z3_context c,
	Z3_model m, Z3_func_decl function, unsigned most)
{
	unsigned count = Z3_get_domain_size(c, function);
	Z3_sort *sorts = mem_grow(NULL, count + 1, sizeof(*sorts));
	bool is_whole;

	for (unsigned i = 0; i < count; i++)
		sorts[i] = Z3_get_domain(c, function, i);
	is_whole = cartesian_product_begin(g, c, m, count, sorts, most);
	free(sorts);
	return is_whole;
}

Z3_ast
cartesian_product_value(const struct cartesian_product *g, unsigned number)
{
	if (g->domains[number] == NULL)
		return NULL;
	return Z3_ast_vector_get(g->c, g->domains[number], g->at[number]);
}

Z3_ast
cartesian_product_apply(
	const struct cartesian_product *g, Z3_func_decl function)
{
	Z3_ast *arguments = mem_grow(NULL, g->count + 1, sizeof(*arguments));
	Z3_ast term;

	for (unsigned i = 0; i < g->count; i++)
		arguments[i] = cartesian_product_value(g, i);
	term = Z3_mk_app(g->c, function, g->count, arguments);
	free(arguments);
	return term;
}

bool
cartesian_product_next(struct cartesian_product *g)
{
	for (unsigned i = 0; i < g->count; i++) {
		if (g->domains[i] == NULL)
			continue;
		if (++g->at[i] < size_of(g, i))
			return true;
		g->at[i] = 0;
	}
	return false;
}

void
cartesian_product_release(struct cartesian_product *g)
{
	for (unsigned i = 0; i < g->count; i++)
		let_go(g, i);
	free(g->domains);
	free(g->at);
	*g = (struct cartesian_product){0};
}
