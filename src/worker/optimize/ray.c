/*
 * A ray of solutions proves that an objective has no bound. Each Int and Real
 * of the solution becomes a polynomial in one whole number, the step: x is
 * x0 + x1 * step (+ x2 * step^2, where the text multiplies), a function f(a)
 * is f0(a) + f1(a) * step, and so are the elements of an array and the fields
 * of a datatype with one constructor. Everything else stays as it is. What is
 * claimed of the ray has no unknown but the step:
 *
 *	for each step >= 0 the assertions hold, and the objective is better by
 *	at least 1 at step + 1.
 *
 * libz3 finds the coefficients that fulfil the claim at the steps 0 and 1, and
 * then decides whether some step denies it. That step is one more that the next
 * coefficients have to fulfil (counterexample-guided synthesis). Example:
 *
 *	(assert (= 1 (mod x 3)))(maximize (+ (f x) (div x 2)))
 *
 * x is 1 + 3 * step, f(a) is 0 + 1 * step.
 */
#include <stdlib.h>

#include "base/alloc.h"
#include "base/clock.h"
#include "worker/base/checked_solver.h"
#include "worker/base/context.h"
#include "worker/base/interruptible.h"
#include "worker/base/watchdog.h"
#include "worker/expand/terms.h"
#include "worker/optimize/strategy.h"

enum {
	/* The powers of the step that a number may have. */
	POWERS_MAX = 3,
	/* Arrays of arrays and fields of fields. */
	NESTING_MAX = 4,
	/* What the coefficients fulfil before the claim is given up. */
	INSTANCES_MAX = 5,
	/* The parts of a turn that one question may take. */
	QUESTIONS = 4,
	/* After a turn of this length the strategy gives up. */
	TURN_MAX_US = 2000000,
};

/* What moves along the ray; the kind that is tried first comes first. */
enum ray_kind {
	RAY_OF_CONSTANTS, /* functions and arrays are those of the solution */
	RAY_OF_VALUES,	  /* of functions and arrays, at few places */
	RAY_OF_ALL,
	RAY_KINDS,
};

struct ray {
	Z3_context c;
	const struct objective *o;
	Z3_model model;	 /* the solution from which the ray goes */
	unsigned powers; /* of the step, the power 0 among them */
	Z3_ast step;	 /* a constant of sort Int */
	Z3_ast claim;	 /* what is claimed of the ray at that step */
	enum ray_kind kind;
	/* "No argument of a function or array differs from step 0 at step 1."
	 */
	struct termset still;
	/* "The divisors have the values of the solution": where the divisor is
	 * a constant, a quotient along the ray is linear in the step. */
	struct termset fixed_divisors;
	int64_t question_us;
	bool has_products; /* the text has */
	bool is_beyond;	   /* what the text has cannot be made a ray */
};

static void
release(struct ray *r)
{
	termset_release(&r->still);
	termset_release(&r->fixed_divisors);
}
DROP_BY(ray, release)

/* --- the ray -------------------------------------------------------------- */

static Z3_ast along(struct ray *r, const Z3_ast *coefficients, unsigned depth);

static Z3_ast
sum_along(const struct ray *r, const Z3_ast *coefficients)
{
	Z3_context c = r->c;
	Z3_ast step = term_sort_kind(c, coefficients[0]) == Z3_REAL_SORT
			      ? Z3_mk_int2real(c, r->step)
			      : r->step;
	Z3_ast addends[POWERS_MAX] = {coefficients[0]};

	for (unsigned i = 1; i < r->powers; i++) {
		Z3_ast factors[POWERS_MAX] = {coefficients[i]};

		for (unsigned k = 1; k <= i; k++)
			factors[k] = step;
		addends[i] = Z3_mk_mul(c, i + 1, factors);
	}
	return Z3_mk_add(c, r->powers, addends);
}

/* The array of what its elements are along the ray; an array with several
 * indices stays as it is. */
static Z3_ast // NOLINTNEXTLINE(misc-no-recursion)
array_along(struct ray *r, const Z3_ast *coefficients, unsigned depth)
{
	Z3_context c = r->c;
	Z3_sort sort = Z3_get_sort(c, coefficients[0]);
	Z3_ast index = Z3_mk_fresh_const(
		c, "satchel!index", Z3_get_array_sort_domain(c, sort));
	Z3_app bound[] = {Z3_to_app(c, index)};
	Z3_ast elements[POWERS_MAX] = {0};

	for (unsigned i = 0; i < r->powers; i++) {
		elements[i] = Z3_mk_select(c, coefficients[i], index);
		if (elements[i] == NULL) {
			context_clear();
			return coefficients[0];
		}
	}
	return Z3_mk_lambda_const(c, 1, bound, along(r, elements, depth + 1));
}

static Z3_ast // NOLINTNEXTLINE(misc-no-recursion)
fields_along(struct ray *r, const Z3_ast *coefficients, unsigned depth)
{
	Z3_context c = r->c;
	Z3_sort sort = Z3_get_sort(c, coefficients[0]);
	Z3_func_decl make = Z3_get_datatype_sort_constructor(c, sort, 0);
	unsigned count = Z3_get_domain_size(c, make);
	Z3_ast *fields = mem_grow(NULL, count + 1, sizeof(*fields));
	Z3_ast term;

	for (unsigned i = 0; i < count; i++) {
		Z3_func_decl field = Z3_get_datatype_sort_constructor_accessor(
			c, sort, 0, i);
		Z3_ast values[POWERS_MAX] = {0};

		for (unsigned k = 0; k < r->powers; k++)
			values[k] = Z3_mk_app(c, field, 1, &coefficients[k]);
		fields[i] = along(r, values, depth + 1);
	}
	term = Z3_mk_app(c, make, count, fields);
	free(fields);
	return term;
}

/* Returns what has these coefficients; the first one where its sort has no
 * numbers. */
static Z3_ast // NOLINTNEXTLINE(misc-no-recursion)
along(struct ray *r, const Z3_ast *coefficients, unsigned depth)
{
	Z3_sort sort = Z3_get_sort(r->c, coefficients[0]);
	Z3_sort_kind kind = Z3_get_sort_kind(r->c, sort);

	if (kind == Z3_INT_SORT || kind == Z3_REAL_SORT)
		return sum_along(r, coefficients);
	if (depth < NESTING_MAX && kind == Z3_ARRAY_SORT)
		return array_along(r, coefficients, depth);
	if (depth < NESTING_MAX && kind == Z3_DATATYPE_SORT &&
		Z3_get_datatype_sort_num_constructors(r->c, sort) == 1)
		return fields_along(r, coefficients, depth);
	return coefficients[0];
}

/* The same application of a function of its own for each power; the declared
 * one for the power 0, unless that has the solution's value. */
static Z3_ast
coefficient(const struct ray *r, Z3_ast part, unsigned power)
{
	Z3_context c = r->c;
	Z3_func_decl decl = term_decl(c, part);
	unsigned count = term_arity(c, part);
	DROP(text)
	char *name = text_format("satchel!ray!%u!%u", power,
		Z3_get_ast_id(c, Z3_func_decl_to_ast(c, decl)));
	Z3_sort *domain = mem_grow(NULL, count + 1, sizeof(*domain));
	Z3_ast *arguments = term_arguments(c, part);

	for (unsigned i = 0; i < count; i++)
		domain[i] = Z3_get_domain(c, decl, i);
	if (power > 0 || r->kind == RAY_OF_CONSTANTS)
		part = Z3_mk_app(c,
			Z3_mk_func_decl(c, Z3_mk_string_symbol(c, name), count,
				domain, Z3_get_range(c, decl)),
			count, arguments);
	free(arguments);
	free(domain);
	return part;
}

static bool
is_variable(Z3_context c, Z3_ast part)
{
	return Z3_get_ast_kind(c, part) == Z3_VAR_AST;
}

static Z3_ast
at_step(const struct ray *r, Z3_ast term, Z3_ast step)
{
	return Z3_substitute(r->c, term, 1, &r->step, &step);
}

static Z3_ast
at_number(const struct ray *r, Z3_ast term, int number)
{
	return at_step(
		r, term, Z3_mk_int(r->c, number, Z3_get_sort(r->c, r->step)));
}

static void
keep_arguments_still(struct ray *r, Z3_ast part)
{
	for (unsigned i = 0; i < term_arity(r->c, part); i++) {
		Z3_ast argument = term_argument(r->c, part, i);
		Z3_ast first = at_number(r, argument, 0);
		Z3_ast second = at_number(r, argument, 1);

		if (first != second &&
			term_sort_kind(r->c, argument) != Z3_ARRAY_SORT)
			termset_add(
				&r->still, r->c, Z3_mk_eq(r->c, first, second));
	}
}

/* The rule of a rewriting: a declared constant or application becomes what it
 * is along the ray. */
static Z3_ast
part_along(void *context, Z3_ast part)
{
	struct ray *r = context;
	Z3_context c = r->c;
	Z3_decl_kind kind = term_kind(c, part);
	bool is_ground =
		(kind == Z3_OP_UNINTERPRETED || kind == Z3_OP_SELECT) &&
		!term_any(c, part, is_variable);
	Z3_ast coefficients[POWERS_MAX] = {0};

	r->is_beyond |= term_applies_recursive(c, part);
	if (is_ground)
		keep_arguments_still(r, part);
	if (r->kind == RAY_OF_CONSTANTS &&
		(term_arity(c, part) > 0 ||
			(term_sort_kind(c, part) != Z3_INT_SORT &&
				term_sort_kind(c, part) != Z3_REAL_SORT)))
		return part;
	/* libz3 does not decide whether lambdas are equal, and may notice no
	 * interrupt while it tries. */
	if (term_arity(c, part) > 0 &&
		(kind == Z3_OP_EQ || kind == Z3_OP_DISTINCT) &&
		term_sort_kind(c, term_argument(c, part, 0)) == Z3_ARRAY_SORT)
		r->is_beyond = true;
	/* The lambda of an array would capture variables. */
	if (kind != Z3_OP_UNINTERPRETED || r->is_beyond ||
		(!is_ground && term_sort_kind(c, part) == Z3_ARRAY_SORT))
		return part;
	for (unsigned i = 0; i < r->powers; i++)
		coefficients[i] = coefficient(r, part, i);
	return along(r, coefficients, 0);
}

/* "The objective is better by 1 at the next step." */
static Z3_ast
grows(const struct ray *r, Z3_ast goal)
{
	Z3_context c = r->c;
	Z3_sort sort = Z3_get_sort(c, goal);
	Z3_ast next[] = {r->step, Z3_mk_int(c, 1, Z3_get_sort(c, r->step))};
	Z3_ast sum[] = {goal, Z3_mk_int(c, r->o->maximize ? 1 : -1, sort)};
	Z3_ast after = at_step(r, goal, Z3_mk_add(c, 2, next));

	return r->o->maximize ? Z3_mk_ge(c, after, Z3_mk_add(c, 2, sum))
			      : Z3_mk_le(c, after, Z3_mk_add(c, 2, sum));
}

/* The rule of a rewriting: replaces a divisor by its value under the solution,
 * and notes that the divisor has to have that value. */
static Z3_ast
fixed_divisor(void *context, Z3_ast part)
{
	struct ray *r = context;
	Z3_context c = r->c;
	Z3_ast arguments[2];
	Z3_ast divisor, value;

	if (!term_divides(c, part) || term_any(c, part, is_variable))
		return part;
	divisor = term_argument(c, part, 1);
	if (Z3_is_numeral_ast(c, divisor))
		return part;
	value = interruptible_value(c, r->model, divisor, true);
	if (value == NULL || !Z3_is_numeral_ast(c, value))
		return part;
	termset_add(&r->fixed_divisors, c, Z3_mk_eq(c, divisor, value));
	arguments[0] = term_argument(c, part, 0);
	arguments[1] = value;
	return Z3_mk_app(c, term_decl(c, part), 2, arguments);
}

/* Fills in all[0], the assertions, and all[1], the objective, as they are along
 * the ray. */
static void
read_terms(struct ray *r, const struct optimization *s, Z3_ast all[2])
{
	struct rewriting fixing = {.c = r->c,
		.rule = fixed_divisor,
		.context = r,
		.is_deep = true};
	struct rewriting moving = {
		.c = r->c, .rule = part_along, .context = r, .is_deep = true};
	size_t count;
	Z3_ast *terms = task_asserted(s->t, &count);

	all[0] = term_and(
		r->c, Z3_mk_and(r->c, (unsigned)count, terms), s->fixed_goals);
	all[1] = r->o->term;
	free(terms);
	if (r->has_products && r->powers == 2) {
		all[0] = rewriting_apply(&fixing, all[0]);
		all[1] = rewriting_apply(&fixing, all[1]);
	}
	for (size_t i = 0; i < r->fixed_divisors.count; i++)
		all[0] = term_and(r->c, all[0], r->fixed_divisors.at[i]);
	all[0] = rewriting_apply(&moving, all[0]);
	all[1] = rewriting_apply(&moving, all[1]);
	r->is_beyond |= fixing.is_too_deep || moving.is_too_deep;
	rewriting_release(&fixing);
	rewriting_release(&moving);
}

/* Returns false if some part of the text cannot be made a ray, or if the
 * watchdog interrupted. */
static bool
read_claim(struct ray *r, const struct optimization *s)
{
	Z3_ast all[2];

	read_terms(r, s, all);
	if (r->is_beyond)
		return false;
	all[1] = grows(r, all[1]);
	/* Reading from an array along the ray is choosing by its index. */
	r->claim = interruptible_simplify(r->c, Z3_mk_and(r->c, 2, all));
	if (r->kind == RAY_OF_CONSTANTS)
		r->claim = interruptible_value(r->c, r->model, r->claim, false);
	return r->claim != NULL;
}

/* --- the proof ------------------------------------------------------------ */

/* Returns whether the terms have a common solution, and what the term *value is
 * under it; what the solution leaves open stays in the value. */
static Z3_lbool
ask(const struct ray *r, const Z3_ast *terms, size_t count, Z3_ast *value)
{
	Z3_context c = r->c;
	/* On products libz3's strategy may not end, and notices no interrupt:
	 * other ways would never have a turn. */
	Z3_solver solver =
		r->has_products ? Z3_mk_simple_solver(c) : Z3_mk_solver(c);
	Z3_lbool answer = Z3_L_UNDEF;
	Z3_model model = NULL;

	Z3_solver_inc_ref(c, solver);
	if (checked_solver_assert_all(c, solver, terms, count)) {
		watchdog_spend(clock_spent_us() + r->question_us);
		answer = checked_solver_check(c, solver);
		watchdog_spend(0);
	}
	if (answer == Z3_L_TRUE)
		model = checked_solver_model(c, solver);
	if (model != NULL) {
		Z3_model_inc_ref(c, model);
		*value = interruptible_value(c, model, *value, false);
		Z3_model_dec_ref(c, model);
	}
	Z3_solver_dec_ref(c, solver);
	return answer == Z3_L_TRUE && (model == NULL || *value == NULL)
		       ? Z3_L_UNDEF
		       : answer;
}

/* Returns the claim with its products multiplied out, all on one side of each
 * comparison: of a square and the next one a linear comparison is left. */
static Z3_ast
multiplied_out(Z3_context c, Z3_ast claim)
{
	static const char *const rules[] = {"som", "arith_lhs"};
	Z3_params parameters = Z3_mk_params(c);

	Z3_params_inc_ref(c, parameters);
	for (size_t i = 0; i < sizeof(rules) / sizeof(rules[0]); i++)
		Z3_params_set_bool(
			c, parameters, Z3_mk_string_symbol(c, rules[i]), true);
	claim = interruptible_simplify_with(c, claim, parameters);
	Z3_params_dec_ref(c, parameters);
	return claim;
}

/* Returns false if the claim with these coefficients is proved; true and *step
 * if it is denied at that step; undefined if libz3 cannot say. What has no
 * value in the claim may be anything. */
static Z3_lbool
ask_denied(const struct ray *r, Z3_ast claim, Z3_ast *step)
{
	Z3_context c = r->c;
	Z3_ast denied[] = {
		Z3_mk_ge(c, r->step, Z3_mk_int(c, 0, Z3_get_sort(c, r->step))),
		Z3_mk_not(c, multiplied_out(c, claim)),
	};

	*step = r->step;
	return ask(r, denied, 2, step);
}

/* Returns true if there is a ray, false if there is none of these powers,
 * undefined if that is not known. */
static Z3_lbool
find_ray(const struct ray *r)
{
	Z3_ast instances[INSTANCES_MAX + 1];
	unsigned count = 0;

	instances[count++] = at_number(r, r->claim, 0);
	instances[count++] = at_number(r, r->claim, 1);
	if (r->kind == RAY_OF_VALUES)
		instances[count++] =
			Z3_mk_and(r->c, (unsigned)r->still.count, r->still.at);
	while (true) {
		Z3_ast claim = r->claim;
		Z3_lbool answer = ask(r, instances, count, &claim);
		Z3_ast step;

		if (answer != Z3_L_TRUE)
			return answer;
		answer = ask_denied(r, claim, &step);
		if (answer == Z3_L_FALSE)
			return Z3_L_TRUE;
		if (answer == Z3_L_UNDEF || count > INSTANCES_MAX)
			return Z3_L_UNDEF;
		instances[count++] = at_step(r, r->claim, step);
	}
}

/* --- the strategy --------------------------------------------------------- */

/* Returns whether it is a number to the power of a number, or a product or
 * quotient of two terms. */
static bool
multiplies(Z3_context c, Z3_ast part)
{
	Z3_decl_kind kind = term_kind(c, part);
	unsigned terms = 0;

	for (unsigned i = 0; i < term_arity(c, part); i++)
		terms += !Z3_is_numeral_ast(c, term_argument(c, part, i));
	return kind == Z3_OP_POWER || (kind == Z3_OP_MUL && terms > 1) ||
	       (term_divides(c, part) &&
		       !Z3_is_numeral_ast(c, term_argument(c, part, 1)));
}

static bool
has_products(const struct optimization *s)
{
	size_t count;
	Z3_ast *terms = task_asserted(s->t, &count);
	bool has = term_any(s->t->c, s->current->term, multiplies);

	for (size_t i = 0; i < count; i++)
		has = has || term_any(s->t->c, terms[i], multiplies);
	free(terms);
	return has;
}

static bool
fits(const struct optimization *s, const struct strategy *w)
{
	Z3_sort_kind kind = term_sort_kind(s->t->c, s->current->term);

	(void)w;
	return !s->current->soft && s->current->bound == NULL &&
	       (kind == Z3_INT_SORT || kind == Z3_REAL_SORT);
}

/* Without arguments there are no functions and arrays: all kinds are one. */
static Z3_lbool
try_kind(const struct optimization *s, struct ray *r)
{
	bool is_known = read_claim(r, s);

	if (r->is_beyond || (r->still.count == 0 && r->kind != RAY_OF_ALL))
		return Z3_L_FALSE;
	return is_known ? find_ray(r) : Z3_L_UNDEF; /* it was interrupted */
}

static void
run_turn(struct optimization *s, struct strategy *w)
{
	Z3_context c = s->t->c;
	Z3_ast step = Z3_mk_fresh_const(c, "satchel!step", Z3_mk_int_sort(c));
	bool multiplies = has_products(s);
	unsigned powers_max = multiplies ? POWERS_MAX : 2;
	Z3_lbool answer = Z3_L_FALSE;
	bool is_open = false;

	for (unsigned i = 0;
		i < RAY_KINDS * (powers_max - 1) && answer != Z3_L_TRUE; i++) {
		DROP(ray)
		struct ray r = {.c = c,
			.o = s->current,
			.model = s->t->model,
			.powers = 2 + i / RAY_KINDS,
			.kind = (enum ray_kind)(i % RAY_KINDS),
			.step = step,
			.has_products = multiplies,
			.question_us = w->turn_us / QUESTIONS};

		answer = try_kind(s, &r);
		is_open |= answer == Z3_L_UNDEF;
	}
	if (answer == Z3_L_TRUE) {
		s->current->state = OBJECTIVE_UNBOUNDED;
		w->has_improved = true;
	}
	w->has_ended =
		answer != Z3_L_TRUE && (!is_open || w->turn_us >= TURN_MAX_US);
}

const struct strategy_kind strategy_ray = {.fits = fits, .turn = run_turn};
