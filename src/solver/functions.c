#include "solver/functions.h"

#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "solver/overloads.h"
#include "solver/report.h"
#include "solver/value.h"
#include "json/json.h"

/* The names that declare-fun commands of the problem declare. */
static void
names_read(const struct task *t, struct slices *names)
{
	const char *text = t->script->text;
	const struct problem_part *part = NULL;
	struct token token;

	*names = (struct slices){0};
	while ((part = task_part(t, PART_COMMAND, part)) != NULL) {
		if (part->form->command == COMMAND_DECLARE_FUN &&
			form_argument(part->form, text, 0, &token))
			slices_add(names, token_name(text, &token));
	}
	slices_sort(names);
}

/* The sort of a function as SMT-LIB writes it: (Int Int) Bool */
static char *
signature(Z3_context c, Z3_func_decl decl)
{
	char *text = text_copy("(");
	char *whole;

	for (unsigned i = 0; i < Z3_get_domain_size(c, decl); i++) {
		char *longer = text_format("%s%s%s", text, i > 0 ? " " : "",
			Z3_sort_to_string(c, Z3_get_domain(c, decl, i)));

		free(text);
		text = longer;
	}
	whole = text_format(
		"%s) %s", text, Z3_sort_to_string(c, Z3_get_range(c, decl)));
	free(text);
	return whole;
}

static void
put_function(const struct task *t, const struct slices *overloads,
	Z3_func_decl decl, const char *name)
{
	struct json_object *table = value_function(t->c, t->model, decl);
	struct answer_value value = {0};

	if (table == NULL)
		return;
	value.sort = signature(t->c, decl);
	value.name = overloads_name(overloads, name, value.sort, false);
	value.json = json_text(table);
	answer_put_value(report_frames(), &value);
	json_free(table);
	free(value.name);
	free(value.sort);
	free(value.json);
}

void
functions_report(const struct task *t)
{
	unsigned count = Z3_model_get_num_funcs(t->c, t->model);
	DROP(slices) struct slices overloads;
	DROP(slices) struct slices names;

	names_read(t, &names);
	overloads_read(t, &overloads);
	for (unsigned i = 0; i < count; i++) {
		Z3_func_decl decl = Z3_model_get_func_decl(t->c, t->model, i);
		char *name = text_copy(Z3_get_symbol_string(
			t->c, Z3_get_decl_name(t->c, decl)));

		if (slices_have(&names, slice_of(name)))
			put_function(t, &overloads, decl, name);
		free(name);
	}
}
