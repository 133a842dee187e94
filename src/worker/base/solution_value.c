#include "worker/base/solution_value.h"

#include "worker/base/context.h"

Z3_ast
solution_value(const struct task *t, Z3_ast term)
{
	Z3_ast value = NULL;

	context_clear();
	if (!Z3_model_eval(t->c, t->model, term, true, &value) ||
		context_failed())
		return NULL;
	return value;
}

Z3_ast
solution_any(const struct task *t, Z3_sort sort)
{
	return solution_value(t, Z3_mk_fresh_const(t->c, "satchel!any", sort));
}

Z3_func_entry
solution_entry(Z3_context c, Z3_func_interp table, unsigned number)
{
	Z3_func_entry entry = Z3_func_interp_get_entry(c, table, number);

	Z3_func_entry_inc_ref(c, entry);
	return entry;
}
