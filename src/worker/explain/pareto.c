#include "worker/explain/pareto.h"

#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "worker/base/checked_solver.h"
#include "worker/explain/objective.h"
#include "worker/explain/optimize.h"
#include "worker/solution/solution.h"

bool
pareto_is_asked(const struct task *t)
{
	return optimize_is_asked(t) && strcmp(goals_priority(t), "pareto") == 0;
}

/* Better than the solution at hand in some goal. */
static void
demand_better(const struct task *t, const struct goals *goals, Z3_solver solver)
{
	Z3_ast *better = mem_grow(NULL, goals->count, sizeof(*better));

	for (size_t i = 0; i < goals->count; i++)
		better[i] = objective_better(t, &goals->at[i], true);
	checked_solver_assert(
		t->c, solver, Z3_mk_or(t->c, (unsigned)goals->count, better));
	free(better);
}

static void
demand_no_worse(
	const struct task *t, const struct goals *goals, Z3_solver solver)
{
	for (size_t i = 0; i < goals->count; i++)
		checked_solver_assert(t->c, solver,
			objective_better(t, &goals->at[i], false));
}

/* The values of all goals under the solution at hand. */
static bool
take_values(const struct task *t, struct goals *goals)
{
	goals_value(t, goals);
	for (size_t i = 0; i < goals->count; i++) {
		if (goals->at[i].value == NULL)
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

/* Until nothing is better in one goal and no worse in the others. */
static Z3_lbool
improve(struct task *t, struct goals *goals, Z3_solver solver)
{
	Z3_lbool better = Z3_L_TRUE;

	while (better == Z3_L_TRUE) {
		if (!take_values(t, goals))
			return Z3_L_UNDEF;
		demand_no_worse(t, goals, solver);
		demand_better(t, goals, solver);
		better = take_solution(t, solver);
	}
	return better == Z3_L_FALSE ? Z3_L_TRUE : Z3_L_UNDEF;
}

static Z3_lbool
step(struct task *t, struct goals *goals, Z3_solver solver)
{
	Z3_lbool found;

	if (!take_values(t, goals))
		return Z3_L_UNDEF;
	demand_better(t, goals, solver);
	found = take_solution(t, solver);
	if (found != Z3_L_TRUE)
		return found;
	Z3_solver_push(t->c, solver);
	found = improve(t, goals, solver);
	Z3_solver_pop(t->c, solver, 1);
	return found;
}

Z3_lbool
pareto_next(struct task *t, Z3_solver solver)
{
	struct goals goals;
	Z3_lbool found;

	goals_read(t, NULL, &goals);
	found = step(t, &goals, solver);
	goals_release(&goals);
	return found;
}
