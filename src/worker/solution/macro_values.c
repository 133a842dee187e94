#include "worker/solution/macro_values.h"

#include "base/alloc.h"
#include "worker/solution/recursive_functions.h"
#include "worker/solution/residual_check.h"

/* What a text declares has no parameters in libz3. */
static bool
is_defined(const struct task *t, Z3_func_decl decl)
{
	return Z3_get_decl_num_parameters(t->c, decl) > 0;
}

static bool
defines(const struct command *form)
{
	return form->command == COMMAND_DEFINE_CONST ||
	       form->command == COMMAND_DEFINE_FUN;
}

static bool
defines_any(const struct task *t)
{
	const struct problem_part *part = NULL;

	while ((part = task_part(t, PART_CONSTANT, part)) != NULL) {
		if (defines(part->form))
			return true;
	}
	return false;
}

static void
evaluate(struct task *t, Z3_model definitions, Z3_func_decl decl)
{
	Z3_ast body = Z3_model_get_const_interp(t->c, definitions, decl);
	Z3_ast value = body != NULL ? residual_check_term(t, body) : NULL;

	if (value != NULL)
		Z3_add_const_interp(t->c, t->model, decl, value);
}

void
macro_values_evaluate(struct task *t)
{
	Z3_model definitions = NULL;

	if (defines_any(t))
		definitions = recursive_functions_of_nothing(t);
	if (definitions == NULL)
		return;
	for (unsigned i = 0; i < Z3_model_get_num_consts(t->c, definitions);
		i++) {
		Z3_func_decl decl =
			Z3_model_get_const_decl(t->c, definitions, i);

		if (is_defined(t, decl))
			evaluate(t, definitions, decl);
	}
	Z3_model_dec_ref(t->c, definitions);
}

static struct slice
name_of(const struct task *t, const struct command *form)
{
	struct token name;

	if (!command_argument(form, t->script->text, 0, &name))
		return slice_of("");
	return token_name(t->script->text, &name);
}

/* Of (define-funs-rec ((f (PARAMETERS) SORT) ...) (BODIES)). */
static void
add_heads(const struct task *t, const struct command *form,
	struct name_set *names)
{
	const char *text = t->script->text;
	struct token heads;
	struct token head;
	struct token name;
	struct lexer walk;
	struct lexer inside;

	if (!command_argument(form, text, 0, &heads) ||
		heads.kind != TOKEN_OPEN)
		return;
	lexer_enter(&walk, text, &heads);
	while (command_next(&walk, &head)) {
		if (head.kind != TOKEN_OPEN)
			continue;
		lexer_enter(&inside, text, &head);
		if (command_next(&inside, &name))
			name_set_add(names, token_name(text, &name));
	}
}

void
macro_values_unwritten(const struct task *t, struct name_set *names)
{
	const struct commands *forms = t->script->forms;
	const struct problem_part *part = NULL;
	DROP(name_set) struct name_set here = {0};

	*names = (struct name_set){0};
	while ((part = task_part(t, PART_CONSTANT, part)) != NULL)
		name_set_add(&here, name_of(t, part->form));
	name_set_sort(&here);
	for (size_t i = 0; i < forms->count; i++) {
		const struct command *form = &forms->at[i];
		struct slice name = name_of(t, form);

		if (form->command == COMMAND_DEFINE_FUNS_REC)
			add_heads(t, form, names);
		else if (form->command == COMMAND_DEFINE_FUN_REC ||
			 (defines(form) && !name_set_have(&here, name)))
			name_set_add(names, name);
	}
	name_set_sort(names);
}
