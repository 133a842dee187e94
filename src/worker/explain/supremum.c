#include "worker/explain/supremum.h"

#include <stdint.h>
#include <stdlib.h>

#include "base/alloc.h"
#include "base/clock.h"
#include "worker/base/checked_solver.h"
#include "worker/base/watchdog.h"
#include "worker/solution/solution.h"

enum {
	/* For each of the questions; they are easy, or beyond libz3. */
	BUDGET_US = 500000,
	/* Nobody writes more constants into a problem that libz3 could decide
	 * with quantifiers. */
	CONSTANTS_MAX = 200,
};

/* One goal with the formula that its solutions satisfy. */
struct seek {
	struct task *t;
	struct objective *goal;
	Z3_ast formula;
	Z3_app constants[CONSTANTS_MAX];
	unsigned count;
	/* Functions and sorts are the same under each quantifier, so what is
	 * said of all solutions is said of those with the same ones. */
	bool is_closed;
};

/* --- the formula --------------------------------------------------------- */

static Z3_ast
formula_of(const struct task *t, Z3_ast held)
{
	const struct problem *p = &t->parsed->problem;
	Z3_ast *terms = mem_grow(NULL, p->count + 1, sizeof(*terms));
	unsigned count = 0;
	Z3_ast formula;

	for (size_t i = 0; i < p->count; i++) {
		enum part_kind kind = p->parts[i].kind;

		if (kind == PART_ASSERTION || kind == PART_ASSUMPTION)
			terms[count++] = task_term(t, &p->parts[i]);
	}
	if (held != NULL)
		terms[count++] = held;
	formula = Z3_mk_and(t->c, count, terms);
	free(terms);
	return formula;
}

static bool
take_constant(struct seek *s, Z3_ast term)
{
	Z3_context c = s->t->c;
	Z3_app app;

	if (Z3_get_ast_kind(c, term) != Z3_APP_AST)
		return false;
	app = Z3_to_app(c, term);
	if (Z3_get_app_num_args(c, app) > 0 || s->count == CONSTANTS_MAX ||
		Z3_get_decl_kind(c, Z3_get_app_decl(c, app)) !=
			Z3_OP_UNINTERPRETED)
		return false;
	s->constants[s->count++] = app;
	return true;
}

/* False if they are too many, or not all of them are known. */
static bool
take_constants(struct seek *s)
{
	const struct problem_part *part = NULL;
	size_t declared = 0;

	s->is_closed = true;
	while ((part = task_part(s->t, PART_COMMAND, part)) != NULL) {
		enum command_kind command = part->form->command;

		declared += command == COMMAND_DECLARE_CONST ||
			    command == COMMAND_DECLARE_FUN;
		if (command == COMMAND_DECLARE_SORT)
			s->is_closed = false;
	}
	while ((part = task_part(s->t, PART_CONSTANT, part)) != NULL) {
		if (part->form->command != COMMAND_DECLARE_CONST &&
			part->form->command != COMMAND_DECLARE_FUN)
			continue;
		if (!take_constant(s, task_term(s->t, part)))
			return false;
	}
	s->is_closed = s->is_closed && declared == s->count;
	return s->count > 0;
}

/* The formula holds, and the goal is better than that. */
static Z3_ast
better_than(const struct seek *s, Z3_ast value)
{
	struct objective goal = *s->goal;
	Z3_ast both[2] = {s->formula};

	goal.value = value;
	both[1] = objective_better(s->t, &goal, true);
	return Z3_mk_and(s->t->c, 2, both);
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
		s->t->c, "satchel!best", Z3_get_sort(s->t->c, s->goal->term));
}

/* --- the questions ------------------------------------------------------- */

static Z3_lbool
ask(const struct seek *s, const Z3_ast *claims, size_t count, Z3_model *model)
{
	Z3_context c = s->t->c;
	Z3_solver solver = Z3_mk_solver(c);
	Z3_lbool answer;

	Z3_solver_inc_ref(c, solver);
	for (size_t i = 0; i < count; i++)
		checked_solver_assert(c, solver, claims[i]);
	watchdog_budget(clock_now_us() + BUDGET_US);
	answer = checked_solver_check(c, solver);
	watchdog_budget(0);
	if (answer == Z3_L_TRUE) {
		*model = Z3_solver_get_model(c, solver);
		Z3_model_inc_ref(c, *model);
	}
	/* The solver is kept: the model belongs to it. */
	return answer;
}

/* "A solution than which none is better." */
static Z3_lbool
ask_best(const struct seek *s, Z3_model *model)
{
	Z3_ast value = fresh_value(s);
	const Z3_ast claims[] = {
		s->formula,
		Z3_mk_eq(s->t->c, value, s->goal->term),
		none_better_than(s, value),
	};

	return ask(s, claims, sizeof(claims) / sizeof(claims[0]), model);
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
	Z3_ast is_worse = s->goal->maximize ? Z3_mk_lt(c, worse, value)
					    : Z3_mk_gt(c, worse, value);
	const Z3_ast claims[] = {
		none_better_than(s, value),
		Z3_mk_forall_const(c, 0, 1, bound, 0, NULL,
			Z3_mk_implies(c, is_worse, reached)),
	};
	Z3_model model = NULL;
	Z3_lbool answer;

	answer = ask(s, claims, sizeof(claims) / sizeof(claims[0]), &model);
	if (answer == Z3_L_TRUE &&
		!Z3_model_eval(c, model, value, true, supremum))
		return Z3_L_UNDEF;
	return answer;
}

/* One more check of what the quantifiers came to. */
static bool
is_beyond(const struct seek *s, Z3_ast supremum)
{
	struct objective goal = *s->goal;
	Z3_ast claims[2] = {s->formula};
	Z3_model ignored;

	goal.value = supremum;
	claims[1] = objective_better(s->t, &goal, false);
	return ask(s, claims, 2, &ignored) == Z3_L_FALSE;
}

static void
take_model(const struct seek *s, Z3_model model)
{
	s->t->model = model;
	s->goal->value = solution_value(s->t, s->goal->term);
}

/* To a solution of which the distance is a thousandth of what it is now. */
static void
approach(const struct seek *s)
{
	Z3_context c = s->t->c;
	Z3_ast gap[2] = {s->goal->supremum, s->goal->value};
	Z3_ast step[2] = {Z3_mk_sub(c, 2, gap),
		Z3_mk_numeral(c, "1/1000", Z3_mk_real_sort(c))};
	Z3_ast limit[2] = {s->goal->supremum, Z3_mk_mul(c, 2, step)};
	Z3_ast claim = better_than(s, Z3_mk_sub(c, 2, limit));
	Z3_model model = NULL;

	if (ask(s, &claim, 1, &model) == Z3_L_TRUE)
		take_model(s, model);
}

/* --- the answers --------------------------------------------------------- */

static void
on_best(const struct seek *s, Z3_model model)
{
	Z3_ast claim;

	take_model(s, model);
	if (s->goal->value == NULL)
		return;
	claim = better_than(s, s->goal->value);
	if (ask(s, &claim, 1, &model) == Z3_L_FALSE)
		s->goal->state = OBJECTIVE_OPTIMAL;
}

/* There is no best value; of integers that says that there is no bound. */
static void
on_none(const struct seek *s)
{
	Z3_context c = s->t->c;
	Z3_ast supremum = NULL;
	bool is_int = Z3_get_sort_kind(c, Z3_get_sort(c, s->goal->term)) ==
		      Z3_INT_SORT;

	switch (is_int ? Z3_L_FALSE : ask_supremum(s, &supremum)) {
	case Z3_L_FALSE:
		s->goal->state = OBJECTIVE_UNBOUNDED;
		break;
	case Z3_L_TRUE:
		if (!s->is_closed || !is_beyond(s, supremum))
			break;
		s->goal->state = OBJECTIVE_NOT_ATTAINED;
		s->goal->supremum = supremum;
		approach(s);
		break;
	case Z3_L_UNDEF:
		break;
	}
}

static void
seek(const struct seek *s)
{
	Z3_model model = NULL;

	switch (ask_best(s, &model)) {
	case Z3_L_TRUE:
		on_best(s, model);
		break;
	case Z3_L_FALSE:
		on_none(s);
		break;
	case Z3_L_UNDEF:
		break;
	}
}

void
supremum_seek(struct task *t, struct objective *goal, Z3_ast held)
{
	struct seek *s = mem_new(sizeof(*s));

	s->t = t;
	s->goal = goal;
	s->formula = formula_of(t, held);
	if (take_constants(s))
		seek(s);
	free(s);
}
