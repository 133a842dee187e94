#include "solver/model.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "solver/context.h"
#include "solver/definitions.h"
#include "solver/functions.h"
#include "solver/overloads.h"
#include "solver/report.h"
#include "solver/value.h"
#include "solver/watchdog.h"
#include "json/json.h"

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

void
model_put_value(const struct task *t, const char *name, Z3_ast value)
{
	struct json_object *json = value_json(t->c, t->model, value);
	struct answer_value put = {
		.name = text_copy(name),
		.sort = text_copy(
			Z3_sort_to_string(t->c, Z3_get_sort(t->c, value))),
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
		text_copy(Z3_sort_to_string(t->c, Z3_get_sort(t->c, value)));
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
		Z3_ast value = model_value(t, term);

		if (value == NULL)
			continue;
		if (is_declared(part))
			complete(t, term, value);
		if (t->ask->want_values)
			put_constant(t, &overloads, part, value);
	}
}

/*
 * libz3 4.8.12 has answered sat with values that do not satisfy the text, so
 * no solution leaves without this. "Not found true" is false or undecided.
 */
void
model_check(const struct task *t)
{
	struct answer_assertions failed = {0};
	const struct problem *p = &t->parsed->problem;
	uint32_t checked = 0;

	for (size_t i = 0; i < p->count; i++) {
		const struct problem_part *part = &p->parts[i];
		Z3_ast value;
		struct answer_assertion one;

		if (part->kind != PART_ASSERTION &&
			part->kind != PART_ASSUMPTION)
			continue;
		if (watchdog_is_over())
			break;
		checked++;
		value = model_value(t, task_term(t, part));
		if (value != NULL &&
			Z3_get_bool_value(t->c, value) == Z3_L_TRUE)
			continue;
		task_describe(t, part, &one);
		one.is_false = value != NULL &&
			       Z3_get_bool_value(t->c, value) == Z3_L_FALSE;
		assertions_add(&failed, &one);
		free(one.label);
	}
	answer_put_checked(report_frames(), checked, &failed);
	assertions_release(&failed);
}

void
model_report(struct task *t)
{
	answer_put_phase(report_frames(), PHASE_MODEL);
	report_send_late();
	/* A first frame: what follows replaces an earlier solution. */
	answer_put_model(report_frames(), "");
	put_constants(t);
	if (t->ask->want_values)
		functions_report(t);
	model_check(t);
	report_send_late();
	definitions_report(t);
	report_send_late();
}
