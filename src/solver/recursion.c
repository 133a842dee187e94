#include "solver/recursion.h"

#include "solver/table.h"
#include "solver/trust.h"

bool
recursion_is_defined(const struct task *t)
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
recursion_defines(Z3_context c, Z3_func_decl decl)
{
	return Z3_get_decl_kind(c, decl) >= Z3_OP_INTERNAL &&
	       Z3_get_decl_num_parameters(c, decl) == 1;
}

static void
copy_entry(Z3_context c, Z3_func_interp to, Z3_func_interp from, unsigned i)
{
	Z3_func_entry entry = table_entry(c, from, i);
	Z3_ast_vector arguments = Z3_mk_ast_vector(c);

	Z3_ast_vector_inc_ref(c, arguments);
	for (unsigned k = 0; k < Z3_func_entry_get_num_args(c, entry); k++)
		Z3_ast_vector_push(
			c, arguments, Z3_func_entry_get_arg(c, entry, k));
	Z3_func_interp_add_entry(
		c, to, arguments, Z3_func_entry_get_value(c, entry));
	Z3_ast_vector_dec_ref(c, arguments);
	Z3_func_entry_dec_ref(c, entry);
}

/* The cases of constants are entries, and the rest of the body is the else. */
static void
add(struct task *t, Z3_model from, Z3_func_decl decl)
{
	Z3_context c = t->c;
	Z3_func_interp body;
	Z3_func_interp copy;

	if (Z3_model_has_interp(c, t->model, decl))
		return;
	body = Z3_model_get_func_interp(c, from, decl);
	if (body == NULL)
		return;
	Z3_func_interp_inc_ref(c, body);
	copy = Z3_add_func_interp(
		c, t->model, decl, Z3_func_interp_get_else(c, body));
	Z3_func_interp_inc_ref(c, copy);
	for (unsigned i = 0; i < Z3_func_interp_get_num_entries(c, body); i++)
		copy_entry(c, copy, body, i);
	Z3_func_interp_dec_ref(c, copy);
	Z3_func_interp_dec_ref(c, body);
}

Z3_model
recursion_of_nothing(const struct task *t)
{
	Z3_solver solver = Z3_mk_simple_solver(t->c);
	Z3_model nothing = NULL;

	Z3_solver_inc_ref(t->c, solver);
	if (trust_check(t->c, solver) == Z3_L_TRUE) {
		nothing = Z3_solver_get_model(t->c, solver);
		Z3_model_inc_ref(t->c, nothing);
	}
	Z3_solver_dec_ref(t->c, solver);
	return nothing;
}

void
recursion_complete(struct task *t)
{
	Z3_model nothing = NULL;

	if (recursion_is_defined(t))
		nothing = recursion_of_nothing(t);
	if (nothing == NULL)
		return;
	for (unsigned i = 0; i < Z3_model_get_num_funcs(t->c, nothing); i++)
		add(t, nothing, Z3_model_get_func_decl(t->c, nothing, i));
	Z3_model_dec_ref(t->c, nothing);
}
