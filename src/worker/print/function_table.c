#include "worker/print/function_table.h"

#include "worker/print/cartesian_product.h"

static bool
is_plain(Z3_context c, Z3_ast value)
{
	return Z3_is_numeral_ast(c, value) ||
	       (Z3_get_ast_kind(c, value) == Z3_APP_AST &&
		       Z3_get_app_num_args(c, Z3_to_app(c, value)) == 0);
}

static Z3_ast
most_frequent(Z3_context c, const struct function_table *plain)
{
	unsigned most = 0;
	Z3_ast frequent = plain->values[0];

	for (unsigned i = 0; i < plain->count; i++) {
		unsigned same = 0;

		for (unsigned j = 0; j < plain->count; j++)
			same += Z3_is_eq_ast(
				c, plain->values[i], plain->values[j]);
		/* Of as many false and true it is false: relations are read
		 * as what holds. */
		if (same > most || (same == most && Z3_get_bool_value(c,
							    plain->values[i]) ==
							    Z3_L_FALSE)) {
			most = same;
			frequent = plain->values[i];
		}
	}
	return frequent;
}

static bool
read_points(Z3_context c, Z3_model m, Z3_func_decl function,
	struct cartesian_product *grid, struct function_table *plain)
{
	do {
		Z3_ast *value = &plain->values[plain->count];

		plain->terms[plain->count] =
			cartesian_product_apply(grid, function);
		if (!Z3_model_eval(
			    c, m, plain->terms[plain->count], true, value) ||
			!is_plain(c, *value))
			return false;
		plain->count++;
	} while (cartesian_product_next(grid));
	return true;
}

bool
function_table_read(Z3_context c, Z3_model m, Z3_func_decl function,
	struct function_table *plain)
{
	struct cartesian_product grid;
	bool is_read;

	plain->count = 0;
	is_read = cartesian_product_begin_function(
			  &grid, c, m, function, FUNCTION_TABLE_POINTS_MAX) &&
		  read_points(c, m, function, &grid, plain);
	cartesian_product_release(&grid);
	if (is_read)
		plain->most = most_frequent(c, plain);
	return is_read;
}
