#include "solver/optimize.h"

#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/buf.h"
#include "solver/goal.h"
#include "solver/model.h"
#include "solver/report.h"
#include "solver/trust.h"
#include "solver/value.h"
#include "solver/watchdog.h"
#include "json/json.h"

enum { OBJECTIVES_TEXT_MAX = 1 << 20 };

bool
optimize_is_asked(const struct task *t)
{
	return task_part(t, PART_OBJECTIVE, NULL) != NULL ||
	       task_part(t, PART_SOFT, NULL) != NULL;
}

/* --- reporting ----------------------------------------------------------- */

static char *
value_text(const struct task *t, Z3_ast value)
{
	struct json_object *json;
	char *text;

	if (value == NULL)
		return text_copy("");
	json = value_json(t->c, t->model, value);
	text = json_text(json);
	json_free(json);
	return text;
}

/* As libz3's get-objectives prints them. */
static char *
objectives_text(const struct task *t, const struct goals *goals)
{
	struct buf text;

	buf_init(&text, OBJECTIVES_TEXT_MAX);
	buf_add_text(&text, "(objectives\n");
	for (size_t i = 0; i < goals->count; i++) {
		const struct goal *goal = &goals->at[i];

		buf_add_format(&text, " (%s %s)\n", goal->text,
			goal->value != NULL
				? Z3_ast_to_string(t->c, goal->value)
				: "unknown");
	}
	buf_add_text(&text, ")\n");
	return text.data;
}

static void
report_solution(struct task *t, struct goals *goals)
{
	goals_value(t, goals);
	model_report(t);
	for (size_t i = 0; i < goals->count; i++) {
		const struct goal *goal = &goals->at[i];
		DROP(text)
		char *value = value_text(
			t, goal->best != NULL ? goal->best : goal->value);
		struct answer_objective objective = {
			.term = goal->text,
			.maximize = goal->maximize,
			.soft = goal->soft,
			.optimal = goal->optimal,
			.exceeded = goal->exceeded,
			.value = value,
			.lower = goal->lower,
			.upper = goal->upper,
		};

		answer_put_objective(report_frames(), &objective);
	}
	report_send();
	free(t->objectives);
	t->objectives = objectives_text(t, goals);
}

/* --- the proof that nothing is better ------------------------------------ */

/* Whether there is a solution of which the claim holds. */
static Z3_lbool
is_possible(const struct task *t, Z3_solver solver, Z3_ast claim)
{
	Z3_lbool answer;

	Z3_solver_push(t->c, solver);
	Z3_solver_assert(t->c, solver, claim);
	answer = trust_check(t->c, solver);
	Z3_solver_pop(t->c, solver, 1);
	return answer;
}

static void
prove_goal(const struct task *t, struct goal *goal, Z3_solver solver)
{
	Z3_lbool better;

	if (goal->value == NULL)
		return;
	better = is_possible(t, solver, goal_better(t, goal, true));
	goal->optimal = better == Z3_L_FALSE;
	goal->exceeded = better == Z3_L_TRUE;
}

/* Each goal in turn, with those before it held at their values. */
static void
prove_lex(const struct task *t, struct goals *goals, Z3_solver solver)
{
	for (size_t i = 0; i < goals->count && !watchdog_is_over(); i++) {
		struct goal *goal = &goals->at[i];

		prove_goal(t, goal, solver);
		if (!goal->optimal)
			return;
		Z3_solver_assert(
			t->c, solver, Z3_mk_eq(t->c, goal->term, goal->value));
	}
}

/* No solution is as good in every goal and better in one. */
static void
prove_pareto(const struct task *t, struct goals *goals, Z3_solver solver)
{
	Z3_ast *better = mem_grow(NULL, goals->count, sizeof(*better));
	bool known = true;
	bool optimal;

	for (size_t i = 0; i < goals->count; i++)
		known = known && goals->at[i].value != NULL;
	for (size_t i = 0; known && i < goals->count; i++) {
		Z3_solver_assert(
			t->c, solver, goal_better(t, &goals->at[i], false));
		better[i] = goal_better(t, &goals->at[i], true);
	}
	optimal = known && is_possible(t, solver,
				   Z3_mk_or(t->c, (unsigned)goals->count,
					   better)) == Z3_L_FALSE;
	for (size_t i = 0; i < goals->count; i++)
		goals->at[i].optimal = optimal;
	free(better);
}

/* The optimizer's bound of a goal as a value of its sort; NULL if infinite. */
static Z3_ast
claimed_best(
	const struct task *t, Z3_optimize optimizer, const struct goal *goal)
{
	Z3_ast bound =
		goal->maximize
			? Z3_optimize_get_upper(t->c, optimizer, goal->handle)
			: Z3_optimize_get_lower(t->c, optimizer, goal->handle);

	if (bound == NULL || !Z3_is_numeral_ast(t->c, bound))
		return NULL;
	return Z3_mk_numeral(t->c, Z3_get_numeral_string(t->c, bound),
		Z3_get_sort(t->c, goal->term));
}

/*
 * Each goal by itself: its best value is one that some solution has, which
 * need not be the one at hand, and none exceeds.
 */
static void
prove_box(const struct task *t, struct goals *goals, Z3_solver solver,
	Z3_optimize optimizer)
{
	for (size_t i = 0; i < goals->count && !watchdog_is_over(); i++) {
		struct goal *goal = &goals->at[i];
		Z3_ast best = claimed_best(t, optimizer, goal);

		if (best != NULL &&
			is_possible(t, solver,
				Z3_mk_eq(t->c, goal->term, best)) == Z3_L_TRUE)
			goal->value = goal->best = best;
		prove_goal(t, goal, solver);
	}
}

static void
prove(const struct task *t, struct goals *goals, Z3_optimize optimizer)
{
	const char *priority = goals_priority(t);
	Z3_solver solver = task_solver(t, true);

	if (strcmp(priority, "pareto") == 0)
		prove_pareto(t, goals, solver);
	else if (strcmp(priority, "box") == 0)
		prove_box(t, goals, solver, optimizer);
	else
		prove_lex(t, goals, solver);
}

/* Box and pareto have several best solutions, which differ in value. */
static bool
is_proved(const struct task *t, const struct goals *goals)
{
	bool proved = strcmp(goals_priority(t), "lex") == 0;

	for (size_t i = 0; i < goals->count; i++)
		proved = proved && goals->at[i].optimal;
	return proved;
}

/* --- the search ---------------------------------------------------------- */

static Z3_optimize
optimizer_of(const struct task *t, struct goals *goals)
{
	static const enum part_kind kinds[] = {PART_ASSERTION, PART_ASSUMPTION};
	Z3_optimize optimizer = Z3_mk_optimize(t->c);

	Z3_optimize_inc_ref(t->c, optimizer);
	for (size_t i = 0; i < sizeof(kinds) / sizeof(kinds[0]); i++) {
		const struct problem_part *part = NULL;

		while ((part = task_part(t, kinds[i], part)) != NULL)
			Z3_optimize_assert(t->c, optimizer, task_term(t, part));
	}
	goals_read(t, optimizer, goals);
	return optimizer;
}

/* Better in the first goal in which they differ: the order of lex. */
static bool
is_better(const struct task *t, const struct goals *goals, const Z3_ast *values)
{
	for (size_t i = 0; i < goals->count; i++) {
		struct goal now = goals->at[i];

		if (values[i] == NULL || now.value == NULL)
			return false;
		now.term = values[i];
		if (Z3_get_bool_value(t->c,
			    Z3_simplify(t->c, goal_better(t, &now, true))) ==
			Z3_L_TRUE)
			return true;
		if (!Z3_is_eq_ast(t->c, values[i], now.value))
			return false;
	}
	return false;
}

struct search {
	struct task *task;
	struct goals *goals;
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
	Z3_ast *values = mem_grow(NULL, s->goals->count, sizeof(*values));

	t->model = s->found;
	for (size_t i = 0; i < s->goals->count; i++)
		values[i] = model_value(t, s->goals->at[i].term);
	if (is_better(t, s->goals, values))
		report_solution(t, s->goals);
	t->model = before;
	free(values);
}

static Z3_lbool
search(struct task *t, Z3_optimize optimizer, struct goals *goals)
{
	struct search s = {.task = t, .goals = goals};

	s.found = Z3_mk_model(t->c);
	Z3_model_inc_ref(t->c, s.found);
	Z3_optimize_register_model_eh(
		t->c, optimizer, s.found, &s, take_better);
	return trust_optimize(t->c, optimizer);
}

void
optimize_task(struct task *t)
{
	struct goals goals;
	Z3_optimize optimizer = optimizer_of(t, &goals);

	report_solution(t, &goals);
	report_phase(PHASE_OPTIMIZING);
	if (search(t, optimizer, &goals) == Z3_L_TRUE) {
		t->model = Z3_optimize_get_model(t->c, optimizer);
		Z3_model_inc_ref(t->c, t->model);
		goals_bounds(t, optimizer, &goals);
		goals_value(t, &goals);
		prove(t, &goals, optimizer);
		t->optimum_is_proved = is_proved(t, &goals);
		report_solution(t, &goals);
	}
	goals_release(&goals);
}
