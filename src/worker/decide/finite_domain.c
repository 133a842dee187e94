/*
 * libz3's finite-domain solver, which reads Booleans, bit-vectors and Ints that
 * have bounds as propositional logic: for plans and puzzles often a hundred
 * times faster than arithmetic. It has to be told the bounds; what it cannot
 * read it calls unknown within hundredths of a second.
 */
#include "worker/decide/engine.h"

#include <stdlib.h>

#include "base/alloc.h"
#include "worker/base/bound_propagation.h"
#include "worker/base/checked_solver.h"
#include "worker/base/context.h"
#include "worker/base/termset.h"
#include "worker/base/watchdog.h"
#include "worker/base/weighted_sum.h"
#include "worker/expand/families.h"

static bool
is_finite(Z3_context c, Z3_sort sort)
{
	switch ((int)Z3_get_sort_kind(c, sort)) {
	case Z3_BOOL_SORT:
	case Z3_INT_SORT:
	case Z3_BV_SORT:
		return true;
	default:
		return families_is_enumeration(c, sort);
	}
}

/* The sort of a constant, or of a function's values: the two sides of its
 * equation are of it (read/problem.h). */
static Z3_sort
sort_of(const struct task *t, const struct problem_part *part)
{
	Z3_ast term = task_term(t, part);

	if (part->kind == PART_FUNCTION)
		term = Z3_get_app_arg(t->c,
			Z3_to_app(t->c, Z3_get_quantifier_body(t->c, term)), 0);
	return Z3_get_sort(t->c, term);
}

static bool
all_are_finite(const struct task *t, enum part_kind kind, size_t *count)
{
	const struct problem_part *part = NULL;

	while ((part = task_part(t, kind, part)) != NULL) {
		if (!is_finite(t->c, sort_of(t, part)))
			return false;
		++*count;
	}
	return true;
}

/* Functions are looked at where quantifiers have been expanded: else they are
 * seldom known at all arguments, and alone no reason to begin. */
bool
finite_fits(const struct task *t)
{
	size_t count = 0;

	return all_are_finite(t, PART_CONSTANT, &count) &&
	       (t->ground == NULL ||
		       all_are_finite(t, PART_FUNCTION, &count)) &&
	       count > 0;
}

static Z3_solver
solver_of(Z3_context c, const Z3_ast *terms, size_t count)
{
	Z3_solver solver =
		Z3_mk_solver_for_logic(c, Z3_mk_string_symbol(c, "QF_FD"));
	struct bound_propagation b;

	bound_propagation_read(&b, c, terms, count);
	Z3_solver_inc_ref(c, solver);
	for (size_t i = 0; i < count; i++)
		checked_solver_assert(
			c, solver, weighted_sum_comparison(c, terms[i]));
	bound_propagation_assert(&b, solver);
	bound_propagation_release(&b);
	return solver;
}

static bool
is_remainder(Z3_context c, Z3_ast part)
{
	return Z3_get_ast_kind(c, part) == Z3_APP_AST &&
	       Z3_get_decl_kind(c, Z3_get_app_decl(c, Z3_to_app(c, part))) ==
		       Z3_OP_MOD;
}

/* In libz3 4.13 a remainder may be anything: is 1 mod 3 the number 2? */
static bool
remainders_are_right(Z3_context c)
{
	static const char text[] =
		"(declare-const x Int)(assert (and (<= 0 x 3) (= x 1)))"
		"(assert (= (mod x 3) 2))";
	Z3_solver solver =
		Z3_mk_solver_for_logic(c, Z3_mk_string_symbol(c, "QF_FD"));
	Z3_lbool answer;

	Z3_solver_inc_ref(c, solver);
	Z3_solver_from_string(c, solver, text);
	answer = Z3_solver_check(c, solver);
	Z3_solver_dec_ref(c, solver);
	return answer == Z3_L_FALSE;
}

static bool
are_read_rightly(Z3_context c, const Z3_ast *terms, size_t count)
{
	for (size_t i = 0; i < count; i++)
		if (term_any(c, terms[i], is_remainder))
			return remainders_are_right(c);
	return true;
}

Z3_solver
finite_solver(const struct task *t, const Z3_ast *terms, size_t count)
{
	Z3_ast *simple = mem_grow(NULL, count + 1, sizeof(*simple));
	unsigned strikes = checked_solver_settle(t->c);
	Z3_solver solver = NULL;

	bound_propagation_simplify(t->c, terms, count, simple);
	/* What was interrupted while it was simplified may not be the same. */
	if (!context_failed() && watchdog_strikes() == strikes &&
		families_replace(t->families, t->c, simple, count, simple) &&
		are_read_rightly(t->c, simple, count) && !context_failed() &&
		watchdog_strikes() == strikes)
		solver = solver_of(t->c, simple, count);
	free(simple);
	return solver;
}
