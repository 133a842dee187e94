#include "solver/finite.h"

#include <stdlib.h>

#include "base/alloc.h"
#include "solver/bounds.h"
#include "solver/context.h"
#include "solver/trust.h"
#include "solver/watchdog.h"

bool
finite_is_likely(const struct task *t)
{
	const struct problem_part *part = NULL;
	size_t count = 0;

	while ((part = task_part(t, PART_CONSTANT, part)) != NULL) {
		Z3_sort sort = Z3_get_sort(t->c, task_term(t, part));

		switch ((int)Z3_get_sort_kind(t->c, sort)) {
		case Z3_BOOL_SORT:
		case Z3_INT_SORT:
		case Z3_BV_SORT:
			count++;
			break;
		default:
			return false;
		}
	}
	return count > 0;
}

static void
decide(struct finite *x, Z3_context c, const Z3_ast *terms, size_t count,
	const struct bounds *b)
{
	x->solver = Z3_mk_solver_for_logic(c, Z3_mk_string_symbol(c, "QF_FD"));
	Z3_solver_inc_ref(c, x->solver);
	bounds_assert(b, x->solver);
	for (size_t i = 0; i < count; i++)
		trust_assert(c, x->solver, terms[i]);
	x->answer = trust_check(c, x->solver);
	if (x->answer != Z3_L_TRUE)
		return;
	x->model = Z3_solver_get_model(c, x->solver);
	Z3_model_inc_ref(c, x->model);
}

void
finite_decide(struct finite *x, Z3_context c, const Z3_ast *terms, size_t count)
{
	Z3_ast *simple = mem_grow(NULL, count + 1, sizeof(*simple));
	struct bounds b;
	unsigned strikes = trust_settle(c);

	*x = (struct finite){.answer = Z3_L_UNDEF};
	context_clear();
	bounds_simplify(c, terms, count, simple);
	/* What was interrupted while it was simplified may not be the same. */
	if (!context_failed() && watchdog_strikes() == strikes) {
		bounds_read(&b, c, simple, count);
		if (!b.contradict)
			decide(x, c, simple, count, &b);
		bounds_release(&b);
	}
	free(simple);
}
