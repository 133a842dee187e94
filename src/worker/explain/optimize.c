#include "worker/explain/optimize.h"

#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "worker/base/answer_stream.h"
#include "worker/base/checked_solver.h"
#include "worker/base/watchdog.h"
#include "worker/explain/linear_search.h"
#include "worker/explain/objective.h"
#include "worker/explain/objective_report.h"
#include "worker/explain/optimality_proof.h"
#include "worker/explain/pareto.h"
#include "worker/solution/solution.h"

bool
optimize_is_asked(const struct task *t)
{
	return task_part(t, PART_OBJECTIVE, NULL) != NULL ||
	       task_part(t, PART_SOFT, NULL) != NULL;
}

static void
report_solution(struct task *t, struct goals *goals)
{
	goals_value(t, goals);
	solution_report(t);
	objective_report_report(t, goals);
	answer_stream_send();
}

/* Those of a box are best each by itself, and not in one solution. */
static bool
is_proved(const struct task *t, const struct goals *goals)
{
	bool proved = strcmp(goals_priority(t), "box") != 0;

	for (size_t i = 0; i < goals->count; i++)
		proved = proved && objective_is_best(&goals->at[i]);
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
			checked_solver_optimize_assert(
				t->c, optimizer, task_term(t, part));
	}
	goals_read(t, optimizer, goals);
	return optimizer;
}

/* Better in the first goal in which they differ: the order of lex. */
static bool
is_better(const struct task *t, const struct goals *goals, const Z3_ast *values)
{
	for (size_t i = 0; i < goals->count; i++) {
		struct objective now = goals->at[i];

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
		values[i] = solution_value(t, s->goals->at[i].term);
	if (is_better(t, s->goals, values)) {
		report_solution(t, s->goals);
		answer_stream_phase(PHASE_OPTIMIZING);
	}
	t->model = before;
	free(values);
}

static Z3_lbool
search(struct task *t, Z3_optimize optimizer, struct goals *goals)
{
	struct search s = {.task = t, .goals = goals};
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
finish(struct task *t, struct goals *goals)
{
	t->optimum_is_proved = is_proved(t, goals);
	report_solution(t, goals);
}

static bool
is_proved_at_once(struct task *t, struct goals *goals)
{
	if (!optimality_proof_comes_first(t))
		return false;
	optimality_proof_prove(t, goals, false);
	return optimality_proof_is_settled(t, goals);
}

Z3_lbool
optimize_again(struct task *t)
{
	struct goals goals;
	Z3_optimize optimizer = optimizer_of(t, &goals);
	Z3_solver solver = task_solver(t, true);
	Z3_lbool found = checked_solver_optimize(t->c, optimizer);

	goals_release(&goals);
	if (found != Z3_L_TRUE)
		return Z3_L_UNDEF;
	solution_take_best(t, optimizer);
	for (size_t i = 0; i < t->sp->repeats && found == Z3_L_TRUE; i++)
		found = pareto_next(t, solver);
	if (found != Z3_L_TRUE)
		t->model = NULL;
	return found;
}

/* The solution at hand is one of the best. */
static void
confirm(struct task *t)
{
	struct goals goals;

	goals_read(t, NULL, &goals);
	goals_value(t, &goals);
	optimality_proof_prove(t, &goals, false);
	finish(t, &goals);
	goals_release(&goals);
}

/* An optimum of libz3's, which it may prove to be one. Of recursive functions
 * it takes values that they do not have. */
static bool
is_found(struct task *t, Z3_optimize optimizer, struct goals *goals)
{
	Z3_model before = t->model;

	if (search(t, optimizer, goals) != Z3_L_TRUE)
		return false;
	solution_take_best(t, optimizer);
	if (solution_is_wrong(t)) {
		t->model = before;
		return false;
	}
	goals_reopen(goals);
	goals_bounds(t, optimizer, goals);
	goals_value(t, goals);
	optimality_proof_prove(t, goals, true);
	return true;
}

void
optimize_task(struct task *t)
{
	struct goals goals;
	Z3_optimize optimizer;

	if (t->sp->repeats > 0 && pareto_is_asked(t)) {
		confirm(t);
		return;
	}
	optimizer = optimizer_of(t, &goals);
	report_solution(t, &goals);
	answer_stream_phase(PHASE_OPTIMIZING);
	if (is_proved_at_once(t, &goals) || is_found(t, optimizer, &goals))
		finish(t, &goals);
	if (!optimality_proof_is_settled(t, &goals) && !watchdog_is_over()) {
		linear_search(t, &goals, report_solution);
		if (!watchdog_is_over())
			finish(t, &goals);
	}
	goals_release(&goals);
}
