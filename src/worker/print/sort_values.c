#include "worker/print/sort_values.h"

#include <stddef.h>

#include "worker/base/context.h"

enum { BITS_MAX = 6 };

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

static Z3_ast_vector
new_vector(Z3_context c)
{
	Z3_ast_vector values = Z3_mk_ast_vector(c);

	Z3_ast_vector_inc_ref(c, values);
	return values;
}

static Z3_ast_vector
booleans(Z3_context c)
{
	Z3_ast_vector values = new_vector(c);

	Z3_ast_vector_push(c, values, Z3_mk_false(c));
	Z3_ast_vector_push(c, values, Z3_mk_true(c));
	return values;
}

static Z3_ast_vector
bit_vectors(Z3_context c, Z3_sort sort)
{
	unsigned bits = Z3_get_bv_sort_size(c, sort);
	Z3_ast_vector values;

	if (bits > BITS_MAX)
		return NULL;
	values = new_vector(c);
	for (unsigned i = 0; i < 1U << bits; i++)
		Z3_ast_vector_push(c, values, Z3_mk_unsigned_int(c, i, sort));
	return values;
}

/* Of a datatype whose constructors take nothing. */
static Z3_ast_vector
enumerated(Z3_context c, Z3_sort sort)
{
	unsigned count = Z3_get_datatype_sort_num_constructors(c, sort);
	Z3_ast_vector values = new_vector(c);

	for (unsigned i = 0; i < count; i++) {
		Z3_func_decl one = Z3_get_datatype_sort_constructor(c, sort, i);

		if (Z3_get_domain_size(c, one) > 0) {
			Z3_ast_vector_dec_ref(c, values);
			return NULL;
		}
		Z3_ast_vector_push(c, values, Z3_mk_app(c, one, 0, NULL));
	}
	return values;
}

Z3_ast_vector
sort_values_values(Z3_context c, Z3_model m, Z3_sort sort)
{
	switch ((int)Z3_get_sort_kind(c, sort)) {
	case Z3_BOOL_SORT:
		return booleans(c);
	case Z3_BV_SORT:
		return bit_vectors(c, sort);
	case Z3_DATATYPE_SORT:
		return enumerated(c, sort);
	case Z3_UNINTERPRETED_SORT:
		return elements(c, m, sort);
	default:
		return NULL;
	}
}
