/* The way that searches by branching (worker/engines/branching.h), which stays
 * at hand from one turn to the next. */
#include <stdlib.h>

#include "base/clock.h"
#include "worker/base/checked_solver.h"
#include "worker/base/watchdog.h"
#include "worker/engines/branching.h"
#include "worker/expand/families.h"
#include "worker/optimize/way.h"

enum {
	/* Steps between two looks at the clock. */
	STEPS = 64,
	/* A search that would come to its end in so many of its turns, as far
	 * as it has seen, goes on at once, and is served first. */
	TURNS_TO_END = 15,
};

struct branching_way {
	struct branching *search;
	struct families families; /* the constants that it searches for */
};

static bool
fits(const struct search *s, const struct way *w)
{
	Z3_context c = s->t->c;
	Z3_sort_kind kind = term_sort_kind(c, s->sought->term);

	return way_engine_fits(s, w) && kind == Z3_INT_SORT &&
	       Z3_is_numeral_ast(c, s->sought->value);
}

static bool
begin(const struct search *s, const struct way *w)
{
	struct branching_way *b = w->state;
	DROP(termset) struct termset replaced = {0};
	unsigned interrupts = checked_solver_clear_interrupt(s->t->c);
	Z3_ast goal = search_replaced(s, &b->families, &replaced);

	if (goal == NULL || watchdog_interrupts() != interrupts)
		return false;
	b->search = branching_new(s->t->c, &replaced, &b->families.constraints,
		goal, s->sought->maximize);
	/* There is a solution, so what has none was misread. */
	return b->search != NULL &&
	       branching_run(b->search, 0) == BRANCHING_OPEN;
}

/* Only what is better than the best solution is of interest. */
static void
set_best(const struct search *s, const struct branching_way *b)
{
	int64_t value;

	if (Z3_get_numeral_int64(s->t->c, s->sought->value, &value))
		branching_set_best(b->search, value);
}

/* Returns false if libz3 finds an assertion false. */
static bool
set_model(struct search *s, const struct branching_way *b)
{
	Z3_model model = branching_model(b->search);

	if (!families_complete(&b->families, s->t->c, model)) {
		Z3_model_dec_ref(s->t->c, model);
		return false;
	}
	if (!search_take_model(s, model))
		return false;
	search_improved(s);
	set_best(s, b);
	return true;
}

/* Returns false if it has come to its end. */
static bool
run_steps(struct search *s, struct way *w, const struct branching_way *b)
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
		s->sought->state = OBJECTIVE_OPTIMAL;
		return false;
	case BRANCHING_GIVEN_UP:
		break;
	}
	return false;
}

static bool
is_nearly_done(
	const struct branching_way *b, const struct way *w, int64_t spent_us)
{
	return (double)(w->spent_us + spent_us) <
	       branching_seen(b->search) * TURNS_TO_END * (double)w->turn_us;
}

static void
run_turn(struct search *s, struct way *w)
{
	int64_t begun_us = clock_spent_us();
	int64_t spent_us = 0; /* in this turn */
	struct branching_way *b = w->state;
	bool goes_on = true;

	if (w->turns == 1)
		search_bound(s, Z3_mk_int64(s->t->c, branching_bound(b->search),
					Z3_mk_int_sort(s->t->c)));
	set_best(s, b);
	while (goes_on && !search_is_over(s) &&
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
	struct branching_way *b = state;

	branching_free(b->search);
	families_drop(&b->families);
}

const struct way_kind way_branching = {.fits = fits,
	.state_size = sizeof(struct branching_way),
	.begin = begin,
	.turn = run_turn,
	.release = release};
