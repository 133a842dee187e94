#include "worker/solution/residual_check.h"

#include <stdlib.h>

#include "base/alloc.h"
#include "base/clock.h"
#include "worker/base/checked_solver.h"
#include "worker/base/solution_value.h"
#include "worker/base/watchdog.h"
#include "worker/print/cartesian_product.h"
#include "worker/print/printer.h"

enum {
	/* For all assertions of a problem; the answer waits for it. */
	BUDGET_US = 300000,
	DEPTH_MAX = 8,
	/* Of one quantifier; each takes microseconds to evaluate. */
	INSTANCES_MAX = 4096,
};

static Z3_lbool
opposite(Z3_lbool value)
{
	return (Z3_lbool)-value;
}

/* What is asked, until it is decided. */
struct question {
	struct task *t;
	/* The elements of declared sorts had a part in it. */
	bool is_of_elements;
};

static Z3_lbool decide(struct question *q, Z3_ast value, unsigned depth);

/* --- instances of a quantifier ------------------------------------------ */

/*
 * What the variables of a quantifier may stand for in a solution: those of
 * sorts that have few values for each in turn, the others for constants of
 * which nothing is known.
 */
struct ground_instances {
	struct cartesian_product grid; /* of the variables, innermost first */
	Z3_ast *variables;	       /* what each stands for */
	/* Some run through the elements of declared sorts. */
	bool has_elements;
	/* Some are constants; and some of those of a sort of which a solver
	 * might make up a value that the solution does not have. */
	bool has_constants, has_open_sorts;
};

/* What has no part in the grid stands for a constant all the time. */
static void
instantiate(struct ground_instances *i, unsigned variable, Z3_sort sort)
{
	Z3_context c = i->grid.c;

	i->variables[variable] = cartesian_product_value(&i->grid, variable);
	if (i->variables[variable] != NULL) {
		i->has_elements |=
			Z3_get_sort_kind(c, sort) == Z3_UNINTERPRETED_SORT;
		return;
	}
	i->variables[variable] = Z3_mk_fresh_const(c, "w", sort);
	i->has_constants = true;
	i->has_open_sorts |= !printer_is_built_in(c, sort);
}

/* Begins with the first of each. */
static void
begin_instances(
	struct ground_instances *i, const struct task *t, Z3_ast quantifier)
{
	unsigned count = Z3_get_quantifier_num_bound(t->c, quantifier);
	Z3_sort *sorts = mem_grow(NULL, count, sizeof(*sorts));

	*i = (struct ground_instances){
		.variables = mem_grow(NULL, count, sizeof(*i->variables))};
	for (unsigned k = 0; k < count; k++)
		sorts[count - 1 - k] =
			Z3_get_quantifier_bound_sort(t->c, quantifier, k);
	(void)cartesian_product_begin(
		&i->grid, t->c, t->model, count, sorts, INSTANCES_MAX);
	for (unsigned k = 0; k < count; k++)
		instantiate(i, k, sorts[k]);
	free(sorts);
}

/* False when all have had their turn. */
static bool
next_instance(struct ground_instances *i)
{
	if (!cartesian_product_next(&i->grid))
		return false;
	for (unsigned k = 0; k < i->grid.count; k++) {
		Z3_ast value = cartesian_product_value(&i->grid, k);

		if (value != NULL)
			i->variables[k] = value;
	}
	return true;
}

static void
release_instances(struct ground_instances *i)
{
	cartesian_product_release(&i->grid);
	free(i->variables);
	*i = (struct ground_instances){0};
}

/* --- one quantifier ------------------------------------------------------ */

static Z3_ast
body_of(Z3_context c, Z3_ast quantifier, unsigned count, const Z3_ast *terms)
{
	return Z3_substitute_vars(
		c, Z3_get_quantifier_body(c, quantifier), count, terms);
}

/* Whether the body is `decisive` for what the solver has found. */
static bool
is_decided(struct question *q, Z3_ast quantifier,
	const struct ground_instances *i, Z3_model found, Z3_lbool decisive,
	unsigned depth)
{
	Z3_context c = i->grid.c;
	Z3_ast *values = mem_grow(NULL, i->grid.count, sizeof(*values));
	bool known = true;
	Z3_ast value = NULL;

	for (unsigned k = 0; known && k < i->grid.count; k++)
		known = Z3_model_eval(
			c, found, i->variables[k], true, &values[k]);
	if (known)
		value = solution_value(
			q->t, body_of(c, quantifier, i->grid.count, values));
	free(values);
	return value != NULL && decide(q, value, depth + 1) == decisive;
}

/* Of what the variables stand for: is there a counterexample of a forall, or
 * a witness of an exists, among the constants? */
static Z3_lbool
search(struct question *q, Z3_ast quantifier, const struct ground_instances *i,
	Z3_lbool decisive, unsigned depth)
{
	Z3_context c = i->grid.c;
	Z3_ast body = body_of(c, quantifier, i->grid.count, i->variables);
	Z3_solver solver = Z3_mk_simple_solver(c);
	Z3_lbool found;

	Z3_solver_inc_ref(c, solver);
	checked_solver_assert(
		c, solver, decisive == Z3_L_FALSE ? Z3_mk_not(c, body) : body);
	found = checked_solver_check(c, solver);
	if (found == Z3_L_TRUE) {
		Z3_model model = Z3_solver_get_model(c, solver);

		Z3_model_inc_ref(c, model);
		if (i->has_open_sorts ||
			!is_decided(q, quantifier, i, model, decisive, depth))
			found = Z3_L_UNDEF;
		Z3_model_dec_ref(c, model);
	}
	Z3_solver_dec_ref(c, solver);
	if (found == Z3_L_UNDEF)
		return Z3_L_UNDEF;
	return found == Z3_L_TRUE ? decisive : opposite(decisive);
}

static Z3_lbool
decide_instance(struct question *q, Z3_ast quantifier,
	const struct ground_instances *i, Z3_lbool decisive, unsigned depth)
{
	Z3_ast value;

	if (i->has_constants)
		return search(q, quantifier, i, decisive, depth);
	value = solution_value(q->t,
		body_of(i->grid.c, quantifier, i->grid.count, i->variables));
	return value == NULL ? Z3_L_UNDEF : decide(q, value, depth + 1);
}

static Z3_lbool
decide_quantifier(struct question *q, Z3_ast quantifier, unsigned depth)
{
	Z3_lbool decisive = Z3_is_quantifier_forall(q->t->c, quantifier)
				    ? Z3_L_FALSE
				    : Z3_L_TRUE;
	Z3_lbool all = opposite(decisive);
	unsigned strikes = watchdog_strikes();
	struct ground_instances i;

	begin_instances(&i, q->t, quantifier);
	q->is_of_elements |= i.has_elements;
	do {
		Z3_lbool one =
			decide_instance(q, quantifier, &i, decisive, depth);

		if (one == decisive || watchdog_strikes() != strikes)
			all = one;
		else if (one == Z3_L_UNDEF)
			all = Z3_L_UNDEF;
	} while (all != decisive && watchdog_strikes() == strikes &&
		 next_instance(&i));
	release_instances(&i);
	return watchdog_strikes() == strikes ? all : Z3_L_UNDEF;
}

/* --- what evaluation leaves as it is -------------------------------------- */

static Z3_lbool
is_possible(Z3_context c, Z3_ast claim)
{
	Z3_solver solver = Z3_mk_solver(c);
	Z3_lbool found;

	Z3_solver_inc_ref(c, solver);
	checked_solver_assert(c, solver, claim);
	found = checked_solver_check(c, solver);
	Z3_solver_dec_ref(c, solver);
	return found;
}

/*
 * Of roots of polynomials, of sets and the like. What the solution says of a
 * function is in the term; so a term that cannot be false is true, and only
 * what is proved counts.
 */
static Z3_lbool
decide_ground(struct task *t, Z3_ast value)
{
	if (is_possible(t->c, Z3_mk_not(t->c, value)) == Z3_L_FALSE)
		return Z3_L_TRUE;
	return is_possible(t->c, value) == Z3_L_FALSE ? Z3_L_FALSE : Z3_L_UNDEF;
}

/* --- quantifiers in and, or, not ------------------------------------------ */

/* The value that decides all of `and` (false) or of `or` (true), if an
 * argument has it. */
static Z3_lbool
decide_junction(
	struct question *q, Z3_app row, Z3_lbool decisive, unsigned depth)
{
	Z3_context c = q->t->c;
	Z3_lbool all = opposite(decisive);
	unsigned count = Z3_get_app_num_args(c, row);

	for (unsigned i = 0; i < count; i++) {
		Z3_lbool one = decide(q, Z3_get_app_arg(c, row, i), depth + 1);

		if (one == decisive)
			return decisive;
		if (one == Z3_L_UNDEF)
			all = Z3_L_UNDEF;
	}
	return all;
}

static Z3_lbool
decide(struct question *q, Z3_ast value, unsigned depth)
{
	Z3_context c = q->t->c;
	Z3_lbool plain = Z3_get_bool_value(c, value);
	Z3_app app;

	if (plain != Z3_L_UNDEF || depth > DEPTH_MAX)
		return plain;
	if (Z3_get_ast_kind(c, value) == Z3_QUANTIFIER_AST)
		return decide_quantifier(q, value, depth);
	if (Z3_get_ast_kind(c, value) != Z3_APP_AST)
		return Z3_L_UNDEF;
	app = Z3_to_app(c, value);
	switch ((int)Z3_get_decl_kind(c, Z3_get_app_decl(c, app))) {
	case Z3_OP_AND:
		return decide_junction(q, app, Z3_L_FALSE, depth);
	case Z3_OP_OR:
		return decide_junction(q, app, Z3_L_TRUE, depth);
	case Z3_OP_NOT:
		return opposite(
			decide(q, Z3_get_app_arg(c, app, 0), depth + 1));
	default:
		return decide_ground(q->t, value);
	}
}

/* Within the time that is left for this. */
static Z3_lbool
decide_in_time(struct question *q, Z3_ast value, int64_t until_us)
{
	struct task *t = q->t;
	Z3_lbool plain = Z3_get_bool_value(t->c, value);
	int64_t begun_us = clock_now_us();
	int64_t end_us = begun_us + BUDGET_US - t->settling_us;

	if (plain != Z3_L_UNDEF || t->is_searching ||
		t->settling_us >= BUDGET_US)
		return plain;
	watchdog_budget(end_us < until_us ? end_us : until_us);
	plain = decide(q, value, 0);
	watchdog_budget(until_us);
	t->settling_us += clock_now_us() - begun_us;
	return plain;
}

/*
 * What libz3 has simplified away before the search may lack its element in the
 * solution. So what is false for those that are shown is not known to be so of
 * an assertion that libz3 holds for true.
 */
Z3_lbool
residual_check_value(struct task *t, Z3_ast value, int64_t until_us)
{
	struct question q = {.t = t};
	Z3_lbool holds = decide_in_time(&q, value, until_us);

	return holds == Z3_L_FALSE && q.is_of_elements ? Z3_L_UNDEF : holds;
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
residual_check_term(struct task *t, Z3_ast term)
{
	Z3_ast value = solution_value(t, term);
	struct question q = {.t = t};
	Z3_lbool holds;

	if (value == NULL || t->is_searching)
		return value;
	if (Z3_get_sort_kind(t->c, Z3_get_sort(t->c, value)) != Z3_BOOL_SORT)
		return is_left_over(t->c, value) ? NULL : value;
	holds = decide_in_time(&q, value, clock_now_us() + BUDGET_US);
	watchdog_budget(0);
	if (holds == Z3_L_UNDEF)
		return value;
	return holds == Z3_L_TRUE ? Z3_mk_true(t->c) : Z3_mk_false(t->c);
}
