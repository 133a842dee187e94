#include "worker/explain/core_assertions.h"

#include <stdlib.h>

#include "base/alloc.h"
#include "worker/base/checked_solver.h"
#include "worker/explain/assertion_groups.h"

/* Each part a group of its own. */
static Z3_solver
track(const struct task *t, const struct problem_part **parts, size_t count,
	Z3_ast *literals)
{
	struct assertion_groups each = {.parts = parts,
		.at = mem_grow(NULL, count, sizeof(struct assertion_group)),
		.count = count};
	Z3_solver solver;

	for (size_t i = 0; i < count; i++) {
		literals[i] = Z3_mk_fresh_const(
			t->c, "satchel!member", Z3_mk_bool_sort(t->c));
		each.at[i] = (struct assertion_group){
			.first = i, .count = 1, .literal = literals[i]};
	}
	solver = assertion_groups_solver(t, &each);
	free(each.at);
	return solver;
}

static void
take_core(const struct task *t, Z3_solver solver, const Z3_ast *literals,
	size_t count, bool *used)
{
	Z3_ast_vector core = Z3_solver_get_unsat_core(t->c, solver);
	unsigned size;

	Z3_ast_vector_inc_ref(t->c, core);
	size = Z3_ast_vector_size(t->c, core);
	for (size_t i = 0; i < count; i++) {
		used[i] = false;
		for (unsigned j = 0; j < size && !used[i]; j++)
			used[i] =
				Z3_ast_vector_get(t->c, core, j) == literals[i];
	}
	Z3_ast_vector_dec_ref(t->c, core);
}

void
core_assertions_used(const struct task *t, const struct problem_part **parts,
	size_t count, bool *used)
{
	Z3_ast *literals = mem_grow(NULL, count, sizeof(Z3_ast));
	Z3_solver solver = track(t, parts, count, literals);

	for (size_t i = 0; i < count; i++)
		used[i] = true;
	if (checked_solver_check_assuming(
		    t->c, solver, (unsigned)count, literals) == Z3_L_FALSE)
		take_core(t, solver, literals, count, used);
	free(literals);
}
