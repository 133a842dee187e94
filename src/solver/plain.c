#include "solver/plain.h"

#include "solver/grid.h"

static bool
is_plain(Z3_context c, Z3_ast value)
{
	return Z3_is_numeral_ast(c, value) ||
	       (Z3_get_ast_kind(c, value) == Z3_APP_AST &&
		       Z3_get_app_num_args(c, Z3_to_app(c, value)) == 0);
}

static Z3_ast
most_frequent(Z3_context c, const struct plain *plain)
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
read_points(Z3_context c, Z3_model m, Z3_func_decl function, struct grid *grid,
	struct plain *plain)
{
	do {
		Z3_ast *value = &plain->values[plain->count];

		plain->terms[plain->count] = grid_apply(grid, function);
		if (!Z3_model_eval(
			    c, m, plain->terms[plain->count], true, value) ||
			!is_plain(c, *value))
			return false;
		plain->count++;
	} while (grid_next(grid));
	return true;
}

bool
plain_read(Z3_context c, Z3_model m, Z3_func_decl function, struct plain *plain)
{
	struct grid grid;
	bool is_read;

	plain->count = 0;
	is_read =
		grid_begin_function(&grid, c, m, function, PLAIN_POINTS_MAX) &&
		read_points(c, m, function, &grid, plain);
	grid_release(&grid);
	if (is_read)
		plain->most = most_frequent(c, plain);
	return is_read;
}
