#include "solver/settle.h"

#include <stdlib.h>

#include "base/alloc.h"
#include "base/clock.h"
#include "solver/context.h"
#include "solver/model.h"
#include "solver/trust.h"
#include "solver/watchdog.h"

enum {
	/* For all assertions of a problem; the answer waits for it. */
	BUDGET_US = 300000,
	DEPTH_MAX = 8,
};

static Z3_lbool
opposite(Z3_lbool value)
{
	return (Z3_lbool)-value;
}

/* --- one quantifier ------------------------------------------------------ */

struct inquiry {
	struct task *t;
	Z3_ast quantifier;
	bool is_forall;
	unsigned count;
	Z3_ast *variables; /* a constant for each, innermost first */
};

/* Of an uninterpreted sort the solver might take an element that the universe
 * of the solution lacks. */
static bool
is_interpreted(Z3_context c, Z3_sort sort)
{
	switch ((int)Z3_get_sort_kind(c, sort)) {
	case Z3_BOOL_SORT:
	case Z3_INT_SORT:
	case Z3_REAL_SORT:
	case Z3_BV_SORT:
	case Z3_FLOATING_POINT_SORT:
	case Z3_ROUNDING_MODE_SORT:
		return true;
	default:
		return Z3_is_string_sort(c, sort);
	}
}

static bool
open_quantifier(struct inquiry *q)
{
	Z3_context c = q->t->c;
	bool is_interpreted_only = true;

	q->is_forall = Z3_is_quantifier_forall(c, q->quantifier);
	q->count = Z3_get_quantifier_num_bound(c, q->quantifier);
	q->variables = mem_grow(NULL, q->count, sizeof(*q->variables));
	for (unsigned i = 0; i < q->count; i++) {
		Z3_sort sort =
			Z3_get_quantifier_bound_sort(c, q->quantifier, i);

		is_interpreted_only =
			is_interpreted_only && is_interpreted(c, sort);
		q->variables[q->count - 1 - i] =
			Z3_mk_fresh_const(c, "w", sort);
	}
	return is_interpreted_only;
}

/* Counterexamples of a forall satisfy this, or witnesses of an exists. */
static Z3_ast
body_of(const struct inquiry *q, const Z3_ast *terms)
{
	Z3_context c = q->t->c;
	Z3_ast body = Z3_substitute_vars(
		c, Z3_get_quantifier_body(c, q->quantifier), q->count, terms);

	return q->is_forall ? Z3_mk_not(c, body) : body;
}

/* Does the body hold for what the solver has found? */
static bool
holds_for(const struct inquiry *q, Z3_model found)
{
	Z3_context c = q->t->c;
	Z3_ast *values = mem_grow(NULL, q->count, sizeof(*values));
	bool known = true;
	Z3_ast value = NULL;

	for (unsigned i = 0; known && i < q->count; i++)
		known = Z3_model_eval(
			c, found, q->variables[i], true, &values[i]);
	if (known)
		value = model_value(q->t, body_of(q, values));
	free(values);
	return value != NULL && Z3_get_bool_value(c, value) == Z3_L_TRUE;
}

/* Is there one? */
static Z3_lbool
seek(const struct inquiry *q, bool is_interpreted_only)
{
	Z3_context c = q->t->c;
	Z3_solver solver = Z3_mk_simple_solver(c);
	Z3_lbool found;

	Z3_solver_inc_ref(c, solver);
	trust_assert(c, solver, body_of(q, q->variables));
	found = trust_check(c, solver);
	if (found == Z3_L_TRUE) {
		Z3_model model = Z3_solver_get_model(c, solver);

		Z3_model_inc_ref(c, model);
		if (!is_interpreted_only || !holds_for(q, model))
			found = Z3_L_UNDEF;
		Z3_model_dec_ref(c, model);
	}
	Z3_solver_dec_ref(c, solver);
	return found;
}

static Z3_lbool
settle_quantifier(struct task *t, Z3_ast quantifier)
{
	struct inquiry q = {.t = t, .quantifier = quantifier};
	bool is_interpreted_only = open_quantifier(&q);
	Z3_lbool found = seek(&q, is_interpreted_only);

	free(q.variables);
	return q.is_forall ? opposite(found) : found;
}

/* --- what evaluation leaves as it is -------------------------------------- */

static Z3_lbool
is_possible(Z3_context c, Z3_ast claim)
{
	Z3_solver solver = Z3_mk_solver(c);
	Z3_lbool found;

	Z3_solver_inc_ref(c, solver);
	trust_assert(c, solver, claim);
	found = trust_check(c, solver);
	Z3_solver_dec_ref(c, solver);
	return found;
}

/*
 * Of roots of polynomials, of sets and the like. What the solution says of a
 * function is in the term; so a term that cannot be false is true, and only
 * what is proved counts.
 */
static Z3_lbool
settle_rest(struct task *t, Z3_ast value)
{
	if (is_possible(t->c, Z3_mk_not(t->c, value)) == Z3_L_FALSE)
		return Z3_L_TRUE;
	return is_possible(t->c, value) == Z3_L_FALSE ? Z3_L_FALSE : Z3_L_UNDEF;
}

/* --- quantifiers in and, or, not ------------------------------------------ */

static Z3_lbool settle(struct task *t, Z3_ast value, unsigned depth);

/* The value that decides all of `and` (false) or of `or` (true), if an
 * argument has it. */
static Z3_lbool
settle_row(struct task *t, Z3_app row, Z3_lbool decisive, unsigned depth)
{
	Z3_lbool all = opposite(decisive);
	unsigned count = Z3_get_app_num_args(t->c, row);

	for (unsigned i = 0; i < count; i++) {
		Z3_lbool one =
			settle(t, Z3_get_app_arg(t->c, row, i), depth + 1);

		if (one == decisive)
			return decisive;
		if (one == Z3_L_UNDEF)
			all = Z3_L_UNDEF;
	}
	return all;
}

static Z3_lbool
settle(struct task *t, Z3_ast value, unsigned depth)
{
	Z3_context c = t->c;
	Z3_lbool plain = Z3_get_bool_value(c, value);
	Z3_app app;

	if (plain != Z3_L_UNDEF || depth > DEPTH_MAX)
		return plain;
	if (Z3_get_ast_kind(c, value) == Z3_QUANTIFIER_AST)
		return settle_quantifier(t, value);
	if (Z3_get_ast_kind(c, value) != Z3_APP_AST)
		return Z3_L_UNDEF;
	app = Z3_to_app(c, value);
	switch ((int)Z3_get_decl_kind(c, Z3_get_app_decl(c, app))) {
	case Z3_OP_AND:
		return settle_row(t, app, Z3_L_FALSE, depth);
	case Z3_OP_OR:
		return settle_row(t, app, Z3_L_TRUE, depth);
	case Z3_OP_NOT:
		return opposite(
			settle(t, Z3_get_app_arg(c, app, 0), depth + 1));
	default:
		return settle_rest(t, value);
	}
}

Z3_lbool
settle_value(struct task *t, Z3_ast value, int64_t until_us)
{
	Z3_lbool plain = Z3_get_bool_value(t->c, value);
	int64_t begun_us = clock_now_us();
	int64_t end_us = begun_us + BUDGET_US - t->settling_us;

	if (plain != Z3_L_UNDEF || t->is_searching ||
		t->settling_us >= BUDGET_US)
		return plain;
	watchdog_budget(end_us < until_us ? end_us : until_us);
	plain = settle(t, value, 0);
	watchdog_budget(until_us);
	t->settling_us += clock_now_us() - begun_us;
	return plain;
}

/* An application that evaluation has left as it is, and called a value. */
static bool
is_left_over(Z3_context c, Z3_ast value)
{
	Z3_app app;
	Z3_decl_kind kind;

	if (Z3_get_ast_kind(c, value) != Z3_APP_AST)
		return false;
	app = Z3_to_app(c, value);
	kind = Z3_get_decl_kind(c, Z3_get_app_decl(c, app));
	return Z3_get_app_num_args(c, app) > 0 &&
	       (kind == Z3_OP_UNINTERPRETED || kind == Z3_OP_INTERNAL);
}

Z3_ast
settle_term(struct task *t, Z3_ast term)
{
	Z3_ast value = model_value(t, term);
	Z3_lbool holds;

	if (value == NULL || t->is_searching)
		return value;
	if (Z3_get_sort_kind(t->c, Z3_get_sort(t->c, value)) != Z3_BOOL_SORT)
		return is_left_over(t->c, value) ? NULL : value;
	holds = settle_value(t, value, clock_now_us() + BUDGET_US);
	watchdog_budget(0);
	if (holds == Z3_L_UNDEF)
		return value;
	return holds == Z3_L_TRUE ? Z3_mk_true(t->c) : Z3_mk_false(t->c);
}
