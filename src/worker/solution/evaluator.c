#include "worker/solution/evaluator.h"

#include <assert.h>
#include <stdlib.h>

#include "base/alloc.h"
#include "base/clock.h"
#include "worker/base/checked_solver.h"
#include "worker/base/interruptible.h"
#include "worker/base/interval.h"
#include "worker/base/termset.h"
#include "worker/base/value_range.h"
#include "worker/base/watchdog.h"

enum {
	/* Of terms that are walked recursively. */
	DEPTH_MAX = 2000,
	/* How often the bounds of a quantifier's variables are narrowed by each
	 * other: x < y and y < x would go on for ever. */
	ROUNDS_MAX = 20,
	/* Values of one variable. */
	RANGE_MAX = 1000000,
	/* Steps between two looks at the clock. */
	STEPS = 256,
	/* Of the processor, for a solver to prove what cannot be enumerated:
	 * one of them, and all of a problem. */
	PROOF_US = 100000,
	PROOFS_US = 300000,
	/* For the value of a term that somebody asks for. */
	VALUE_US = 1000000,
};

struct variable {
	Z3_ast value;	       /* NULL: not known yet */
	struct termset values; /* none: an Int of the interval */
	struct interval interval;
	Z3_sort sort;
};

struct evaluation {
	struct task *t;
	Z3_context c;
	struct variable *variables; /* that are bound, the innermost last */
	size_t count, capacity;
	/* Operators and functions applied to values, and what that gives. */
	struct term_map applied;
	unsigned depth, steps;
	int64_t until_us;
	bool is_late;
	bool has_elements; /* of declared sorts had a part in it */
};

static Z3_ast value_of(struct evaluation *e, Z3_ast term);

static Z3_ast
boolean(const struct evaluation *e, bool is_true)
{
	return is_true ? Z3_mk_true(e->c) : Z3_mk_false(e->c);
}

/* --- ranges --------------------------------------------------------------- */

/* factor * x + rest */
struct sum {
	int64_t factor;
	struct interval rest;
};

static const struct sum any_sum = {0, {-INTERVAL_END, INTERVAL_END}};

/* Its place among those that are bound. */
static size_t
place_of(const struct evaluation *e, Z3_ast variable)
{
	unsigned index = Z3_get_index_value(e->c, variable);

	assert(index < e->count);
	return e->count - 1 - index;
}

static struct sum
sum_scale(struct sum s, int64_t factor)
{
	if (__builtin_mul_overflow(s.factor, factor, &s.factor) ||
		s.factor <= -INTERVAL_END || s.factor >= INTERVAL_END)
		return any_sum;
	s.rest = interval_multiply(s.rest, (struct interval){factor, factor});
	return s;
}

static struct sum
sum_add(struct sum a, struct sum b)
{
	struct sum s = {a.factor + b.factor, interval_add(a.rest, b.rest)};

	return -INTERVAL_END < s.factor && s.factor < INTERVAL_END ? s
								   : any_sum;
}

/* The term as a sum in which the variable of that number stands alone. */
static struct sum // NOLINTNEXTLINE(misc-no-recursion)
sum_of(struct evaluation *e, Z3_ast term, size_t x)
{
	int64_t number;
	Z3_decl_kind kind = term_kind(e->c, term);
	struct sum s;

	if (interval_of_numeral(e->c, value_of(e, term), &number))
		return (struct sum){0, {number, number}};
	if (Z3_get_ast_kind(e->c, term) == Z3_VAR_AST)
		return place_of(e, term) == x
			       ? (struct sum){1, {0, 0}}
			       : (struct sum){0, e->variables[place_of(e, term)]
							 .interval};
	if (kind == Z3_OP_UMINUS)
		return sum_scale(
			sum_of(e, term_argument(e->c, term, 0), x), -1);
	for (unsigned i = 0;
		i < 2 && kind == Z3_OP_MUL && term_arity(e->c, term) == 2;
		i++) {
		if (interval_of_numeral(e->c,
			    value_of(e, term_argument(e->c, term, i)), &number))
			return sum_scale(
				sum_of(e, term_argument(e->c, term, 1 - i), x),
				number);
	}
	if (kind != Z3_OP_ADD && kind != Z3_OP_SUB)
		return any_sum;
	s = sum_of(e, term_argument(e->c, term, 0), x);
	for (unsigned i = 1; i < term_arity(e->c, term); i++)
		s = sum_add(
			s, sum_scale(sum_of(e, term_argument(e->c, term, i), x),
				   kind == Z3_OP_ADD ? 1 : -1));
	return s;
}

/* What left - right has to be; false: no comparison. */
static bool
difference(Z3_decl_kind kind, bool is_true, struct interval *r)
{
	bool is_below = kind == Z3_OP_LE || kind == Z3_OP_LT;
	bool is_strict = kind == Z3_OP_LT || kind == Z3_OP_GT;

	*r = (struct interval){0, 0};
	if (kind == Z3_OP_EQ)
		return is_true;
	if (!is_below && kind != Z3_OP_GE && kind != Z3_OP_GT)
		return false;
	if (!is_true) {
		is_below = !is_below;
		is_strict = !is_strict;
	}
	if (is_below)
		*r = (struct interval){-INTERVAL_END, is_strict ? -1 : 0};
	else
		*r = (struct interval){is_strict ? 1 : 0, INTERVAL_END};
	return true;
}

/* Narrows the Ints from `first` on by a comparison; whether one is narrower. */
static bool // NOLINTNEXTLINE(misc-no-recursion)
narrow_by(struct evaluation *e, Z3_ast term, bool is_true, size_t first)
{
	bool is_narrower = false;
	struct interval r;

	if (term_arity(e->c, term) != 2 ||
		!difference(term_kind(e->c, term), is_true, &r) ||
		term_sort_kind(e->c, term_argument(e->c, term, 0)) !=
			Z3_INT_SORT)
		return false;
	for (size_t x = first; x < e->count; x++) {
		struct interval *known = &e->variables[x].interval;
		struct sum s = sum_add(
			sum_of(e, term_argument(e->c, term, 0), x),
			sum_scale(sum_of(e, term_argument(e->c, term, 1), x),
				-1));
		struct interval bound;

		if (s.factor == 0)
			continue;
		bound = interval_divide(
			interval_add(r, interval_negate(s.rest)), s.factor);
		if (bound.low > known->low || bound.high < known->high)
			is_narrower = true;
		if (bound.low > known->low)
			known->low = bound.low;
		if (bound.high < known->high)
			known->high = bound.high;
	}
	return is_narrower;
}

/* By all that holds if the body does, or does not: elsewhere it is decided. */
static bool // NOLINTNEXTLINE(misc-no-recursion)
narrow(struct evaluation *e, Z3_ast body, bool is_true, size_t first)
{
	Z3_decl_kind kind = term_kind(e->c, body);
	bool is_narrower = false;

	if (kind == Z3_OP_NOT)
		return narrow(e, term_argument(e->c, body, 0), !is_true, first);
	if (kind == Z3_OP_IMPLIES && !is_true) {
		is_narrower =
			narrow(e, term_argument(e->c, body, 0), true, first);
		return narrow(e, term_argument(e->c, body, 1), false, first) ||
		       is_narrower;
	}
	if (kind != (is_true ? Z3_OP_AND : Z3_OP_OR))
		return narrow_by(e, body, is_true, first);
	for (unsigned i = 0; i < term_arity(e->c, body); i++)
		is_narrower |=
			narrow(e, term_argument(e->c, body, i), is_true, first);
	return is_narrower;
}

static void
find_ranges(struct evaluation *e, Z3_ast body, bool is_forall, size_t first)
{
	for (int i = 0; i < ROUNDS_MAX; i++) {
		if (!narrow(e, body, !is_forall, first))
			break;
	}
	for (size_t x = first; x < e->count; x++) {
		struct variable *v = &e->variables[x];

		e->has_elements |= value_range_add(e->c, e->t->model, v->sort,
					   &v->values) &&
				   Z3_get_sort_kind(e->c, v->sort) ==
					   Z3_UNINTERPRETED_SORT;
	}
}

/* --- quantifiers ---------------------------------------------------------- */

static int64_t
count_values(const struct variable *v)
{
	return v->values.count > 0 ? (int64_t)v->values.count
				   : v->interval.high - v->interval.low + 1;
}

/*
 * The body for all values of the variables from `x` on. What is decided before
 * all of them have a value, as by a guard, is so for each; those that have no
 * finite range never get one.
 */
static Z3_ast // NOLINTNEXTLINE(misc-no-recursion)
enumerate(struct evaluation *e, Z3_ast body, Z3_ast decisive, size_t x)
{
	Z3_ast all = value_of(e, body);
	int64_t count;

	while (x < e->count && count_values(&e->variables[x]) > RANGE_MAX)
		x++;
	if (x == e->count || all != NULL || e->is_late)
		return all;
	count = count_values(&e->variables[x]);
	all = boolean(e, decisive == Z3_mk_false(e->c));
	for (int64_t i = 0; i < count && all != decisive && !e->is_late; i++) {
		/* The list of variables may have moved. */
		struct variable *v = &e->variables[x];
		Z3_ast one;

		v->value = v->values.count > 0
				   ? v->values.at[i]
				   : Z3_mk_int64(e->c, v->interval.low + i,
					     v->sort);
		one = enumerate(e, body, decisive, x + 1);
		if (one == decisive || one == NULL)
			all = one;
	}
	e->variables[x].value = NULL;
	return e->is_late ? NULL : all;
}

static void
bind(struct evaluation *e, Z3_ast quantifier)
{
	unsigned count = Z3_get_quantifier_num_bound(e->c, quantifier);

	for (unsigned i = 0; i < count; i++) {
		*ARRAY_ADD(e->variables, e->count, e->capacity) =
			(struct variable){
				.interval = interval_all(),
				.sort = Z3_get_quantifier_bound_sort(
					e->c, quantifier, i),
			};
	}
}

static Z3_ast // NOLINTNEXTLINE(misc-no-recursion)
value_of_quantifier(struct evaluation *e, Z3_ast quantifier)
{
	bool is_forall = Z3_is_quantifier_forall(e->c, quantifier);
	Z3_ast body = Z3_get_quantifier_body(e->c, quantifier);
	size_t first = e->count;
	Z3_ast value;

	if (Z3_is_lambda(e->c, quantifier))
		return NULL;
	bind(e, quantifier);
	find_ranges(e, body, is_forall, first);
	value = enumerate(e, body, boolean(e, !is_forall), first);
	for (; e->count > first; e->count--)
		termset_release(&e->variables[e->count - 1].values);
	return value;
}

/* --- terms ---------------------------------------------------------------- */

/* libz3 evaluates it, once. */
static Z3_ast
apply(struct evaluation *e, Z3_func_decl decl, unsigned count, Z3_ast *values)
{
	Z3_ast term = Z3_mk_app(e->c, decl, count, values);
	size_t at = termset_find(&e->applied.keys, e->c, term);
	Z3_ast result;

	if (at != TERMSET_NONE)
		return e->applied.values[at];
	result = solution_value(e->t, term);
	if (result != NULL && term_sort_kind(e->c, result) == Z3_BOOL_SORT &&
		Z3_get_bool_value(e->c, result) == Z3_L_UNDEF)
		result = NULL;
	term_map_add(&e->applied, e->c, term, result);
	return result;
}

static Z3_ast // NOLINTNEXTLINE(misc-no-recursion)
value_of_application(struct evaluation *e, Z3_ast term)
{
	unsigned count = term_arity(e->c, term);
	Z3_ast *values = term_arguments(e->c, term);
	Z3_ast result = NULL;
	unsigned known = 0;

	while (known < count &&
		(values[known] = value_of(e, values[known])) != NULL)
		known++;
	if (known == count)
		result = apply(e, term_decl(e->c, term), count, values);
	free(values);
	return result;
}

/* and, or: decided by one argument that is so. */
static Z3_ast // NOLINTNEXTLINE(misc-no-recursion)
value_of_junction(struct evaluation *e, Z3_ast term, bool decides)
{
	Z3_ast decisive = boolean(e, decides);
	Z3_ast all = boolean(e, !decides);

	for (unsigned i = 0; i < term_arity(e->c, term); i++) {
		Z3_ast one = value_of(e, term_argument(e->c, term, i));

		if (one == decisive)
			return one;
		if (one == NULL)
			all = NULL;
	}
	return all;
}

static Z3_ast // NOLINTNEXTLINE(misc-no-recursion)
value_of_app(struct evaluation *e, Z3_ast term)
{
	Z3_ast first;
	Z3_ast second;

	switch ((int)term_kind(e->c, term)) {
	case Z3_OP_AND:
		return value_of_junction(e, term, false);
	case Z3_OP_OR:
		return value_of_junction(e, term, true);
	case Z3_OP_IMPLIES:
		first = value_of(e, term_argument(e->c, term, 0));
		if (first == Z3_mk_false(e->c))
			return Z3_mk_true(e->c);
		second = value_of(e, term_argument(e->c, term, 1));
		return first != NULL || second == Z3_mk_true(e->c) ? second
								   : NULL;
	case Z3_OP_ITE:
		first = value_of(e, term_argument(e->c, term, 0));
		if (first == NULL)
			return NULL;
		return value_of(e, term_argument(e->c, term,
					   first == Z3_mk_true(e->c) ? 1 : 2));
	default:
		return value_of_application(e, term);
	}
}

/* NULL: not known, or not yet. */
static Z3_ast // NOLINTNEXTLINE(misc-no-recursion)
value_of(struct evaluation *e, Z3_ast term)
{
	Z3_ast value = NULL;

	if (++e->steps % STEPS == 0)
		e->is_late = e->is_late || clock_now_us() >= e->until_us;
	if (e->is_late || e->depth > DEPTH_MAX)
		return NULL;
	e->depth++;
	switch ((int)Z3_get_ast_kind(e->c, term)) {
	case Z3_NUMERAL_AST:
		value = term;
		break;
	case Z3_VAR_AST:
		assert(e->variables != NULL); /* a quantifier binds it */
		value = e->variables[place_of(e, term)].value;
		break;
	case Z3_APP_AST:
		value = value_of_app(e, term);
		break;
	case Z3_QUANTIFIER_AST:
		value = value_of_quantifier(e, term);
		break;
	default:
		break;
	}
	e->depth--;
	return value;
}

/* --- what has no finite range --------------------------------------------- */

/* A solution has the elements that it lists, of which no solver knows. */
static bool
quantifies_elements(Z3_context c, Z3_ast part)
{
	unsigned count = term_is_quantifier(c, part)
				 ? Z3_get_quantifier_num_bound(c, part)
				 : 0;

	for (unsigned i = 0; i < count; i++) {
		if (Z3_get_sort_kind(c, Z3_get_quantifier_bound_sort(c, part,
						i)) == Z3_UNINTERPRETED_SORT)
			return true;
	}
	return false;
}

static bool
is_impossible(Z3_context c, Z3_ast claim)
{
	Z3_solver solver = Z3_mk_solver(c);
	Z3_lbool found;

	Z3_solver_inc_ref(c, solver);
	checked_solver_assert(c, solver, claim);
	found = checked_solver_check(c, solver);
	Z3_solver_dec_ref(c, solver);
	return found == Z3_L_FALSE;
}

/* Returns the term with the solution's values of its constants; NULL if one has
 * none in time. Its operations and functions stay as they are. */
static Z3_ast
with_constant_values(struct task *t, Z3_ast term)
{
	DROP(termset) struct termset parts = {0};
	Z3_context c = t->c;

	termset_add_parts(&parts, c, term, true);
	for (size_t i = 0; i < parts.count; i++) {
		Z3_ast value;

		if (!term_is_constant(c, parts.at[i]))
			continue;
		value = solution_value(t, parts.at[i]);
		if (value == NULL)
			return NULL;
		term = Z3_substitute(c, term, 1, &parts.at[i], &value);
	}
	return term;
}

/* Returns the forall, or the exists that is denied; NULL if it is neither. */
static Z3_ast
universal(Z3_context c, Z3_ast term)
{
	bool is_denied = term_kind(c, term) == Z3_OP_NOT;

	if (is_denied)
		term = term_argument(c, term, 0);
	return term_is_quantifier(c, term) &&
			       (is_denied ? Z3_is_quantifier_exists(c, term)
					  : Z3_is_quantifier_forall(c, term))
		       ? term
		       : NULL;
}

/* Returns what a universal term says of some values of its variables. */
static Z3_ast
universal_instance(Z3_context c, Z3_ast term, const Z3_ast *values)
{
	Z3_ast body = term_instance(c, universal(c, term), values);

	return term_kind(c, term) == Z3_OP_NOT ? Z3_mk_not(c, body) : body;
}

/*
 * Decides a universal term over partial operations without what libz3's
 * solution says of them. It holds if no values of its variables deny it,
 * whatever the operations are where SMT-LIB leaves them open; it is false if
 * the instance at values that deny it is impossible, whatever they are.
 */
static Z3_lbool
prove_universal(struct task *t, Z3_ast term)
{
	Z3_context c = t->c;
	Z3_ast quantifier = universal(c, term);
	unsigned count = Z3_get_quantifier_num_bound(c, quantifier);
	Z3_ast *names = mem_grow(NULL, count + 1, sizeof(*names));
	Z3_solver solver = Z3_mk_solver(c);
	Z3_lbool denied = Z3_L_UNDEF;
	Z3_model model = NULL;

	Z3_solver_inc_ref(c, solver);
	for (unsigned i = 0; i < count; i++)
		names[i] = Z3_mk_fresh_const(c, "satchel!any",
			Z3_get_quantifier_bound_sort(c, quantifier, i));
	if (checked_solver_assert(c, solver,
		    Z3_mk_not(c, universal_instance(c, term, names))))
		denied = checked_solver_check(c, solver);
	if (denied == Z3_L_TRUE)
		model = checked_solver_model(c, solver);
	if (model != NULL) {
		Z3_model_inc_ref(c, model);
		for (unsigned i = 0; i < count; i++) {
			Z3_ast value =
				interruptible_value(c, model, names[i], true);

			names[i] = value != NULL ? value : names[i];
		}
		Z3_model_dec_ref(c, model);
		if (!is_impossible(c, universal_instance(c, term, names)))
			denied = Z3_L_UNDEF;
	}
	Z3_solver_dec_ref(c, solver);
	free(names);
	return denied == Z3_L_FALSE		      ? Z3_L_TRUE
	       : denied == Z3_L_TRUE && model != NULL ? Z3_L_FALSE
						      : Z3_L_UNDEF;
}

/* Decides a universal term over partial operations, within the budget of a
 * proof. */
static Z3_lbool
prove_partial(struct task *t, Z3_ast term, int64_t until_us)
{
	int64_t begun_us = clock_spent_us();
	Z3_lbool holds = Z3_L_UNDEF;

	if (universal(t->c, term) == NULL || t->proving_us >= PROOFS_US)
		return Z3_L_UNDEF;
	term = with_constant_values(t, term);
	watchdog_budget(until_us);
	watchdog_spend(begun_us + PROOF_US);
	if (term != NULL)
		holds = prove_universal(t, term);
	watchdog_spend(0);
	t->proving_us += clock_spent_us() - begun_us;
	return holds;
}

/*
 * Roots of polynomials, sets, quantifiers over all numbers. What the solution
 * says of a function is in the value. Of a partial operation under a quantifier
 * libz3 4.8.12 takes what it is for one argument for all of it: fp.max is -0
 * everywhere.
 */
static Z3_lbool
prove(struct task *t, Z3_ast term, int64_t until_us)
{
	int64_t begun_us = clock_spent_us();
	Z3_lbool holds = Z3_L_UNDEF;
	Z3_ast value;

	if (term_any(t->c, term, term_is_quantifier) &&
		term_any(t->c, term, quantifies_elements))
		return Z3_L_UNDEF;
	if (term_any(t->c, term, term_is_quantifier) &&
		term_any(t->c, term, term_applies_partial))
		return prove_partial(t, term, until_us);
	value = solution_value(t, term);
	if (value == NULL || Z3_get_bool_value(t->c, value) != Z3_L_UNDEF ||
		t->proving_us >= PROOFS_US)
		return value == NULL ? Z3_L_UNDEF
				     : Z3_get_bool_value(t->c, value);
	watchdog_budget(until_us);
	watchdog_spend(begun_us + PROOF_US);
	if (is_impossible(t->c, Z3_mk_not(t->c, value)))
		holds = Z3_L_TRUE;
	else if (is_impossible(t->c, value))
		holds = Z3_L_FALSE;
	watchdog_spend(0);
	t->proving_us += clock_spent_us() - begun_us;
	return holds;
}

/* `has_all_elements`: a declared sort has no elements but those that the
 * solution shows. */
static Z3_lbool
decide(struct task *t, Z3_ast term, int64_t until_us, bool has_all_elements)
{
	struct evaluation e = {.t = t, .c = t->c, .until_us = until_us};
	Z3_lbool holds = Z3_L_UNDEF;
	Z3_ast value = NULL;

	if (term_any(t->c, term, term_is_quantifier))
		value = value_of(&e, term);
	if (value != NULL)
		holds = Z3_get_bool_value(t->c, value);
	free(e.variables);
	term_map_release(&e.applied);
	/* What libz3 has simplified away before the search may lack its element
	 * in the solution. So what is false for those that are shown is not
	 * known to be so. */
	if (holds == Z3_L_FALSE && e.has_elements && !has_all_elements)
		holds = Z3_L_UNDEF;
	return holds != Z3_L_UNDEF ? holds : prove(t, term, until_us);
}

Z3_lbool
evaluator_holds(struct task *t, Z3_ast term, int64_t until_us)
{
	return decide(t, term, until_us, false);
}

/* A number, of which evaluation has left quantifiers: each is decided by
 * itself. One that is not stays. */
static Z3_ast
without_quantifiers(struct task *t, Z3_ast value)
{
	DROP(termset) struct termset parts = {0};
	Z3_context c = t->c;

	termset_add_parts(&parts, c, value, false);
	for (size_t i = 0; i < parts.count; i++) {
		Z3_lbool holds;
		Z3_ast to;

		if (!term_is_quantifier(c, parts.at[i]) ||
			Z3_is_lambda(c, parts.at[i]))
			continue;
		holds = evaluator_holds(
			t, parts.at[i], clock_now_us() + VALUE_US);
		watchdog_budget(0);
		if (holds == Z3_L_UNDEF)
			continue;
		to = holds == Z3_L_TRUE ? Z3_mk_true(c) : Z3_mk_false(c);
		value = Z3_substitute(c, value, 1, &parts.at[i], &to);
	}
	return interruptible_simplify(c, value);
}

Z3_ast
evaluator_value(struct task *t, Z3_ast term)
{
	Z3_ast value = solution_value(t, term);
	Z3_decl_kind kind;
	Z3_sort_kind sort;
	Z3_lbool holds;

	if (value == NULL)
		return NULL;
	kind = term_kind(t->c, value);
	sort = term_sort_kind(t->c, value);
	if (Z3_get_ast_kind(t->c, value) == Z3_APP_AST &&
		(sort == Z3_INT_SORT || sort == Z3_REAL_SORT ||
			sort == Z3_BV_SORT) &&
		term_any(t->c, value, term_is_quantifier))
		return without_quantifiers(t, value);
	/* An application that evaluation has left as it is is no value. */
	if (sort != Z3_BOOL_SORT)
		return term_arity(t->c, value) > 0 &&
				       (kind == Z3_OP_UNINTERPRETED ||
					       kind == Z3_OP_INTERNAL)
			       ? NULL
			       : value;
	if (Z3_get_bool_value(t->c, value) != Z3_L_UNDEF)
		return value;
	/* A value is that under the solution as it is shown. */
	holds = decide(t, term, clock_now_us() + VALUE_US, true);
	watchdog_budget(0);
	if (holds == Z3_L_UNDEF)
		return value;
	return holds == Z3_L_TRUE ? Z3_mk_true(t->c) : Z3_mk_false(t->c);
}
