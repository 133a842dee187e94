#include "worker/solution/functions.h"

#include <stdlib.h>

#include "base/alloc.h"
#include "worker/base/answer_stream.h"
#include "worker/base/solution_value.h"
#include "worker/print/printer.h"
#include "worker/print/value.h"
#include "json/json.h"

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
	answer_put_value(&t->out->frames, &value);
	json_free(table);
	free(value.name);
	free(value.sort);
	free(value.json);
	return true;
}

const struct problem_part *
functions_next(const struct task *t, const struct problem_part *after)
{
	do
		after = task_part(t, PART_FUNCTION, after);
	while (after != NULL && after->form->command != COMMAND_DECLARE_FUN);
	return after;
}

void
functions_complete(const struct task *t)
{
	const struct problem_part *part = NULL;

	while ((part = task_part(t, PART_FUNCTION, part)) != NULL) {
		Z3_func_decl decl = task_function(t, part);
		Z3_ast value;

		if (Z3_model_has_interp(t->c, t->model, decl))
			continue;
		value = solution_any(t, Z3_get_range(t->c, decl));
		if (value != NULL)
			(void)Z3_add_func_interp(t->c, t->model, decl, value);
	}
}

/* Its name, or one that tells it from others of that name. */
static char *
name_of(const struct task *t, const struct problem_part *part)
{
	DROP(text) char *plain = task_name(t, part);
	DROP(text)
	char *sort = printer_signature(t->printer, task_function(t, part));

	return printer_name(t->printer, plain, sort, false);
}

void
functions_show(const struct task *t, struct json_object *values)
{
	const struct problem_part *part = NULL;

	while ((part = functions_next(t, part)) != NULL) {
		DROP(text) char *name = name_of(t, part);
		struct json_object *table = value_function(
			t->printer, t->model, task_function(t, part));

		if (table != NULL)
			json_put(values, name, table);
	}
}

void
functions_report(const struct task *t, const struct problem_part *part)
{
	DROP(text) char *name = name_of(t, part);

	(void)functions_put(t, task_function(t, part), name);
}
