/*
 * A deciding engine is asked for better and better solutions, until there is
 * none. What is found stays asserted, so that the solver keeps what it has
 * learned; steps ahead, that grow while they succeed, are assumed only. Where
 * an engine gets lost in one, it goes on without.
 */
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/clock.h"
#include "worker/base/checked_solver.h"
#include "worker/base/watchdog.h"
#include "worker/decide/engine.h"
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

static bool
is_weighted(const struct search *s)
{
	DROP(weighted_sum) struct weighted_sum w = {0};

	return weighted_sum_read(&w, s->t->c, NULL, s->sought->term, 1);
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
		return has_finite && (kind != Z3_REAL_SORT || is_weighted(s));
	return w->engine == ENGINE_INCREMENTAL || w->engine == s->t->engine ||
	       !has_finite;
}

/* A constant that equals the term, which is asserted by the last of `terms`. */
static Z3_ast
name_term(Z3_context c, Z3_ast term, Z3_ast *terms, size_t *count)
{
	Z3_ast name =
		Z3_mk_fresh_const(c, "satchel!goal", Z3_get_sort(c, term));

	terms[(*count)++] = Z3_mk_eq(c, name, term);
	return name;
}

/*
 * What the engine is to see in the place of the objective: of a weighted sum,
 * for the finite-domain solver, the same of constants, which may be compared as
 * a pseudo-Boolean; else a constant.
 */
static void
make_goal(const struct search *s, struct way *w, Z3_ast **terms, size_t *count)
{
	Z3_context c = s->t->c;
	DROP(weighted_sum) struct weighted_sum sum = {0};
	Z3_sort sort = Z3_get_sort(c, s->sought->term);
	Z3_ast both[2];

	w->goal = *s->sought;
	if (w->engine != ENGINE_FINITE_DOMAIN ||
		!weighted_sum_read(&sum, c, NULL, w->goal.term, 1)) {
		*terms = mem_grow(*terms, *count + 1, sizeof(**terms));
		w->goal.term = name_term(c, w->goal.term, *terms, count);
		return;
	}
	*terms = mem_grow(*terms, *count + sum.count + 1, sizeof(**terms));
	both[0] = Z3_mk_int64(c, sum.fixed, sort);
	for (size_t i = 0; i < sum.count; i++) {
		Z3_ast literal = name_term(c, sum.literals[i], *terms, count);

		both[1] = Z3_mk_ite(c, literal,
			Z3_mk_int64(c, sum.weights[i], sort),
			Z3_mk_int64(c, 0, sort));
		both[0] = Z3_mk_add(c, 2, both);
	}
	w->goal.term = both[0];
}

/* False: the engine cannot. */
static bool
begin(const struct search *s, struct way *w)
{
	size_t count;
	Z3_ast *terms = task_asserted(s->t, &count);

	if (s->held != NULL) {
		terms = mem_grow(terms, count + 1, sizeof(*terms));
		terms[count++] = s->held;
	}
	make_goal(s, w, &terms, &count);
	/* Not the one of assertions that checks share: it has to forget. */
	if (w->engine == ENGINE_INCREMENTAL) {
		w->solver = task_empty_solver(s->t, true);
		checked_solver_assert_all(s->t->c, w->solver, terms, count);
	} else {
		w->solver = engine_new_solver(w->engine, s->t, terms, count);
	}
	free(terms);
	w->passed = NULL;
	if (kind_of(s->t->c, s->sought->term) != Z3_REAL_SORT)
		w->power = ANY;
	return w->solver != NULL;
}

void
way_release(const struct search *s, struct way *w)
{
	if (w->solver != NULL)
		Z3_solver_dec_ref(s->t->c, w->solver);
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

/* The value that is better by the step. */
static Z3_ast
step_end(Z3_context c, const struct objective *o, int power)
{
	Z3_ast sum[2] = {o->value, NULL};

	sum[1] = step_numeral(c, power, Z3_get_sort(c, o->term));
	return Z3_simplify(
		c, o->maximize ? Z3_mk_add(c, 2, sum) : Z3_mk_sub(c, 2, sum));
}

static Z3_ast
better_than(const struct search *s, const struct way *w, Z3_ast value)
{
	struct objective goal = w->goal;

	goal.value = value;
	return objective_better(s->t, &goal, true);
}

/* As the engine's solver reads it. */
static void
assert_further(const struct search *s, const struct way *w, Z3_ast term)
{
	checked_solver_assert(
		s->t->c, w->solver, engine_term(w->engine, s->t, term));
}

/* What others have found meanwhile is asserted too. */
static void
pass_value(const struct search *s, struct way *w)
{
	if (w->passed == s->sought->value)
		return;
	w->passed = s->sought->value;
	assert_further(s, w, better_than(s, w, w->passed));
}

/* Of recursive functions libz3 takes values that they do not have. */
static bool
adopt_model(struct search *s, Z3_solver solver)
{
	Z3_model before = s->t->model;

	solution_take(s->t, solver);
	if (!solution_is_wrong(s->t))
		return true;
	s->t->model = before;
	return false;
}

/* Better than it is by more than the step, for a part of the turn. */
static Z3_lbool
ask_ahead(struct search *s, struct way *w, int64_t until_us)
{
	Z3_context c = s->t->c;
	Z3_ast literal =
		Z3_mk_fresh_const(c, "satchel!step", Z3_mk_bool_sort(c));
	Z3_ast end = step_end(c, s->sought, w->power);
	int64_t part_us = clock_spent_us() + w->turn_us / STEP_PART;
	Z3_lbool found;

	assert_further(s, w, Z3_mk_implies(c, literal, better_than(s, w, end)));
	watchdog_spend(part_us < until_us ? part_us : until_us);
	found = checked_solver_check_assuming(c, w->solver, 1, &literal);
	watchdog_spend(0);
	if (found == Z3_L_FALSE)
		search_bound(s, end);
	if (found != Z3_L_TRUE)
		checked_solver_assert(c, w->solver, Z3_mk_not(c, literal));
	return found;
}

static Z3_lbool
ask_any(struct search *s, struct way *w, int64_t until_us)
{
	Z3_lbool found;

	watchdog_spend(until_us);
	found = checked_solver_check(s->t->c, w->solver);
	watchdog_spend(0);
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

/* Asks once, and draws the consequences. */
static void
take_step(struct search *s, struct way *w, int64_t until_us)
{
	unsigned strikes = checked_solver_settle(s->t->c);
	bool is_real = kind_of(s->t->c, s->sought->term) == Z3_REAL_SORT;
	Z3_lbool found;

	if (!engine_has(w->engine, ENGINE_PUSHES) || w->cuts >= CUTS_MAX ||
		!has_numbers(s))
		w->power = ANY;
	pass_value(s, w);
	found = w->power == ANY ? ask_any(s, w, until_us)
				: ask_ahead(s, w, until_us);
	if (found == Z3_L_TRUE && !adopt_model(s, w->solver))
		found = Z3_L_UNDEF;
	if (found == Z3_L_UNDEF && watchdog_strikes() == strikes)
		w->has_ended = true;
	if (found == Z3_L_TRUE)
		search_improved(s);
	w->has_improved = w->has_improved || found != Z3_L_UNDEF;
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
		clock_spent_us() < until_us && !search_is_over(s)) {
		if (w->solver == NULL && !begin(s, w)) {
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
