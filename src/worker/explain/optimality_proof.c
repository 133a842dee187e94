#include "worker/explain/optimality_proof.h"

#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/clock.h"
#include "worker/base/checked_solver.h"
#include "worker/base/watchdog.h"
#include "worker/decide/probes.h"
#include "worker/explain/supremum.h"

enum {
	CLAIM_MIN_US = 100000,
	CLAIM_PART = 10,
};

/* The solver that proves, and what was asserted beside the assertions. */
struct proof {
	struct task *t;
	Z3_solver solver;
	bool is_sat_solver;
	Z3_ast held; /* or NULL */
	/* Of the processor, for what the optimizer claims; 0: no claims. */
	int64_t claims_until_us;
	int64_t until_us; /* the same while one is at work, else 0 */
};

static bool
is_spent(const struct proof *p)
{
	return watchdog_is_over() ||
	       (p->until_us != 0 && clock_spent_us() >= p->until_us);
}

/* What the incremental core cannot decide, such as irrational bounds. */
static Z3_lbool
is_possible_by_strategy(const struct proof *p, Z3_ast claim)
{
	Z3_context c = p->t->c;
	Z3_solver solver = task_solver(p->t, false);
	Z3_lbool answer;

	if (p->held != NULL)
		checked_solver_assert(c, solver, p->held);
	checked_solver_assert(c, solver, claim);
	answer = checked_solver_check(c, solver);
	Z3_solver_dec_ref(c, solver);
	return answer;
}

static Z3_lbool
try_claim(const struct proof *p, Z3_ast claim)
{
	Z3_context c = p->t->c;
	Z3_lbool answer;

	Z3_solver_push(c, p->solver);
	checked_solver_assert(c, p->solver, claim);
	answer = checked_solver_check(c, p->solver);
	Z3_solver_pop(c, p->solver, 1);
	return answer;
}

/* The SAT solver knows no fractions. */
static void
leave_sat_solver(struct proof *p)
{
	p->solver = task_solver(p->t, true);
	p->is_sat_solver = false;
	if (p->held != NULL)
		checked_solver_assert(p->t->c, p->solver, p->held);
}

/* Whether there is a solution of which the claim holds. */
static Z3_lbool
is_possible(struct proof *p, Z3_ast claim)
{
	Z3_lbool answer = try_claim(p, claim);

	if (answer == Z3_L_UNDEF && p->is_sat_solver && !is_spent(p)) {
		leave_sat_solver(p);
		answer = try_claim(p, claim);
	}
	if (answer == Z3_L_UNDEF && !is_spent(p))
		answer = is_possible_by_strategy(p, claim);
	return answer;
}

/*
 * What is claimed to be impossible. The state of goals for which it holds; of
 * those for which it does not, OPEN, and *possible says whether it is possible.
 */
static enum objective_state
check_claim(struct proof *p, Z3_ast better, bool is_claimed, bool *possible)
{
	Z3_lbool answer;
	bool is_late;

	if (is_claimed)
		p->until_us = p->claims_until_us;
	watchdog_spend(p->until_us);
	answer = is_possible(p, better);
	is_late = p->until_us != 0 && is_spent(p) && !watchdog_is_over();
	watchdog_spend(0);
	p->until_us = 0;
	(void)checked_solver_settle(p->t->c);
	*possible = answer == Z3_L_TRUE;
	if (answer == Z3_L_FALSE)
		return OBJECTIVE_OPTIMAL;
	return answer == Z3_L_UNDEF && is_late ? OBJECTIVE_CLAIMED
					       : OBJECTIVE_OPEN;
}

static void
hold(struct proof *p, Z3_ast claim)
{
	Z3_ast both[2] = {p->held, claim};

	checked_solver_assert(p->t->c, p->solver, claim);
	p->held = p->held == NULL ? claim : Z3_mk_and(p->t->c, 2, both);
}

/* The term with the solution's values of all but its numbers and Booleans,
 * which get new names. */
static Z3_ast
with_free_numbers(const struct task *t, Z3_ast term)
{
	Z3_context c = t->c;
	unsigned count = Z3_model_get_num_consts(c, t->model);
	Z3_ast *names = mem_grow(NULL, count + 1, sizeof(*names));
	Z3_ast *fresh = mem_grow(NULL, count + 1, sizeof(*fresh));
	unsigned free_count = 0;
	Z3_ast value = NULL;

	for (unsigned i = 0; i < count; i++) {
		Z3_func_decl f = Z3_model_get_const_decl(c, t->model, i);
		Z3_sort sort = Z3_get_range(c, f);
		Z3_sort_kind kind = Z3_get_sort_kind(c, sort);
		DROP(text) char *name = text_format("satchel!free!%u", i);

		if (kind != Z3_INT_SORT && kind != Z3_REAL_SORT &&
			kind != Z3_BOOL_SORT)
			continue;
		names[free_count] = Z3_mk_app(c, f, 0, NULL);
		fresh[free_count++] =
			Z3_mk_const(c, Z3_mk_string_symbol(c, name), sort);
	}
	term = Z3_substitute(c, term, free_count, names, fresh);
	if (!Z3_model_eval(c, t->model, term, false, &value))
		value = NULL;
	free(names);
	free(fresh);
	return value;
}

/* All that solutions satisfy, and that the goal has a value. */
static Z3_ast
everything(const struct proof *p, const struct objective *goal)
{
	Z3_context c = p->t->c;
	Z3_sort sort = Z3_get_sort(c, goal->term);
	Z3_ast other = Z3_mk_fresh_const(c, "satchel!goal", sort);
	size_t count;
	Z3_ast *terms = task_asserted(p->t, &count);
	Z3_ast parts[3] = {Z3_mk_and(c, (unsigned)count, terms),
		Z3_mk_eq(c, goal->term, other), p->held};

	free(terms);
	return Z3_mk_and(c, p->held != NULL ? 3 : 2, parts);
}

/* The same goal for the optimizer again. */
static bool
is_infinite(const struct task *t, struct objective goal, Z3_ast formula)
{
	Z3_optimize optimizer = Z3_mk_optimize(t->c);
	struct goals one = {.at = &goal, .count = 1};

	Z3_optimize_inc_ref(t->c, optimizer);
	checked_solver_optimize_assert(t->c, optimizer, formula);
	goal.is_infinite = false;
	goal.handle =
		goal.maximize
			? Z3_optimize_maximize(t->c, optimizer, goal.term)
			: Z3_optimize_minimize(t->c, optimizer, goal.term);
	if (checked_solver_optimize(t->c, optimizer) == Z3_L_TRUE)
		goals_bounds(t, optimizer, &one);
	Z3_optimize_dec_ref(t->c, optimizer);
	return goal.is_infinite;
}

/*
 * The optimizer's word that there is no bound counts where all is linear: of a
 * product, a length or a function it says so of what has a bound. With the
 * values of the solution for all but the numbers, many a problem is linear; if
 * that has no bound, then neither has the problem.
 */
static bool
is_unbounded(const struct proof *p, const struct objective *goal)
{
	Z3_ast formula = with_free_numbers(p->t, everything(p, goal));
	struct objective restricted = *goal;

	restricted.term = with_free_numbers(p->t, goal->term);
	return formula != NULL && restricted.term != NULL &&
	       probes_is_linear(p->t->c, formula) &&
	       is_infinite(p->t, restricted, formula);
}

/* Whether it has values beyond what a problem of the world has. */
static bool
is_remote(struct proof *p, const struct objective *goal)
{
	struct objective far = *goal;

	far.value = Z3_mk_numeral(p->t->c,
		goal->maximize ? "1000000000000000000000000000000"
			       : "-1000000000000000000000000000000",
		Z3_get_sort(p->t->c, goal->term));
	return is_possible(p, objective_better(p->t, &far, true)) == Z3_L_TRUE;
}

/* Something is better than the optimizer's optimum. */
static void
on_exceeded(struct proof *p, struct objective *goal)
{
	Z3_sort_kind kind =
		Z3_get_sort_kind(p->t->c, Z3_get_sort(p->t->c, goal->term));

	goal->bound = NULL;
	if (!goal->soft && (kind == Z3_INT_SORT || kind == Z3_REAL_SORT))
		supremum_seek(p->t, goal, p->held);
	if (goal->state != OBJECTIVE_OPEN || !goal->is_infinite)
		return;
	if (is_unbounded(p, goal))
		goal->state = OBJECTIVE_UNBOUNDED;
	else
		goal->is_remote = is_remote(p, goal);
}

static void
prove_goal(struct proof *p, struct objective *goal)
{
	bool is_claimed;
	bool possible;

	if (goal->value == NULL)
		return;
	is_claimed = goal->bound != NULL &&
		     Z3_is_eq_ast(p->t->c, goal->bound, goal->value);
	goal->state = check_claim(
		p, objective_better(p->t, goal, true), is_claimed, &possible);
	if (possible)
		on_exceeded(p, goal);
}

/* What the optimizer says of goals behind one that has no best value. */
static void
forget_bounds(struct goals *goals, size_t first)
{
	for (size_t i = first; i < goals->count; i++)
		goals->at[i].bound = NULL;
}

/* Each goal in turn, with those before it held at their values. */
static void
prove_lex(struct proof *p, struct goals *goals)
{
	for (size_t i = 0; i < goals->count && !watchdog_is_over(); i++) {
		struct objective *goal = &goals->at[i];

		prove_goal(p, goal);
		goals_value(p->t, goals);
		if (!objective_is_best(goal)) {
			forget_bounds(goals, i + 1);
			return;
		}
		hold(p, objective_better(p->t, goal, false));
	}
}

/* No solution is as good in every goal and better in one. */
static void
prove_pareto(struct proof *p, struct goals *goals)
{
	Z3_context c = p->t->c;
	Z3_ast *better = mem_grow(NULL, goals->count, sizeof(*better));
	bool known = true;
	bool possible;
	enum objective_state state;

	for (size_t i = 0; i < goals->count; i++)
		known = known && goals->at[i].value != NULL;
	for (size_t i = 0; known && i < goals->count; i++) {
		hold(p, objective_better(p->t, &goals->at[i], false));
		better[i] = objective_better(p->t, &goals->at[i], true);
	}
	if (known) {
		state = check_claim(p,
			Z3_mk_or(c, (unsigned)goals->count, better), true,
			&possible);
		for (size_t i = 0; i < goals->count; i++)
			goals->at[i].state = state;
	}
	free(better);
}

/*
 * Each goal by itself: its best value is one that some solution has, which
 * need not be the one at hand, and none exceeds.
 */
static void
prove_box(struct proof *p, struct goals *goals)
{
	struct task *t = p->t;
	Z3_model at_hand = t->model;

	for (size_t i = 0; i < goals->count && !watchdog_is_over(); i++) {
		struct objective *goal = &goals->at[i];

		if (goal->bound != NULL &&
			is_possible(p, Z3_mk_eq(t->c, goal->term,
					       goal->bound)) == Z3_L_TRUE)
			goal->value = goal->bound;
		prove_goal(p, goal);
		if (objective_is_best(goal))
			goal->best = goal->value;
		t->model = at_hand;
	}
	goals_value(t, goals);
}

void
optimality_proof_prove(struct task *t, struct goals *goals, bool is_claimed)
{
	const char *priority = goals_priority(t);
	int64_t part_us = (clock_now_us() - t->started_us) / CLAIM_PART;
	struct proof p = {.t = t, .is_sat_solver = probes_is_propositional(t)};

	if (is_claimed)
		p.claims_until_us =
			clock_spent_us() +
			(part_us > CLAIM_MIN_US ? part_us : CLAIM_MIN_US);
	/*
	 * The incremental core takes a sum of weights for arithmetic, and is
	 * lost with fifty of them.
	 */
	p.solver = p.is_sat_solver ? task_sat_solver(t) : task_solver(t, true);
	if (strcmp(priority, "pareto") == 0)
		prove_pareto(&p, goals);
	else if (strcmp(priority, "box") == 0)
		prove_box(&p, goals);
	else
		prove_lex(&p, goals);
}

bool
optimality_proof_is_settled(const struct task *t, const struct goals *goals)
{
	bool is_lex = strcmp(goals_priority(t), "lex") == 0;

	for (size_t i = 0; i < goals->count; i++) {
		if (goals->at[i].state == OBJECTIVE_OPEN)
			return false;
		/* What comes behind it is open for good. */
		if (is_lex && !objective_is_best(&goals->at[i]))
			return true;
	}
	return true;
}

bool
optimality_proof_comes_first(const struct task *t)
{
	return probes_is_polynomial(t) &&
	       task_part(t, PART_SOFT, NULL) == NULL &&
	       strcmp(goals_priority(t), "pareto") != 0;
}
