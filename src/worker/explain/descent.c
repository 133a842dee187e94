/*
 * A deciding engine is asked for better and better solutions, until there is
 * none. What is found stays asserted, so that the solver keeps what it has
 * learned; steps ahead, that grow while they succeed, are assumed only. Where
 * an engine gets lost in one, it goes on without.
 */
#include <stdlib.h>

#include "base/alloc.h"
#include "base/clock.h"
#include "worker/base/checked_solver.h"
#include "worker/base/watchdog.h"
#include "worker/decide/engine.h"
#include "worker/expand/families.h"
#include "worker/expand/weighted_sum.h"
#include "worker/explain/way.h"
#include "worker/solution/solution.h"

enum {
	LARGEST = 62, /* of the powers of two that are steps */
	LEAST_OF_REAL = -30,
	ANY = -31, /* a step of any size */
	/* Of any size, on Reals: nobody waits for ever smaller fractions. */
	LAST_MAX = 3,
	/* Of a turn, that a step ahead may take; and how many of them may run
	 * out of it before there are no more in the turn. */
	STEP_PART = 3,
	CUTS_MAX = 1,
};

/* --- the goal ------------------------------------------------------------- */

static Z3_sort_kind
kind_of(Z3_context c, Z3_ast term)
{
	return Z3_get_sort_kind(c, Z3_get_sort(c, term));
}

/* Steps towards what may have no end lead to values of thousands of digits,
 * and texts that fill the memory. */
bool
descent_fits(const struct search *s, const struct way *w)
{
	Z3_context c = s->t->c;
	Z3_sort_kind kind;
	bool has_finite =
		engines_that_fit(s->t, ENGINE_BIT(ENGINE_FINITE_DOMAIN)) != 0;

	if (s->objectives->count > 1 && s->objectives->priority != PRIORITY_LEX)
		return false;
	if (s->sought->is_remote || s->sought->value == NULL)
		return false;
	kind = kind_of(c, s->sought->term);
	if (w->engine == ENGINE_FINITE_DOMAIN)
		return has_finite &&
		       (kind != Z3_REAL_SORT || search_is_weighted(s));
	return w->engine == ENGINE_INCREMENTAL || w->engine == s->t->engine ||
	       !has_finite;
}

static Z3_ast
fresh(Z3_context c, Z3_ast like)
{
	return Z3_mk_fresh_const(c, "satchel!goal", Z3_get_sort(c, like));
}

/*
 * Sums that have Ints, too, are compared as pseudo-Booleans four times faster
 * than as adders (the nights of 5 people, the talent of 8 scenes); not so an
 * Int alone. Cores of runs are long, and say little.
 */
static bool
read_weighted(const struct search *s, const struct way *w,
	struct weighted_sum *sum)
{
	const struct bound_propagation *bounds = &s->t->families->bounds;
	bool is_read =
		weighted_sum_read(sum, s->t->c, bounds, w->goal.term, 1);
	bool is_alone = is_read && sum->count == 0;

	if (is_read && sum->variable == NULL)
		return true;
	if (is_alone || w == &s->ways[WAY_CORES])
		return false;
	weighted_sum_drop(sum);
	return weighted_sum_read_runs(
		       sum, s->t->c, bounds, w->goal.term, 1) &&
	       sum->variable == NULL;
}

/*
 * The objective as the finite-domain solver's assertions have it, which is a
 * weighted sum where they define a constant as one. Its literals get names:
 * each comparison would have them read anew.
 */
static void
read_finite_goal(const struct search *s, struct way *w)
{
	Z3_context c = s->t->c;

	w->goal.term = engine_term(w->engine, s->t, s->sought->term);
	w->is_weighted = read_weighted(s, w, &w->sum);
	for (unsigned i = 0; w->is_weighted && i < w->sum.count; i++) {
		Z3_ast literal = w->sum.literals[i];

		w->sum.literals[i] = fresh(c, literal);
		checked_solver_assert(c, w->solver,
			Z3_mk_iff(c, w->sum.literals[i], literal));
	}
}

/* To the incremental core the goal is a constant. */
static void
name_goal(const struct search *s, struct way *w)
{
	Z3_context c = s->t->c;

	w->goal.term = fresh(c, s->sought->term);
	checked_solver_assert(
		c, w->solver, Z3_mk_eq(c, w->goal.term, s->sought->term));
}

/* Values of it may be as close as you like. */
static bool
has_fractions(const struct search *s, const struct way *w)
{
	return !w->is_weighted &&
	       kind_of(s->t->c, s->sought->term) == Z3_REAL_SORT;
}

bool
way_begin(const struct search *s, struct way *w)
{
	size_t count;
	Z3_ast *terms = task_asserted(s->t, &count);

	if (s->held != NULL) {
		terms = mem_grow(terms, count + 1, sizeof(*terms));
		terms[count++] = s->held;
	}
	/* Not the one of assertions that checks share: it has to forget. */
	if (w->engine == ENGINE_INCREMENTAL) {
		w->solver = task_empty_solver(s->t, true);
		checked_solver_assert_all(s->t->c, w->solver, terms, count);
	} else {
		w->solver = engine_new_solver(w->engine, s->t, terms, count);
	}
	free(terms);
	w->passed = NULL;
	if (w->solver == NULL)
		return false;
	w->goal = *s->sought;
	if (w->engine == ENGINE_FINITE_DOMAIN) {
		w->never = Z3_mk_fresh_const(
			s->t->c, "satchel!never", Z3_mk_bool_sort(s->t->c));
		checked_solver_assert(
			s->t->c, w->solver, Z3_mk_not(s->t->c, w->never));
		read_finite_goal(s, w);
	} else {
		name_goal(s, w);
	}
	if (!has_fractions(s, w))
		w->power = ANY;
	return true;
}

/*
 * The finite-domain solver reads what is asserted when it is asked the next
 * time, and what an interrupt meets of it then is lost. So it is asked before
 * for what it denies at once.
 */
static void
let_read(const struct search *s, const struct way *w)
{
	(void)watchdog_pause();
	(void)Z3_solver_check_assumptions(s->t->c, w->solver, 1, &w->never);
	watchdog_resume();
}

Z3_lbool
way_ask(const struct search *s, const struct way *w, const Z3_ast *assumed,
	unsigned count, int64_t until_us)
{
	Z3_lbool found;

	if (w->never != NULL)
		let_read(s, w);
	watchdog_spend(until_us);
	found = count == 0 ? checked_solver_check(s->t->c, w->solver)
			   : checked_solver_check_assuming(
				     s->t->c, w->solver, count, assumed);
	watchdog_spend(0);
	return found;
}

void
way_release(const struct search *s, struct way *w)
{
	if (w->solver != NULL)
		Z3_solver_dec_ref(s->t->c, w->solver);
	weighted_sum_drop(&w->sum);
	cores_free(w->cores);
	branching_free(w->branching);
	*w = (struct way){.engine = w->engine,
		.spent_us = w->spent_us,
		.turn_us = w->turn_us};
}

/* --- steps ---------------------------------------------------------------- */

static Z3_ast
step_numeral(Z3_context c, int power, Z3_sort sort)
{
	DROP(text)
	char *text = power >= 0 ? text_format("%lld", 1LL << power)
				: text_format("1/%lld", 1LL << -power);

	return Z3_mk_numeral(c, text, sort);
}

/* The number that is better than another one by the step, or worse. */
static Z3_ast
step_from(Z3_context c, const struct objective *o, Z3_ast from, int power,
	bool is_better)
{
	Z3_ast sum[2] = {from, step_numeral(c, power, Z3_get_sort(c, o->term))};

	return Z3_simplify(c, o->maximize == is_better ? Z3_mk_add(c, 2, sum)
						       : Z3_mk_sub(c, 2, sum));
}

static Z3_ast
better_than(const struct search *s, const struct way *w, Z3_ast value)
{
	struct objective goal = w->goal;
	int64_t number;

	if (w->is_weighted && weighted_sum_number(s->t->c, value, &number))
		return goal.maximize
			       ? weighted_sum_at_least(&w->sum, number + 1)
			       : weighted_sum_at_most(&w->sum, number - 1);
	goal.value = value;
	return objective_better(s->t, &goal, true);
}

/* What others have found meanwhile is asserted too. */
static void
pass_value(const struct search *s, struct way *w)
{
	if (w->passed == s->sought->value)
		return;
	w->passed = s->sought->value;
	checked_solver_assert(s->t->c, w->solver, better_than(s, w, w->passed));
}

bool
search_adopt(struct search *s, Z3_solver solver)
{
	return search_adopt_model(s, Z3_solver_get_model(s->t->c, solver));
}

bool
search_adopt_model(struct search *s, Z3_model model)
{
	Z3_model before = s->t->model;

	solution_adopt(s->t, model);
	if (!solution_is_wrong(s->t))
		return true;
	s->t->model = before;
	return false;
}

/* Better than a value, for a part of the turn; no solution is, by a proof: then
 * it is a bound. */
static Z3_lbool
ask_better(struct search *s, struct way *w, Z3_ast value, int64_t until_us)
{
	Z3_context c = s->t->c;
	Z3_ast literal =
		Z3_mk_fresh_const(c, "satchel!step", Z3_mk_bool_sort(c));
	int64_t part_us = clock_spent_us() + w->turn_us / STEP_PART;
	Z3_lbool found;

	checked_solver_assert(c, w->solver,
		Z3_mk_implies(c, literal, better_than(s, w, value)));
	found = way_ask(
		s, w, &literal, 1, part_us < until_us ? part_us : until_us);
	if (found == Z3_L_FALSE)
		search_bound(s, value);
	if (found != Z3_L_TRUE)
		checked_solver_assert(c, w->solver, Z3_mk_not(c, literal));
	return found;
}

/* Better than it is by more than the step. */
static Z3_lbool
ask_ahead(struct search *s, struct way *w, int64_t until_us)
{
	Z3_context c = s->t->c;

	return ask_better(s, w,
		step_from(c, s->sought, s->sought->value, w->power, true),
		until_us);
}

/* Whether there is more between the bound and the value than the step. */
static bool
is_wide(const struct search *s, int power)
{
	Z3_context c = s->t->c;
	struct objective far = *s->sought;

	far.term = step_from(c, s->sought, s->sought->bound, power, false);
	return Z3_get_bool_value(c, Z3_simplify(c, objective_better(s->t, &far,
							   true))) == Z3_L_TRUE;
}

/*
 * What is close to the bound, as the bound of the linear relaxation often is to
 * the best: larger steps from it while there is nothing.
 */
static Z3_lbool
ask_from_bound(struct search *s, struct way *w, int64_t until_us)
{
	Z3_context c = s->t->c;
	Z3_lbool found = ask_better(s, w,
		step_from(
			c, s->sought, s->sought->bound, w->bound_power, false),
		until_us);

	if (found == Z3_L_FALSE && w->bound_power < LARGEST)
		w->bound_power++;
	else
		w->bound_power = 0;
	if (found == Z3_L_UNDEF)
		w->left_bound = s->sought->bound;
	return found;
}

static Z3_lbool
ask_any(struct search *s, struct way *w, int64_t until_us)
{
	Z3_lbool found = way_ask(s, w, NULL, 0, until_us);

	if (found == Z3_L_FALSE)
		s->sought->state = OBJECTIVE_OPTIMAL;
	return found;
}

/* Larger steps while they succeed, smaller ones where they do not. False: it
 * goes on for ever. */
static bool
next_power(struct way *w, bool is_real, Z3_lbool found)
{
	if (is_real && w->power == ANY)
		return found != Z3_L_TRUE || w->last_steps++ < LAST_MAX;
	if (is_real && found == Z3_L_TRUE && w->shrinks)
		return true;
	if (found == Z3_L_TRUE)
		w->power = w->power == ANY ? 1 : w->power + 1;
	else if (found == Z3_L_UNDEF)
		w->power = ANY;
	else if (is_real)
		w->power = w->power > LEAST_OF_REAL ? w->power - 1 : ANY;
	else
		w->power = w->power > 2 ? w->power - 2 : ANY;
	w->shrinks = w->shrinks || found != Z3_L_TRUE;
	return w->power <= LARGEST;
}

static bool
has_numbers(const struct search *s)
{
	Z3_sort_kind kind = kind_of(s->t->c, s->sought->term);

	return (kind == Z3_INT_SORT || kind == Z3_REAL_SORT) &&
	       Z3_is_numeral_ast(s->t->c, s->sought->value);
}

/* The bound is a whole number, and was not tried in vain. */
static bool
tries_bound(const struct search *s, const struct way *w)
{
	return w->engine == ENGINE_FINITE_DOMAIN && !has_fractions(s, w) &&
	       has_numbers(s) && s->sought->bound != NULL &&
	       s->sought->bound != w->left_bound &&
	       Z3_is_numeral_ast(s->t->c, s->sought->bound) &&
	       is_wide(s, w->bound_power);
}

/* Asks once, and draws the consequences. */
static void
take_step(struct search *s, struct way *w, int64_t until_us)
{
	unsigned strikes = checked_solver_settle(s->t->c);
	bool is_real = has_fractions(s, w);
	bool from_bound = tries_bound(s, w);
	Z3_lbool found;

	if (!engine_has(w->engine, ENGINE_PUSHES) || w->cuts >= CUTS_MAX ||
		!has_numbers(s))
		w->power = ANY;
	pass_value(s, w);
	found = from_bound	  ? ask_from_bound(s, w, until_us)
		: w->power == ANY ? ask_any(s, w, until_us)
				  : ask_ahead(s, w, until_us);
	if (found == Z3_L_TRUE && !search_adopt(s, w->solver))
		found = Z3_L_UNDEF;
	if (found == Z3_L_UNDEF && watchdog_strikes() == strikes)
		w->has_ended = true;
	if (found == Z3_L_TRUE)
		search_improved(s);
	w->has_improved = w->has_improved || found != Z3_L_UNDEF;
	if (from_bound)
		return;
	w->cuts += found == Z3_L_UNDEF;
	if (!next_power(w, is_real, found))
		w->has_ended = true;
}

void
descent_turn(struct search *s, struct way *w)
{
	int64_t until_us = clock_spent_us() + w->turn_us;

	w->cuts = 0;
	while (!w->has_ended && s->sought->state == OBJECTIVE_OPEN &&
		clock_spent_us() < until_us && !search_is_over(s) &&
		!search_is_at_bound(s)) {
		if (w->solver == NULL && !way_begin(s, w)) {
			w->has_ended = true;
			return;
		}
		take_step(s, w, until_us);
		/* A strategy that is asked again is the incremental core. */
		if (!engine_has(w->engine, ENGINE_PUSHES)) {
			Z3_solver_dec_ref(s->t->c, w->solver);
			w->solver = NULL;
		}
	}
}
