#include "worker/optimize/way.h"

#include <stdlib.h>

#include "base/alloc.h"
#include "base/clock.h"
#include "worker/base/answer_stream.h"
#include "worker/base/checked_solver.h"
#include "worker/base/watchdog.h"
#include "worker/engines/engine.h"
#include "worker/expand/families.h"
#include "worker/solution/evaluator.h"
#include "worker/solution/solution.h"

/* Reporting takes this part of the time at most. */
enum { REPORT_PART = 10 };

/* --- what is found -------------------------------------------------------- */

bool
search_is_over(const struct search *s)
{
	return clock_now_us() >= s->until_us;
}

/* False: an interrupt has made it incomplete, so that the one before stays. */
static bool
report(const struct search *s)
{
	struct task *t = s->t;
	Z3_model at_hand = t->model;
	bool is_first = t->found.objectives == NULL;
	unsigned interrupts = watchdog_interrupts();
	bool is_whole;
	size_t begin;

	if (s->shown != NULL)
		t->model = s->shown;
	objectives_value(t, s->all);
	if (at_hand != t->model) {
		t->model = at_hand;
		objectives_value(t, s->objectives);
		t->model = s->shown;
	}
	is_whole = watchdog_interrupts() == interrupts;
	answer_stream_phase(t->out, PHASE_MODEL);
	begin = t->out->frames.size;
	is_whole = solution_report(t) && is_whole;
	t->model = at_hand;
	if (!is_first && (!is_whole || watchdog_is_over())) {
		buf_truncate(&t->out->frames, begin);
		return false;
	}
	objectives_report(t, s->all);
	answer_stream_send(t->out);
	return true;
}

void
search_report(struct search *s)
{
	int64_t begun_us = clock_now_us();

	s->is_unreported = !report(s);
	answer_stream_phase(s->t->out, PHASE_OPTIMIZING);
	s->report_us =
		clock_now_us() + (clock_now_us() - begun_us) * REPORT_PART;
}

/* Now, or with what is found next. */
static void
report_in_time(struct search *s)
{
	s->is_unreported = true;
	if (clock_now_us() >= s->report_us)
		search_report(s);
}

void
search_improved(struct search *s)
{
	objectives_value(s->t, s->objectives);
	report_in_time(s);
}

void
search_bound(struct search *s, Z3_ast bound)
{
	struct objective *o = s->sought;

	/* One that is passed by the old one is closer. */
	if (o->bound != NULL &&
		objective_exceeds(s->t, o, o->bound, bound) != Z3_L_TRUE)
		return;
	o->bound = bound;
	report_in_time(s);
}

/* Returns whether the solution at hand gives the objectives before the current
 * one the values that were proved to be their best. */
static bool
holds_fixed_goals(const struct search *s)
{
	Z3_ast value = s->held != NULL ? evaluator_value(s->t, s->held) : NULL;

	return s->held == NULL ||
	       (value != NULL &&
		       Z3_get_bool_value(s->t->c, value) == Z3_L_TRUE);
}

bool
search_set_model(struct search *s, Z3_model model)
{
	Z3_model before = s->t->model;
	Z3_ast value = NULL;

	if (model == NULL || !solution_set_model(s->t, model))
		return false;
	if (!solution_is_wrong(s->t) && holds_fixed_goals(s))
		value = evaluator_value(s->t, s->sought->term);
	if (value != NULL)
		objective_set_value(s->t, s->sought, value);
	else
		s->t->model = before;
	return value != NULL;
}

/* --- what is sought ------------------------------------------------------- */

bool
search_is_weighted(const struct search *s)
{
	DROP(weighted_sum) struct weighted_sum w = {0};

	return weighted_sum_read(&w, s->t->c, NULL, s->sought->term, 1);
}

bool
search_has_end(const struct search *s)
{
	return !s->sought->is_remote && s->sought->value != NULL;
}

/* The assertions and what is held; the caller's. */
static Z3_ast *
assertions(const struct search *s, size_t *count)
{
	Z3_ast *terms = task_asserted(s->t, count); /* with room for one more */

	if (s->held != NULL)
		terms[(*count)++] = s->held;
	return terms;
}

Z3_ast
search_replaced(const struct search *s, struct termset *replaced)
{
	struct families *f = s->t->families;
	size_t count;
	Z3_ast *terms = assertions(s, &count);
	bool is_replaced = families_replace(f, s->t->c, terms, count, replaced);

	free(terms);
	return is_replaced
		       ? families_replace_further(f, s->t->c, s->sought->term)
		       : NULL;
}

bool
way_engine_fits(const struct search *s, const struct way *w)
{
	Z3_context c = s->t->c;
	bool has_finite =
		engines_that_fit(s->t, ENGINE_BIT(ENGINE_FINITE_DOMAIN)) != 0;

	if (!search_has_end(s))
		return false;
	if (w->engine != ENGINE_FINITE_DOMAIN)
		return w->engine == ENGINE_INCREMENTAL ||
		       w->engine == s->t->found.engine || !has_finite;
	return has_finite &&
	       (term_sort_kind(c, s->sought->term) != Z3_REAL_SORT ||
		       search_is_weighted(s));
}

/* --- a solver with the goal in it ----------------------------------------- */

static Z3_ast
fresh(Z3_context c, Z3_ast like)
{
	return Z3_mk_fresh_const(c, "satchel!goal", Z3_get_sort(c, like));
}

/*
 * Sums that have Ints, too, are compared as pseudo-Booleans up to eight times
 * faster than as adders (the nights of 5 people, the talent of 8 scenes); not
 * so an Int alone.
 */
static bool
read_weighted(struct goal_solver *g, const struct search *s)
{
	struct constraints *known = &s->t->families->constraints;
	Z3_context c = s->t->c;
	bool is_read = weighted_sum_read(&g->sum, c, known, g->goal.term, 1);

	if (is_read && (g->sum.variable == NULL || g->sum.count == 0))
		return g->sum.variable == NULL;
	weighted_sum_drop(&g->sum);
	return weighted_sum_read_runs(&g->sum, c, known, g->goal.term, 1) &&
	       g->sum.variable == NULL;
}

/*
 * The objective as the finite-domain solver's assertions have it, which is a
 * weighted sum where they define a constant as one. Its literals get names:
 * each comparison would have them read anew.
 */
static void
read_finite_goal(struct goal_solver *g, const struct search *s)
{
	Z3_context c = s->t->c;

	g->goal.term = engine_term(g->engine, s->t, s->sought->term);
	g->is_weighted = read_weighted(g, s);
	for (unsigned i = 0; g->is_weighted && i < g->sum.count; i++) {
		Z3_ast literal = g->sum.literals[i];

		g->sum.literals[i] = fresh(c, literal);
		checked_solver_assert(c, g->solver,
			Z3_mk_iff(c, g->sum.literals[i], literal));
	}
}

bool
goal_solver_init(
	struct goal_solver *g, const struct search *s, enum engine engine)
{
	Z3_context c = s->t->c;
	size_t count;
	Z3_ast *terms = assertions(s, &count);

	*g = (struct goal_solver){.engine = engine, .goal = *s->sought};
	/* Not the one of assertions that checks share: it has to forget. */
	g->solver = engine == ENGINE_INCREMENTAL
			    ? task_solver_of(s->t, true, terms, count)
			    : engine_new_solver(engine, s->t, terms, count);
	free(terms);
	if (g->solver == NULL)
		return false;
	if (engine == ENGINE_FINITE_DOMAIN) {
		g->never = Z3_mk_fresh_const(
			c, "satchel!never", Z3_mk_bool_sort(c));
		checked_solver_assert(c, g->solver, Z3_mk_not(c, g->never));
		read_finite_goal(g, s);
	} else {
		/* To the incremental core the goal is a constant. */
		g->goal.term = fresh(c, s->sought->term);
		checked_solver_assert(c, g->solver,
			Z3_mk_eq(c, g->goal.term, s->sought->term));
	}
	return true;
}

void
goal_solver_release(struct goal_solver *g, const struct search *s)
{
	if (g->solver != NULL)
		Z3_solver_dec_ref(s->t->c, g->solver);
	weighted_sum_drop(&g->sum);
	*g = (struct goal_solver){0};
}

Z3_lbool
goal_solver_ask(const struct goal_solver *g, const struct search *s,
	const Z3_ast *assumed, unsigned count, int64_t until_us)
{
	Z3_context c = s->t->c;
	Z3_lbool found;

	if (g->never != NULL)
		checked_solver_read_asserted(c, g->solver, g->never);
	watchdog_spend(until_us);
	found = checked_solver_check_assuming(c, g->solver, count, assumed);
	watchdog_spend(0);
	return found;
}
