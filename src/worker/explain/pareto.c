#include "worker/explain/pareto.h"

#include <stdlib.h>

#include "base/alloc.h"
#include "worker/base/checked_solver.h"
#include "worker/explain/objective.h"
#include "worker/explain/way.h"
#include "worker/solution/solution.h"

/* Better than the solution at hand in some objective. */
static void
demand_better(const struct task *t, const struct objectives *objectives,
	Z3_solver solver)
{
	Z3_ast *better = mem_grow(NULL, objectives->count, sizeof(*better));

	for (size_t i = 0; i < objectives->count; i++)
		better[i] = objective_better(t, &objectives->at[i], true);
	checked_solver_assert(t->c, solver,
		Z3_mk_or(t->c, (unsigned)objectives->count, better));
	free(better);
}

static void
demand_no_worse(const struct task *t, const struct objectives *objectives,
	Z3_solver solver)
{
	for (size_t i = 0; i < objectives->count; i++)
		checked_solver_assert(t->c, solver,
			objective_better(t, &objectives->at[i], false));
}

/* The values of all objectives under the solution at hand. */
static bool
take_values(const struct task *t, struct objectives *objectives)
{
	objectives_value(t, objectives);
	for (size_t i = 0; i < objectives->count; i++) {
		if (objectives->at[i].value == NULL)
			return false;
	}
	return true;
}

static Z3_lbool
take_solution(struct task *t, Z3_solver solver)
{
	Z3_lbool found = checked_solver_check(t->c, solver);

	if (found == Z3_L_TRUE)
		solution_take(t, solver);
	return found;
}

/* Until nothing is better in one objective and no worse in the others. */
static Z3_lbool
improve(struct task *t, struct objectives *objectives, Z3_solver solver)
{
	Z3_lbool better = Z3_L_TRUE;

	while (better == Z3_L_TRUE) {
		if (!take_values(t, objectives))
			return Z3_L_UNDEF;
		demand_no_worse(t, objectives, solver);
		demand_better(t, objectives, solver);
		better = take_solution(t, solver);
	}
	return better == Z3_L_FALSE ? Z3_L_TRUE : Z3_L_UNDEF;
}

static Z3_lbool
step(struct task *t, struct objectives *objectives, Z3_solver solver)
{
	Z3_lbool found;

	if (!take_values(t, objectives))
		return Z3_L_UNDEF;
	demand_better(t, objectives, solver);
	found = take_solution(t, solver);
	if (found != Z3_L_TRUE)
		return found;
	Z3_solver_push(t->c, solver);
	found = improve(t, objectives, solver);
	Z3_solver_pop(t->c, solver, 1);
	return found;
}

Z3_lbool
pareto_next(struct task *t, Z3_solver solver)
{
	struct objectives objectives;
	Z3_lbool found;

	objectives_read(t, NULL, &objectives);
	found = step(t, &objectives, solver);
	objectives_release(&objectives);
	return found;
}

Z3_lbool
pareto_again(struct task *t)
{
	struct objectives objectives;
	Z3_optimize optimizer = optimizer_new(t, &objectives);
	Z3_solver solver = task_solver(t, true);
	Z3_lbool found = checked_solver_optimize(t->c, optimizer);

	objectives_release(&objectives);
	if (found != Z3_L_TRUE)
		return Z3_L_UNDEF;
	solution_take_best(t, optimizer);
	for (size_t i = 0; i < t->sp->repeats && found == Z3_L_TRUE; i++)
		found = pareto_next(t, solver);
	if (found != Z3_L_TRUE)
		t->model = NULL;
	return found;
}
