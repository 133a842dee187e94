#include "worker/print/partial_functions.h"

#include <stdlib.h>

#include "base/alloc.h"
#include "wire/answer.h"
#include "worker/base/termset.h"
#include "worker/print/func_interp.h"
#include "worker/print/selector_values.h"
#include "worker/solution/fp_underspecified.h"
#include "worker/solution/solution.h"

/* More applications are not in what anybody asks about. */
enum { APPLICATIONS_MAX = 1000 };

/* libz3's own functions for what is open. */
static const char *const names[] = {"/0", "div0", "mod0", "rem0", "seq.nth_u"};

bool
partial_function_is(const struct task *t, struct slice name)
{
	unsigned count = Z3_model_get_num_funcs(t->c, t->model);
	const char *known = NULL;

	for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
		if (slice_is(name, names[i]))
			known = names[i];
	}
	for (unsigned i = 0; known != NULL && i < count; i++) {
		Z3_func_decl decl = Z3_model_get_func_decl(t->c, t->model, i);
		Z3_decl_kind kind = Z3_get_decl_kind(t->c, decl);

		/* The text may declare a function under such a name. */
		if (kind != Z3_OP_UNINTERPRETED && kind != Z3_OP_DT_ACCESSOR &&
			slice_is(slice_of(Z3_get_symbol_string(
					 t->c, Z3_get_decl_name(t->c, decl))),
				known))
			return true;
	}
	return false;
}

/* --- partial operations -------------------------------------------------- */

/* All parts of the problem's terms that stand under no quantifier. */
static void
add_parts(const struct task *t, struct termset *parts)
{
	const struct problem *p = &t->parsed->problem;
	Z3_context c = t->c;

	for (size_t i = 0; i < p->count; i++) {
		if (p->parts[i].kind != PART_COMMAND &&
			p->parts[i].term != PART_NO_TERM)
			(void)termset_add(parts, c, task_term(t, &p->parts[i]));
	}
	for (size_t i = 0; i < parts->count; i++) {
		Z3_app app;

		if (Z3_get_ast_kind(c, parts->at[i]) != Z3_APP_AST)
			continue;
		app = Z3_to_app(c, parts->at[i]);
		for (unsigned k = 0; k < Z3_get_app_num_args(c, app); k++)
			(void)termset_add(parts, c, Z3_get_app_arg(c, app, k));
	}
}

/* The text has no names for libz3's functions. */
static bool
is_function(Z3_context c, Z3_ast part)
{
	return Z3_is_as_array(c, part);
}

/* The term applied to the values of its arguments, if that is open; or NULL. */
static Z3_ast
open_application(const struct task *t, Z3_ast term)
{
	Z3_context c = t->c;
	Z3_app app = Z3_to_app(c, term);
	unsigned count = Z3_get_app_num_args(c, app);
	Z3_ast *values = mem_grow(NULL, count + 1, sizeof(*values));
	Z3_ast applied = NULL;
	bool is_known = true;

	for (unsigned i = 0; i < count; i++) {
		values[i] = solution_value(t, Z3_get_app_arg(c, app, i));
		is_known = is_known && values[i] != NULL &&
			   !term_any(c, values[i], is_function);
	}
	if (is_known)
		applied = Z3_mk_app(c, Z3_get_app_decl(c, app), count, values);
	free(values);
	if (applied == NULL ||
		!fp_underspecified_is(c, Z3_simplify(c, applied)))
		return NULL;
	return applied;
}

/* (= (seq.nth (seq.unit 4) 5) 3) */
static void
add_application(const struct task *t, Z3_ast applied, struct buf *out)
{
	Z3_ast value = solution_value(t, applied);

	if (value == NULL || term_any(t->c, value, fp_underspecified_is) ||
		term_any(t->c, value, is_function))
		return;
	buf_add_text(out, COMPLETION_PREFIX "(assert (= ");
	func_interp_add_term(t->c, applied, out);
	buf_add_char(out, ' ');
	func_interp_add_term(t->c, value, out);
	buf_add_text(out, "))\n");
}

static void
add_applications(const struct task *t, struct buf *out)
{
	DROP(termset) struct termset parts = {0};
	DROP(termset) struct termset seen = {0};

	add_parts(t, &parts);
	for (size_t i = 0; i < parts.count && seen.count < APPLICATIONS_MAX;
		i++) {
		Z3_ast applied = fp_underspecified_is(t->c, parts.at[i])
					 ? open_application(t, parts.at[i])
					 : NULL;

		if (applied != NULL && termset_add(&seen, t->c, applied))
			add_application(t, applied, out);
	}
}

/* --- the whole ----------------------------------------------------------- */

void
partial_functions_add(const struct task *t, struct buf *out)
{
	Z3_context c = t->c;
	unsigned count = Z3_model_get_num_funcs(c, t->model);

	for (unsigned i = 0; i < count; i++) {
		Z3_func_decl decl = Z3_model_get_func_decl(c, t->model, i);
		Z3_func_interp table;

		if (Z3_get_decl_kind(c, decl) != Z3_OP_DT_ACCESSOR)
			continue;
		table = Z3_model_get_func_interp(c, t->model, decl);
		if (table == NULL)
			continue;
		Z3_func_interp_inc_ref(c, table);
		selector_values_add(t, decl, table, out);
		Z3_func_interp_dec_ref(c, table);
	}
	add_applications(t, out);
}
