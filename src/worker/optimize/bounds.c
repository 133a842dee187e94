/*
 * A bound that costs nothing: what the ranges of the constants allow. A value
 * at the bound is the best.
 */
#include <stdlib.h>

#include "worker/base/watchdog.h"
#include "worker/constraints/constraints.h"
#include "worker/optimize/strategy.h"

/* Returns true and sets *bound if the ranges of the constants bound the
 * objective. */
static bool
bound_of_ranges(
	const struct optimization *s, const struct objective *o, int64_t *bound)
{
	Z3_context c = s->t->c;
	Z3_ast term = o->term;
	DROP(constraints) struct constraints known = {0};
	struct interval range;
	size_t count;
	Z3_ast *terms = task_asserted(s->t, &count);

	/* Assertions bound Ints only; a sum of weights has bounds anyway. */
	if (term_sort_kind(c, term) != Z3_INT_SORT)
		count = 0;
	term_simplify_linear(c, terms, count, terms);
	term_simplify_linear(c, &term, 1, &term);
	constraints_init(&known, c, terms, count);
	range = constraints_interval(&known, term);
	free(terms);
	*bound = o->maximize ? range.high : range.low;
	return !known.contradict && !watchdog_is_over() &&
	       llabs(*bound) < INTERVAL_END;
}

/* Bounds the objective, unless it has a bound. */
static void
set_bound(struct optimization *s, struct objective *o)
{
	int64_t bound;

	if (o->bound != NULL || !bound_of_ranges(s, o, &bound))
		return;
	o->bound = Z3_mk_int64(s->t->c, bound, Z3_get_sort(s->t->c, o->term));
	s->is_unreported = true;
}

/* Bounds all objectives: one that is never sought has a bound, too. */
static void
run_turn(struct optimization *s, struct strategy *w)
{
	for (size_t i = 0; i < s->objectives->count; i++)
		set_bound(s, &s->objectives->at[i]);
	w->has_ended = true;
}

const struct strategy_kind strategy_bounds = {.turn = run_turn};
