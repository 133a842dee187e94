#include "worker/solution/recursive_functions.h"

#include "worker/base/checked_solver.h"
#include "worker/print/func_interp.h"

bool
recursive_functions_is_defined(const struct task *t)
{
	const struct problem_part *part = NULL;

	while ((part = task_part(t, PART_COMMAND, part)) != NULL) {
		if (part->form->command == COMMAND_DEFINE_FUN_REC ||
			part->form->command == COMMAND_DEFINE_FUNS_REC)
			return true;
	}
	return false;
}

/* It has a number for a parameter, as only libz3's own have; an element of a
 * declared sort has its sort, too. */
bool
recursive_functions_defines(Z3_context c, Z3_func_decl decl)
{
	return Z3_get_decl_kind(c, decl) >= Z3_OP_INTERNAL &&
	       Z3_get_decl_num_parameters(c, decl) == 1;
}

Z3_model
recursive_functions_of_nothing(const struct task *t)
{
	Z3_solver solver = Z3_mk_simple_solver(t->c);
	Z3_model nothing = NULL;

	Z3_solver_inc_ref(t->c, solver);
	if (checked_solver_check(t->c, solver) == Z3_L_TRUE) {
		nothing = Z3_solver_get_model(t->c, solver);
		Z3_model_inc_ref(t->c, nothing);
	}
	Z3_solver_dec_ref(t->c, solver);
	return nothing;
}

void
recursive_functions_complete(struct task *t)
{
	Z3_model nothing = NULL;

	if (recursive_functions_is_defined(t))
		nothing = recursive_functions_of_nothing(t);
	if (nothing == NULL)
		return;
	/* The cases of constants are entries, the rest of the body the else. */
	for (unsigned i = 0; i < Z3_model_get_num_funcs(t->c, nothing); i++) {
		Z3_func_decl decl = Z3_model_get_func_decl(t->c, nothing, i);

		func_interp_copy(t->c, nothing, decl, t->model, decl);
	}
	Z3_model_dec_ref(t->c, nothing);
}
