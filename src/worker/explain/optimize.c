#include "worker/explain/optimize.h"

#include <stdint.h>
#include <stdlib.h>

#include "base/alloc.h"
#include "base/clock.h"
#include "worker/base/answer_stream.h"
#include "worker/base/checked_solver.h"
#include "worker/base/watchdog.h"
#include "worker/explain/objective.h"
#include "worker/explain/optimality_proof.h"
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

bool
optimize_is_asked(const struct task *t)
{
	return task_part(t, PART_OBJECTIVE, NULL) != NULL ||
	       task_part(t, PART_SOFT, NULL) != NULL;
}

bool
optimize_is_pareto(const struct task *t)
{
	return optimize_is_asked(t) &&
	       objectives_priority(t) == PRIORITY_PARETO;
}

static void
report_solution(struct task *t, struct objectives *objectives)
{
	objectives_value(t, objectives);
	solution_report(t);
	objectives_report(t, objectives);
	answer_stream_send();
}

/* Those of a box are best each by itself, and not in one solution. */
static bool
is_proved(const struct objectives *objectives)
{
	bool proved = objectives->priority != PRIORITY_BOX;

	for (size_t i = 0; i < objectives->count; i++)
		proved = proved && objective_is_best(&objectives->at[i]);
	return proved;
}

/* --- the search ---------------------------------------------------------- */

static Z3_optimize
optimizer_of(const struct task *t, struct objectives *objectives)
{
	static const enum part_kind kinds[] = {PART_ASSERTION, PART_ASSUMPTION};
	Z3_optimize optimizer = Z3_mk_optimize(t->c);

	Z3_optimize_inc_ref(t->c, optimizer);
	for (size_t i = 0; i < sizeof(kinds) / sizeof(kinds[0]); i++) {
		const struct problem_part *part = NULL;

		while ((part = task_part(t, kinds[i], part)) != NULL)
			checked_solver_optimize_assert(
				t->c, optimizer, task_term(t, part));
	}
	objectives_read(t, optimizer, objectives);
	return optimizer;
}

/* Better in the first objective in which they differ: the order of lex. */
static bool
is_better(const struct task *t, const struct objectives *objectives,
	const Z3_ast *values)
{
	for (size_t i = 0; i < objectives->count; i++) {
		struct objective now = objectives->at[i];

		if (values[i] == NULL || now.value == NULL)
			return false;
		now.term = values[i];
		if (Z3_get_bool_value(t->c,
			    Z3_simplify(t->c, objective_better(t, &now,
						      true))) == Z3_L_TRUE)
			return true;
		if (!Z3_is_eq_ast(t->c, values[i], now.value))
			return false;
	}
	return false;
}

struct search {
	struct task *task;
	struct objectives *objectives;
	Z3_model found; /* libz3 fills it with each better solution */
};

/*
 * Called by libz3 from inside of its search: what has been found is reported
 * at once, so that it is known when the time runs out.
 */
static void
take_better(void *argument)
{
	struct search *s = argument;
	struct task *t = s->task;
	Z3_model before = t->model;
	Z3_ast *values = mem_grow(NULL, s->objectives->count, sizeof(*values));

	t->model = s->found;
	for (size_t i = 0; i < s->objectives->count; i++)
		values[i] = solution_value(t, s->objectives->at[i].term);
	if (is_better(t, s->objectives, values)) {
		report_solution(t, s->objectives);
		answer_stream_phase(PHASE_OPTIMIZING);
	}
	t->model = before;
	free(values);
}

static Z3_lbool
search(struct task *t, Z3_optimize optimizer, struct objectives *objectives)
{
	struct search s = {.task = t, .objectives = objectives};
	Z3_lbool answer;

	s.found = Z3_mk_model(t->c);
	Z3_model_inc_ref(t->c, s.found);
	Z3_optimize_register_model_eh(
		t->c, optimizer, s.found, &s, take_better);
	t->is_searching = true;
	answer = checked_solver_optimize(t->c, optimizer);
	t->is_searching = false;
	return answer;
}

static void
finish(struct task *t, struct objectives *objectives)
{
	t->optimum_is_proved = is_proved(objectives);
	report_solution(t, objectives);
}

static bool
is_proved_at_once(struct task *t, struct objectives *objectives)
{
	if (!optimality_proof_comes_first(t, objectives))
		return false;
	optimality_proof_prove(t, objectives, false);
	return optimality_proof_is_settled(objectives);
}

/* --- linear search ------------------------------------------------------- */

/* The steps that are taken towards one objective. */
struct stride {
	int power;
	int least;
	bool grows;
	int last_steps;
};

struct linear_search {
	struct task *t;
	struct objectives *objectives;
	Z3_ast held; /* what the objectives before have reached, or NULL */
};

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
demand(const struct linear_search *k, const struct objective *o, int power)
{
	Z3_context c = k->t->c;
	struct objective far = *o;
	Z3_ast sum[2] = {o->value, NULL};

	if (power != ANY) {
		sum[1] = step_numeral(c, power, Z3_get_sort(c, o->term));
		far.value = Z3_simplify(c, o->maximize ? Z3_mk_add(c, 2, sum)
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
take_step(const struct linear_search *k, const struct objective *o, int power)
{
	Z3_ast claim = demand(k, o, power);
	Z3_lbool found = ask(k, claim, true);

	if (found == Z3_L_UNDEF && !watchdog_is_over())
		found = ask(k, claim, false);
	if (found == Z3_L_TRUE) {
		objectives_value(k->t, k->objectives);
		report_solution(k->t, k->objectives);
	}
	return found;
}

/* The least power of a step that makes sense for it. */
static int
least_step(Z3_context c, const struct objective *o)
{
	switch ((int)Z3_get_sort_kind(c, Z3_get_sort(c, o->term))) {
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
climb(const struct linear_search *k, struct objective *o)
{
	struct stride s = {.least = least_step(k->t->c, o), .grows = true};
	Z3_lbool found;

	s.power = s.least == ANY ? ANY : 0;
	do {
		if (o->value == NULL || !Z3_is_numeral_ast(k->t->c, o->value) ||
			watchdog_is_over())
			return;
		found = take_step(k, o, s.power);
		if (found == Z3_L_FALSE && s.power == ANY)
			o->state = OBJECTIVE_OPTIMAL;
	} while (next_power(&s, found));
}

/*
 * Where libz3's optimizer gives up, as it does on floating point and on most
 * quantifiers, its solvers may still find a better solution when they are asked
 * for one: by ever larger steps, then by ever smaller ones, until there is
 * none that is better at all, or nobody knows.
 *
 * One objective after another, each with those before it at their best.
 */
static void
linear_search(struct task *t, struct objectives *objectives)
{
	struct linear_search k = {.t = t, .objectives = objectives};

	if (objectives->count > 1 && objectives->priority != PRIORITY_LEX)
		return;
	objectives_value(t, objectives);
	for (size_t i = 0; i < objectives->count; i++) {
		struct objective *o = &objectives->at[i];
		Z3_ast both[2] = {k.held, NULL};

		/* Steps towards what may have no end lead to values of
		 * thousands of digits, and texts that fill the memory. */
		if (o->state == OBJECTIVE_OPEN && !o->is_remote)
			climb(&k, o);
		if (o->state != OBJECTIVE_OPTIMAL)
			return;
		both[1] = Z3_mk_eq(t->c, o->term, o->value);
		k.held = k.held == NULL ? both[1] : Z3_mk_and(t->c, 2, both);
	}
}

/* --- pareto -------------------------------------------------------------- */

/* Better than the solution at hand in some objective. */
static void
demand_better(const struct task *t, const struct objectives *objectives,
	Z3_solver solver)
{
	Z3_ast *better = mem_grow(NULL, objectives->count, sizeof(*better));

	for (size_t i = 0; i < objectives->count; i++)
		better[i] = objective_better(t, &objectives->at[i], true);
	checked_solver_assert(t->c, solver,
		Z3_mk_or(t->c, (unsigned)objectives->count, better));
	free(better);
}

static void
demand_no_worse(const struct task *t, const struct objectives *objectives,
	Z3_solver solver)
{
	for (size_t i = 0; i < objectives->count; i++)
		checked_solver_assert(t->c, solver,
			objective_better(t, &objectives->at[i], false));
}

/* The values of all objectives under the solution at hand. */
static bool
take_values(const struct task *t, struct objectives *objectives)
{
	objectives_value(t, objectives);
	for (size_t i = 0; i < objectives->count; i++) {
		if (objectives->at[i].value == NULL)
			return false;
	}
	return true;
}

static Z3_lbool
take_solution(struct task *t, Z3_solver solver)
{
	Z3_lbool found = checked_solver_check(t->c, solver);

	if (found == Z3_L_TRUE)
		solution_take(t, solver);
	return found;
}

/* Until nothing is better in one objective and no worse in the others. */
static Z3_lbool
improve(struct task *t, struct objectives *objectives, Z3_solver solver)
{
	Z3_lbool better = Z3_L_TRUE;

	while (better == Z3_L_TRUE) {
		if (!take_values(t, objectives))
			return Z3_L_UNDEF;
		demand_no_worse(t, objectives, solver);
		demand_better(t, objectives, solver);
		better = take_solution(t, solver);
	}
	return better == Z3_L_FALSE ? Z3_L_TRUE : Z3_L_UNDEF;
}

static Z3_lbool
step(struct task *t, struct objectives *objectives, Z3_solver solver)
{
	Z3_lbool found;

	if (!take_values(t, objectives))
		return Z3_L_UNDEF;
	demand_better(t, objectives, solver);
	found = take_solution(t, solver);
	if (found != Z3_L_TRUE)
		return found;
	Z3_solver_push(t->c, solver);
	found = improve(t, objectives, solver);
	Z3_solver_pop(t->c, solver, 1);
	return found;
}

Z3_lbool
optimize_pareto_next(struct task *t, Z3_solver solver)
{
	struct objectives objectives;
	Z3_lbool found;

	objectives_read(t, NULL, &objectives);
	found = step(t, &objectives, solver);
	objectives_release(&objectives);
	return found;
}

/* --- all ----------------------------------------------------------------- */

Z3_lbool
optimize_again(struct task *t)
{
	struct objectives objectives;
	Z3_optimize optimizer = optimizer_of(t, &objectives);
	Z3_solver solver = task_solver(t, true);
	Z3_lbool found = checked_solver_optimize(t->c, optimizer);

	objectives_release(&objectives);
	if (found != Z3_L_TRUE)
		return Z3_L_UNDEF;
	solution_take_best(t, optimizer);
	for (size_t i = 0; i < t->sp->repeats && found == Z3_L_TRUE; i++)
		found = optimize_pareto_next(t, solver);
	if (found != Z3_L_TRUE)
		t->model = NULL;
	return found;
}

/* The solution at hand is one of the best. */
static void
confirm(struct task *t)
{
	struct objectives objectives;

	objectives_read(t, NULL, &objectives);
	objectives_value(t, &objectives);
	optimality_proof_prove(t, &objectives, false);
	finish(t, &objectives);
	objectives_release(&objectives);
}

/* An optimum of libz3's, which it may prove to be one. Of recursive functions
 * it takes values that they do not have. */
static bool
is_found(struct task *t, Z3_optimize optimizer, struct objectives *objectives)
{
	Z3_model before = t->model;

	if (search(t, optimizer, objectives) != Z3_L_TRUE)
		return false;
	solution_take_best(t, optimizer);
	if (solution_is_wrong(t)) {
		t->model = before;
		return false;
	}
	objectives_reopen(objectives);
	objectives_bounds(t, optimizer, objectives);
	objectives_value(t, objectives);
	optimality_proof_prove(t, objectives, true);
	return true;
}

void
optimize_task(struct task *t)
{
	struct objectives objectives;
	Z3_optimize optimizer;

	if (t->sp->repeats > 0 && optimize_is_pareto(t)) {
		confirm(t);
		return;
	}
	optimizer = optimizer_of(t, &objectives);
	report_solution(t, &objectives);
	answer_stream_phase(PHASE_OPTIMIZING);
	if (is_proved_at_once(t, &objectives) ||
		is_found(t, optimizer, &objectives))
		finish(t, &objectives);
	if (!optimality_proof_is_settled(&objectives) && !watchdog_is_over()) {
		linear_search(t, &objectives);
		if (!watchdog_is_over())
			finish(t, &objectives);
	}
	objectives_release(&objectives);
}
