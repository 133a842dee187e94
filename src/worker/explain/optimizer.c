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

static bool
fits(const struct search *s, const struct way *w)
{
	(void)s;
	(void)w;
	return true;
}

static Z3_optimize
new_optimizer(const struct task *t, const struct objectives *objectives)
{
	Z3_optimize optimizer = Z3_mk_optimize(t->c);
	size_t count;
	Z3_ast *terms = task_asserted(t, &count);

	Z3_optimize_inc_ref(t->c, optimizer);
	for (size_t i = 0; i < count; i++)
		checked_solver_optimize_assert(t->c, optimizer, terms[i]);
	free(terms);
	objectives_put(t, optimizer, objectives);
	return optimizer;
}

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

struct hearing {
	struct search *search;
	Z3_model found; /* libz3 fills it with each better solution */
	bool has_found;
};

/*
 * Called by libz3 from inside of its search: what has been found is reported
 * at once, so that it is known when the time runs out.
 */
static void
hear_better(void *argument)
{
	struct hearing *h = argument;
	struct search *s = h->search;
	struct task *t = s->t;
	Z3_model before = t->model;

	t->model = h->found;
	if (is_improvement(s)) {
		search_improved(s);
		h->has_found = true;
	}
	t->model = before;
}

/* Takes the last solution that libz3 has told of, if its time was too short for
 * the best one. Of recursive functions it takes values that they do not have.
 */
static void
adopt_found(struct hearing *h)
{
	struct task *t = h->search->t;
	Z3_model before = t->model;
	struct objectives *all = h->search->objectives;
	bool is_worse = false;

	if (!h->has_found)
		return;
	solution_adopt(t, h->found);
	for (size_t i = 0; i < all->count; i++)
		is_worse |=
			evaluator_value(t, all->at[i].term) != all->at[i].value;
	if (is_worse || solution_is_wrong(t))
		t->model = before;
	objectives_value(t, all);
}

/* What the optimizer says within a turn. */
static Z3_lbool
check(struct search *s, Z3_optimize optimizer, int64_t turn_us)
{
	struct task *t = s->t;
	struct hearing h = {.search = s};
	Z3_lbool answer;

	h.found = Z3_mk_model(t->c);
	Z3_model_inc_ref(t->c, h.found);
	Z3_optimize_register_model_eh(
		t->c, optimizer, h.found, &h, hear_better);
	t->evaluating.is_searching = true;
	watchdog_spend(clock_spent_us() + turn_us);
	answer = checked_solver_optimize(t->c, optimizer);
	watchdog_spend(0);
	t->evaluating.is_searching = false;
	if (answer != Z3_L_TRUE) {
		(void)checked_solver_settle(t->c);
		adopt_found(&h);
	}
	return answer;
}

/* The objectives as if nothing was known of them; the caller's, but their
 * texts.
 */
static struct objectives
fresh_copy(const struct objectives *all)
{
	struct objectives own = {
		.at = mem_grow(NULL, all->count, sizeof(*own.at)),
		.count = all->count,
	};

	for (size_t i = 0; i < all->count; i++)
		own.at[i] = (struct objective){
			.maximize = all->at[i].maximize,
			.soft = all->at[i].soft,
			.term = all->at[i].term,
			.text = all->at[i].text,
		};
	return own;
}

/* The states and bounds come from what the optimizer was given; the bounds that
 * others have proved are kept. */
static void
adopt_optimum(struct search *s, Z3_optimize optimizer)
{
	struct task *t = s->t;
	struct objectives own = fresh_copy(s->objectives);
	int64_t part_us = (clock_spent_us() - s->begun_us) / CLAIM_PART;

	objectives_bounds(t, optimizer, &own);
	objectives_value(t, &own);
	optimality_proof_prove(
		t, &own, part_us > CLAIM_MIN_US ? part_us : CLAIM_MIN_US);
	for (size_t i = 0; i < own.count; i++) {
		struct objective *to = &s->objectives->at[i];

		if (to->state == OBJECTIVE_OPTIMAL)
			continue;
		if (own.at[i].state == OBJECTIVE_OPEN &&
			own.at[i].bound == NULL)
			own.at[i].bound = to->bound;
		*to = own.at[i];
	}
	free(own.at);
	search_improved(s);
}

static void
take_turn(struct search *s, struct way *w)
{
	struct task *t = s->t;
	unsigned strikes = watchdog_strikes();
	Z3_optimize optimizer = new_optimizer(t, s->objectives);
	Z3_model before = t->model;
	Z3_lbool answer = check(s, optimizer, w->turn_us);

	w->has_improved = t->model != before;
	w->has_ended = answer == Z3_L_TRUE || watchdog_strikes() == strikes;
	if (answer == Z3_L_TRUE) {
		bool is_wrong;

		objectives_value(t, s->objectives);
		solution_take_best(t, optimizer);
		is_wrong = solution_is_wrong(t);
		if (is_wrong || !is_improvement(s))
			t->model = before;
		if (!is_wrong)
			adopt_optimum(s, optimizer);
	}
	/* The optimizer is kept: the model belongs to it. */
}

const struct way_kind way_optimizer = {.fits = fits, .turn = take_turn};
