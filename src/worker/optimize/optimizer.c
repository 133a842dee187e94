/*
 * libz3's optimizer: the best where all is linear arithmetic, and for soft
 * assertions (by cores). It begins anew in each turn, and gives no proof: each
 * claim is checked by one solver call more, and where that finds something
 * better, the truth is sought in another way.
 */
#include "worker/optimize/optimizer.h"
#include "worker/base/interruptible.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/clock.h"
#include "worker/base/checked_solver.h"
#include "worker/base/watchdog.h"
#include "worker/engines/probes.h"
#include "worker/optimize/strategy.h"
#include "worker/solution/evaluator.h"
#include "worker/solution/solution.h"

enum {
	/* For each of the questions about a supremum; they are easy, or beyond
	 * libz3. */
	BUDGET_US = 500000,
	/* Nobody writes more constants into a problem that libz3 could decide
	 * with quantifiers. */
	CONSTANTS_MAX = 200,
	/* Of the search that the proof of a claim may take, or so much. */
	CLAIM_PART = 10,
	CLAIM_MIN_US = 100000,
	/* For the question whether values go on beyond all that a problem of
	 * the world has. No proof depends on it, so it has a budget, and
	 * libz3's strategy is not asked: of products it may notice no
	 * interrupt. */
	REMOTE_US = 200000,
};

/* --- libz3's optimizer ---------------------------------------------------- */

/* One with the terms and, one after another, the objectives. */
static Z3_optimize
new_optimizer(Z3_context c, const Z3_ast *terms, size_t count,
	const struct objectives *objectives)
{
	Z3_optimize optimizer = Z3_mk_optimize(c);
	Z3_params params;

	/* At once: the next object that is made takes what has no reference. */
	Z3_optimize_inc_ref(c, optimizer);
	/* Else it has the priority of the text, which the parser has read. */
	params = Z3_mk_params(c);
	Z3_params_inc_ref(c, params);
	Z3_params_set_symbol(c, params, Z3_mk_string_symbol(c, "priority"),
		Z3_mk_string_symbol(c, "lex"));
	Z3_optimize_set_params(c, optimizer, params);
	Z3_params_dec_ref(c, params);
	for (size_t i = 0; i < count; i++)
		checked_solver_optimize_assert(c, optimizer, terms[i]);
	for (size_t i = 0; i < objectives->count; i++) {
		const struct objective *o = &objectives->at[i];

		if (o->maximize)
			(void)Z3_optimize_maximize(c, optimizer, o->term);
		else
			(void)Z3_optimize_minimize(c, optimizer, o->term);
	}
	return optimizer;
}

/* The bounds that it claims; the number that it has an objective under is its
 * place. */
static void
read_claims(Z3_context c, Z3_optimize optimizer, struct objectives *objectives)
{
	for (unsigned i = 0; i < objectives->count; i++) {
		struct objective *o = &objectives->at[i];
		Z3_ast_vector sum = o->maximize
					    ? Z3_optimize_get_upper_as_vector(
						      c, optimizer, i)
					    : Z3_optimize_get_lower_as_vector(
						      c, optimizer, i);

		o->claimed = NULL;
		if (sum == NULL)
			continue;
		Z3_ast_vector_inc_ref(c, sum);
		/* Three numerals: a * oo + b + c * epsilon. */
		if (Z3_ast_vector_size(c, sum) == 3) {
			o->is_infinite =
				strcmp(Z3_get_numeral_string(
					       c, Z3_ast_vector_get(c, sum, 0)),
					"0") != 0;
			if (!o->is_infinite)
				o->claimed = Z3_mk_numeral(c,
					Z3_get_numeral_string(c,
						Z3_ast_vector_get(c, sum, 1)),
					Z3_get_sort(c, o->term));
		}
		Z3_ast_vector_dec_ref(c, sum);
	}
}

void
optimizer_bound(
	Z3_context c, const Z3_ast *terms, size_t count, struct objective *o)
{
	struct objectives one = {.at = o, .count = 1};
	Z3_optimize optimizer = new_optimizer(c, terms, count, &one);

	if (checked_solver_optimize(c, optimizer) == Z3_L_TRUE)
		read_claims(c, optimizer, &one);
	Z3_optimize_dec_ref(c, optimizer);
}

/* --- suprema -------------------------------------------------------------- */

/*
 * What becomes of an objective whose best value libz3's optimizer has not
 * found: of strict bounds of reals it makes values that no solution has, and
 * it never gives an irrational one. "A solution than which none is better" is
 * a formula with one quantifier over the constants, and libz3 decides it for
 * real arithmetic, so the best value, or that there is none, is a proof.
 */

/* One objective with the formula that its solutions satisfy. */
struct seek {
	struct task *t;
	struct objective *o;
	Z3_ast formula;
	Z3_app constants[CONSTANTS_MAX];
	unsigned count;
	/* Functions and sorts are the same under each quantifier, so what is
	 * said of all solutions is said of those with the same ones. */
	bool is_closed;
};

static Z3_ast
formula_of(const struct task *t, Z3_ast held)
{
	size_t count;
	Z3_ast *terms = task_asserted(t, &count);
	Z3_ast all = Z3_mk_and(t->c, (unsigned)count, terms);

	free(terms);
	return term_and(t->c, all, held);
}

/* False if they are too many, or not all of them are known. */
static bool
read_constants(struct seek *s)
{
	const struct problem_part *part = NULL;

	while ((part = task_part(s->t, PART_CONSTANT, part)) != NULL) {
		Z3_ast term = task_term(s->t, part);

		if (part->form->command != COMMAND_DECLARE_CONST &&
			part->form->command != COMMAND_DECLARE_FUN)
			continue;
		if (s->count == CONSTANTS_MAX ||
			!term_is_constant(s->t->c, term))
			return false;
		s->constants[s->count++] = Z3_to_app(s->t->c, term);
	}
	s->is_closed =
		task_part(s->t, PART_FUNCTION, NULL) == NULL &&
		!commands_have(s->t->script->forms, COMMAND_DECLARE_SORT);
	return s->count > 0;
}

/* The formula holds, and the objective is better than that. */
static Z3_ast
better_than(const struct seek *s, Z3_ast value)
{
	return term_and(
		s->t->c, s->formula, objective_better(s->t, s->o, value, true));
}

/* No solution is better than that. */
static Z3_ast
none_better_than(const struct seek *s, Z3_ast value)
{
	Z3_context c = s->t->c;

	return Z3_mk_forall_const(c, 0, s->count, s->constants, 0, NULL,
		Z3_mk_not(c, better_than(s, value)));
}

static Z3_ast
fresh_value(const struct seek *s)
{
	return Z3_mk_fresh_const(
		s->t->c, "satchel!best", Z3_get_sort(s->t->c, s->o->term));
}

static Z3_lbool
ask(const struct seek *s, const Z3_ast *claims, size_t count, Z3_model *model)
{
	Z3_context c = s->t->c;
	Z3_solver solver = Z3_mk_solver(c);
	Z3_lbool answer;

	Z3_solver_inc_ref(c, solver);
	for (size_t i = 0; i < count; i++)
		checked_solver_assert(c, solver, claims[i]);
	watchdog_spend(clock_spent_us() + BUDGET_US);
	answer = checked_solver_check(c, solver);
	watchdog_spend(0);
	if (answer == Z3_L_TRUE) {
		*model = checked_solver_model(c, solver);
		if (*model == NULL)
			return Z3_L_UNDEF;
		Z3_model_inc_ref(c, *model);
	}
	/* The solver is kept: the model belongs to it. */
	return answer;
}

/* "No solution is better than this, but some are better than all that is
 * worse than this." */
static Z3_lbool
ask_supremum(const struct seek *s, Z3_ast *supremum)
{
	Z3_context c = s->t->c;
	Z3_ast value = fresh_value(s);
	Z3_ast worse = fresh_value(s);
	Z3_app bound[] = {Z3_to_app(c, worse)};
	Z3_ast reached = Z3_mk_exists_const(
		c, 0, s->count, s->constants, 0, NULL, better_than(s, worse));
	Z3_ast is_worse = s->o->maximize ? Z3_mk_lt(c, worse, value)
					 : Z3_mk_gt(c, worse, value);
	const Z3_ast claims[] = {
		none_better_than(s, value),
		Z3_mk_forall_const(c, 0, 1, bound, 0, NULL,
			Z3_mk_implies(c, is_worse, reached)),
	};
	Z3_model model = NULL;
	Z3_lbool answer;

	answer = ask(s, claims, sizeof(claims) / sizeof(claims[0]), &model);
	if (answer != Z3_L_TRUE)
		return answer;
	*supremum = interruptible_value(c, model, value, true);
	return *supremum != NULL ? Z3_L_TRUE : Z3_L_UNDEF;
}

/* A solution whose objective cannot be evaluated in time is not taken, nor one
 * under which an assertion is false. */
static void
set_model(const struct seek *s, Z3_model model)
{
	Z3_model before = s->t->model;
	Z3_ast value = NULL;

	solution_set_model(s->t, model);
	if (!solution_is_wrong(s->t))
		value = evaluator_value(s->t, s->o->term);
	if (value != NULL)
		objective_set_value(s->t, s->o, value);
	else
		s->t->model = before;
}

/* To a solution of which the distance is a thousandth of what it is now. */
static void
approach(const struct seek *s)
{
	Z3_context c = s->t->c;
	Z3_ast gap[2] = {s->o->supremum, s->o->value};
	Z3_ast step[2] = {Z3_mk_sub(c, 2, gap),
		Z3_mk_numeral(c, "1/1000", Z3_mk_real_sort(c))};
	Z3_ast limit[2] = {s->o->supremum, Z3_mk_mul(c, 2, step)};
	Z3_ast claim = better_than(s, Z3_mk_sub(c, 2, limit));
	Z3_model model = NULL;

	if (ask(s, &claim, 1, &model) == Z3_L_TRUE)
		set_model(s, model);
}

/* There is no best value; an integer then has no bound, if libz3 is right. */
static void
on_none(const struct seek *s)
{
	Z3_context c = s->t->c;
	struct objective *o = s->o;
	Z3_ast supremum = NULL;
	Z3_ast claims[2] = {s->formula};
	Z3_model ignored;
	bool is_int = term_sort_kind(c, o->term) == Z3_INT_SORT;

	switch (is_int ? Z3_L_FALSE : ask_supremum(s, &supremum)) {
	case Z3_L_FALSE:
		/* What only an irrational number satisfies libz3 4.8.12 may
		 * deny, as the two questions for x * x < 2; where there are
		 * bounds some are rational. */
		claims[0] = none_better_than(s, fresh_value(s));
		if (ask(s, claims, 1, &ignored) == Z3_L_FALSE)
			o->state = OBJECTIVE_UNBOUNDED;
		break;
	case Z3_L_TRUE:
		/* One more check of what the quantifiers came to. */
		claims[1] = objective_better(s->t, o, supremum, false);
		if (!s->is_closed || ask(s, claims, 2, &ignored) != Z3_L_FALSE)
			break;
		o->state = OBJECTIVE_NOT_ATTAINED;
		o->supremum = supremum;
		approach(s);
		break;
	case Z3_L_UNDEF:
		break;
	}
}

/*
 * For an objective of sort Int or Real with a value that some solution exceeds.
 * Fills in the state and the supremum, as far as they are proved. Takes
 * t->model and o->value to a better solution if it comes upon one: of an
 * attained best value to one that has it.
 */
static void
seek_supremum(struct task *t, struct objective *o, Z3_ast held)
{
	struct seek s = {.t = t, .o = o, .formula = formula_of(t, held)};
	Z3_model model = NULL;
	Z3_ast claims[3] = {s.formula};
	Z3_ast value;

	if (!read_constants(&s))
		return;
	/* "A solution than which none is better." */
	value = fresh_value(&s);
	claims[1] = Z3_mk_eq(t->c, value, o->term);
	claims[2] = none_better_than(&s, value);
	switch (ask(&s, claims, 3, &model)) {
	case Z3_L_FALSE:
		on_none(&s);
		break;
	case Z3_L_TRUE:
		set_model(&s, model);
		if (o->value == NULL)
			break;
		claims[0] = better_than(&s, o->value);
		if (ask(&s, claims, 1, &model) == Z3_L_FALSE)
			o->state = OBJECTIVE_OPTIMAL;
		break;
	case Z3_L_UNDEF:
		break;
	}
}

/* --- proofs --------------------------------------------------------------- */

/* The solver that proves, and what was asserted beside the assertions. */
struct proof {
	struct task *t;
	Z3_solver solver;
	Z3_ast fixed_goals; /* or NULL */
	/* Of the processor, for what the optimizer claims; 0: no claims. */
	int64_t claims_until_us;
};

static bool
is_spent(int64_t until_us)
{
	return until_us != 0 && clock_spent_us() >= until_us;
}

static Z3_lbool
ask_prover(const struct proof *p, Z3_ast claim)
{
	Z3_context c = p->t->c;
	Z3_lbool answer = Z3_L_UNDEF;

	if (checked_solver_push(c, p->solver)) {
		checked_solver_assert(c, p->solver, claim);
		answer = checked_solver_check(c, p->solver);
		checked_solver_pop(c, p->solver, 1);
	}
	return answer;
}

/* Returns whether the claim holds of some solution. */
static Z3_lbool
is_possible(const struct proof *p, Z3_ast claim, int64_t until_us)
{
	Z3_context c = p->t->c;
	Z3_solver strategy;
	Z3_lbool answer = ask_prover(p, claim);

	if (answer != Z3_L_UNDEF || watchdog_is_over() || is_spent(until_us))
		return answer;
	/* The incremental core cannot decide irrational bounds, and the SAT
	 * solver no fractions. */
	strategy = task_solver(p->t, false);
	checked_solver_assert(c, strategy, term_and(c, p->fixed_goals, claim));
	answer = checked_solver_check(c, strategy);
	Z3_solver_dec_ref(c, strategy);
	return answer == Z3_L_FALSE && probes_may_be_irrational(p->t)
		       ? Z3_L_UNDEF
		       : answer;
}

/* Something is better than the optimizer's optimum. */
static void
on_exceeded(const struct proof *p, struct objective *o)
{
	Z3_context c = p->t->c;
	Z3_sort sort = Z3_get_sort(c, o->term);
	Z3_sort_kind kind = Z3_get_sort_kind(c, sort);
	Z3_ast far;

	o->claimed = NULL;
	if (!o->soft && (kind == Z3_INT_SORT || kind == Z3_REAL_SORT))
		seek_supremum(p->t, o, p->fixed_goals);
	if (o->state != OBJECTIVE_OPEN || !o->is_infinite)
		return;
	/* Beyond what a problem of the world has. */
	far = Z3_mk_numeral(c,
		o->maximize ? "1000000000000000000000000000000"
			    : "-1000000000000000000000000000000",
		sort);
	watchdog_spend(clock_spent_us() + REMOTE_US);
	o->is_remote = ask_prover(p, objective_better(p->t, o, far, true)) ==
		       Z3_L_TRUE;
	watchdog_spend(0);
	(void)checked_solver_clear_interrupt(c);
}

/* Its state; OPEN: something is better, or it is not known. */
static void
prove_objective(const struct proof *p, struct objective *o)
{
	bool is_claimed = o->claimed != NULL && o->value != NULL &&
			  Z3_is_eq_ast(p->t->c, o->claimed, o->value);
	int64_t until_us = is_claimed ? p->claims_until_us : 0;
	Z3_lbool better;

	if (o->value == NULL)
		return;
	watchdog_spend(until_us);
	better = is_possible(
		p, objective_better(p->t, o, o->value, true), until_us);
	watchdog_spend(0);
	(void)checked_solver_clear_interrupt(p->t->c);
	o->state = OBJECTIVE_OPEN;
	if (better == Z3_L_FALSE)
		o->state = OBJECTIVE_OPTIMAL;
	else if (better == Z3_L_TRUE)
		on_exceeded(p, o);
	else if (is_spent(until_us) && !watchdog_is_over())
		o->state = OBJECTIVE_CLAIMED;
}

/*
 * Fills in the states of the objectives, which have the optimizer's bounds, for
 * the solution in t->model. Takes that to a better one, if it comes upon one.
 * `claims_us`: the optimizer has ended, and says that this is the best; then
 * the proof may take so much of the processor, and after that the claim stands
 * as one. 0: there is no such claim.
 */
static void
prove(struct task *t, struct objectives *objectives, int64_t claims_us)
{
	struct proof p = {.t = t};
	size_t count;
	Z3_ast *terms = task_asserted(t, &count);

	if (claims_us > 0)
		p.claims_until_us = clock_spent_us() + claims_us;
	/* The incremental core takes a sum of weights for arithmetic, and is
	 * lost with fifty of them. */
	p.solver = probes_is_propositional(t)
			   ? checked_solver_new_finite(t->c)
			   : task_solver_of(t, true, NULL, 0);
	checked_solver_assert_all(t->c, p.solver, terms, count);
	free(terms);
	/* Those before it are held at their values; what the optimizer says of
	 * those after one that has no best value does not count. */
	for (size_t i = 0; i < objectives->count && !watchdog_is_over(); i++) {
		struct objective *o = &objectives->at[i];
		Z3_ast at_best;

		if (o->state != OBJECTIVE_OPTIMAL)
			prove_objective(&p, o);
		objectives_value(t, objectives);
		if (o->state == OBJECTIVE_OPEN && o->claimed != NULL)
			o->bound = o->claimed;
		objectives_reach(objectives);
		if (!objective_is_best(o) || o->value == NULL)
			return;
		at_best = objective_better(t, o, o->value, false);
		checked_solver_assert(t->c, p.solver, at_best);
		p.fixed_goals = term_and(t->c, p.fixed_goals, at_best);
	}
}

bool
optimizer_prove_at_once(struct task *t, struct objectives *objectives)
{
	bool has_soft = false;

	for (size_t i = 0; i < objectives->count; i++)
		has_soft = has_soft || objectives->at[i].soft;
	if (has_soft || !probes_is_polynomial(t))
		return false;
	prove(t, objectives, 0);
	for (size_t i = 0; i < objectives->count; i++) {
		if (objectives->at[i].state == OBJECTIVE_OPEN)
			return false;
		/* What comes after it is open for good. */
		if (!objective_is_best(&objectives->at[i]))
			return true;
	}
	return true;
}

/* --- the strategy --------------------------------------------------------- */

/* Whether t->model is better than the values in hand, in the first objective in
 * which they differ: where there is no best, the optimizer stops anywhere, and
 * one that is as good is no reason for other values. */
static bool
is_improvement(const struct optimization *s)
{
	struct task *t = s->t;

	for (size_t i = 0; i < s->objectives->count; i++) {
		const struct objective *o = &s->objectives->at[i];
		Z3_ast value = evaluator_value(t, o->term);

		if (value == NULL)
			return false;
		if (o->value == NULL ||
			objective_exceeds(t, o, value, o->value) == Z3_L_TRUE)
			return true;
		if (!Z3_is_eq_ast(t->c, value, o->value))
			return false;
	}
	return false;
}

static void
run_turn(struct optimization *s, struct strategy *w)
{
	struct task *t = s->t;
	unsigned interrupts = watchdog_interrupts();
	Z3_model before = t->model;
	Z3_model model;
	size_t count;
	Z3_ast *terms = task_asserted(t, &count);
	Z3_optimize optimizer =
		new_optimizer(t->c, terms, count, s->objectives);
	int64_t part_us;
	bool is_found;

	free(terms);
	watchdog_spend(clock_spent_us() + w->turn_us);
	is_found = checked_solver_optimize(t->c, optimizer) == Z3_L_TRUE;
	watchdog_spend(0);
	w->has_ended = is_found || watchdog_interrupts() == interrupts;
	/* The optimizer is not released: the model belongs to it. */
	if (!is_found)
		return;
	model = checked_solver_optimize_model(t->c, optimizer);
	if (model == NULL)
		return;
	solution_set_model(t, model);
	is_found = !solution_is_wrong(t);
	if (!is_found || !is_improvement(s))
		t->model = before;
	if (!is_found)
		return;
	part_us = (clock_spent_us() - s->begun_us) / CLAIM_PART;
	objectives_value(t, s->objectives);
	read_claims(t->c, optimizer, s->objectives);
	prove(t, s->objectives,
		part_us > CLAIM_MIN_US ? part_us : CLAIM_MIN_US);
	optimization_improved(s);
}

/*
 * libz3's optimizer unfolds a recursive function without end, and notices no
 * interrupt meanwhile. It does not support quantifiers: it answers unknown, and
 * an interrupt can make it crash.
 */
static bool
is_unsupported(Z3_context c, Z3_ast term)
{
	return term_is_quantifier(c, term) || term_applies_recursive(c, term);
}

static bool
fits(const struct optimization *s, const struct strategy *w)
{
	Z3_context c = s->t->c;
	size_t count;
	Z3_ast *terms = task_asserted(s->t, &count);
	bool fits = true;

	(void)w;
	for (size_t i = 0; fits && i < count; i++)
		fits = !term_any(c, terms[i], is_unsupported);
	for (size_t i = 0; fits && i < s->objectives->count; i++)
		fits = !term_any(c, s->objectives->at[i].term, is_unsupported);
	free(terms);
	return fits;
}

const struct strategy_kind strategy_optimizer = {
	.fits = fits, .turn = run_turn};
