#include "worker/enumerate/solutions.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/buf.h"
#include "base/clock.h"
#include "worker/base/answer_stream.h"
#include "worker/base/checked_solver.h"
#include "worker/base/interruptible.h"
#include "worker/base/termset.h"
#include "worker/base/watchdog.h"
#include "worker/engines/engine.h"
#include "worker/enumerate/axes.h"
#include "worker/optimize/objective.h"
#include "worker/print/value.h"
#include "worker/solution/evaluator.h"
#include "worker/solution/solution.h"
#include "json/json.h"

/* --- reports -------------------------------------------------------------- */

/* Of the best solutions of pareto each is worth something else: as "maximize
 * (+ x y)", "soft ID" or "soft", which are nobody's names. */
static void
put_objectives(struct task *t, struct objectives *objectives,
	struct json_object *values)
{
	objectives_value(t, objectives);
	for (size_t i = 0; i < objectives->count; i++) {
		const struct objective *o = &objectives->at[i];
		Z3_ast value = o->value;
		DROP(text)
		char *name = text_format("%s%s%s",
			o->soft	      ? "soft"
			: o->maximize ? "maximize"
				      : "minimize",
			o->text[0] != '\0' ? " " : "", o->text);

		/* A penalty is a Real for libz3, and mostly a whole number. */
		if (value != NULL && o->soft &&
			Z3_is_numeral_ast(t->c, value) &&
			strchr(Z3_get_numeral_string(t->c, value), '/') == NULL)
			value = interruptible_simplify(
				t->c, Z3_mk_real2int(t->c, value));
		json_put(values, name, value_json(t->printer, t->model, value));
	}
}

static void
put_values(struct task *t, const struct axes *axes, struct json_object *to)
{
	for (size_t i = 0; i < axes->count; i++) {
		Z3_ast term = task_term(t, axes->parts[i]);
		DROP(text) char *name = axis_name(t, axes->parts[i]);

		json_put(to, name,
			value_of_term(t->printer, t->model, term,
				evaluator_value(t, term)));
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

/* By the engine that has decided the problem, and in turns with the others. */
struct enumeration {
	struct task *t;
	struct axes axes;
	struct objectives objectives;
	bool is_pareto;
	bool lacks_value; /* an objective could not be evaluated in time */
	struct decider decider;
	uint32_t engines; /* that fit the problem */
	uint32_t counted, most;
	int64_t reported_us; /* when the number was */
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

static void
begin_decider(struct enumeration *e)
{
	struct task *t = e->t;
	size_t count;
	Z3_ast *terms = task_asserted(t, &count);

	e->engines = engines_that_fit(
		t, t->ask->engines != 0 ? t->ask->engines : ENGINES_ALL);
	if (e->objectives.count > 0 ||
		!engine_has(t->found.engine, ENGINE_PUSHES) ||
		!decider_init(&e->decider, t->found.engine, t, terms, count))
		(void)decider_init(&e->decider, ENGINE_INCREMENTAL, t, terms,
			count); /* which fits all */
	free(terms);
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
	begin_decider(e);
	/* Among the optimal ones, where the optimum is known. */
	for (size_t i = 0; !e->is_pareto && i < e->objectives.count; i++) {
		const struct objective *o = &e->objectives.at[i];

		e->lacks_value |= o->value == NULL;
		if (o->value != NULL)
			decider_assert(&e->decider,
				objective_better(t, o, o->value, false));
	}
}

static void
enumeration_release(struct enumeration *e)
{
	decider_release(&e->decider);
	objectives_release(&e->objectives);
	axes_release(&e->axes);
}

/* Of a best value that is not proved nobody knows which solutions have it. */
static bool
knows_optimum(const struct enumeration *e)
{
	return e->objectives.count == 0 ||
	       (e->t->found.optimum_is_proved && !e->lacks_value);
}

/* With the literal, or with nothing. */
static Z3_lbool
check(struct enumeration *e, Z3_ast literal)
{
	return decider_check_in_turns(
		&e->decider, e->engines, literal != NULL, &literal);
}

/*
 * Past what is not a solution to one that is, or of which nobody knows. Where
 * nothing can differ what is asserted is false, and one is all.
 */
static Z3_lbool
next_model(struct enumeration *e)
{
	Z3_lbool holds;

	do {
		Z3_lbool more;
		/* From the solution at hand. */
		Z3_ast differs = solutions_differ(e->t, e->axes.terms.at,
			e->axes.terms.count, e->axes.is_left_out);

		if (differs == NULL)
			return Z3_L_UNDEF;
		decider_assert(&e->decider, differs);
		more = check(e, NULL);
		if (more != Z3_L_TRUE)
			return more;
		if (!decider_read_solution(&e->decider, e->t))
			return Z3_L_UNDEF;
		holds = solution_holds(e->t);
		if (holds != Z3_L_TRUE)
			e->axes.is_unsure = true;
	} while (holds == Z3_L_FALSE);
	return Z3_L_TRUE;
}

/* --- the Pareto front ----------------------------------------------------- */

/* Better than the solution at hand in some objective, for as long as the scope
 * of the solver. False: the objectives have no values. */
static bool
assert_better(struct enumeration *e)
{
	const struct objectives *all = &e->objectives;
	DROP(termset) struct termset better = {0};

	objectives_value(e->t, &e->objectives);
	for (size_t i = 0; i < all->count; i++) {
		if (all->at[i].value == NULL)
			return false;
		(void)termset_add(&better, e->t->c,
			objective_better(
				e->t, &all->at[i], all->at[i].value, true));
	}
	decider_assert(&e->decider,
		Z3_mk_or(e->t->c, (unsigned)better.count, better.at));
	return true;
}

static Z3_lbool
find_solution(struct enumeration *e)
{
	Z3_lbool found = check(e, NULL);

	return found == Z3_L_TRUE && !decider_read_solution(&e->decider, e->t)
		       ? Z3_L_UNDEF
		       : found;
}

/* Until nothing is better in one objective and no worse in the others. */
static Z3_lbool
improve(struct enumeration *e)
{
	Z3_lbool better = Z3_L_TRUE;

	while (better == Z3_L_TRUE) {
		if (!assert_better(e))
			return Z3_L_UNDEF;
		for (size_t i = 0; i < e->objectives.count; i++)
			decider_assert(&e->decider,
				objective_better(e->t, &e->objectives.at[i],
					e->objectives.at[i].value, false));
		better = find_solution(e);
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
	Z3_lbool found = assert_better(e) ? find_solution(e) : Z3_L_UNDEF;
	Z3_lbool holds;

	if (found != Z3_L_TRUE)
		return found;
	if (!decider_push(&e->decider))
		return Z3_L_UNDEF;
	found = improve(e);
	decider_pop(&e->decider);
	holds = found == Z3_L_TRUE ? solution_holds(e->t) : Z3_L_TRUE;
	e->axes.is_unsure = e->axes.is_unsure || holds == Z3_L_UNDEF;
	return holds == Z3_L_FALSE ? Z3_L_UNDEF : found;
}

/* --- how many ------------------------------------------------------------- */

/*
 * Counted by cases: where two solutions differ in a term, those of each of its
 * values are counted by themselves. So nothing that was found stays asserted,
 * which would make each further solution dearer than the one before (4,095 of
 * 12 Booleans take four times as long).
 */

static void
report_count(struct enumeration *e)
{
	answer_put_counted(&e->t->out->frames, e->counted);
	answer_stream_send(e->t->out);
	e->reported_us = clock_now_us();
}

/* False: that is enough. */
static bool
count_one(struct enumeration *e)
{
	enum { REPORT_EVERY_US = 200000 };

	e->counted++;
	if (clock_now_us() - e->reported_us > REPORT_EVERY_US)
		report_count(e);
	return e->counted < e->most && !watchdog_is_over();
}

/* "The term has another value than in the solution at hand"; NULL if an
 * interrupt keeps that value from being evaluated. */
static Z3_ast
axis_differs(const struct enumeration *e, size_t axis)
{
	return solutions_differ(
		e->t, &e->axes.terms.at[axis], 1, &e->axes.is_left_out[axis]);
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
find_model(struct enumeration *e, Z3_ast term)
{
	Z3_lbool found;

	decider_assert(&e->decider, term);
	found = find_solution(e);
	return found == Z3_L_TRUE && solution_holds(e->t) != Z3_L_TRUE
		       ? Z3_L_UNDEF
		       : found;
}

/* Another solution of the case, and the first term that it differs in. */
static Z3_lbool
find_axis(struct enumeration *e, size_t *axis)
{
	Z3_context c = e->t->c;
	size_t count = e->axes.terms.count;
	Z3_ast *differs = mem_grow(NULL, count + 1, sizeof(*differs));
	Z3_lbool found = Z3_L_UNDEF;
	size_t known = 0;

	while (known < count &&
		(differs[known] = axis_differs(e, known)) != NULL)
		known++;
	if (known == count && decider_push(&e->decider)) {
		found = find_model(e, Z3_mk_or(c, (unsigned)count, differs));
		decider_pop(&e->decider);
	}
	*axis = 0;
	while (found == Z3_L_TRUE && *axis < count &&
		!is_true_now(e->t, differs[*axis]))
		++*axis;
	free(differs);
	return found == Z3_L_TRUE && *axis == count ? Z3_L_UNDEF : found;
}

static bool count_case(struct enumeration *e);

/* Those that have the value of the term that the solution at hand has; then
 * that value is excluded. */
static bool
count_value(struct enumeration *e, size_t axis)
{
	Z3_context c = e->t->c;
	Z3_ast differs = axis_differs(e, axis);
	bool is_whole;

	if (differs == NULL || !decider_push(&e->decider))
		return false;
	decider_assert(&e->decider, Z3_mk_not(c, differs));
	is_whole = count_case(e);
	decider_pop(&e->decider);
	decider_assert(&e->decider, differs);
	return is_whole;
}

/* Those of the case that the solution at hand is of. False: not all of them. */
static bool
count_case(struct enumeration *e)
{
	struct task *t = e->t;
	Z3_model mine = t->model;
	size_t axis;
	Z3_lbool found = find_axis(e, &axis);
	Z3_model other = t->model;
	bool is_whole;

	if (found != Z3_L_TRUE)
		return count_one(e) && found == Z3_L_FALSE;
	t->model = mine;
	if (!decider_push(&e->decider))
		return false;
	is_whole = count_value(e, axis);
	t->model = other;
	while (is_whole && found == Z3_L_TRUE) {
		is_whole = count_value(e, axis);
		if (t->model != mine)
			Z3_model_dec_ref(t->c, t->model);
		if (is_whole)
			found = find_model(e, Z3_mk_true(t->c));
	}
	decider_pop(&e->decider);
	t->model = mine;
	return is_whole && found == Z3_L_FALSE;
}

static void
count_all(struct enumeration *e)
{
	bool is_whole = count_case(e);

	e->axes.is_unsure = e->axes.is_unsure || !is_whole;
	report_count(e);
}

/* --- one after another -------------------------------------------------- */

void
solutions_report(struct task *t)
{
	/* Their elements are compared pair by pair, and not term by term. */
	Z3_model first = t->model;
	Z3_lbool more = Z3_L_TRUE;
	struct enumeration e;

	enumeration_init(&e, t);
	e.most = knows_optimum(&e) ? t->ask->solutions : 1;
	e.axes.is_unsure = solution_holds(t) != Z3_L_TRUE;
	if (t->ask->count && !e.is_pareto &&
		!commands_have(t->script->forms, COMMAND_DECLARE_SORT)) {
		count_all(&e);
		more = Z3_L_FALSE;
	}
	for (uint32_t i = 0; more == Z3_L_TRUE; i++) {
		if (t->ask->count)
			answer_put_counted(&t->out->frames, i + 1);
		else
			report_one(&e);
		if (i + 1 >= e.most || watchdog_is_over())
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

struct forced_term {
	Z3_ast term;
	Z3_ast differs; /* from the value in the first solution */
	char *name;
	bool is_reported;
};

struct forced_terms {
	struct forced_term *at;
	size_t count;
};

static void
report_forced(const struct task *t, struct forced_term *one, bool is_forced,
	Z3_ast other)
{
	DROP(text) char *json = value_text(t->printer, t->model, other);

	answer_put_forced(&t->out->frames,
		&(struct answer_forced){one->name, is_forced, json});
	answer_stream_send_late(t->out);
	one->is_reported = true;
}

/* What cannot be compared is open. */
static void
add_forced(
	const struct task *t, Z3_ast term, char *name, struct forced_terms *all)
{
	struct forced_term *one = &all->at[all->count++];
	bool is_left_out = false;

	*one = (struct forced_term){.term = term};
	one->name = name;
	one->differs = solutions_differ(t, &term, 1, &is_left_out);
	if (is_left_out || one->differs == NULL)
		report_forced(t, one, false, NULL);
}

static void
read_forced(
	const struct task *t, const struct axes *axes, struct forced_terms *all)
{
	const struct problem *p = &t->parsed->problem;

	*all = (struct forced_terms){
		.at = mem_grow(NULL, p->count + axes->terms.count + 1,
			sizeof(*all->at))};
	for (size_t i = 0; i < p->count; i++) {
		const struct problem_part *part = &p->parts[i];

		if (part->kind == PART_QUERY && part->field != NULL &&
			part->field->kind == FIELD_FORCED)
			add_forced(
				t, task_term(t, part), task_name(t, part), all);
	}
	if (all->count > 0)
		return;
	for (size_t i = 0; i < axes->terms.count; i++)
		add_forced(t, axes->terms.at[i],
			term_name(t, axes, axes->terms.at[i]), all);
}

/* Those that the solution at hand has another value of. False: there are none.
 */
static bool
report_different(struct task *t, struct forced_terms *all)
{
	bool has_any = false;

	for (size_t i = 0; i < all->count; i++) {
		Z3_ast value;

		if (all->at[i].is_reported ||
			!is_true_now(t, all->at[i].differs))
			continue;
		value = evaluator_value(t, all->at[i].term);
		if (value == NULL)
			continue;
		report_forced(t, &all->at[i], false, value);
		has_any = true;
	}
	return has_any;
}

/* Whether one of them may differ; then it, and what differs with it, is
 * reported. UNDEF, too, if what was found is not a solution. */
static Z3_lbool
find_difference(struct enumeration *e, struct forced_terms *all, Z3_ast differs)
{
	struct task *t = e->t;
	Z3_ast literal = Z3_mk_fresh_const(
		t->c, "satchel!differs", Z3_mk_bool_sort(t->c));
	Z3_model before = t->model;
	Z3_lbool found;

	decider_assert(&e->decider, Z3_mk_implies(t->c, literal, differs));
	found = check(e, literal);
	if (found == Z3_L_TRUE) {
		if (!decider_read_solution(&e->decider, t) ||
			solution_holds(t) != Z3_L_TRUE ||
			!report_different(t, all))
			found = Z3_L_UNDEF;
		t->model = before;
	}
	decider_assert(&e->decider, Z3_mk_not(t->c, literal));
	return found;
}

void
solutions_report_forced(struct task *t)
{
	struct forced_terms all;
	struct enumeration e;

	enumeration_init(&e, t);
	read_forced(t, &e.axes, &all);
	/* Each in a share of the time. */
	for (size_t i = 0; i < all.count && knows_optimum(&e); i++) {
		struct forced_term *one = &all.at[i];
		int64_t left_us = watchdog_left_us();
		Z3_lbool found;

		if (one->is_reported || left_us <= 0)
			continue;
		watchdog_share(
			clock_now_us() + left_us / (int64_t)(all.count - i));
		found = find_difference(&e, &all, one->differs);
		watchdog_share(0);
		if (found == Z3_L_FALSE)
			report_forced(t, one, true, NULL);
	}
	for (size_t i = 0; i < all.count; i++) {
		if (!all.at[i].is_reported)
			report_forced(t, &all.at[i], false, NULL);
		free(all.at[i].name);
	}
	answer_stream_send(t->out);
	enumeration_release(&e);
	free(all.at);
}
