/*
 * libz3's finite-domain solver, which reads Booleans, bit-vectors and Ints that
 * have bounds as propositional logic: for plans and puzzles often a hundred
 * times faster than arithmetic. It has to be told the bounds; what it cannot
 * read it calls unknown within hundredths of a second.
 */
#include "worker/engines/engine.h"

#include "base/alloc.h"
#include "worker/base/checked_solver.h"
#include "worker/base/context.h"
#include "worker/base/termset.h"
#include "worker/base/value_range.h"
#include "worker/base/watchdog.h"
#include "worker/expand/families.h"

static bool
is_finite(Z3_context c, Z3_sort sort)
{
	struct value_range range;

	switch ((int)Z3_get_sort_kind(c, sort)) {
	case Z3_ARRAY_SORT:
		return is_finite(c, Z3_get_array_sort_range(c, sort));
	case Z3_BOOL_SORT:
	case Z3_INT_SORT:
	case Z3_BV_SORT:
		return true;
	default:
		return value_range_of_sort(c, sort, 0, &range);
	}
}

static bool
finite_fits(const struct task *t)
{
	return engine_count_declarations(t, is_finite) > 0;
}

static bool
is_remainder(Z3_context c, Z3_ast part)
{
	return term_kind(c, part) == Z3_OP_MOD;
}

/* In libz3 4.13 a remainder may be anything: is 1 mod 3 the number 2? */
static bool
remainders_are_right(Z3_context c, const struct termset *terms)
{
	static const char text[] =
		"(declare-const x Int)(assert (and (<= 0 x 3) (= x 1)))"
		"(assert (= (mod x 3) 2))";
	bool has_any = false;
	Z3_solver solver;
	Z3_lbool answer;

	for (size_t i = 0; i < terms->count && !has_any; i++)
		has_any = term_any(c, terms->at[i], is_remainder);
	if (!has_any)
		return true;
	solver = checked_solver_new_finite(c);
	Z3_solver_from_string(c, solver, text);
	answer = checked_solver_check(c, solver);
	Z3_solver_dec_ref(c, solver);
	return answer == Z3_L_FALSE;
}

static Z3_solver
finite_solver(const struct task *t, struct families *f, const Z3_ast *terms,
	size_t count)
{
	Z3_context c = t->c;
	DROP(termset) struct termset replaced = {0};
	unsigned interrupts = checked_solver_clear_interrupt(c);
	Z3_solver solver;

	/* What was interrupted while it was simplified may not be the same. */
	if (!families_replace(f, c, terms, count, &replaced) ||
		!remainders_are_right(c, &replaced) || context_failed() ||
		watchdog_interrupts() != interrupts)
		return NULL;
	solver = checked_solver_new_finite(c);
	if (!checked_solver_assert_all(
		    c, solver, replaced.at, replaced.count)) {
		Z3_solver_dec_ref(c, solver);
		return NULL;
	}
	constraints_assert_bounds(&f->constraints, solver);
	return solver;
}

static Z3_ast
restate(const struct task *t, struct families *f, Z3_ast term)
{
	Z3_ast replaced = families_replace_further(f, t->c, term);

	return replaced != NULL ? replaced : term;
}

const struct engine_kind engine_finite_domain = {
	.fits = finite_fits, .solver = finite_solver, .restate = restate};
