#include "worker/optimize/strategy.h"

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

/* Reports take at most this part of the time. */
enum { REPORT_PART = 10 };

/* --- what is found -------------------------------------------------------- */

bool
optimization_is_over(const struct optimization *s)
{
	return clock_now_us() >= s->until_us;
}

/* Returns false if an interrupt made the report incomplete, so that the one
 * before it stays. */
static bool
report(const struct optimization *s)
{
	struct task *t = s->t;
	Z3_model at_hand = t->model;
	bool is_first = t->found.objectives == NULL;
	unsigned interrupts = watchdog_interrupts();
	bool is_whole;
	size_t begin;

	if (s->reported_model != NULL)
		t->model = s->reported_model;
	objectives_value(t, s->all);
	if (at_hand != t->model) {
		t->model = at_hand;
		objectives_value(t, s->objectives);
		t->model = s->reported_model;
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
optimization_report(struct optimization *s)
{
	int64_t begun_us = clock_now_us();

	s->is_unreported = !report(s);
	answer_stream_phase(s->t->out, PHASE_OPTIMIZING);
	s->report_us =
		clock_now_us() + (clock_now_us() - begun_us) * REPORT_PART;
}

/* Reports now, or together with what is found next. */
static void
report_in_time(struct optimization *s)
{
	s->is_unreported = true;
	if (clock_now_us() >= s->report_us)
		optimization_report(s);
}

void
optimization_improved(struct optimization *s)
{
	objectives_value(s->t, s->objectives);
	report_in_time(s);
}

void
optimization_bound(struct optimization *s, Z3_ast bound)
{
	struct objective *o = s->current;

	/* The closer bound is the one that the other exceeds. */
	if (o->bound != NULL &&
		objective_exceeds(s->t, o, o->bound, bound) != Z3_L_TRUE)
		return;
	o->bound = bound;
	report_in_time(s);
}

/* Returns whether the solution at hand gives the objectives before the current
 * one the values that were proved to be their best. */
static bool
holds_fixed_goals(const struct optimization *s)
{
	Z3_ast value = s->fixed_goals != NULL
			       ? evaluator_value(s->t, s->fixed_goals)
			       : NULL;

	return s->fixed_goals == NULL ||
	       (value != NULL &&
		       Z3_get_bool_value(s->t->c, value) == Z3_L_TRUE);
}

bool
optimization_set_model(struct optimization *s, Z3_model model)
{
	Z3_model before = s->t->model;
	Z3_ast value = NULL;

	solution_set_model(s->t, model);
	if (!solution_is_wrong(s->t) && holds_fixed_goals(s))
		value = evaluator_value(s->t, s->current->term);
	if (value != NULL)
		objective_set_value(s->t, s->current, value);
	else
		s->t->model = before;
	return value != NULL;
}

bool
optimization_take_model(struct optimization *s, Z3_model model)
{
	bool is_taken = model != NULL && optimization_set_model(s, model);

	if (model != NULL)
		Z3_model_dec_ref(s->t->c, model);
	return is_taken;
}

/* --- the current objective
 * ------------------------------------------------------- */

bool
optimization_is_weighted(const struct optimization *s)
{
	DROP(weighted_sum) struct weighted_sum w = {0};

	return weighted_sum_read(&w, s->t->c, NULL, s->current->term, 1);
}

bool
optimization_has_end(const struct optimization *s)
{
	return !s->current->is_remote && s->current->value != NULL;
}

/* Returns the assertions and the fixed goals; the caller frees the array. */
static Z3_ast *
assertions(const struct optimization *s, size_t *count)
{
	Z3_ast *terms = task_asserted(s->t, count); /* with room for one more */

	if (s->fixed_goals != NULL)
		terms[(*count)++] = s->fixed_goals;
	return terms;
}

Z3_ast
optimization_replaced(const struct optimization *s, struct families *f,
	struct termset *replaced)
{
	size_t count;
	Z3_ast *terms = assertions(s, &count);
	bool is_replaced = families_replace(f, s->t->c, terms, count, replaced);

	free(terms);
	return is_replaced
		       ? families_replace_further(f, s->t->c, s->current->term)
		       : NULL;
}

bool
strategy_engine_fits(const struct optimization *s, const struct strategy *w)
{
	Z3_context c = s->t->c;
	bool is_propositional =
		engines_that_fit(s->t, engines_with(ENGINE_PROPOSITIONAL)) != 0;

	if (!optimization_has_end(s))
		return false;
	if (!engine_has(w->engine, ENGINE_PROPOSITIONAL))
		return engine_has(w->engine, ENGINE_PUSHES) ||
		       w->engine == s->t->found.engine || !is_propositional;
	return is_propositional &&
	       (term_sort_kind(c, s->current->term) != Z3_REAL_SORT ||
		       optimization_is_weighted(s));
}

/* --- a decider with the goal in it ---------------------------------------- */

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
read_weighted(struct goal_decider *g, Z3_context c)
{
	struct constraints *known = &g->decider.families.constraints;
	bool is_read = weighted_sum_read(&g->sum, c, known, g->goal.term, 1);

	if (is_read && (g->sum.variable == NULL || g->sum.count == 0))
		return g->sum.variable == NULL;
	weighted_sum_drop(&g->sum);
	return weighted_sum_read_runs(&g->sum, c, known, g->goal.term, 1) &&
	       g->sum.variable == NULL;
}

/*
 * Reads the objective as the assertions of a propositional engine have it,
 * which is a weighted sum where they define a constant as one. Its literals get
 * names: each comparison would have them read anew.
 */
static void
read_propositional_goal(struct goal_decider *g, Z3_context c)
{
	g->never = Z3_mk_fresh_const(c, "satchel!never", Z3_mk_bool_sort(c));
	decider_assert_restated(&g->decider, Z3_mk_not(c, g->never));
	g->goal.term = decider_restate(&g->decider, g->goal.term);
	g->is_weighted = read_weighted(g, c);
	for (unsigned i = 0; g->is_weighted && i < g->sum.count; i++) {
		Z3_ast literal = g->sum.literals[i];

		g->sum.literals[i] = fresh(c, literal);
		decider_assert_restated(
			&g->decider, Z3_mk_iff(c, g->sum.literals[i], literal));
	}
}

/* Names the objective, for an engine with arithmetic. */
static void
name_goal(struct goal_decider *g, Z3_context c)
{
	Z3_ast term = g->goal.term;

	g->goal.term = fresh(c, term);
	decider_assert_restated(&g->decider, Z3_mk_eq(c, g->goal.term, term));
}

bool
goal_decider_init(struct goal_decider *g, const struct optimization *s,
	enum engine engine)
{
	size_t count;
	Z3_ast *terms = assertions(s, &count);
	bool is_fit;

	*g = (struct goal_decider){.goal = *s->current};
	is_fit = decider_init(&g->decider, engine, s->t, terms, count);
	free(terms);
	if (!is_fit)
		return false;
	if (engine_has(engine, ENGINE_PROPOSITIONAL))
		read_propositional_goal(g, s->t->c);
	else
		name_goal(g, s->t->c);
	return true;
}

void
goal_decider_release(struct goal_decider *g)
{
	decider_release(&g->decider);
	weighted_sum_drop(&g->sum);
	*g = (struct goal_decider){0};
}

Z3_lbool
goal_decider_check(struct goal_decider *g, const Z3_ast *assumed,
	unsigned count, int64_t until_us)
{
	Z3_lbool answer;

	if (g->never != NULL)
		checked_solver_read_asserted(
			g->decider.t->c, g->decider.solver, g->never);
	watchdog_spend(until_us);
	answer = decider_check(&g->decider, count, assumed);
	watchdog_spend(0);
	return answer;
}
