#include "solver/functions.h"

#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "solver/report.h"
#include "solver/value.h"
#include "json/json.h"

/* The names that declare-fun commands of the problem declare, sorted. */
struct names {
	char **at;
	size_t count, capacity;
};

static int
compare(const void *a, const void *b)
{
	return strcmp(*(char *const *)a, *(char *const *)b);
}

static void
names_read(const struct task *t, struct names *names)
{
	const char *text = t->script->text;
	const struct problem_part *part = NULL;
	struct token token;
	struct slice name;

	*names = (struct names){0};
	while ((part = task_part(t, PART_COMMAND, part)) != NULL) {
		if (part->form->command != COMMAND_DECLARE_FUN ||
			!form_argument(part->form, text, 0, &token))
			continue;
		name = token_name(text, &token);
		names->at = mem_room(names->at, names->count, &names->capacity,
			sizeof(*names->at));
		names->at[names->count++] =
			text_copy_n(name.start, name.length);
	}
	if (names->count > 0)
		qsort(names->at, names->count, sizeof(*names->at), compare);
}

static void
names_release(struct names *names)
{
	for (size_t i = 0; i < names->count; i++)
		free(names->at[i]);
	free(names->at);
}

static bool
names_have(const struct names *names, const char *name)
{
	return names->count > 0 && bsearch(&name, names->at, names->count,
					   sizeof(*names->at), compare) != NULL;
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
put_function(const struct task *t, Z3_func_decl decl, const char *name)
{
	struct json_object *table = value_function(t->c, t->model, decl);
	struct answer_value value = {0};

	if (table == NULL)
		return;
	value.name = text_copy(name);
	value.sort = signature(t->c, decl);
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
	struct names names;

	names_read(t, &names);
	for (unsigned i = 0; i < count; i++) {
		Z3_func_decl decl = Z3_model_get_func_decl(t->c, t->model, i);
		char *name = text_copy(Z3_get_symbol_string(
			t->c, Z3_get_decl_name(t->c, decl)));

		if (names_have(&names, name))
			put_function(t, decl, name);
		free(name);
	}
	names_release(&names);
}
