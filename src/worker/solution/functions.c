#include "worker/solution/functions.h"

#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "worker/base/answer_stream.h"
#include "worker/base/context.h"
#include "worker/base/solution_value.h"
#include "worker/print/printer.h"
#include "worker/print/value.h"
#include "json/json.h"

/* The names that declare-fun commands of the problem declare. */
static void
names_read(const struct task *t, struct name_set *names)
{
	const char *text = t->script->text;
	const struct problem_part *part = NULL;
	struct token token;

	*names = (struct name_set){0};
	while ((part = task_part(t, PART_COMMAND, part)) != NULL) {
		if (part->form->command == COMMAND_DECLARE_FUN &&
			command_argument(part->form, text, 0, &token))
			name_set_add(names, token_name(text, &token));
	}
	name_set_sort(names);
}

bool
functions_put(const struct task *t, Z3_func_decl decl, const char *name)
{
	struct json_object *table = value_function(t->printer, t->model, decl);
	struct answer_value value;

	if (table == NULL)
		return false;
	value = (struct answer_value){
		.name = text_copy(name),
		.sort = printer_signature(t->printer, decl),
		.json = json_text(table),
	};
	answer_put_value(answer_stream_frames(), &value);
	json_free(table);
	free(value.name);
	free(value.sort);
	free(value.json);
	return true;
}

static void
put_declared(const struct task *t, Z3_func_decl decl, const char *name)
{
	DROP(text) char *sort = printer_signature(t->printer, decl);
	DROP(text) char *whole = printer_name(t->printer, name, sort, false);

	(void)functions_put(t, decl, whole);
}

Z3_func_decl
functions_decl(const struct task *t, const struct problem_part *part)
{
	Z3_ast equation = Z3_get_quantifier_body(t->c, task_term(t, part));
	Z3_ast application = Z3_get_app_arg(t->c, Z3_to_app(t->c, equation), 0);

	return Z3_get_app_decl(t->c, Z3_to_app(t->c, application));
}

const struct problem_part *
functions_next(const struct task *t, const struct problem_part *after)
{
	const struct problem_part *part = after;

	while ((part = task_part(t, PART_FUNCTION, part)) != NULL) {
		if (part->form->command == COMMAND_DECLARE_FUN)
			return part;
	}
	return NULL;
}

void
functions_complete(const struct task *t)
{
	const struct problem_part *part = NULL;

	while ((part = task_part(t, PART_FUNCTION, part)) != NULL) {
		Z3_func_decl decl = functions_decl(t, part);
		Z3_ast value;

		if (Z3_model_has_interp(t->c, t->model, decl))
			continue;
		value = solution_any(t, Z3_get_range(t->c, decl));
		if (value != NULL)
			(void)Z3_add_func_interp(t->c, t->model, decl, value);
	}
}

void
functions_show(const struct task *t, struct json_object *values)
{
	const struct problem_part *part = NULL;

	while ((part = functions_next(t, part)) != NULL) {
		Z3_func_decl decl = functions_decl(t, part);
		DROP(text) char *plain = task_name(t, part);
		DROP(text) char *sort = printer_signature(t->printer, decl);
		DROP(text)
		char *name = printer_name(t->printer, plain, sort, false);
		struct json_object *table =
			value_function(t->printer, t->model, decl);

		if (table != NULL)
			json_put(values, name, table);
	}
}

void
functions_report(const struct task *t)
{
	unsigned count = Z3_model_get_num_funcs(t->c, t->model);
	DROP(name_set) struct name_set names;

	names_read(t, &names);
	for (unsigned i = 0; i < count; i++) {
		Z3_func_decl decl = Z3_model_get_func_decl(t->c, t->model, i);
		char *name = text_copy(
			context_name(t->c, Z3_get_decl_name(t->c, decl)));

		if (name_set_have(&names, slice_of(name)))
			put_declared(t, decl, name);
		free(name);
	}
}
