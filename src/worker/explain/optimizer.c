/*
 * libz3's optimizer: the best where all is linear arithmetic, and for soft
 * assertions (by cores). It begins anew in each turn.
 */
#include <stdlib.h>

#include "base/alloc.h"
#include "base/clock.h"
#include "worker/base/checked_solver.h"
#include "worker/base/watchdog.h"
#include "worker/explain/optimality_proof.h"
#include "worker/explain/way.h"
#include "worker/solution/evaluator.h"
#include "worker/solution/solution.h"

enum {
	/* Of the search that the proof of a claim may take, or so much. */
	CLAIM_PART = 10,
	CLAIM_MIN_US = 100000,
};

/* Whether t->model is better than the values in hand, in the first objective in
 * which they differ: where there is no best, the optimizer stops anywhere, and
 * one that is as good is no reason for other values. */
static bool
is_improvement(const struct search *s)
{
	struct task *t = s->t;

	for (size_t i = 0; i < s->objectives->count; i++) {
		const struct objective *o = &s->objectives->at[i];
		Z3_ast value = evaluator_value(t, o->term);

		if (value == NULL)
			return false;
		if (o->value == NULL ||
			objective_exceeds(t, o, value, o->value) == Z3_L_TRUE)
			return true;
		if (!Z3_is_eq_ast(t->c, value, o->value))
			return false;
	}
	return false;
}

static void
run_turn(struct search *s, struct way *w)
{
	struct task *t = s->t;
	unsigned interrupts = watchdog_interrupts();
	Z3_model before = t->model;
	size_t count;
	Z3_ast *terms = task_asserted(t, &count);
	Z3_optimize optimizer =
		objectives_new_optimizer(t, terms, count, s->objectives);
	int64_t part_us;
	bool is_found;

	free(terms);
	watchdog_spend(clock_spent_us() + w->turn_us);
	is_found = checked_solver_optimize(t->c, optimizer) == Z3_L_TRUE;
	watchdog_spend(0);
	w->has_ended = is_found || watchdog_interrupts() == interrupts;
	/* The optimizer is not released: the model belongs to it. */
	if (!is_found)
		return;
	solution_set_model(t, Z3_optimize_get_model(t->c, optimizer));
	is_found = !solution_is_wrong(t);
	if (!is_found || !is_improvement(s))
		t->model = before;
	if (!is_found)
		return;
	part_us = (clock_spent_us() - s->begun_us) / CLAIM_PART;
	objectives_value(t, s->objectives);
	objectives_read_claims(t, optimizer, s->objectives);
	optimality_proof_prove(t, s->objectives,
		part_us > CLAIM_MIN_US ? part_us : CLAIM_MIN_US);
	search_improved(s);
}

const struct way_kind way_optimizer = {.turn = run_turn};
