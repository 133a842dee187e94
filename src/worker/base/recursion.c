#include "worker/base/recursion.h"

#include <stdlib.h>

#include "worker/base/checked_solver.h"

/* The number of an argument and its value, as one condition of them all. */
static Z3_ast
condition_of(Z3_context c, Z3_func_decl decl, Z3_func_entry entry)
{
	unsigned arity = Z3_get_domain_size(c, decl);
	Z3_ast *equations = mem_grow(NULL, arity, sizeof(*equations));
	Z3_ast all;

	for (unsigned k = 0; k < arity; k++)
		equations[k] = Z3_mk_eq(c,
			Z3_mk_bound(c, k, Z3_get_domain(c, decl, k)),
			Z3_func_entry_get_arg(c, entry, k));
	all = Z3_mk_and(c, arity, equations);
	free(equations);
	return all;
}

/* The cases of values are entries, the rest of the body is the else. */
static Z3_ast
body_of(Z3_context c, Z3_func_decl decl, Z3_func_interp f)
{
	Z3_ast body = Z3_func_interp_get_else(c, f);

	for (unsigned i = 0; i < Z3_func_interp_get_num_entries(c, f); i++) {
		Z3_func_entry entry = Z3_func_interp_get_entry(c, f, i);

		Z3_func_entry_inc_ref(c, entry);
		body = Z3_mk_ite(c, condition_of(c, decl, entry),
			Z3_func_entry_get_value(c, entry), body);
		Z3_func_entry_dec_ref(c, entry);
	}
	return body;
}

static void
add(struct recursion *r, Z3_context c, Z3_model nothing, Z3_func_decl decl)
{
	Z3_func_interp f = Z3_model_get_func_interp(c, nothing, decl);

	if (f == NULL)
		return;
	Z3_func_interp_inc_ref(c, f);
	*ARRAY_ADD(r->at, r->count, r->capacity) =
		(struct recursive_function){decl, body_of(c, decl, f)};
	Z3_func_interp_dec_ref(c, f);
}

bool
recursion_read(struct recursion *r, Z3_context c)
{
	Z3_solver solver = Z3_mk_simple_solver(c);
	Z3_model nothing;
	bool is_read;

	Z3_solver_inc_ref(c, solver);
	is_read = checked_solver_check(c, solver) == Z3_L_TRUE;
	if (is_read) {
		/* The solution of nothing at all has the functions that are
		 * defined. */
		nothing = Z3_solver_get_model(c, solver);
		Z3_model_inc_ref(c, nothing);
		for (unsigned i = 0; i < Z3_model_get_num_funcs(c, nothing);
			i++)
			add(r, c, nothing,
				Z3_model_get_func_decl(c, nothing, i));
		Z3_model_dec_ref(c, nothing);
	}
	Z3_solver_dec_ref(c, solver);
	return is_read;
}

void
recursion_release(struct recursion *r)
{
	free(r->at);
	*r = (struct recursion){0};
}
