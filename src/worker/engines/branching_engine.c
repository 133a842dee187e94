/*
 * Branch and bound (branching.h) as an engine: of problems with few Booleans
 * and Ints. What reaches a number or not, as the value of a knapsack, it
 * decides by the bounds of the rows, while libz3 tries one sum after another.
 */
#include "worker/base/checked_solver.h"
#include "worker/base/watchdog.h"
#include "worker/engines/branching.h"
#include "worker/engines/engine.h"
#include "worker/expand/families.h"

enum {
	/* Steps between two looks at the watchdog. */
	STEPS = 64,
	/* Of more declarations it never sees all assignments. */
	DECLARATIONS_MAX = 400,
};

static bool
is_searched(Z3_context c, Z3_sort sort)
{
	Z3_sort_kind kind = Z3_get_sort_kind(c, sort);

	return kind == Z3_BOOL_SORT || kind == Z3_INT_SORT;
}

static bool
fits(const struct task *t)
{
	size_t count = engine_count_declarations(t, is_searched);

	return count > 0 && count <= DECLARATIONS_MAX;
}

/* Searches until the watchdog interrupts. */
static Z3_lbool
search(struct branching *b, unsigned interrupts, Z3_model *model)
{
	enum branching_state state;

	do {
		state = branching_run(b, STEPS);
	} while (
		state == BRANCHING_OPEN && watchdog_interrupts() == interrupts);
	if (state == BRANCHING_FOUND)
		*model = branching_model(b);
	return state == BRANCHING_FOUND	  ? Z3_L_TRUE
	       : state == BRANCHING_ENDED ? Z3_L_FALSE
					  : Z3_L_UNDEF;
}

static Z3_lbool
decide(const struct task *t, struct families *f, const Z3_ast *terms,
	size_t count, Z3_model *model)
{
	DROP(termset) struct termset replaced = {0};
	unsigned interrupts = checked_solver_clear_interrupt(t->c);
	struct branching *b;
	Z3_lbool answer;

	/* What was interrupted while it was simplified may not be the same. */
	if (!families_replace(f, t->c, terms, count, &replaced) ||
		watchdog_interrupts() != interrupts)
		return Z3_L_UNDEF;
	b = branching_new(t->c, &replaced, &f->constraints, NULL, false);
	if (b == NULL)
		return Z3_L_UNDEF;
	answer = search(b, interrupts, model);
	branching_free(b);
	return answer;
}

const struct engine_kind engine_branching = {.fits = fits, .decide = decide};
