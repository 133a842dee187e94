/* Optimises by branch and bound (worker/engines/branching.h). The search goes
 * on from one turn to the next. */
#include <stdlib.h>

#include "base/clock.h"
#include "worker/base/checked_solver.h"
#include "worker/base/watchdog.h"
#include "worker/engines/branching.h"
#include "worker/expand/families.h"
#include "worker/optimize/strategy.h"

enum {
	/* Steps between two looks at the clock. */
	STEPS = 64,
	/* A search that would come to its end in so many of its turns, as far
	 * as it has seen, goes on at once, and is served first. */
	TURNS_TO_END = 15,
};

struct branch_and_bound {
	struct branching *search;
	struct families families; /* the constants that it searches for */
};

static bool
fits(const struct optimization *s, const struct strategy *w)
{
	Z3_context c = s->t->c;
	Z3_sort_kind kind = term_sort_kind(c, s->current->term);

	return strategy_engine_fits(s, w) && kind == Z3_INT_SORT &&
	       Z3_is_numeral_ast(c, s->current->value);
}

static bool
begin(const struct optimization *s, const struct strategy *w)
{
	struct branch_and_bound *b = w->state;
	DROP(termset) struct termset replaced = {0};
	unsigned interrupts = checked_solver_clear_interrupt(s->t->c);
	Z3_ast goal = optimization_replaced(s, &b->families, &replaced);

	if (goal == NULL || watchdog_interrupts() != interrupts)
		return false;
	b->search = branching_new(s->t->c, &replaced, &b->families.constraints,
		goal, s->current->maximize);
	/* There is a solution, so what has none was misread. */
	return b->search != NULL &&
	       branching_run(b->search, 0) == BRANCHING_OPEN;
}

/* Only what is better than the best solution is of interest. */
static void
set_best(const struct optimization *s, const struct branch_and_bound *b)
{
	int64_t value;

	if (Z3_get_numeral_int64(s->t->c, s->current->value, &value))
		branching_set_best(b->search, value);
}

/* Returns false if libz3 finds an assertion false. */
static bool
set_model(struct optimization *s, const struct branch_and_bound *b)
{
	Z3_model model = branching_model(b->search);

	if (!families_complete(&b->families, s->t->c, model)) {
		Z3_model_dec_ref(s->t->c, model);
		return false;
	}
	if (!optimization_take_model(s, model))
		return false;
	optimization_improved(s);
	set_best(s, b);
	return true;
}

/* Returns false if it has come to its end. */
static bool
run_steps(struct optimization *s, struct strategy *w,
	const struct branch_and_bound *b)
{
	switch (branching_run(b->search, STEPS)) {
	case BRANCHING_OPEN:
		return true;
	case BRANCHING_FOUND:
		if (!set_model(s, b))
			return false;
		w->has_improved = true;
		return true;
	case BRANCHING_ENDED:
		s->current->state = OBJECTIVE_OPTIMAL;
		return false;
	case BRANCHING_GIVEN_UP:
		break;
	}
	return false;
}

static bool
is_nearly_done(const struct branch_and_bound *b, const struct strategy *w,
	int64_t spent_us)
{
	return (double)(w->spent_us + spent_us) <
	       branching_seen(b->search) * TURNS_TO_END * (double)w->turn_us;
}

static void
run_turn(struct optimization *s, struct strategy *w)
{
	int64_t begun_us = clock_spent_us();
	int64_t spent_us = 0; /* in this turn */
	struct branch_and_bound *b = w->state;
	bool goes_on = true;

	if (w->turns == 1)
		optimization_bound(
			s, Z3_mk_int64(s->t->c, branching_bound(b->search),
				   Z3_mk_int_sort(s->t->c)));
	set_best(s, b);
	while (goes_on && !optimization_is_over(s) &&
		(spent_us < w->turn_us || is_nearly_done(b, w, spent_us))) {
		goes_on = run_steps(s, w, b);
		spent_us = clock_spent_us() - begun_us;
	}
	w->has_ended = !goes_on;
	w->has_improved = w->has_improved || is_nearly_done(b, w, spent_us);
}

static void
release(void *state)
{
	struct branch_and_bound *b = state;

	branching_free(b->search);
	families_drop(&b->families);
}

const struct strategy_kind strategy_branching = {.fits = fits,
	.state_size = sizeof(struct branch_and_bound),
	.begin = begin,
	.turn = run_turn,
	.release = release};
