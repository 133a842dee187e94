/*
 * libz3's incremental core: the fastest for what is easy, for much of what has
 * quantifiers, and for problems that share assertions.
 */
#include "worker/base/checked_solver.h"
#include "worker/decide/engine.h"

Z3_solver
incremental_solver(const struct task *t, const Z3_ast *terms, size_t count)
{
	Z3_solver solver;

	if (t->stack != NULL && t->seed == 0)
		return assertion_stack_solver(t->stack, t->c, terms, count);
	solver = task_empty_solver(t, true);
	checked_solver_assert_all(t->c, solver, terms, count);
	return solver;
}
