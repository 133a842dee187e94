#include "worker/solution/definitions.h"

#include "worker/base/checked_solver.h"
#include "worker/print/func_interp.h"
#include "worker/solution/residual_check.h"

bool
definitions_are_recursive(const struct task *t)
{
	const struct problem_part *part = NULL;

	while ((part = task_part(t, PART_COMMAND, part)) != NULL) {
		if (part->form->command == COMMAND_DEFINE_FUN_REC ||
			part->form->command == COMMAND_DEFINE_FUNS_REC)
			return true;
	}
	return false;
}

/* The solution of nothing at all has all functions that the text defines, and
 * its definitions without parameters, and nothing else. To be released with
 * Z3_model_dec_ref; NULL if there is no time. */
static Z3_model
solution_of_nothing(const struct task *t)
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
definitions_complete(struct task *t)
{
	Z3_model nothing = NULL;

	if (definitions_are_recursive(t))
		nothing = solution_of_nothing(t);
	if (nothing == NULL)
		return;
	/* The cases of constants are entries, the rest of the body the else. */
	for (unsigned i = 0; i < Z3_model_get_num_funcs(t->c, nothing); i++) {
		Z3_func_decl decl = Z3_model_get_func_decl(t->c, nothing, i);

		func_interp_copy(t->c, nothing, decl, t->model, decl);
	}
	Z3_model_dec_ref(t->c, nothing);
}

/* What a text declares has no parameters in libz3. */
static bool
is_defined(const struct task *t, Z3_func_decl decl)
{
	return Z3_get_decl_num_parameters(t->c, decl) > 0;
}

static bool
defines(const struct command *form)
{
	return form->command == COMMAND_DEFINE_CONST ||
	       form->command == COMMAND_DEFINE_FUN;
}

static bool
defines_any(const struct task *t)
{
	const struct problem_part *part = NULL;

	while ((part = task_part(t, PART_CONSTANT, part)) != NULL) {
		if (defines(part->form))
			return true;
	}
	return false;
}

static void
evaluate(struct task *t, Z3_model definitions, Z3_func_decl decl)
{
	Z3_ast body = Z3_model_get_const_interp(t->c, definitions, decl);
	Z3_ast value = body != NULL ? residual_check_term(t, body) : NULL;

	if (value != NULL)
		Z3_add_const_interp(t->c, t->model, decl, value);
}

void
definitions_evaluate(struct task *t)
{
	Z3_model definitions = NULL;

	if (defines_any(t))
		definitions = solution_of_nothing(t);
	if (definitions == NULL)
		return;
	for (unsigned i = 0; i < Z3_model_get_num_consts(t->c, definitions);
		i++) {
		Z3_func_decl decl =
			Z3_model_get_const_decl(t->c, definitions, i);

		if (is_defined(t, decl))
			evaluate(t, definitions, decl);
	}
	Z3_model_dec_ref(t->c, definitions);
}
