#include "worker/base/value_range.h"

#include <assert.h>
#include <stdlib.h>

#include "base/alloc.h"
#include "worker/base/context.h"

/* Of the values that are written out one by one. */
enum { BITS_MAX = 8 };

bool
value_range_of_sort(
	Z3_context c, Z3_sort sort, unsigned bits_max, struct value_range *out)
{
	Z3_sort_kind kind = Z3_get_sort_kind(c, sort);
	uint64_t size = 0;

	if (kind == Z3_BOOL_SORT)
		size = 2;
	if (kind == Z3_BV_SORT && Z3_get_bv_sort_size(c, sort) <= bits_max)
		size = UINT64_C(1) << Z3_get_bv_sort_size(c, sort);
	if (kind == Z3_DATATYPE_SORT)
		size = Z3_get_datatype_sort_num_constructors(c, sort);
	for (unsigned i = 0; i < size && kind == Z3_DATATYPE_SORT; i++) {
		Z3_func_decl one = Z3_get_datatype_sort_constructor(c, sort, i);

		if (Z3_get_domain_size(c, one) > 0)
			return false;
	}
	if (size == 0)
		return false;
	*out = (struct value_range){.sort = sort, .size = size};
	return true;
}

Z3_ast
value_range_at(Z3_context c, const struct value_range *r, uint64_t i)
{
	switch ((int)Z3_get_sort_kind(c, r->sort)) {
	case Z3_UNINTERPRETED_SORT:
		assert(r->elements != NULL);
		return r->elements[i];
	case Z3_BOOL_SORT:
		return i == 0 ? Z3_mk_false(c) : Z3_mk_true(c);
	case Z3_DATATYPE_SORT:
		return Z3_mk_app(c,
			Z3_get_datatype_sort_constructor(
				c, r->sort, (unsigned)i),
			0, NULL);
	default:
		return Z3_mk_int64(c, r->low + (int64_t)i, r->sort);
	}
}

/* --- all of them ---------------------------------------------------------- */

static void
add_elements(Z3_context c, Z3_model m, Z3_sort sort, struct termset *values)
{
	Z3_ast_vector universe = Z3_model_get_sort_universe(c, m, sort);

	if (context_failed() || universe == NULL) {
		context_clear();
		return;
	}
	Z3_ast_vector_inc_ref(c, universe);
	for (unsigned i = 0; i < Z3_ast_vector_size(c, universe); i++)
		(void)termset_add(values, c, Z3_ast_vector_get(c, universe, i));
	Z3_ast_vector_dec_ref(c, universe);
}

bool
value_range_add(Z3_context c, Z3_model m, Z3_sort sort, struct termset *values)
{
	struct value_range range;

	if (Z3_get_sort_kind(c, sort) == Z3_UNINTERPRETED_SORT) {
		if (m != NULL)
			add_elements(c, m, sort, values);
		return values->count > 0;
	}
	if (!value_range_of_sort(c, sort, BITS_MAX, &range))
		return false;
	for (uint64_t i = 0; i < range.size; i++)
		(void)termset_add(values, c, value_range_at(c, &range, i));
	return true;
}

/* The values of each argument; how many places they make, 0: not few. */
static size_t
read_arguments(Z3_context c, Z3_model m, Z3_func_decl function, Z3_ast array,
	size_t most, struct termset *arguments)
{
	size_t places = 1;
	unsigned i = 0;

	if (array != NULL)
		(void)termset_add(&arguments[i++], c, array);
	for (; i < Z3_get_domain_size(c, function); i++) {
		if (!value_range_add(c, m, Z3_get_domain(c, function, i),
			    &arguments[i]) ||
			arguments[i].count > most / places)
			return 0;
		places *= arguments[i].count;
	}
	return places;
}

bool
value_range_add_places(Z3_context c, Z3_model m, Z3_func_decl function,
	Z3_ast array, size_t most, struct termset *places)
{
	unsigned arity = Z3_get_domain_size(c, function);
	struct termset *arguments = mem_new((arity + 1) * sizeof(*arguments));
	Z3_ast *place = mem_grow(NULL, arity + 1, sizeof(Z3_ast));
	size_t count = read_arguments(c, m, function, array, most, arguments);

	for (size_t i = 0; i < count; i++) {
		size_t rest = i;

		for (unsigned k = 0; k < arity; k++) {
			place[k] = arguments[k].at[rest % arguments[k].count];
			rest /= arguments[k].count;
		}
		(void)termset_add(
			places, c, Z3_mk_app(c, function, arity, place));
	}
	for (unsigned k = 0; k < arity; k++)
		termset_release(&arguments[k]);
	free(arguments);
	free(place);
	return count > 0;
}
