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
#include "worker/base/interruptible.h"
#include "worker/base/watchdog.h"
#include "worker/optimize/strategy.h"

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

/* What it has learned of one objective. */
struct descent {
	struct goal_decider asked;
	Z3_ast passed; /* the value that is asserted to be exceeded */
	int power;     /* of two: the next step */
	bool shrinks;
	unsigned last_steps;
	int64_t step_us;   /* in this turn, that a step ahead may take */
	unsigned cuts;	   /* in this turn */
	int bound_power;   /* of two: the next step from the bound */
	Z3_ast left_bound; /* that was tried in vain, or NULL */
};

/* Values of it may be as close as you like. */
static bool
has_fractions(const struct optimization *s, const struct descent *d)
{
	return !d->asked.is_weighted &&
	       term_sort_kind(s->t->c, s->current->term) == Z3_REAL_SORT;
}

/* --- steps ---------------------------------------------------------------- */

/* The number that is better than another one by the step, or worse. */
static Z3_ast
step_from(const struct optimization *s, Z3_ast from, int power, bool is_better)
{
	Z3_context c = s->t->c;
	const struct objective *o = s->current;
	DROP(text)
	char *text = power >= 0 ? text_format("%lld", 1LL << power)
				: text_format("1/%lld", 1LL << -power);
	Z3_ast sum[2] = {from, Z3_mk_numeral(c, text, Z3_get_sort(c, o->term))};

	return interruptible_simplify(c, o->maximize == is_better
						 ? Z3_mk_add(c, 2, sum)
						 : Z3_mk_sub(c, 2, sum));
}

static Z3_ast
better_than(const struct optimization *s, const struct descent *d, Z3_ast value)
{
	const struct objective *goal = &d->asked.goal;
	int64_t number;

	if (d->asked.is_weighted &&
		weighted_sum_number(s->t->c, value, &number))
		return goal->maximize ? weighted_sum_at_least(
						&d->asked.sum, number + 1)
				      : weighted_sum_at_most(
						&d->asked.sum, number - 1);
	return objective_better(s->t, goal, value, true);
}

/* Better than a value, for a part of the turn; no solution is, by a proof: then
 * it is a bound. */
static Z3_lbool
ask_better(struct optimization *s, struct descent *d, Z3_ast value,
	int64_t until_us)
{
	Z3_context c = s->t->c;
	Z3_ast literal =
		Z3_mk_fresh_const(c, "satchel!step", Z3_mk_bool_sort(c));
	int64_t part_us = clock_spent_us() + d->step_us;
	Z3_lbool found;

	decider_assert_restated(&d->asked.decider,
		Z3_mk_implies(c, literal, better_than(s, d, value)));
	found = goal_decider_check(&d->asked, &literal, 1,
		part_us < until_us ? part_us : until_us);
	if (found == Z3_L_FALSE)
		optimization_bound(s, value);
	if (found != Z3_L_TRUE)
		decider_assert_restated(
			&d->asked.decider, Z3_mk_not(c, literal));
	return found;
}

/*
 * What is close to the bound, as the bound of the linear relaxation often is to
 * the best: larger steps from it while there is nothing.
 */
static Z3_lbool
ask_from_bound(struct optimization *s, struct descent *d, int64_t until_us)
{
	Z3_lbool found = ask_better(s, d,
		step_from(s, s->current->bound, d->bound_power, false),
		until_us);

	if (found == Z3_L_FALSE && d->bound_power < LARGEST)
		d->bound_power++;
	else
		d->bound_power = 0;
	if (found == Z3_L_UNDEF)
		d->left_bound = s->current->bound;
	return found;
}

/* Larger steps while they succeed, smaller ones where they do not. False: it
 * goes on for ever. */
static bool
next_power(struct descent *d, bool is_real, Z3_lbool found)
{
	if (is_real && d->power == ANY)
		return found != Z3_L_TRUE || d->last_steps++ < LAST_MAX;
	if (is_real && found == Z3_L_TRUE && d->shrinks)
		return true;
	if (found == Z3_L_TRUE)
		d->power = d->power == ANY ? 1 : d->power + 1;
	else if (found == Z3_L_UNDEF)
		d->power = ANY;
	else if (is_real)
		d->power = d->power > LEAST_OF_REAL ? d->power - 1 : ANY;
	else
		d->power = d->power > 2 ? d->power - 2 : ANY;
	d->shrinks = d->shrinks || found != Z3_L_TRUE;
	return d->power <= LARGEST;
}

static bool
has_numbers(const struct optimization *s)
{
	Z3_sort_kind kind = term_sort_kind(s->t->c, s->current->term);

	return (kind == Z3_INT_SORT || kind == Z3_REAL_SORT) &&
	       Z3_is_numeral_ast(s->t->c, s->current->value);
}

/* The bound is a whole number that was not tried in vain, and there is more
 * between it and the value than the step. */
static bool
tries_bound(const struct optimization *s, const struct descent *d)
{
	Z3_ast bound = s->current->bound;

	return engine_has(d->asked.decider.engine, ENGINE_PROPOSITIONAL) &&
	       !has_fractions(s, d) && has_numbers(s) && bound != NULL &&
	       bound != d->left_bound && Z3_is_numeral_ast(s->t->c, bound) &&
	       objective_exceeds(s->t, s->current,
		       step_from(s, bound, d->bound_power, false),
		       s->current->value) == Z3_L_TRUE;
}

/* Asks once, and draws the consequences. */
static void
run_step(struct optimization *s, struct strategy *w, struct descent *d,
	int64_t until_us)
{
	unsigned interrupts = checked_solver_clear_interrupt(s->t->c);
	bool is_real = has_fractions(s, d);
	bool from_bound = tries_bound(s, d);
	Z3_lbool found;

	if (!engine_has(w->engine, ENGINE_PUSHES) || d->cuts >= CUTS_MAX ||
		!has_numbers(s))
		d->power = ANY;
	/* What others have found meanwhile is asserted too. */
	if (d->passed != s->current->value) {
		d->passed = s->current->value;
		decider_assert_restated(
			&d->asked.decider, better_than(s, d, d->passed));
	}
	if (from_bound)
		found = ask_from_bound(s, d, until_us);
	else if (d->power != ANY)
		found = ask_better(s, d,
			step_from(s, s->current->value, d->power, true),
			until_us);
	else
		found = goal_decider_check(&d->asked, NULL, 0, until_us);
	if (found == Z3_L_FALSE && !from_bound && d->power == ANY)
		s->current->state = OBJECTIVE_OPTIMAL;
	if (found == Z3_L_TRUE &&
		!optimization_take_model(s, decider_model(&d->asked.decider)))
		found = Z3_L_UNDEF;
	if (found == Z3_L_UNDEF && watchdog_interrupts() == interrupts)
		w->has_ended = true;
	if (found == Z3_L_TRUE)
		optimization_improved(s);
	w->has_improved = w->has_improved || found != Z3_L_UNDEF;
	if (from_bound)
		return;
	d->cuts += found == Z3_L_UNDEF;
	if (!next_power(d, is_real, found))
		w->has_ended = true;
}

/* False: the engine cannot. */
static bool
begin(const struct optimization *s, const struct strategy *w)
{
	struct descent *d = w->state;

	if (!goal_decider_init(&d->asked, s, w->engine))
		return false;
	d->passed = NULL;
	if (!has_fractions(s, d))
		d->power = ANY;
	return true;
}

static void
run_turn(struct optimization *s, struct strategy *w)
{
	int64_t until_us = clock_spent_us() + w->turn_us;
	struct descent *d = w->state;

	d->cuts = 0;
	d->step_us = w->turn_us / STEP_PART;
	while (!w->has_ended && s->current->state == OBJECTIVE_OPEN &&
		clock_spent_us() < until_us && !optimization_is_over(s) &&
		!objective_is_at_bound(s->t, s->current)) {
		if (d->asked.decider.t == NULL && !begin(s, w)) {
			w->has_ended = true;
			return;
		}
		run_step(s, w, d, until_us);
		/* A strategy that is asked again is the incremental core. */
		if (!engine_has(w->engine, ENGINE_PUSHES))
			goal_decider_release(&d->asked);
	}
}

static void
release(void *state)
{
	struct descent *d = state;

	goal_decider_release(&d->asked);
}

const struct strategy_kind strategy_descent = {.fits = strategy_engine_fits,
	.state_size = sizeof(struct descent),
	.turn = run_turn,
	.release = release};
