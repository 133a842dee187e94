/* Until watchdog_resume there is no interrupt, and none waits in the context: a
 * check takes it away. */
#include "worker/base/checked_solver.h"

#include <stdlib.h>

#include "base/alloc.h"
#include "worker/base/context.h"
#include "worker/base/interruptible.h"
#include "worker/base/watchdog.h"

static void
hold_interrupts(Z3_context c)
{
	if (watchdog_pause()) {
		Z3_solver empty = Z3_mk_simple_solver(c);

		Z3_solver_inc_ref(c, empty);
		(void)Z3_solver_check(c, empty);
		Z3_solver_dec_ref(c, empty);
	}
	context_clear();
}

unsigned
checked_solver_clear_interrupt(Z3_context c)
{
	hold_interrupts(c);
	watchdog_resume();
	return watchdog_interrupts();
}

Z3_solver
checked_solver_new_finite(Z3_context c)
{
	Z3_solver solver =
		Z3_mk_solver_for_logic(c, Z3_mk_string_symbol(c, "QF_FD"));

	Z3_solver_inc_ref(c, solver);
	return solver;
}

bool
checked_solver_assert(Z3_context c, Z3_solver solver, Z3_ast term)
{
	hold_interrupts(c);
	Z3_solver_assert(c, solver, term);
	watchdog_resume();
	return !context_failed();
}

bool
checked_solver_assert_all(
	Z3_context c, Z3_solver solver, const Z3_ast *terms, size_t count)
{
	bool is_whole = true;

	for (size_t i = 0; i < count; i++)
		is_whole &= checked_solver_assert(c, solver, terms[i]);
	return is_whole;
}

void
checked_solver_optimize_assert(Z3_context c, Z3_optimize optimizer, Z3_ast term)
{
	hold_interrupts(c);
	Z3_optimize_assert(c, optimizer, term);
	watchdog_resume();
}

static Z3_lbool
answer_of(Z3_lbool answer, unsigned interrupts_before)
{
	if (context_failed() || watchdog_interrupts() != interrupts_before)
		return Z3_L_UNDEF;
	return answer;
}

Z3_lbool
checked_solver_check(Z3_context c, Z3_solver solver)
{
	return checked_solver_check_assuming(c, solver, 0, NULL);
}

Z3_lbool
checked_solver_check_assuming(
	Z3_context c, Z3_solver solver, unsigned count, const Z3_ast *literals)
{
	unsigned interrupts = watchdog_interrupts();

	context_clear();
	if (interruptible_is_injected(c))
		return Z3_L_UNDEF;
	return answer_of(
		Z3_solver_check_assumptions(c, solver, count, literals),
		interrupts);
}

bool
checked_solver_push(Z3_context c, Z3_solver solver)
{
	context_clear();
	if (interruptible_is_injected(c))
		return false;
	Z3_solver_push(c, solver);
	return !context_failed();
}

void
checked_solver_pop(Z3_context c, Z3_solver solver, unsigned scopes)
{
	hold_interrupts(c);
	Z3_solver_pop(c, solver, scopes);
	watchdog_resume();
}

void
checked_solver_read_asserted(Z3_context c, Z3_solver solver, Z3_ast denied)
{
	(void)watchdog_pause();
	(void)Z3_solver_check_assumptions(c, solver, 1, &denied);
	watchdog_resume();
}

Z3_model
checked_solver_model(Z3_context c, Z3_solver solver)
{
	Z3_model model;

	if (interruptible_is_injected(c))
		return NULL;
	hold_interrupts(c);
	model = Z3_solver_get_model(c, solver);
	watchdog_resume();
	return model;
}

bool
checked_solver_core(Z3_context c, Z3_solver solver, struct termset *core)
{
	Z3_ast_vector all;

	context_clear();
	all = interruptible_is_injected(c)
		      ? NULL
		      : Z3_solver_get_unsat_core(c, solver);
	if (all == NULL)
		return false;
	Z3_ast_vector_inc_ref(c, all);
	for (unsigned i = 0; i < Z3_ast_vector_size(c, all); i++)
		(void)termset_add(core, c, Z3_ast_vector_get(c, all, i));
	Z3_ast_vector_dec_ref(c, all);
	return true;
}

Z3_lbool
checked_solver_optimize(Z3_context c, Z3_optimize optimizer)
{
	unsigned interrupts = watchdog_interrupts();

	context_clear();
	if (interruptible_is_injected(c))
		return Z3_L_UNDEF;
	return answer_of(Z3_optimize_check(c, optimizer, 0, NULL), interrupts);
}

Z3_model
checked_solver_optimize_model(Z3_context c, Z3_optimize optimizer)
{
	Z3_model model;

	if (interruptible_is_injected(c))
		return NULL;
	hold_interrupts(c);
	model = Z3_optimize_get_model(c, optimizer);
	watchdog_resume();
	return model;
}

/* --- assertion stack ----------------------------------------------------- */

/* Asserts the terms up to `end` in a scope of their own. Returns false if there
 * is none. */
static bool
add(struct assertion_stack *s, const Z3_ast *terms, size_t end)
{
	if (s->count == end)
		return true;
	if (!checked_solver_push(s->c, s->solver))
		return false;
	*ARRAY_ADD(s->levels, s->level_count, s->level_capacity) = s->count;
	for (; s->count < end; s->count++) {
		s->terms = mem_room(
			s->terms, s->count, &s->capacity, sizeof(*s->terms));
		s->terms[s->count] = terms[s->count];
		checked_solver_assert(s->c, s->solver, terms[s->count]);
	}
	return true;
}

static Z3_solver
new_solver(Z3_context c)
{
	Z3_solver solver = Z3_mk_simple_solver(c);

	Z3_solver_inc_ref(c, solver);
	return solver;
}

Z3_solver
assertion_stack_solver(struct assertion_stack *s, Z3_context c,
	const Z3_ast *terms, size_t count)
{
	size_t common = 0;
	unsigned closed = 0;

	if (s->c != c || s->solver == NULL) {
		assertion_stack_release(s);
		s->c = c;
		s->solver = new_solver(c);
	}
	while (common < s->count && common < count &&
		s->terms[common] == terms[common])
		common++;
	/* The scopes that hold anything after these. */
	for (; s->count > common; closed++)
		s->count = s->levels[--s->level_count];
	if (closed > 0)
		checked_solver_pop(c, s->solver, closed);
	/* What two problems have in common a third one may have, too. */
	if (!add(s, terms, common) || !add(s, terms, count)) {
		Z3_solver unshared = new_solver(c);

		assertion_stack_forget(s);
		checked_solver_assert_all(c, unshared, terms, count);
		return unshared;
	}
	return s->solver;
}

void
assertion_stack_forget(struct assertion_stack *s)
{
	if (s->solver != NULL)
		Z3_solver_dec_ref(s->c, s->solver);
	assertion_stack_release(s);
}

void
assertion_stack_release(struct assertion_stack *s)
{
	free(s->terms);
	free(s->levels);
	*s = (struct assertion_stack){0};
}
