#include "solver/defined.h"

#include "base/alloc.h"
#include "solver/recursion.h"
#include "solver/settle.h"

/* What a text declares has no parameters in libz3. */
static bool
is_defined(const struct task *t, Z3_func_decl decl)
{
	return Z3_get_decl_num_parameters(t->c, decl) > 0;
}

static bool
defines(const struct form *form)
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
	Z3_ast value = body != NULL ? settle_term(t, body) : NULL;

	if (value != NULL)
		Z3_add_const_interp(t->c, t->model, decl, value);
}

void
defined_evaluate(struct task *t)
{
	Z3_model definitions = NULL;

	if (defines_any(t))
		definitions = recursion_of_nothing(t);
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
name_of(const struct task *t, const struct form *form)
{
	struct token name;

	if (!form_argument(form, t->script->text, 0, &name))
		return slice_of("");
	return token_name(t->script->text, &name);
}

/* Of (define-funs-rec ((f (PARAMETERS) SORT) ...) (BODIES)). */
static void
add_heads(const struct task *t, const struct form *form, struct slices *names)
{
	const char *text = t->script->text;
	struct token heads;
	struct token head;
	struct token name;
	struct lexer walk;
	struct lexer inside;

	if (!form_argument(form, text, 0, &heads) || heads.kind != TOKEN_OPEN)
		return;
	lexer_enter(&walk, text, &heads);
	while (form_next(&walk, &head)) {
		if (head.kind != TOKEN_OPEN)
			continue;
		lexer_enter(&inside, text, &head);
		if (form_next(&inside, &name))
			slices_add(names, token_name(text, &name));
	}
}

void
defined_unwritten(const struct task *t, struct slices *names)
{
	const struct forms *forms = t->script->forms;
	const struct problem_part *part = NULL;
	DROP(slices) struct slices here = {0};

	*names = (struct slices){0};
	while ((part = task_part(t, PART_CONSTANT, part)) != NULL)
		slices_add(&here, name_of(t, part->form));
	slices_sort(&here);
	for (size_t i = 0; i < forms->count; i++) {
		const struct form *form = &forms->at[i];
		struct slice name = name_of(t, form);

		if (form->command == COMMAND_DEFINE_FUNS_REC)
			add_heads(t, form, names);
		else if (form->command == COMMAND_DEFINE_FUN_REC ||
			 (defines(form) && !slices_have(&here, name)))
			slices_add(names, name);
	}
	slices_sort(names);
}
