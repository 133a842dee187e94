#include "worker/explain/simplify.h"

#include "base/alloc.h"
#include "smt/rules/setting.h"
#include "smt/text/lexer.h"
#include "worker/base/context.h"
#include "worker/print/print_term.h"

/* Another libz3 than the one that the list was made from may lack some. */
static bool
is_known(const struct task *t, const struct setting *s)
{
	Z3_param_descrs all = Z3_simplify_get_param_descrs(t->c);
	Z3_symbol name = Z3_mk_string_symbol(t->c, s->name);
	Z3_param_kind kind;

	Z3_param_descrs_inc_ref(t->c, all);
	kind = Z3_param_descrs_get_kind(t->c, all, name);
	Z3_param_descrs_dec_ref(t->c, all);
	return kind == (s->is_number ? Z3_PK_UINT : Z3_PK_BOOL);
}

static void
set(const struct task *t, Z3_params params, const struct setting_given *given,
	struct buf *out)
{
	const char *name = given->of->name;
	Z3_symbol symbol = Z3_mk_string_symbol(t->c, name);

	if (given->of->ignored != NULL)
		return;
	if (!is_known(t, given->of))
		buf_add_format(out, "; simplify: Z3 %s has no %s\n",
			context_version(), name);
	else if (given->of->is_number)
		Z3_params_set_uint(t->c, params, symbol, given->number);
	else
		Z3_params_set_bool(t->c, params, symbol, given->is_true);
}

static void
set_all(const struct task *t, Z3_params params, const struct command *form,
	struct buf *out)
{
	const char *text = t->script->text;
	struct diagnostic
		none; /* smt/rules/command_syntax.h has looked at them */
	struct setting_given given;
	struct lexer walk;

	setting_walk(form, text, &walk);
	while (setting_next(form, text, &walk, &given, &none))
		set(t, params, &given, out);
}

void
simplify_term(
	const struct task *t, const struct problem_part *part, struct buf *out)
{
	Z3_ast term = task_term(t, part);
	Z3_params params = Z3_mk_params(t->c);
	DROP(text) char *text = NULL;
	Z3_ast simple;

	Z3_params_inc_ref(t->c, params);
	set_all(t, params, part->form, out);
	context_clear();
	simple = Z3_simplify_ex(t->c, term, params);
	if (context_failed()) {
		buf_add_format(out, "; simplify: %s\n", context_error());
		simple = term;
	}
	text = print_term(t->printer, simple);
	buf_add_format(out, "%s\n", text);
	Z3_params_dec_ref(t->c, params);
}
