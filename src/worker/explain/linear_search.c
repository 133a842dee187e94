#include "worker/explain/linear_search.h"

#include <stdint.h>
#include <string.h>

#include "base/alloc.h"
#include "base/clock.h"
#include "worker/base/checked_solver.h"
#include "worker/base/watchdog.h"
#include "worker/solution/solution.h"

enum {
	/* A step is a power of two; what is below the least is any step. */
	LARGEST = 62,
	LEAST_OF_INT = 0,
	LEAST_OF_REAL = -30,
	ANY = -31,
	/* Of the time that is left, for one question to one solver. */
	SHARE = 4,
	LAST_MAX = 3, /* of any size, on Reals */
};

/* The steps that are taken towards one goal. */
struct stride {
	int power;
	int least;
	bool grows;
	int last_steps;
};

struct linear_search {
	struct task *t;
	struct goals *goals;
	Z3_ast held; /* what the goals before have reached, or NULL */
	linear_search_told *told;
};

/* --- one step ------------------------------------------------------------ */

static Z3_ast
step_numeral(Z3_context c, int power, Z3_sort sort)
{
	DROP(text)
	char *text = power >= 0 ? text_format("%lld", 1LL << power)
				: text_format("1/%lld", 1LL << -power);

	return Z3_mk_numeral(c, text, sort);
}

/* "better by more than the step" */
static Z3_ast
demand(const struct linear_search *k, const struct objective *goal, int power)
{
	Z3_context c = k->t->c;
	struct objective far = *goal;
	Z3_ast sum[2] = {goal->value, NULL};

	if (power != ANY) {
		sum[1] = step_numeral(c, power, Z3_get_sort(c, goal->term));
		far.value =
			Z3_simplify(c, goal->maximize ? Z3_mk_add(c, 2, sum)
						      : Z3_mk_sub(c, 2, sum));
	}
	return objective_better(k->t, &far, true);
}

/* TRUE: a solution of that kind is t->model. */
static Z3_lbool
ask(const struct linear_search *k, Z3_ast claim, bool simple)
{
	struct task *t = k->t;
	Z3_solver solver = task_solver(t, simple);
	Z3_lbool found;

	if (k->held != NULL)
		checked_solver_assert(t->c, solver, k->held);
	checked_solver_assert(t->c, solver, claim);
	watchdog_budget(clock_now_us() + watchdog_left_us() / SHARE);
	found = checked_solver_check(t->c, solver);
	watchdog_budget(0);
	if (found == Z3_L_TRUE)
		solution_take(t, solver);
	Z3_solver_dec_ref(t->c, solver);
	return found;
}

static Z3_lbool
take_step(
	const struct linear_search *k, const struct objective *goal, int power)
{
	Z3_ast claim = demand(k, goal, power);
	Z3_lbool found = ask(k, claim, true);

	if (found == Z3_L_UNDEF && !watchdog_is_over())
		found = ask(k, claim, false);
	if (found == Z3_L_TRUE) {
		goals_value(k->t, k->goals);
		k->told(k->t, k->goals);
	}
	return found;
}

/* --- one goal ------------------------------------------------------------ */

/* The least power of a step that makes sense for it. */
static int
least_step(Z3_context c, const struct objective *goal)
{
	switch ((int)Z3_get_sort_kind(c, Z3_get_sort(c, goal->term))) {
	case Z3_INT_SORT:
		return LEAST_OF_INT;
	case Z3_REAL_SORT:
		return LEAST_OF_REAL;
	default:
		return ANY;
	}
}

/* Whether to go on with larger or smaller steps, or to end: nobody waits for
 * what has no end, or for ever smaller fractions. */
static bool
next_power(struct stride *s, Z3_lbool found)
{
	s->grows = s->grows && found == Z3_L_TRUE && s->power != ANY;
	if (s->power == ANY)
		return found == Z3_L_TRUE &&
		       (s->least != LEAST_OF_REAL ||
			       s->last_steps++ < LAST_MAX);
	if (s->grows)
		return s->power++ < LARGEST;
	s->power = s->power > s->least ? s->power - 1 : ANY;
	return true;
}

static void
climb_goal(const struct linear_search *k, struct objective *goal)
{
	struct stride s = {.least = least_step(k->t->c, goal), .grows = true};
	Z3_lbool found;

	s.power = s.least == ANY ? ANY : 0;
	do {
		if (goal->value == NULL ||
			!Z3_is_numeral_ast(k->t->c, goal->value) ||
			watchdog_is_over())
			return;
		found = take_step(k, goal, s.power);
		if (found == Z3_L_FALSE && s.power == ANY)
			goal->state = OBJECTIVE_OPTIMAL;
	} while (next_power(&s, found));
}

void
linear_search(struct task *t, struct goals *goals, linear_search_told *told)
{
	struct linear_search k = {.t = t, .goals = goals, .told = told};

	if (goals->count > 1 && strcmp(goals_priority(t), "lex") != 0)
		return;
	goals_value(t, goals);
	for (size_t i = 0; i < goals->count; i++) {
		struct objective *goal = &goals->at[i];
		Z3_ast both[2] = {k.held, NULL};

		/* Steps towards what may have no end lead to values of
		 * thousands of digits, and texts that fill the memory. */
		if (goal->state == OBJECTIVE_OPEN && !goal->is_remote)
			climb_goal(&k, goal);
		if (goal->state != OBJECTIVE_OPTIMAL)
			return;
		both[1] = Z3_mk_eq(t->c, goal->term, goal->value);
		k.held = k.held == NULL ? both[1] : Z3_mk_and(t->c, 2, both);
	}
}
