#include "worker/explain/solutions.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/buf.h"
#include "base/clock.h"
#include "worker/base/answer_stream.h"
#include "worker/base/checked_solver.h"
#include "worker/base/termset.h"
#include "worker/base/watchdog.h"
#include "worker/decide/engine.h"
#include "worker/expand/premises.h"
#include "worker/explain/axes.h"
#include "worker/explain/objective.h"
#include "worker/print/printer.h"
#include "worker/print/value.h"
#include "worker/solution/evaluator.h"
#include "worker/solution/solution.h"
#include "json/json.h"

/* --- reports -------------------------------------------------------------- */

/* "maximize (+ x y)", "soft ID", "soft": nobody's name. */
static char *
objective_name(const struct objective *o)
{
	const char *kind = o->soft	 ? "soft"
			   : o->maximize ? "maximize"
					 : "minimize";

	return o->text[0] == '\0' ? text_copy(kind)
				  : text_format("%s %s", kind, o->text);
}

/* A penalty is a Real for libz3, and mostly a whole number. */
static struct json_object *
objective_json(const struct task *t, const struct objective *o)
{
	Z3_ast value = o->value;

	if (o->soft && Z3_is_numeral_ast(t->c, value) &&
		strchr(Z3_get_numeral_string(t->c, value), '/') == NULL)
		value = Z3_simplify(t->c, Z3_mk_real2int(t->c, value));
	return value_json(t->printer, t->model, value);
}

/* Of the best solutions of pareto each is worth something else. */
static void
put_objectives(struct task *t, struct objectives *objectives,
	struct json_object *values)
{
	objectives_value(t, objectives);
	for (size_t i = 0; i < objectives->count; i++) {
		const struct objective *o = &objectives->at[i];
		DROP(text) char *name = objective_name(o);

		if (o->value != NULL)
			json_put(values, name, objective_json(t, o));
	}
}

static void
put_values(struct task *t, const struct axes *axes, struct json_object *to)
{
	for (size_t i = 0; i < axes->count; i++) {
		Z3_ast value = evaluator_value(t, task_term(t, axes->parts[i]));
		DROP(text) char *name = axis_name(t, axes->parts[i]);

		if (value != NULL)
			json_put(to, name,
				value_json(t->printer, t->model, value));
	}
	if (axes->has_functions) {
		functions_complete(t);
		functions_show(t, to);
	}
}

/* Of those that differ in what was compared there are no more. */
static void
report_end(const struct task *t, const struct axes *axes)
{
	DROP(buf) struct buf left_out;

	buf_init(&left_out, SIZE_MAX / 2);
	for (size_t i = 0; i < axes->terms.count; i++) {
		DROP(text) char *name = NULL;

		if (!axes->is_left_out[i])
			continue;
		name = term_name(t, axes, axes->terms.at[i]);
		buf_add_format(
			&left_out, "%s%s", left_out.size > 0 ? ", " : "", name);
	}
	answer_put_solutions_end(&t->out->frames,
		&(struct answer_solutions_end){axes->elsewhere, left_out.data});
}

/* --- the search ----------------------------------------------------------- */

/*
 * The engine that has decided the problem, if it is one whose solver goes on
 * with more asserted; what it cannot say the incremental core does, of all that
 * was asserted so far.
 */
struct enumeration {
	struct task *t;
	struct axes axes;
	struct objectives objectives;
	bool is_pareto;
	enum engine engine;
	Z3_solver solver;
	struct termset held; /* beside the assertions */
};

/* The solution at hand as {name: value}. */
static void
report_one(struct enumeration *e)
{
	struct task *t = e->t;
	struct json_object *values = json_new_object();
	DROP(text) char *text = NULL;

	put_values(t, &e->axes, values);
	if (e->is_pareto)
		put_objectives(t, &e->objectives, values);
	text = json_text(values);
	answer_put_solution(&t->out->frames, text);
	answer_stream_send(t->out);
	json_free(values);
}

/* "It differs from the solution at hand." */
static Z3_ast
block(const struct enumeration *e)
{
	const struct axes *axes = &e->axes;

	return solutions_differ(
		e->t, axes->terms.at, axes->terms.count, axes->is_left_out);
}

/* For as long as the scope of the solver. */
static void
demand(struct enumeration *e, Z3_ast term)
{
	checked_solver_assert(
		e->t->c, e->solver, engine_term(e->engine, e->t, term));
}

static void
hold(struct enumeration *e, Z3_ast term)
{
	(void)termset_add(&e->held, e->t->c, term);
	demand(e, term);
}

/* What is declared has no elements but those that the sort has. */
static void
hold_coverings(struct enumeration *e)
{
	Z3_context c = e->t->c;
	const struct expanded *x = &e->t->expanded;

	for (size_t i = 0; i < e->axes.terms.count; i++) {
		Z3_ast term = e->axes.terms.at[i];

		for (size_t k = 0; k < x->covering_count; k++) {
			if (x->coverings[k].sort == Z3_get_sort(c, term))
				hold(e, covering_instance(
						c, &x->coverings[k], term));
		}
	}
}

/* Among the optimal ones, where the optimum is known. */
static void
hold_objectives(struct enumeration *e)
{
	for (size_t i = 0; i < e->objectives.count; i++) {
		const struct objective *o = &e->objectives.at[i];

		if (o->value != NULL)
			hold(e, objective_better(e->t, o, false));
	}
}

static void
enumeration_init(struct enumeration *e, struct task *t)
{
	*e = (struct enumeration){.t = t};
	axes_read(t, &e->axes);
	objectives_read(t, &e->objectives);
	objectives_value(t, &e->objectives);
	e->is_pareto = e->objectives.priority == PRIORITY_PARETO &&
		       e->objectives.count > 0;
	if (t->found.engine == ENGINE_FINITE_DOMAIN &&
		e->objectives.count == 0) {
		size_t count;
		Z3_ast *terms = task_asserted(t, &count);

		e->engine = ENGINE_FINITE_DOMAIN;
		e->solver = engine_new_solver(e->engine, t, terms, count);
		free(terms);
	}
	if (e->solver == NULL) {
		e->engine = ENGINE_INCREMENTAL;
		e->solver = task_solver(t, true);
	}
	hold_coverings(e);
	if (!e->is_pareto)
		hold_objectives(e);
}

static void
enumeration_release(struct enumeration *e)
{
	termset_release(&e->held);
	objectives_release(&e->objectives);
	axes_release(&e->axes);
}

/* Of a best value that is not proved nobody knows which solutions have it. */
static bool
knows_the_best(const struct enumeration *e)
{
	return e->objectives.count == 0 || e->t->found.optimum_is_proved;
}

/* From here on by the incremental core. */
static void
change_engine(struct enumeration *e)
{
	e->engine = ENGINE_INCREMENTAL;
	e->solver = task_solver(e->t, true);
	checked_solver_assert_all(
		e->t->c, e->solver, e->held.at, e->held.count);
}

/* With the literal, or with nothing. */
static Z3_lbool
check(struct enumeration *e, Z3_ast literal)
{
	Z3_context c = e->t->c;
	unsigned count = literal != NULL;
	Z3_lbool answer =
		checked_solver_check_assuming(c, e->solver, count, &literal);

	if (answer != Z3_L_UNDEF || e->engine == ENGINE_INCREMENTAL ||
		watchdog_is_over())
		return answer;
	change_engine(e);
	return checked_solver_check_assuming(c, e->solver, count, &literal);
}

/*
 * What libz3 gave is not a solution, or none that is known to be one: another
 * solver is asked for one with the same values of what is compared.
 */
static Z3_lbool
same_again(struct enumeration *e, Z3_ast differs)
{
	struct task *t = e->t;
	Z3_solver solver = task_solver(t, false);
	Z3_model found = t->model;
	Z3_lbool again;

	checked_solver_assert_all(t->c, solver, e->held.at, e->held.count);
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
next_model(struct enumeration *e)
{
	Z3_lbool holds = Z3_L_FALSE;
	Z3_ast differs = block(e);

	while (holds == Z3_L_FALSE) {
		Z3_lbool more;
		Z3_lbool again;

		hold(e, differs);
		more = check(e, NULL);
		if (more != Z3_L_TRUE)
			return more;
		solution_take(e->t, e->solver);
		holds = solution_holds(e->t);
		if (holds == Z3_L_TRUE)
			break;
		differs = block(e);
		again = same_again(e, differs);
		if (again != Z3_L_UNDEF)
			holds = again;
		else
			e->axes.is_unsure = true;
	}
	return Z3_L_TRUE;
}

/* --- the Pareto front ----------------------------------------------------- */

/* Better than the solution at hand in some objective, for as long as the scope
 * of the solver. False: the objectives have no values. */
static bool
demand_better(struct enumeration *e)
{
	const struct objectives *all = &e->objectives;
	Z3_ast *better = mem_grow(NULL, all->count, sizeof(*better));
	bool have_values = true;

	objectives_value(e->t, &e->objectives);
	for (size_t i = 0; i < all->count; i++)
		have_values = have_values && all->at[i].value != NULL;
	for (size_t i = 0; i < all->count && have_values; i++)
		better[i] = objective_better(e->t, &all->at[i], true);
	if (have_values)
		demand(e, Z3_mk_or(e->t->c, (unsigned)all->count, better));
	free(better);
	return have_values;
}

static Z3_lbool
take_solution(struct enumeration *e)
{
	Z3_lbool found = checked_solver_check(e->t->c, e->solver);

	if (found == Z3_L_TRUE)
		solution_take(e->t, e->solver);
	return found;
}

/* Until nothing is better in one objective and no worse in the others. */
static Z3_lbool
improve(struct enumeration *e)
{
	Z3_lbool better = Z3_L_TRUE;

	while (better == Z3_L_TRUE) {
		if (!demand_better(e))
			return Z3_L_UNDEF;
		for (size_t i = 0; i < e->objectives.count; i++)
			demand(e, objective_better(
					  e->t, &e->objectives.at[i], false));
		better = take_solution(e);
	}
	return better == Z3_L_FALSE ? Z3_L_TRUE : Z3_L_UNDEF;
}

/*
 * From t->model, which is one of the best of a pareto problem, to one with
 * other values of the objectives, which takes its place. FALSE: there is none;
 * UNDEF: none was found, and t->model is whatever it is.
 */
static Z3_lbool
next_of_front(struct enumeration *e)
{
	Z3_lbool found = demand_better(e) ? take_solution(e) : Z3_L_UNDEF;
	Z3_lbool holds;

	if (found != Z3_L_TRUE)
		return found;
	Z3_solver_push(e->t->c, e->solver);
	found = improve(e);
	Z3_solver_pop(e->t->c, e->solver, 1);
	holds = found == Z3_L_TRUE ? solution_holds(e->t) : Z3_L_TRUE;
	e->axes.is_unsure = e->axes.is_unsure || holds == Z3_L_UNDEF;
	return holds == Z3_L_FALSE ? Z3_L_UNDEF : found;
}

/* --- how many ------------------------------------------------------------- */

/*
 * Counted by cases: where two solutions differ in a term, those of each of its
 * values are counted by themselves. So nothing that was found stays asserted,
 * which would make each further solution dearer than the one before.
 */
struct counting {
	struct task *t;
	struct enumeration *search;
	uint32_t count, most;
	int64_t reported_us;
};

static void
report_count(struct counting *k)
{
	answer_put_counted(&k->t->out->frames, k->count);
	answer_stream_send(k->t->out);
	k->reported_us = clock_now_us();
}

/* Past a number that is not the last one. False: that is enough. */
static bool
count_one(struct counting *k)
{
	enum { REPORT_EVERY_US = 200000 };

	k->count++;
	if (clock_now_us() - k->reported_us > REPORT_EVERY_US)
		report_count(k);
	return k->count < k->most && !watchdog_is_over();
}

/* "The term has another value than in the solution at hand." */
static Z3_ast
axis_differs(const struct counting *k, size_t axis)
{
	return solutions_differ(k->t, &k->search->axes.terms.at[axis], 1,
		&k->search->axes.is_left_out[axis]);
}

/* In the solution at hand. */
static bool
is_true_now(struct task *t, Z3_ast term)
{
	Z3_ast value = evaluator_value(t, term);

	return value != NULL && Z3_get_bool_value(t->c, value) == Z3_L_TRUE;
}

/* Makes what the solver finds with the term the solution at hand; UNDEF if that
 * is none. */
static Z3_lbool
find_model(struct counting *k, Z3_ast term)
{
	Z3_lbool found;

	demand(k->search, term);
	found = take_solution(k->search);
	if (found != Z3_L_TRUE)
		return found;
	return solution_holds(k->t) == Z3_L_TRUE ? Z3_L_TRUE : Z3_L_UNDEF;
}

/* Another solution of the case, and the first term that it differs in. */
static Z3_lbool
find_axis(struct counting *k, size_t *axis)
{
	Z3_context c = k->t->c;
	size_t count = k->search->axes.terms.count;
	Z3_ast *differs = mem_grow(NULL, count + 1, sizeof(*differs));
	Z3_lbool found;

	for (size_t i = 0; i < count; i++)
		differs[i] = axis_differs(k, i);
	Z3_solver_push(c, k->search->solver);
	found = find_model(k, Z3_mk_or(c, (unsigned)count, differs));
	Z3_solver_pop(c, k->search->solver, 1);
	*axis = 0;
	while (found == Z3_L_TRUE && *axis < count &&
		!is_true_now(k->t, differs[*axis]))
		++*axis;
	free(differs);
	return found == Z3_L_TRUE && *axis == count ? Z3_L_UNDEF : found;
}

static bool count_case(struct counting *k);

/* Those that have the value of the term that the solution at hand has; then
 * that value is excluded. */
static bool
count_value(struct counting *k, size_t axis)
{
	Z3_context c = k->t->c;
	Z3_ast differs = axis_differs(k, axis);
	bool is_whole;

	Z3_solver_push(c, k->search->solver);
	demand(k->search, Z3_mk_not(c, differs));
	is_whole = count_case(k);
	Z3_solver_pop(c, k->search->solver, 1);
	demand(k->search, differs);
	return is_whole;
}

/* Those of the case that the solution at hand is of. False: not all of them. */
static bool
count_case(struct counting *k)
{
	struct task *t = k->t;
	Z3_model mine = t->model;
	Z3_model other;
	size_t axis;
	Z3_lbool found = find_axis(k, &axis);
	bool is_whole;

	if (found != Z3_L_TRUE)
		return count_one(k) && found == Z3_L_FALSE;
	other = t->model;
	t->model = mine;
	Z3_solver_push(t->c, k->search->solver);
	is_whole = count_value(k, axis);
	t->model = other;
	while (is_whole && found == Z3_L_TRUE) {
		is_whole = count_value(k, axis);
		if (t->model != mine)
			Z3_model_dec_ref(t->c, t->model);
		if (is_whole)
			found = find_model(k, Z3_mk_true(t->c));
	}
	Z3_solver_pop(t->c, k->search->solver, 1);
	t->model = mine;
	return is_whole && found == Z3_L_FALSE;
}

static bool
has_declared_sort(const struct task *t)
{
	const struct problem_part *part = NULL;

	while ((part = task_part(t, PART_COMMAND, part)) != NULL) {
		if (part->form->command == COMMAND_DECLARE_SORT)
			return true;
	}
	return false;
}

/* What the finite-domain engine cannot read is begun again. */
static void
count_all(struct enumeration *e, uint32_t most)
{
	struct counting k = {.t = e->t, .search = e, .most = most};
	bool is_whole = count_case(&k);

	if (!is_whole && k.count == 1 && most > 1 && !watchdog_is_over() &&
		e->engine != ENGINE_INCREMENTAL) {
		change_engine(e);
		k.count = 0;
		is_whole = count_case(&k);
	}
	e->axes.is_unsure = e->axes.is_unsure || !is_whole;
	report_count(&k);
}

/* --- one after another -------------------------------------------------- */

void
solutions_report(struct task *t)
{
	Z3_model first = t->model;
	Z3_lbool more = Z3_L_TRUE;
	struct enumeration e;
	uint32_t most;

	enumeration_init(&e, t);
	most = knows_the_best(&e) ? t->ask->solutions : 1;
	e.axes.is_unsure = solution_holds(t) != Z3_L_TRUE;
	if (t->ask->count && !e.is_pareto && !has_declared_sort(t)) {
		count_all(&e, most);
		more = Z3_L_FALSE;
	}
	for (uint32_t i = 0; more == Z3_L_TRUE; i++) {
		if (t->ask->count)
			answer_put_counted(&t->out->frames, i + 1);
		else
			report_one(&e);
		if (i + 1 >= most || watchdog_is_over())
			break;
		more = e.is_pareto ? next_of_front(&e) : next_model(&e);
	}
	if (more == Z3_L_FALSE && !e.axes.is_unsure)
		report_end(t, &e.axes);
	answer_stream_send(t->out);
	t->model = first; /* what the queries are about */
	enumeration_release(&e);
}

/* --- what all of them have in common -------------------------------------- */

/* Terms of which it is not known yet whether they may differ, first. */
struct open_terms {
	struct open_term {
		Z3_ast term;
		Z3_ast differs; /* from the value in the first solution */
		char *name;
	} * at;
	size_t count;
};

static bool
is_forced_axis(const struct task *t, const struct problem_part *part)
{
	uint32_t field = ask_field_at(
		t->script->fields, t->script->field_count, part->source.offset);

	return part->kind == PART_QUERY && field > 0 &&
	       t->script->fields[field - 1].kind == FIELD_FORCED;
}

static void
report_forced(const struct task *t, const struct open_term *one, bool is_forced,
	const char *other)
{
	DROP(text) char *json = text_copy(other);

	answer_put_forced(&t->out->frames,
		&(struct answer_forced){one->name, is_forced, json});
	answer_stream_send_late(t->out);
}

/* What cannot be compared is open. */
static void
add_open(const struct task *t, Z3_ast term, char *name, struct open_terms *open)
{
	struct open_term one = {.term = term, .name = name};
	bool is_left_out = false;

	one.differs = solutions_differ(t, &term, 1, &is_left_out);
	if (!is_left_out) {
		open->at[open->count++] = one;
		return;
	}
	report_forced(t, &one, false, "");
	free(name);
}

static void
read_open(
	const struct task *t, const struct axes *axes, struct open_terms *open)
{
	const struct problem *p = &t->parsed->problem;
	bool is_named = false;

	*open = (struct open_terms){
		.at = mem_grow(NULL, p->count + axes->terms.count + 1,
			sizeof(*open->at))};
	for (size_t i = 0; i < p->count; i++) {
		if (!is_forced_axis(t, &p->parts[i]))
			continue;
		is_named = true;
		add_open(t, task_term(t, &p->parts[i]),
			task_name(t, &p->parts[i]), open);
	}
	for (size_t i = 0; i < axes->terms.count && !is_named; i++)
		add_open(t, axes->terms.at[i],
			term_name(t, axes, axes->terms.at[i]), open);
}

static void
close_at(struct open_terms *open, size_t i)
{
	free(open->at[i].name);
	open->count--;
	memmove(open->at + i, open->at + i + 1,
		(open->count - i) * sizeof(*open->at));
}

/* Those that the solution at hand has another value of. */
static size_t
close_different(struct task *t, struct open_terms *open)
{
	size_t before = open->count;
	size_t i = 0;

	while (i < open->count) {
		Z3_ast value = evaluator_value(t, open->at[i].term);
		struct json_object *json;
		DROP(text) char *text = NULL;

		if (value == NULL || !is_true_now(t, open->at[i].differs)) {
			i++;
			continue;
		}
		json = value_json(t->printer, t->model, value);
		text = json_text(json);
		json_free(json);
		report_forced(t, &open->at[i], false, text);
		close_at(open, i);
	}
	return before - open->count;
}

/* Whether one of them may differ; then it, and what differs with it, is no
 * longer open. UNDEF, too, if what was found is not a solution. */
static Z3_lbool
find_difference(struct enumeration *e, struct open_terms *open, size_t number)
{
	struct task *t = e->t;
	Z3_ast literal = Z3_mk_fresh_const(
		t->c, "satchel!differs", Z3_mk_bool_sort(t->c));
	Z3_model before = t->model;
	Z3_lbool found;

	hold(e, Z3_mk_implies(t->c, literal, open->at[number].differs));
	found = check(e, literal);
	if (found == Z3_L_TRUE) {
		solution_take(t, e->solver);
		if (solution_holds(t) != Z3_L_TRUE ||
			close_different(t, open) == 0)
			found = Z3_L_UNDEF;
		t->model = before;
	}
	hold(e, Z3_mk_not(t->c, literal));
	return found;
}

/* Each in a share of the time. */
static void
find_each(struct enumeration *e, struct open_terms *open)
{
	size_t tried = 0; /* and still open: the first ones */

	while (tried < open->count && !watchdog_is_over()) {
		int64_t coming = (int64_t)(open->count - tried);
		Z3_lbool found;

		watchdog_budget(clock_now_us() + watchdog_left_us() / coming);
		found = find_difference(e, open, tried);
		watchdog_budget(0);
		if (found == Z3_L_FALSE) {
			report_forced(e->t, &open->at[tried], true, "");
			close_at(open, tried);
		}
		tried += found == Z3_L_UNDEF;
	}
}

void
solutions_report_forced(struct task *t)
{
	struct open_terms open;
	struct enumeration e;

	enumeration_init(&e, t);
	read_open(t, &e.axes, &open);
	if (knows_the_best(&e))
		find_each(&e, &open);
	for (; open.count > 0; close_at(&open, 0))
		report_forced(t, &open.at[0], false, "");
	answer_stream_send(t->out);
	enumeration_release(&e);
	free(open.at);
}
