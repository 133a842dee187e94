#include "worker/base/recursion.h"

#include <stdlib.h>

#include "worker/base/checked_solver.h"
#include "worker/base/task.h"

/* That the parameters are the arguments at that place. */
static Z3_ast
condition_of(Z3_context c, Z3_ast place)
{
	unsigned count = term_arity(c, place);
	Z3_ast *equations = term_arguments(c, place);
	Z3_ast all;

	for (unsigned i = 0; i < count; i++)
		equations[i] = Z3_mk_eq(c,
			Z3_mk_bound(c, i, Z3_get_sort(c, equations[i])),
			equations[i]);
	all = Z3_mk_and(c, count, equations);
	free(equations);
	return all;
}

/* The cases of values are entries, the rest of the body is the else. */
static Z3_ast
body_of(Z3_context c, Z3_func_decl decl, Z3_func_interp f)
{
	Z3_ast body = Z3_func_interp_get_else(c, f);

	for (unsigned i = 0; i < Z3_func_interp_get_num_entries(c, f); i++) {
		Z3_ast value;
		Z3_ast place = solution_entry(c, decl, f, i, &value);

		body = Z3_mk_ite(c, condition_of(c, place), value, body);
	}
	return body;
}

bool
recursion_read(struct term_map *bodies, Z3_context c)
{
	Z3_solver solver = Z3_mk_simple_solver(c);
	Z3_model nothing;
	bool is_read;

	Z3_solver_inc_ref(c, solver);
	/* The solution of nothing at all has the functions that are defined. */
	nothing = checked_solver_check(c, solver) == Z3_L_TRUE
			  ? checked_solver_model(c, solver)
			  : NULL;
	is_read = nothing != NULL;
	if (is_read) {
		Z3_model_inc_ref(c, nothing);
		for (unsigned i = 0; i < Z3_model_get_num_funcs(c, nothing);
			i++) {
			Z3_func_decl decl =
				Z3_model_get_func_decl(c, nothing, i);
			Z3_func_interp f =
				Z3_model_get_func_interp(c, nothing, decl);

			if (f == NULL)
				continue;
			Z3_func_interp_inc_ref(c, f);
			term_map_add(bodies, c, Z3_func_decl_to_ast(c, decl),
				body_of(c, decl, f));
			Z3_func_interp_dec_ref(c, f);
		}
		Z3_model_dec_ref(c, nothing);
	}
	Z3_solver_dec_ref(c, solver);
	return is_read;
}
