#include "solver/defined.h"

#include "solver/settle.h"

/* What a text declares has no parameters in libz3. */
static bool
is_defined(const struct task *t, Z3_func_decl decl)
{
	return Z3_get_decl_num_parameters(t->c, decl) > 0;
}

void
defined_evaluate(struct task *t)
{
	unsigned count = Z3_model_get_num_consts(t->c, t->model);

	for (unsigned i = 0; i < count; i++) {
		Z3_func_decl decl = Z3_model_get_const_decl(t->c, t->model, i);
		Z3_ast value;

		if (!is_defined(t, decl))
			continue;
		value = settle_term(
			t, Z3_model_get_const_interp(t->c, t->model, decl));
		if (value != NULL)
			Z3_add_const_interp(t->c, t->model, decl, value);
	}
}
