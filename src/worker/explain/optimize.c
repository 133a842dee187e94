#include "worker/explain/optimize.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/clock.h"
#include "worker/base/answer_stream.h"
#include "worker/base/checked_solver.h"
#include "worker/base/watchdog.h"
#include "worker/decide/engine.h"
#include "worker/explain/objective.h"
#include "worker/explain/optimality_proof.h"
#include "worker/solution/solution.h"

enum {
	/* A step is a power of two; what is below the least is any step. */
	LARGEST = 62,
	LEAST_OF_INT = 0,
	LEAST_OF_REAL = -30,
	ANY = -31,
	LAST_MAX = 3, /* of any size, on Reals */
	/* Of the processor: what each engine and the optimizer have in a round,
	 * and how much more in the next one. What one of them can do at all
	 * takes a small multiple of its own time. */
	TURN_US = 400000,
	GROWTH = 4,
	TURN_MAX_US = 1000000000, /* more than any job has */
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
	answer_stream_send(t->out);
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
	bool has_found;
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
		answer_stream_phase(t->out, PHASE_OPTIMIZING);
		s->has_found = true;
	}
	t->model = before;
	free(values);
}

/* Takes the last solution that libz3 has told of, if its time was too short for
 * the best one. Of recursive functions it takes values that they do not have.
 */
static void
adopt_found(struct search *s)
{
	struct task *t = s->task;
	Z3_model before = t->model;
	struct objectives *all = s->objectives;
	bool is_worse = false;

	if (!s->has_found)
		return;
	solution_adopt(t, s->found);
	for (size_t i = 0; i < all->count; i++)
		is_worse |=
			solution_value(t, all->at[i].term) != all->at[i].value;
	if (is_worse || solution_is_wrong(t))
		t->model = before;
	objectives_value(t, all);
}

/* What the optimizer says within a turn. */
static Z3_lbool
search(struct task *t, Z3_optimize optimizer, struct objectives *objectives,
	int64_t turn_us)
{
	struct search s = {.task = t, .objectives = objectives};
	Z3_lbool answer;

	s.found = Z3_mk_model(t->c);
	Z3_model_inc_ref(t->c, s.found);
	Z3_optimize_register_model_eh(
		t->c, optimizer, s.found, &s, take_better);
	t->is_searching = true;
	watchdog_spend(clock_spent_us() + turn_us);
	answer = checked_solver_optimize(t->c, optimizer);
	watchdog_spend(0);
	t->is_searching = false;
	if (answer != Z3_L_TRUE && !watchdog_is_over()) {
		(void)checked_solver_settle(t->c);
		adopt_found(&s);
	}
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

/*
 * The deciding engines are asked for a better solution: by ever larger steps,
 * then by ever smaller ones, until there is none that is better at all, or
 * nobody knows. Beside libz3's optimizer, which gives up on floating point and
 * on most quantifiers, and is far slower on plans and tours.
 */

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
	Z3_ast *terms; /* all that is asserted */
	size_t count;
	Z3_solver solvers[ENGINE_COUNT]; /* that have learned, or NULL */
	uint32_t engines;		 /* that are of use */
	uint32_t answered;		 /* that have been */
	enum engine engine;		 /* that is asked first */
	Z3_ast held;	 /* what the objectives before have reached, or NULL */
	int64_t turn_us; /* of the processor, for one question to an engine */
	bool is_cut;	 /* some question of this turn ran out of time */
};

static void
linear_search_init(
	struct linear_search *k, struct task *t, struct objectives *objectives)
{
	*k = (struct linear_search){.t = t, .objectives = objectives};
	k->terms = task_asserted(t, &k->count);
	/* Nobody knows which of several objectives a step is to take. */
	if (objectives->count == 1 || objectives->priority == PRIORITY_LEX)
		k->engines = engines_that_fit(t, ENGINES_ALL);
	k->engine = t->engine;
}

static Z3_ast
step_numeral(Z3_context c, int power, Z3_sort sort)
{
	DROP(text)
	char *text = power >= 0 ? text_format("%lld", 1LL << power)
				: text_format("1/%lld", 1LL << -power);

	return Z3_mk_numeral(c, text, sort);
}

/* The value that is better by the step. */
static Z3_ast
step_end(Z3_context c, const struct objective *o, int power)
{
	Z3_ast sum[2] = {o->value, NULL};

	if (power == ANY)
		return o->value;
	sum[1] = step_numeral(c, power, Z3_get_sort(c, o->term));
	return Z3_simplify(
		c, o->maximize ? Z3_mk_add(c, 2, sum) : Z3_mk_sub(c, 2, sum));
}

/* "better by more than the step" */
static Z3_ast
demand(const struct linear_search *k, const struct objective *o, int power)
{
	struct objective far = *o;

	far.value = step_end(k->t->c, o, power);
	return objective_better(k->t, &far, true);
}

/* Of recursive functions libz3 takes values that they do not have. */
static bool
is_taken(struct task *t, Z3_solver solver)
{
	Z3_model before = t->model;
	bool is_right;

	solution_take(t, solver);
	is_right = !solution_is_wrong(t);
	if (!is_right)
		t->model = before;
	return is_right;
}

static Z3_lbool
ask_solver(struct linear_search *k, enum engine engine, Z3_solver solver,
	Z3_ast claim)
{
	struct task *t = k->t;
	unsigned strikes = watchdog_strikes();
	bool at_once = engine_has(engine, ENGINE_DECIDES_AT_ONCE);
	Z3_lbool found;

	if (k->held != NULL)
		checked_solver_assert(t->c, solver, k->held);
	checked_solver_assert(t->c, solver, claim);
	watchdog_spend(clock_spent_us() + k->turn_us);
	found = checked_solver_check(t->c, solver);
	watchdog_spend(0);
	if (found == Z3_L_UNDEF && watchdog_strikes() != strikes)
		k->is_cut = true;
	else if (found == Z3_L_TRUE && !is_taken(t, solver))
		found = Z3_L_UNDEF;
	if (found != Z3_L_UNDEF)
		k->answered |= ENGINE_BIT(engine);
	else if (at_once && watchdog_strikes() == strikes)
		k->engines &= ~ENGINE_BIT(engine) | k->answered;
	return found;
}

/* TRUE: a solution of that kind is t->model. */
static Z3_lbool
ask_engine(struct linear_search *k, enum engine engine, Z3_ast claim)
{
	Z3_context c = k->t->c;
	bool learns = engine_has(engine, ENGINE_PUSHES);
	Z3_solver solver = k->solvers[engine];
	Z3_lbool found;

	if (solver == NULL)
		solver = engine_new_solver(engine, k->t, k->terms, k->count);
	if (solver == NULL) {
		k->engines &= ~ENGINE_BIT(engine);
		return Z3_L_UNDEF;
	}
	if (!learns) {
		found = ask_solver(k, engine, solver, claim);
		Z3_solver_dec_ref(c, solver);
		return found;
	}
	k->solvers[engine] = solver;
	Z3_solver_push(c, solver);
	found = ask_solver(k, engine, solver, claim);
	Z3_solver_pop(c, solver, 1);
	return found;
}

/* Whether it is known that nothing is better by more than the step. */
static bool
is_beyond_bound(
	const struct linear_search *k, const struct objective *o, int power)
{
	Z3_context c = k->t->c;
	struct objective end = *o;

	if (o->bound == NULL)
		return false;
	end.term = step_end(c, o, power);
	end.value = o->bound;
	return Z3_get_bool_value(c,
		       Z3_simplify(c, objective_better(k->t, &end, false))) ==
	       Z3_L_TRUE;
}

static Z3_lbool
take_step(struct linear_search *k, const struct objective *o, int power)
{
	Z3_ast claim = demand(k, o, power);
	enum engine first = k->engine;
	Z3_lbool found = Z3_L_UNDEF;

	for (unsigned i = 0;
		i < ENGINE_COUNT && found == Z3_L_UNDEF && !watchdog_is_over();
		i++) {
		enum engine engine = (first + i) % ENGINE_COUNT;

		if ((k->engines & ENGINE_BIT(engine)) == 0)
			continue;
		found = ask_engine(k, engine, claim);
		if (found != Z3_L_UNDEF)
			k->engine = engine;
	}
	return found;
}

/* What is known after a step, told at once. */
static void
on_step(struct linear_search *k, struct objective *o, Z3_lbool found, int power)
{
	if (found == Z3_L_FALSE && power == ANY)
		o->state = OBJECTIVE_OPTIMAL;
	else if (found == Z3_L_FALSE && !is_beyond_bound(k, o, power))
		o->bound = step_end(k->t->c, o, power);
	if (found != Z3_L_TRUE)
		return;
	objectives_value(k->t, k->objectives);
	report_solution(k->t, k->objectives);
	answer_stream_phase(k->t->out, PHASE_OPTIMIZING);
}

/* A power of two that is larger than the number. */
static int
size_of(Z3_context c, Z3_ast value)
{
	enum { BITS_PER_THREE_DIGITS = 10 };
	size_t digits = strlen(Z3_get_numeral_string(c, value));
	size_t power = BITS_PER_THREE_DIGITS * (digits + 2) / 3;

	return power < LARGEST ? (int)power : LARGEST;
}

/* From a bound that is easily proved to the last one that is, or to a better
 * solution. */
static void
seek_bound(struct linear_search *k, struct objective *o)
{
	Z3_ast before = o->bound;
	Z3_lbool found = Z3_L_FALSE;

	for (int power = size_of(k->t->c, o->value);
		power >= 0 && found == Z3_L_FALSE; power--) {
		found = take_step(k, o, power);
		on_step(k, o, found, power);
	}
	if (o->bound != before && found != Z3_L_TRUE && !watchdog_is_over())
		report_solution(k->t, k->objectives);
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
next_power(struct stride *s, Z3_lbool found, bool is_cut)
{
	s->grows = s->grows && found == Z3_L_TRUE && s->power != ANY;
	if (s->power == ANY)
		return found == Z3_L_TRUE &&
		       (s->least != LEAST_OF_REAL ||
			       s->last_steps++ < LAST_MAX);
	if (s->grows)
		return s->power++ < LARGEST;
	s->power = s->power > s->least && !is_cut ? s->power - 1 : ANY;
	return true;
}

static void
climb(struct linear_search *k, struct objective *o)
{
	struct stride s = {.least = least_step(k->t->c, o), .grows = true};
	Z3_lbool found;

	s.power = s.least == ANY ? ANY : 0;
	if (s.least != ANY && o->value != NULL &&
		Z3_is_numeral_ast(k->t->c, o->value))
		seek_bound(k, o);
	do {
		int power = s.power;

		if (o->value == NULL || !Z3_is_numeral_ast(k->t->c, o->value) ||
			watchdog_is_over())
			return;
		found = take_step(k, o, power);
		on_step(k, o, found, power);
	} while (next_power(&s, found, found == Z3_L_UNDEF && k->is_cut));
}

/* One objective after another, each with those before it at their best. False
 * when more time would not help. */
static bool
linear_search(struct linear_search *k, int64_t turn_us)
{
	Z3_context c = k->t->c;

	k->turn_us = turn_us;
	k->held = NULL;
	k->is_cut = false;
	objectives_value(k->t, k->objectives);
	for (size_t i = 0; i < k->objectives->count && k->engines != 0; i++) {
		struct objective *o = &k->objectives->at[i];
		Z3_ast both[2] = {k->held, NULL};

		/* Steps towards what may have no end lead to values of
		 * thousands of digits, and texts that fill the memory. */
		if (o->state == OBJECTIVE_OPEN && !o->is_remote)
			climb(k, o);
		if (o->state != OBJECTIVE_OPTIMAL)
			break;
		both[1] = Z3_mk_eq(c, o->term, o->value);
		k->held = k->held == NULL ? both[1] : Z3_mk_and(c, 2, both);
	}
	return k->is_cut;
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

/* Of the optimizer's optimum it is tried to prove that it is one. False: it has
 * not come to an end, or to what is no solution. */
static bool
take_optimum(struct task *t, Z3_optimize optimizer,
	struct objectives *objectives, int64_t turn_us)
{
	Z3_model before = t->model;

	objectives_value(t, objectives);
	if (search(t, optimizer, objectives, turn_us) != Z3_L_TRUE)
		return false;
	solution_take_best(t, optimizer);
	if (solution_is_wrong(t)) {
		t->model = before;
		return false;
	}
	objectives_bounds(t, optimizer, objectives);
	objectives_value(t, objectives);
	optimality_proof_prove(t, objectives, true);
	return true;
}

/* Whether another turn is of use: this one was cut. */
static bool
ask_optimizer(struct task *t, struct objectives *objectives, int64_t turn_us)
{
	unsigned strikes = watchdog_strikes();
	struct objectives again;
	Z3_optimize optimizer = optimizer_of(t, &again);
	bool is_found;

	for (size_t i = 0; i < again.count; i++)
		again.at[i].bound = objectives->at[i].bound;
	is_found = take_optimum(t, optimizer, &again, turn_us);
	if (is_found) {
		finish(t, &again);
		objectives_release(objectives);
		*objectives = again;
	} else {
		objectives_release(&again);
	}
	return !is_found && watchdog_strikes() != strikes;
}

/* The optimizer and the search for better solutions in turns that grow, until
 * one of them has come to a proof or both have given up. */
static void
take_turns(struct task *t, struct objectives *objectives)
{
	struct linear_search k;
	bool optimizer_goes_on = true;
	bool search_goes_on;
	int64_t turn_us = TURN_US;

	linear_search_init(&k, t, objectives);
	search_goes_on = k.engines != 0;
	do {
		if (optimizer_goes_on)
			optimizer_goes_on = ask_optimizer(t, objectives,
				search_goes_on ? turn_us : TURN_MAX_US);
		if (optimality_proof_is_settled(objectives) ||
			watchdog_is_over())
			break;
		if (search_goes_on) {
			search_goes_on = linear_search(&k, turn_us);
			if (!watchdog_is_over())
				finish(t, objectives);
		}
		turn_us *= turn_us < TURN_MAX_US / GROWTH ? GROWTH : 1;
	} while (!optimality_proof_is_settled(objectives) &&
		 !watchdog_is_over() && (optimizer_goes_on || search_goes_on));
	free(k.terms);
}

void
optimize_task(struct task *t)
{
	struct objectives objectives;

	if (t->sp->repeats > 0 && optimize_is_pareto(t)) {
		confirm(t);
		return;
	}
	objectives_read(t, NULL, &objectives);
	report_solution(t, &objectives);
	answer_stream_phase(t->out, PHASE_OPTIMIZING);
	if (is_proved_at_once(t, &objectives))
		finish(t, &objectives);
	else
		take_turns(t, &objectives);
	objectives_release(&objectives);
}
