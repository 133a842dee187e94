#include "worker/print/cartesian_product.h"

#include <stdlib.h>

#include "base/alloc.h"
#include "worker/base/context.h"

enum { BITS_MAX = 8 };

static Z3_ast_vector
elements(Z3_context c, Z3_model m, Z3_sort sort)
{
	Z3_ast_vector universe;

	if (m == NULL)
		return NULL;
	universe = Z3_model_get_sort_universe(c, m, sort);
	if (context_failed() || universe == NULL) {
		context_clear();
		return NULL;
	}
	Z3_ast_vector_inc_ref(c, universe);
	if (Z3_ast_vector_size(c, universe) > 0)
		return universe;
	Z3_ast_vector_dec_ref(c, universe);
	return NULL;
}

/* How many values it has that are written without arguments; 0: too many. */
static unsigned
size_of_sort(Z3_context c, Z3_sort sort)
{
	unsigned count;

	switch ((int)Z3_get_sort_kind(c, sort)) {
	case Z3_BOOL_SORT:
		return 2;
	case Z3_BV_SORT:
		count = Z3_get_bv_sort_size(c, sort);
		return count <= BITS_MAX ? 1U << count : 0;
	case Z3_DATATYPE_SORT:
		count = Z3_get_datatype_sort_num_constructors(c, sort);
		for (unsigned i = 0; i < count; i++) {
			if (Z3_get_domain_size(
				    c, Z3_get_datatype_sort_constructor(
					       c, sort, i)) > 0)
				return 0;
		}
		return count;
	default:
		return 0;
	}
}

static Z3_ast
value_at(Z3_context c, Z3_sort sort, unsigned i)
{
	switch ((int)Z3_get_sort_kind(c, sort)) {
	case Z3_BOOL_SORT:
		return i == 0 ? Z3_mk_false(c) : Z3_mk_true(c);
	case Z3_BV_SORT:
		return Z3_mk_unsigned_int(c, i, sort);
	default:
		return Z3_mk_app(c,
			Z3_get_datatype_sort_constructor(c, sort, i), 0, NULL);
	}
}

Z3_ast_vector
cartesian_product_domain(Z3_context c, Z3_model m, Z3_sort sort)
{
	unsigned count = size_of_sort(c, sort);
	Z3_ast_vector values;

	if (Z3_get_sort_kind(c, sort) == Z3_UNINTERPRETED_SORT)
		return elements(c, m, sort);
	if (count == 0)
		return NULL;
	values = Z3_mk_ast_vector(c);
	Z3_ast_vector_inc_ref(c, values);
	for (unsigned i = 0; i < count; i++)
		Z3_ast_vector_push(c, values, value_at(c, sort, i));
	return values;
}

/* --- points -------------------------------------------------------------- */

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
		g->domains[i] = cartesian_product_domain(c, m, sorts[i]);
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
