#include "worker/explain/solutions.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "worker/base/answer_stream.h"
#include "worker/base/checked_solver.h"
#include "worker/base/watchdog.h"
#include "worker/explain/blocking_clause.h"
#include "worker/explain/function_arguments.h"
#include "worker/explain/objective.h"
#include "worker/explain/optimize.h"
#include "worker/explain/pareto.h"
#include "worker/print/print_term.h"
#include "worker/print/value.h"
#include "worker/solution/functions.h"
#include "worker/solution/solution.h"
#include "json/json.h"

/* What the solutions are to differ on. */
struct axes {
	const struct problem_part **parts;
	Z3_ast *terms; /* of the parts; behind them where functions differ */
	size_t count;  /* of the parts */
	size_t all;    /* of the terms */
	bool *is_left_out; /* by term: in some solution it is not compared */
	bool has_functions;
	char *elsewhere; /* functions that may differ where nobody looks */
	/* Some solution, or that it is none, is not proved: nobody knows how
	 * many there are. */
	bool is_unsure;
};

static bool
is_constant_axis(const struct problem_part *part)
{
	return part->kind == PART_CONSTANT &&
	       (part->form->command == COMMAND_DECLARE_CONST ||
		       part->form->command == COMMAND_DECLARE_FUN);
}

static bool
is_asked_axis(const struct problem_part *part)
{
	return part->kind == PART_QUERY &&
	       part->form->command == COMMAND_GET_VALUE;
}

/* Whether the problem declares functions with arguments. */
static bool
has_functions(const struct task *t)
{
	const struct problem_part *part = NULL;
	size_t constants = 0;
	size_t declared = 0;

	while ((part = task_part(t, PART_COMMAND, part)) != NULL)
		declared += part->form->command == COMMAND_DECLARE_FUN ||
			    part->form->command == COMMAND_DECLARE_CONST;
	part = NULL;
	while ((part = task_part(t, PART_CONSTANT, part)) != NULL)
		constants += is_constant_axis(part);
	return declared > constants;
}

static void
add_functions(const struct task *t, struct axes *axes)
{
	DROP(termset) struct termset points = {0};

	axes->has_functions = has_functions(t);
	if (axes->has_functions && functions_next(t, NULL) == NULL) {
		/* Of names that no text of ours could say (run.c). */
		axes->elsewhere = text_copy("what is declared");
		return;
	}
	axes->elsewhere = function_arguments_read(t, &points);
	axes->all = axes->count + points.count;
	axes->terms =
		mem_grow(axes->terms, axes->all + 1, sizeof(*axes->terms));
	if (points.count > 0)
		memcpy(axes->terms + axes->count, points.at,
			points.count * sizeof(*points.at));
}

static void
axes_read(const struct task *t, struct axes *axes)
{
	const struct problem *p = &t->parsed->problem;
	bool (*is_axis)(const struct problem_part *) = is_constant_axis;

	*axes = (struct axes){
		.parts =
			mem_grow(NULL, p->count, sizeof(struct problem_part *)),
		.terms = mem_grow(NULL, p->count, sizeof(Z3_ast)),
	};
	for (size_t i = 0; i < p->count; i++) {
		if (is_asked_axis(&p->parts[i]))
			is_axis = is_asked_axis;
	}
	for (size_t i = 0; i < p->count; i++) {
		if (!is_axis(&p->parts[i]))
			continue;
		axes->terms[axes->count] = task_term(t, &p->parts[i]);
		axes->parts[axes->count++] = &p->parts[i];
	}
	axes->all = axes->count;
	if (is_axis == is_constant_axis)
		add_functions(t, axes);
	axes->is_left_out = mem_new(axes->all + 1);
}

static void
axes_release(struct axes *axes)
{
	free(axes->parts);
	free(axes->terms);
	free(axes->is_left_out);
	free(axes->elsewhere);
}

static char *
axis_name(const struct task *t, const struct problem_part *part, Z3_ast term)
{
	DROP(text) char *name = task_name(t, part);

	if (part->kind != PART_CONSTANT)
		return TAKE(name);
	return printer_name(t->printer, name,
		printer_sort(t->printer, Z3_get_sort(t->c, term)), true);
}

/* "maximize (+ x y)", "soft ID", "soft": nobody's name. */
static char *
goal_name(const struct objective *goal)
{
	const char *kind = goal->soft	    ? "soft"
			   : goal->maximize ? "maximize"
					    : "minimize";

	return goal->text[0] == '\0' ? text_copy(kind)
				     : text_format("%s %s", kind, goal->text);
}

/* A penalty is a Real for libz3, and mostly a whole number. */
static struct json_object *
goal_json(const struct task *t, const struct objective *goal)
{
	Z3_ast value = goal->value;

	if (goal->soft && Z3_is_numeral_ast(t->c, value) &&
		strchr(Z3_get_numeral_string(t->c, value), '/') == NULL)
		value = Z3_simplify(t->c, Z3_mk_real2int(t->c, value));
	return value_json(t->printer, t->model, value);
}

/* Of the best solutions of pareto each is worth something else. */
static void
put_goals(const struct task *t, struct json_object *values)
{
	struct goals goals;

	if (!pareto_is_asked(t))
		return;
	goals_read(t, NULL, &goals);
	goals_value(t, &goals);
	for (size_t i = 0; i < goals.count; i++) {
		DROP(text) char *name = goal_name(&goals.at[i]);

		if (goals.at[i].value != NULL)
			json_put(values, name, goal_json(t, &goals.at[i]));
	}
	goals_release(&goals);
}

static void
put_values(
	const struct task *t, const struct axes *axes, struct json_object *to)
{
	for (size_t i = 0; i < axes->count; i++) {
		Z3_ast term = axes->terms[i];
		Z3_ast value = solution_value(t, term);
		DROP(text)
		char *name = axis_name(t, axes->parts[i], term);

		if (value != NULL)
			json_put(to, name,
				value_json(t->printer, t->model, value));
	}
	if (axes->has_functions) {
		functions_complete(t);
		functions_show(t, to);
	}
}

/* The solution at hand as {name: value}. */
static void
report_one(const struct task *t, const struct axes *axes)
{
	struct json_object *values = json_new_object();
	DROP(text) char *text = NULL;

	put_values(t, axes, values);
	put_goals(t, values);
	text = json_text(values);
	answer_put_solution(answer_stream_frames(), text);
	answer_stream_send();
	json_free(values);
}

/* "It differs from the solution at hand." */
static Z3_ast
block(const struct task *t, struct axes *axes)
{
	struct blocking_clause differ;
	Z3_ast either;

	blocking_clause_read(t, axes->terms, axes->all, &differ);
	for (size_t i = 0; i < axes->all; i++)
		axes->is_left_out[i] |= differ.is_left_out[i];
	either = Z3_mk_or(t->c, (unsigned)differ.count, differ.at);
	blocking_clause_release(&differ);
	return either;
}

/* Of those that differ in what was compared there are no more. */
static void
report_end(const struct task *t, const struct axes *axes)
{
	DROP(buf) struct buf left_out;

	buf_init(&left_out, SIZE_MAX / 2);
	for (size_t i = 0; i < axes->all; i++) {
		DROP(text) char *name = NULL;

		if (!axes->is_left_out[i])
			continue;
		name = i < axes->count
			       ? axis_name(t, axes->parts[i], axes->terms[i])
			       : print_term(t->printer, axes->terms[i]);
		buf_add_format(
			&left_out, "%s%s", left_out.size > 0 ? ", " : "", name);
	}
	answer_put_solutions_end(answer_stream_frames(),
		axes->elsewhere != NULL ? axes->elsewhere : "", left_out.data);
}

/* Among the optimal ones, where the optimum is known. */
static void
hold_goals(const struct task *t, const struct goals *goals, Z3_solver solver)
{
	for (size_t i = 0; i < goals->count; i++) {
		if (goals->at[i].value != NULL)
			checked_solver_assert(t->c, solver,
				objective_better(t, &goals->at[i], false));
	}
}

/*
 * What libz3 gave is no solution, or none that is known to be one: another
 * solver is asked for one with the same values of what is compared.
 */
static Z3_lbool
same_again(struct task *t, const struct goals *goals, Z3_ast differs)
{
	Z3_solver solver = task_solver(t, false);
	Z3_model found = t->model;
	Z3_lbool again;

	hold_goals(t, goals, solver);
	checked_solver_assert(t->c, solver, Z3_mk_not(t->c, differs));
	again = checked_solver_check(t->c, solver);
	if (again == Z3_L_TRUE) {
		solution_take(t, solver);
		if (solution_holds(t) != Z3_L_TRUE)
			again = Z3_L_UNDEF;
	}
	if (again != Z3_L_TRUE)
		t->model = found;
	Z3_solver_dec_ref(t->c, solver);
	return again;
}

/*
 * Past what is not a solution to one that is, or of which nobody knows. Where
 * nothing can differ what is asserted is false, and one is all.
 */
static Z3_lbool
next_model(struct task *t, Z3_solver solver, const struct goals *goals,
	struct axes *axes)
{
	Z3_lbool holds = Z3_L_FALSE;
	Z3_ast differs = block(t, axes);

	while (holds == Z3_L_FALSE) {
		Z3_lbool more;
		Z3_lbool again;

		checked_solver_assert(t->c, solver, differs);
		more = checked_solver_check(t->c, solver);
		if (more != Z3_L_TRUE)
			return more;
		solution_take(t, solver);
		holds = solution_holds(t);
		if (holds == Z3_L_TRUE)
			break;
		differs = block(t, axes);
		again = same_again(t, goals, differs);
		if (again != Z3_L_UNDEF)
			holds = again;
		else
			axes->is_unsure = true;
	}
	return Z3_L_TRUE;
}

/* The next of the best solutions, unless it is none. */
static Z3_lbool
next_of_front(struct task *t, Z3_solver solver, struct axes *axes)
{
	Z3_lbool more = pareto_next(t, solver);
	Z3_lbool holds = more == Z3_L_TRUE ? solution_holds(t) : Z3_L_TRUE;

	axes->is_unsure = axes->is_unsure || holds == Z3_L_UNDEF;
	return holds == Z3_L_FALSE ? Z3_L_UNDEF : more;
}

void
solutions_report(struct task *t)
{
	Z3_solver solver = task_solver(t, true);
	Z3_model first = t->model;
	Z3_lbool more = Z3_L_TRUE;
	uint32_t most = t->ask->solutions;
	struct goals goals;
	struct axes axes;

	axes_read(t, &axes);
	goals_read(t, NULL, &goals);
	goals_value(t, &goals);
	/* Of a best value that is not proved nobody knows which have it. */
	if (optimize_is_asked(t) && !t->optimum_is_proved)
		most = 1;
	if (!pareto_is_asked(t))
		hold_goals(t, &goals, solver);
	axes.is_unsure = solution_holds(t) != Z3_L_TRUE;
	for (uint32_t i = 0; more == Z3_L_TRUE; i++) {
		report_one(t, &axes);
		if (i + 1 >= most || watchdog_is_over())
			break;
		more = pareto_is_asked(t)
			       ? next_of_front(t, solver, &axes)
			       : next_model(t, solver, &goals, &axes);
	}
	if (more == Z3_L_FALSE && !axes.is_unsure)
		report_end(t, &axes);
	answer_stream_send();
	t->model = first; /* what the queries are about */
	goals_release(&goals);
	axes_release(&axes);
}
