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
