#include "worker/solution/solution.h"
#include "worker/print/sort_cache.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/clock.h"
#include "worker/base/answer_stream.h"
#include "worker/base/context.h"
#include "worker/base/watchdog.h"
#include "worker/expand/families.h"
#include "worker/print/model_definitions.h"
#include "worker/print/overloads.h"
#include "worker/print/selector_values.h"
#include "worker/print/sort_printer.h"
#include "worker/print/universe_names.h"
#include "worker/print/value.h"
#include "worker/solution/fp_underspecified.h"
#include "worker/solution/functions.h"
#include "worker/solution/macro_values.h"
#include "worker/solution/recursive_functions.h"
#include "worker/solution/residual_check.h"
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
solution_adopt(struct task *t, Z3_model model)
{
	Z3_model_inc_ref(t->c, model);
	t->model = families_model(t->families, t->c, model);
	t->completed = NULL;
	recursive_functions_complete(t);
	if (sort_printer_is_due())
		elements_learn(t);
}

void
solution_take(struct task *t, Z3_solver solver)
{
	solution_adopt(t, Z3_solver_get_model(t->c, solver));
}

void
solution_take_best(struct task *t, Z3_optimize optimizer)
{
	solution_adopt(t, Z3_optimize_get_model(t->c, optimizer));
}

Z3_ast
solution_value(const struct task *t, Z3_ast term)
{
	Z3_ast value = NULL;

	context_clear();
	if (!Z3_model_eval(t->c, t->model, term, true, &value) ||
		context_failed())
		return NULL;
	return value;
}

Z3_ast
solution_any(const struct task *t, Z3_sort sort)
{
	return solution_value(t, Z3_mk_fresh_const(t->c, "satchel!any", sort));
}

void
solution_put_value(const struct task *t, const char *name, Z3_ast value)
{
	struct json_object *json = value_json(t->c, t->model, value);
	struct answer_value put = {
		.name = text_copy(name),
		.sort = text_copy(sort_cache_text(
			t->sorts, t->c, Z3_get_sort(t->c, value))),
		.json = json_text(json),
	};

	answer_put_value(answer_stream_frames(), &put);
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
put_constant(const struct task *t, const struct name_set *overloads,
	const struct problem_part *part, Z3_ast value)
{
	DROP(text) char *plain = task_name(t, part);
	DROP(text)
	char *sort = text_copy(
		sort_cache_text(t->sorts, t->c, Z3_get_sort(t->c, value)));
	DROP(text)
	char *name = overloads_name(overloads, plain, sort, true);

	solution_put_value(t, name, value);
}

static void
put_constants(struct task *t)
{
	const struct problem_part *part = NULL;
	DROP(name_set) struct name_set overloads;

	overloads_read(t, &overloads);

	while ((part = task_part(t, PART_CONSTANT, part)) != NULL) {
		Z3_ast term = task_term(t, part);
		Z3_ast value = residual_check_term(t, term);

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

	selector_values_complete(t);
	*count = 0;
	for (size_t i = 0; i < p->count; i++) {
		if (is_checked(&p->parts[i]))
			terms[(*count)++] = task_original(t, &p->parts[i]);
	}
	value = solution_value(t, Z3_mk_and(t->c, *count, terms));
	free(terms);
	return value != NULL ? Z3_get_bool_value(t->c, value) : Z3_L_UNDEF;
}

bool
solution_is_wrong(struct task *t)
{
	uint32_t ignored;

	return all_hold(t, &ignored) == Z3_L_FALSE &&
	       !fp_underspecified_is_misread(t);
}

static Z3_ast
checked_value(const struct task *t, Z3_ast term, bool is_misread)
{
	Z3_ast unread = is_misread ? fp_underspecified_term(t, term) : NULL;

	return unread != NULL ? unread : solution_value(t, term);
}

/* Those that are not found true, false or undecided, until the time is up. */
static uint32_t
find_failed(struct task *t, int64_t until_us, struct answer_assertions *failed)
{
	const struct problem *p = &t->parsed->problem;
	bool is_misread = fp_underspecified_is_misread(t);
	uint32_t checked = 0;

	for (size_t i = 0; i < p->count; i++) {
		const struct problem_part *part = &p->parts[i];
		struct answer_assertion one;
		Z3_lbool holds = Z3_L_UNDEF;
		Z3_ast value;

		if (!is_checked(part))
			continue;
		value = checked_value(t, task_original(t, part), is_misread);
		if (clock_now_us() >= until_us || watchdog_is_over())
			break;
		checked++;
		if (value != NULL)
			holds = residual_check_value(t, value, until_us);
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
		(recursive_functions_is_defined(t) ? CHECK_RECURSIVE_US
						   : CHECK_US);
	uint32_t checked;
	bool holds;

	/* An interrupt would end the search that this is called from. */
	if (t->is_searching)
		budget_us = INT64_MAX / 2;
	else
		watchdog_budget(clock_now_us() + budget_us);
	holds = all_hold(t, count) == Z3_L_TRUE &&
		!fp_underspecified_is_misread(t);
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
solution_check(struct task *t)
{
	struct answer_assertions failed = {0};
	uint32_t count;
	uint32_t checked = check_all(t, &count, &failed);

	t->is_refuted = false;
	for (size_t i = 0; i < failed.count; i++)
		t->is_refuted |= failed.list[i].is_false;
	answer_put_checked(answer_stream_frames(), checked, &failed);
	assertions_release(&failed);
}

Z3_lbool
solution_holds(struct task *t)
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
	if (recursive_functions_is_defined(t))
		answer_stream_send();
	else
		answer_stream_send_late();
}

void
solution_report(struct task *t)
{
	answer_stream_phase_late(PHASE_MODEL);
	/* A first frame: what follows replaces an earlier solution. */
	answer_put_model(answer_stream_frames(), "");
	if (!t->is_searching) {
		watchdog_budget(clock_now_us() + CHECK_US);
		selector_values_complete(t);
		watchdog_budget(0);
	}
	/* What a selector gives for another constructor is a value then. */
	functions_complete(t);
	put_constants(t);
	if (t->ask->want_values)
		functions_report(t);
	send(t);
	solution_check(t);
	send(t);
	macro_values_evaluate(t);
	model_definitions_report(t);
	send(t);
}
