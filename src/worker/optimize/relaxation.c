/*
 * A bound by the linear relaxation: Ints become Reals and what holds a number
 * from 0 to 1, with of each assertion what is linear in them, and libz3's
 * simplex finds the best. Of knapsacks, loads and assignments that is close to
 * the best there is.
 */
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/clock.h"
#include "worker/base/interruptible.h"
#include "worker/base/termset.h"
#include "worker/base/watchdog.h"
#include "worker/constraints/linear_sum.h"
#include "worker/constraints/simplification.h"
#include "worker/constraints/term_reader.h"
#include "worker/engines/probes.h"
#include "worker/expand/families.h"
#include "worker/optimize/optimizer.h"
#include "worker/optimize/strategy.h"

enum {
	TERMS_MAX = 20000,
	DEPTH_MAX = 200,
	VALUES_MAX = 64, /* of an Int that has a number for each */
	TURNS_MAX = 4,	 /* each begins anew */
	/* With choices among so many rows, libz3's simplex did not listen for
	 * 0.6 to 3.8 s (3,000 to 3,514 rows of a courier's travels; of 1,773 it
	 * did), so the other ways have so much time first. */
	ROWS_LARGE = 2500,
	LARGE_LATER_US = 300000,
};

struct relaxation {
	Z3_context c;
	struct families families;	 /* the constants of the rows */
	struct constraints *constraints; /* theirs */
	struct expressions *e;		 /* theirs */
	struct termset rows;		 /* what holds of the Reals */
	Z3_ast *reals; /* by expression; NULL if it has none yet */
	size_t count;
	unsigned depth;
	bool has_choices;
};

static Z3_ast real_of(struct relaxation *r, uint32_t x);

/* --- sums of Reals -------------------------------------------------------- */

static Z3_ast
number(Z3_context c, int64_t value)
{
	return Z3_mk_int64(c, value, Z3_mk_real_sort(c));
}

static Z3_ast
sum_of(Z3_context c, Z3_ast *terms, unsigned count)
{
	return count == 0 ? number(c, 0) : Z3_mk_add(c, count, terms);
}

static Z3_ast
times(Z3_context c, int64_t factor, Z3_ast real)
{
	return factor == 1
		       ? real
		       : Z3_mk_mul(c, 2, (Z3_ast[]){number(c, factor), real});
}

static void
add_row(struct relaxation *r, Z3_ast row)
{
	(void)termset_add(&r->rows, r->c, row);
}

/* Returns a new Real between bounds, as far as there are any. */
static Z3_ast
fresh(struct relaxation *r, struct interval i)
{
	Z3_context c = r->c;
	Z3_ast real = Z3_mk_fresh_const(c, "satchel!real", Z3_mk_real_sort(c));

	if (i.low > -INTERVAL_END)
		add_row(r, Z3_mk_ge(c, real, number(c, i.low)));
	if (i.high < INTERVAL_END)
		add_row(r, Z3_mk_le(c, real, number(c, i.high)));
	return real;
}

static Z3_ast
fresh_of(struct relaxation *r, uint32_t x)
{
	return fresh(r, propagator_interval(&r->constraints->propagator, x));
}

static Z3_ast
sum_of_items(struct relaxation *r, const struct linear_sum *s)
{
	Z3_ast *parts = mem_grow(NULL, s->count + 1, sizeof(*parts));
	Z3_ast sum;

	for (size_t i = 0; i < s->count; i++)
		parts[i] = times(
			r->c, s->items[i].factor, real_of(r, s->items[i].x));
	parts[s->count] = number(r->c, s->number);
	sum = sum_of(r->c, parts, (unsigned)s->count + 1);
	free(parts);
	return sum;
}

/* Returns the sum of the Reals of all arguments, with their factors. */
static Z3_ast
sum_of_arguments(struct relaxation *r, uint32_t node)
{
	struct expression x = r->e->at[node];
	struct linear_sum s = {.number = x.number, .count = x.count};
	Z3_ast sum;

	s.items = mem_grow(NULL, x.count + 1, sizeof(*s.items));
	for (uint32_t i = 0; i < x.count; i++)
		s.items[i] =
			(struct linear_item){expression_arguments(r->e, &x)[i],
				expression_factors(r->e, &x)[i]};
	sum = sum_of_items(r, &s);
	linear_sum_release(&s);
	return sum;
}

/* --- Booleans ------------------------------------------------------------- */

/* Returns whether the arguments are equations that exclude each other: of one
 * subject, and with different numbers, since no argument stands there twice. */
static bool
exclude_each_other(const struct relaxation *r, const struct expression *x)
{
	const uint32_t *arguments = expression_arguments(r->e, x);
	int64_t value;
	uint32_t subject = equation_subject(r->e, arguments[0], &value);

	for (uint32_t i = 1; i < x->count && subject != EXPRESSION_NONE; i++)
		if (equation_subject(r->e, arguments[i], &value) != subject)
			subject = EXPRESSION_NONE;
	return subject != EXPRESSION_NONE;
}

/* An `or` is at least each disjunct and at most their sum; an `and` is at most
 * each conjunct and at least 1 less those that do not hold. */
static Z3_ast
junction(struct relaxation *r, uint32_t node)
{
	Z3_context c = r->c;
	struct expression x = r->e->at[node];
	bool is_or = x.operation == OPERATION_OR;
	Z3_ast sum = sum_of_arguments(r, node);
	Z3_ast real;

	if (is_or && exclude_each_other(r, &x))
		return sum;
	real = fresh(r, (struct interval){0, 1});
	for (uint32_t i = 0; i < x.count; i++) {
		Z3_ast one = real_of(r, expression_arguments(r->e, &x)[i]);

		add_row(r, is_or ? Z3_mk_ge(c, real, one)
				 : Z3_mk_le(c, real, one));
	}
	if (!is_or)
		sum = Z3_mk_sub(
			c, 2, (Z3_ast[]){sum, number(c, (int64_t)x.count - 1)});
	add_row(r, is_or ? Z3_mk_le(c, real, sum) : Z3_mk_ge(c, real, sum));
	return real;
}

/* Returns the expression (= x value); EXPRESSION_NONE if there are too many. */
static uint32_t
equation(struct relaxation *r, uint32_t variable, int64_t value)
{
	return expression_make(r->e, OPERATION_EQUAL, 0,
		(uint32_t[]){variable, expression_number(r->e, value)}, NULL,
		2);
}

static void
set_real(struct relaxation *r, uint32_t x, Z3_ast real)
{
	if (x >= r->count) {
		size_t count = r->e->count;

		r->reals = mem_grow(r->reals, count, sizeof(*r->reals));
		memset(r->reals + r->count, 0,
			(count - r->count) * sizeof(*r->reals));
		r->count = count;
	}
	r->reals[x] = real;
}

static Z3_ast
known_real(const struct relaxation *r, uint32_t x)
{
	return x < r->count ? r->reals[x] : NULL;
}

/* Gives each of the equations of a variable with its few values, from the first
 * one on, a Real. These are 1 together. */
static void
make_values(struct relaxation *r, uint32_t variable, const uint32_t *equations,
	struct interval i)
{
	Z3_context c = r->c;
	Z3_ast holds[VALUES_MAX];
	Z3_ast parts[VALUES_MAX];
	unsigned count = 0;

	for (int64_t v = i.low; v <= i.high; v++) {
		holds[count] = fresh(r, (struct interval){0, 1});
		set_real(r, equations[count], holds[count]);
		parts[count] = times(c, v, holds[count]);
		count++;
	}
	add_row(r, Z3_mk_eq(c, sum_of(c, holds, count), number(c, 1)));
	add_row(r, Z3_mk_eq(c, sum_of(c, parts, count), real_of(r, variable)));
}

/* Returns the sum over the values of a variable for which a comparison with a
 * number holds; NULL if they are not few. */
static Z3_ast
sum_of_values(struct relaxation *r, uint32_t node)
{
	struct expression x = r->e->at[node];
	bool is_equation = x.operation == OPERATION_EQUAL;
	int64_t value = x.number;
	uint32_t variable = is_equation ? equation_subject(r->e, node, &value)
					: *expression_arguments(r->e, &x);
	uint32_t equations[VALUES_MAX] = {0};
	Z3_ast parts[VALUES_MAX];
	unsigned count = 0;
	struct interval i;

	if (variable == EXPRESSION_NONE ||
		r->e->at[variable].operation != OPERATION_VARIABLE ||
		r->e->at[variable].is_real)
		return NULL;
	i = propagator_interval(&r->constraints->propagator, variable);
	/* A Real for each of them is worth it. */
	if (!interval_is_finite(i) || i.low == i.high ||
		i.high - i.low >= VALUES_MAX)
		return NULL;
	for (int64_t v = i.low; v <= i.high; v++) {
		equations[v - i.low] = equation(r, variable, v);
		if (equations[v - i.low] == EXPRESSION_NONE)
			return NULL;
	}
	if (known_real(r, equations[0]) == NULL)
		make_values(r, variable, equations, i);
	for (int64_t v = i.low; v <= i.high; v++)
		if (is_equation ? v == value : v >= value)
			parts[count++] = known_real(r, equations[v - i.low]);
	return sum_of(r->c, parts, count);
}

/* --- expressions ---------------------------------------------------------- */

static bool
is_numeral(const struct relaxation *r, uint32_t x)
{
	return r->e->at[x].operation == OPERATION_NUMBER ||
	       (r->e->at[x].operation == OPERATION_OPAQUE &&
		       Z3_is_numeral_ast(r->c, r->e->at[x].term));
}

/* A product with a number, as 1/2, is linear. */
static Z3_ast
product(struct relaxation *r, uint32_t node)
{
	const uint32_t *x = expression_arguments(r->e, &r->e->at[node]);
	uint32_t factors[] = {x[0], x[1]};

	if (!is_numeral(r, factors[0]) && !is_numeral(r, factors[1]))
		return fresh_of(r, node);
	return Z3_mk_mul(r->c, 2,
		(Z3_ast[]){real_of(r, factors[0]), real_of(r, factors[1])});
}

/* A table is a sum of what its conditions weigh. */
static Z3_ast
choice(struct relaxation *r, uint32_t node)
{
	DROP(linear_sum) struct linear_sum s = {0};

	r->has_choices = true;
	if (!linear_sum_add(&s, r->e, node, 1) ||
		(s.count == 1 && s.items[0].x == node))
		return fresh_of(r, node);
	return sum_of_items(r, &s);
}

static Z3_ast
make_real(struct relaxation *r, uint32_t node)
{
	const struct expression *x = &r->e->at[node];
	Z3_ast values = NULL;

	switch (x->operation) {
	case OPERATION_NUMBER:
		return number(r->c, x->number);
	case OPERATION_SUM:
		return sum_of_arguments(r, node);
	case OPERATION_PRODUCT:
		return product(r, node);
	case OPERATION_ITE:
		return choice(r, node);
	case OPERATION_AND:
	case OPERATION_OR:
		return junction(r, node);
	case OPERATION_AT_LEAST:
	case OPERATION_EQUAL:
		values = sum_of_values(r, node);
		break;
	case OPERATION_VARIABLE:
	case OPERATION_OPAQUE:
		if (is_numeral(r, node))
			return Z3_mk_numeral(r->c,
				Z3_get_numeral_string(r->c, x->term),
				Z3_mk_real_sort(r->c));
		break;
	case OPERATION_ALL_DIFFERENT:
		break;
	}
	return values != NULL ? values : fresh_of(r, node);
}

static Z3_ast // NOLINTNEXTLINE(misc-no-recursion)
real_of(struct relaxation *r, uint32_t x)
{
	r->has_choices |= r->e->at[x].is_boolean &&
			  r->e->at[x].operation != OPERATION_NUMBER;
	if (known_real(r, x) == NULL) {
		set_real(r, x,
			r->depth++ < DEPTH_MAX ? make_real(r, x)
					       : fresh_of(r, x));
		r->depth--;
	}
	return known_real(r, x);
}

/* --- assertions ----------------------------------------------------------- */

/* Each value is that of one argument at most. */
static void
add_different(struct relaxation *r, const struct expression *x)
{
	Z3_context c = r->c;
	struct interval all = propagator_interval(
		&r->constraints->propagator, *expression_arguments(r->e, x));
	Z3_ast *parts = mem_grow(NULL, x->count + 1, sizeof(*parts));

	for (int64_t v = all.low;
		all.high - all.low < VALUES_MAX && v <= all.high; v++) {
		unsigned count = 0;

		for (uint32_t i = 0; i < x->count; i++) {
			uint32_t one = equation(
				r, expression_arguments(r->e, x)[i], v);

			if (one != EXPRESSION_NONE)
				parts[count++] = real_of(r, one);
		}
		add_row(r, Z3_mk_le(c, sum_of(c, parts, count), number(c, 1)));
	}
	free(parts);
}

/* Asserts an expression, or that it does not hold. */
static void // NOLINTNEXTLINE(misc-no-recursion)
add_assertion(struct relaxation *r, uint32_t node, bool holds)
{
	Z3_context c = r->c;
	struct expression x = r->e->at[node];
	uint32_t inner = expression_negated(r->e, node);
	uint32_t sides[2] = {0};
	int64_t most = x.number;

	for (uint32_t i = 0; i < 2 && i < x.count; i++)
		sides[i] = expression_arguments(r->e, &x)[i];
	if (inner != EXPRESSION_NONE) {
		add_assertion(r, inner, !holds);
	} else if (x.operation == (holds ? OPERATION_AND : OPERATION_OR)) {
		for (uint32_t i = 0; i < x.count; i++)
			add_assertion(
				r, expression_arguments(r->e, &x)[i], holds);
	} else if (x.operation == OPERATION_AT_LEAST) {
		Z3_ast real = real_of(r, sides[0]);

		/* Whole numbers differ by 1. */
		most -= r->e->at[sides[0]].is_real ? 0 : 1;
		add_row(r, holds ? Z3_mk_ge(c, real, number(c, x.number))
				 : Z3_mk_le(c, real, number(c, most)));
	} else if (x.operation == OPERATION_EQUAL && holds) {
		add_row(r, Z3_mk_eq(c, real_of(r, sides[0]),
				   real_of(r, sides[1])));
	} else if (x.operation == OPERATION_ALL_DIFFERENT && holds) {
		add_different(r, &x);
	} else if (x.operation == OPERATION_OR) {
		add_row(r,
			Z3_mk_ge(c, sum_of_arguments(r, node), number(c, 1)));
	} else {
		add_row(r, Z3_mk_eq(c, real_of(r, node), number(c, holds)));
	}
}

/* --- the strategy --------------------------------------------------------- */

static void
relaxation_drop(struct relaxation *r)
{
	families_drop(&r->families);
	termset_release(&r->rows);
	free(r->reals);
}

/* Of what no row mentions libz3's optimizer takes any value for the best, also
 * where a row says that the goal is a sum with it. */
static bool
is_in_rows(const struct relaxation *r, Z3_ast goal)
{
	DROP(termset) struct termset known = {0};
	DROP(termset) struct termset parts = {0};

	for (size_t i = 0; i < r->rows.count; i++)
		termset_add_parts(&known, r->c, r->rows.at[i], false);
	termset_add_parts(&parts, r->c, goal, false);
	for (size_t i = 0; i < parts.count; i++) {
		Z3_ast part = parts.at[i];

		if (term_kind(r->c, part) == Z3_OP_UNINTERPRETED &&
			!termset_has(&known, r->c, part))
			return false;
	}
	return true;
}

/* The goal as a Real; NULL: the text is beyond it. */
static Z3_ast
relax(const struct optimization *s, struct relaxation *r)
{
	DROP(termset) struct termset replaced = {0};
	Z3_ast goal = optimization_replaced(s, &r->families, &replaced);
	uint32_t x;

	if (goal == NULL || replaced.count > TERMS_MAX)
		return NULL;
	r->c = s->t->c;
	r->constraints = &r->families.constraints;
	r->e = &r->constraints->expressions;
	x = expression_read(r->e, goal);
	for (size_t i = 0; i < replaced.count && r->rows.count < TERMS_MAX;
		i++) {
		uint32_t assertion = expression_read(r->e, replaced.at[i]);

		if (assertion != EXPRESSION_NONE)
			add_assertion(r, assertion, true);
	}
	if (x == EXPRESSION_NONE)
		return NULL;
	goal = real_of(r, x);
	return is_in_rows(r, goal) ? goal : NULL;
}

/* The next whole number towards the solutions, where the goal has only such. */
static Z3_ast
round_bound(const struct optimization *s, Z3_ast bound)
{
	Z3_context c = s->t->c;
	Z3_sort sort = Z3_get_sort(c, s->current->term);
	bool is_int = Z3_get_sort_kind(c, sort) == Z3_INT_SORT;
	Z3_ast whole;

	if (!is_int && !optimization_is_weighted(s))
		return bound;
	whole = s->current->maximize
			? Z3_mk_real2int(c, bound)
			: Z3_mk_unary_minus(
				  c, Z3_mk_real2int(
					     c, Z3_mk_unary_minus(c, bound)));
	return interruptible_simplify(
		c, is_int ? whole : Z3_mk_int2real(c, whole));
}

static bool
fits(const struct optimization *s, const struct strategy *w)
{
	(void)w;
	return optimization_has_end(s) &&
	       term_sort_kind(s->t->c, s->current->term) != Z3_BV_SORT;
}

static void
run_turn(struct optimization *s, struct strategy *w)
{
	DROP(relaxation) struct relaxation r = {0};
	/* Of clauses alone it says next to nothing. */
	Z3_ast goal = probes_is_propositional(s->t) ? NULL : relax(s, &r);
	/* Its best value among the Reals. */
	struct objective o = {.maximize = s->current->maximize, .term = goal};
	bool is_found;

	s->is_linear = goal != NULL && !r.has_choices;
	if (goal != NULL && r.has_choices && r.rows.count > ROWS_LARGE &&
		w->turns == 1) {
		w->spent_us += LARGE_LATER_US;
		return;
	}
	if (goal != NULL) {
		watchdog_spend(clock_spent_us() + w->turn_us);
		optimizer_bound(r.c, r.rows.at, r.rows.count, &o);
		watchdog_spend(0);
	}
	is_found = o.claimed != NULL && !o.is_infinite;
	if (is_found)
		optimization_bound(s, round_bound(s, o.claimed));
	w->has_ended = goal == NULL || is_found || w->turns >= TURNS_MAX;
}

const struct strategy_kind strategy_relaxation = {
	.fits = fits, .turn = run_turn};
