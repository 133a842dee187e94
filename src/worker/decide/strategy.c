/* libz3's strategy for the logic, which is what the z3 command uses. */
#include "worker/base/checked_solver.h"
#include "worker/decide/engine.h"

Z3_solver
strategy_solver(const struct task *t, const Z3_ast *terms, size_t count)
{
	Z3_solver solver = task_empty_solver(t, false);

	checked_solver_assert_all(t->c, solver, terms, count);
	return solver;
}
