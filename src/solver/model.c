#include "solver/model.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/clock.h"
#include "solver/context.h"
#include "solver/defined.h"
#include "solver/definitions.h"
#include "solver/element.h"
#include "solver/exact.h"
#include "solver/functions.h"
#include "solver/overloads.h"
#include "solver/partial.h"
#include "solver/recursion.h"
#include "solver/report.h"
#include "solver/selectors.h"
#include "solver/settle.h"
#include "solver/value.h"
#include "solver/watchdog.h"
#include "json/json.h"

enum {
	/*
	 * How long the evaluation of assertions may take, and as often as long
	 * as the answer took: libz3 4.8.12 goes through an array of thousands
	 * of entries for each select.
	 */
	CHECK_US = 1000000,
	/* The same with recursive functions, which may be unfolded for ever. */
	CHECK_RECURSIVE_US = 100000,
	CHECK_FACTOR = 1,
};

void
model_adopt(struct task *t, Z3_model model)
{
	Z3_model_inc_ref(t->c, model);
	t->model = model;
	t->completed = NULL;
	recursion_complete(t);
	if (exact_is_due())
		elements_learn(t);
}

void
model_take(struct task *t, Z3_solver solver)
{
	model_adopt(t, Z3_solver_get_model(t->c, solver));
}

void
model_take_best(struct task *t, Z3_optimize optimizer)
{
	model_adopt(t, Z3_optimize_get_model(t->c, optimizer));
}

Z3_ast
model_value(const struct task *t, Z3_ast term)
{
	Z3_ast value = NULL;

	context_clear();
	if (!Z3_model_eval(t->c, t->model, term, true, &value) ||
		context_failed())
		return NULL;
	return value;
}

Z3_ast
model_any(const struct task *t, Z3_sort sort)
{
	return model_value(t, Z3_mk_fresh_const(t->c, "satchel!any", sort));
}

void
model_put_value(const struct task *t, const char *name, Z3_ast value)
{
	struct json_object *json = value_json(t->c, t->model, value);
	struct answer_value put = {
		.name = text_copy(name),
		.sort = text_copy(
			sorts_text(t->sorts, t->c, Z3_get_sort(t->c, value))),
		.json = json_text(json),
	};

	answer_put_value(report_frames(), &put);
	json_free(json);
	free(put.name);
	free(put.sort);
	free(put.json);
}

/*
 * A constant that libz3 did not need has no value in its model; the value that
 * completion gives it becomes its value, so that the model is whole.
 */
static void
complete(const struct task *t, Z3_ast constant, Z3_ast value)
{
	Z3_func_decl decl;

	if (Z3_get_ast_kind(t->c, constant) != Z3_APP_AST)
		return;
	decl = Z3_get_app_decl(t->c, Z3_to_app(t->c, constant));
	if (Z3_get_decl_kind(t->c, decl) == Z3_OP_UNINTERPRETED &&
		Z3_get_domain_size(t->c, decl) == 0 &&
		!Z3_model_has_interp(t->c, t->model, decl))
		Z3_add_const_interp(t->c, t->model, decl, value);
}

static bool
is_declared(const struct problem_part *part)
{
	return part->form->command == COMMAND_DECLARE_CONST ||
	       part->form->command == COMMAND_DECLARE_FUN;
}

/* Under its name, or one that tells it from others of that name. */
static void
put_constant(const struct task *t, const struct slices *overloads,
	const struct problem_part *part, Z3_ast value)
{
	DROP(text) char *plain = task_name(t, part);
	DROP(text)
	char *sort =
		text_copy(sorts_text(t->sorts, t->c, Z3_get_sort(t->c, value)));
	DROP(text)
	char *name = overloads_name(overloads, plain, sort, true);

	model_put_value(t, name, value);
}

static void
put_constants(struct task *t)
{
	const struct problem_part *part = NULL;
	DROP(slices) struct slices overloads;

	overloads_read(t, &overloads);

	while ((part = task_part(t, PART_CONSTANT, part)) != NULL) {
		Z3_ast term = task_term(t, part);
		Z3_ast value = settle_term(t, term);

		if (value == NULL)
			continue;
		if (is_declared(part))
			complete(t, term, value);
		if (t->ask->want_values)
			put_constant(t, &overloads, part, value);
	}
}

static bool
is_checked(const struct problem_part *part)
{
	return part->kind == PART_ASSERTION || part->kind == PART_ASSUMPTION;
}

/*
 * All of them in one term, of which libz3 evaluates what is common once: of
 * thousands of assertions on one array each has to go through all of it.
 */
static Z3_lbool
all_hold(struct task *t, uint32_t *count)
{
	const struct problem *p = &t->parsed->problem;
	Z3_ast *terms = mem_grow(NULL, p->count + 1, sizeof(*terms));
	Z3_ast value;

	selectors_complete(t);
	*count = 0;
	for (size_t i = 0; i < p->count; i++) {
		if (is_checked(&p->parts[i]))
			terms[(*count)++] = task_term(t, &p->parts[i]);
	}
	value = model_value(t, Z3_mk_and(t->c, *count, terms));
	free(terms);
	return value != NULL ? Z3_get_bool_value(t->c, value) : Z3_L_UNDEF;
}

bool
model_is_wrong(struct task *t)
{
	uint32_t ignored;

	return all_hold(t, &ignored) == Z3_L_FALSE && !partial_is_misread(t);
}

static Z3_ast
checked_value(const struct task *t, Z3_ast term, bool is_misread)
{
	Z3_ast unread = is_misread ? partial_term(t, term) : NULL;

	return unread != NULL ? unread : model_value(t, term);
}

/* Those that are not found true, false or undecided, until the time is up. */
static uint32_t
find_failed(struct task *t, int64_t until_us, struct answer_assertions *failed)
{
	const struct problem *p = &t->parsed->problem;
	bool is_misread = partial_is_misread(t);
	uint32_t checked = 0;

	for (size_t i = 0; i < p->count; i++) {
		const struct problem_part *part = &p->parts[i];
		struct answer_assertion one;
		Z3_lbool holds = Z3_L_UNDEF;
		Z3_ast value;

		if (!is_checked(part))
			continue;
		value = checked_value(t, task_term(t, part), is_misread);
		if (clock_now_us() >= until_us || watchdog_is_over())
			break;
		checked++;
		if (value != NULL)
			holds = settle_value(t, value, until_us);
		if (holds == Z3_L_TRUE)
			continue;
		task_describe(t, part, &one);
		one.is_false = holds == Z3_L_FALSE;
		assertions_add(failed, &one);
		free(one.label);
	}
	return checked;
}

/* How many of how many were looked at. */
static uint32_t
check_all(struct task *t, uint32_t *count, struct answer_assertions *failed)
{
	int64_t budget_us =
		CHECK_FACTOR * (clock_now_us() - t->started_us) +
		(recursion_is_defined(t) ? CHECK_RECURSIVE_US : CHECK_US);
	uint32_t checked;
	bool holds;

	/* An interrupt would end the search that this is called from. */
	if (t->is_searching)
		budget_us = INT64_MAX / 2;
	else
		watchdog_budget(clock_now_us() + budget_us);
	holds = all_hold(t, count) == Z3_L_TRUE && !partial_is_misread(t);
	checked = *count;
	if (!holds) {
		if (!t->is_searching)
			watchdog_budget(clock_now_us() + budget_us);
		checked = find_failed(t, clock_now_us() + budget_us, failed);
	}
	if (!t->is_searching)
		watchdog_budget(0);
	return checked;
}

/*
 * libz3 4.8.12 has answered sat with values that do not satisfy the text, so
 * no solution leaves without this.
 */
void
model_check(struct task *t)
{
	struct answer_assertions failed = {0};
	uint32_t count;
	uint32_t checked = check_all(t, &count, &failed);

	t->is_refuted = false;
	for (size_t i = 0; i < failed.count; i++)
		t->is_refuted |= failed.list[i].is_false;
	answer_put_checked(report_frames(), checked, &failed);
	assertions_release(&failed);
}

Z3_lbool
model_holds(struct task *t)
{
	struct answer_assertions failed = {0};
	uint32_t count;
	uint32_t checked = check_all(t, &count, &failed);
	Z3_lbool holds =
		checked == count && failed.count == 0 ? Z3_L_TRUE : Z3_L_UNDEF;

	for (size_t i = 0; i < failed.count; i++) {
		if (failed.list[i].is_false)
			holds = Z3_L_FALSE;
	}
	assertions_release(&failed);
	return holds;
}

/* What is known is not to be lost with what may never end. */
static void
send(const struct task *t)
{
	if (recursion_is_defined(t))
		report_send();
	else
		report_send_late();
}

void
model_report(struct task *t)
{
	report_phase_late(PHASE_MODEL);
	/* A first frame: what follows replaces an earlier solution. */
	answer_put_model(report_frames(), "");
	if (!t->is_searching) {
		watchdog_budget(clock_now_us() + CHECK_US);
		selectors_complete(t);
		watchdog_budget(0);
	}
	/* What a selector gives for another constructor is a value then. */
	functions_complete(t);
	put_constants(t);
	if (t->ask->want_values)
		functions_report(t);
	send(t);
	model_check(t);
	send(t);
	defined_evaluate(t);
	definitions_report(t);
	send(t);
}
