#include "worker/print/partial_functions.h"

#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "smt/text/text.h"
#include "smt/text/token.h"
#include "wire/answer.h"
#include "worker/base/context.h"
#include "worker/base/solution_value.h"
#include "worker/base/termset.h"
#include "worker/print/print_term.h"

/* More applications are not in what anybody asks about. */
enum { APPLICATIONS_MAX = 1000 };

static bool
is_zero(Z3_context c, Z3_ast term)
{
	return !Z3_is_numeral_ast(c, term) ||
	       strcmp(Z3_get_numeral_string(c, term), "0") == 0;
}

bool
partial_function_applies(Z3_context c, Z3_ast part)
{
	Z3_func_decl f;
	Z3_symbol name;

	if (Z3_get_ast_kind(c, part) != Z3_APP_AST)
		return false;
	f = Z3_get_app_decl(c, Z3_to_app(c, part));
	switch ((int)Z3_get_decl_kind(c, f)) {
	case Z3_OP_DIV:
	case Z3_OP_IDIV:
	case Z3_OP_MOD:
	case Z3_OP_REM:
		return is_zero(c, Z3_get_app_arg(c, Z3_to_app(c, part), 1));
	case Z3_OP_SEQ_NTH:
	case Z3_OP_FPA_MIN:
	case Z3_OP_FPA_MAX:
	case Z3_OP_FPA_TO_UBV:
	case Z3_OP_FPA_TO_SBV:
	case Z3_OP_FPA_TO_REAL:
	case Z3_OP_FPA_TO_IEEE_BV:
		return true;
	case Z3_OP_UNINTERPRETED:
		return false;
	default:
		/* What libz3 makes of it out of range; it has no kind. */
		name = Z3_get_decl_name(c, f);
		return Z3_get_symbol_kind(c, name) == Z3_STRING_SYMBOL &&
		       strcmp(Z3_get_symbol_string(c, name), "seq.nth_u") == 0;
	}
}

/* --- selectors ----------------------------------------------------------- */

static void
add_equation(const struct task *t, Z3_func_decl selector, Z3_ast argument,
	struct buf *out)
{
	Z3_ast value =
		solution_value(t, Z3_mk_app(t->c, selector, 1, &argument));

	if (value == NULL)
		return;
	buf_add_text(out, COMPLETION_PREFIX "(assert (= (");
	text_add_symbol(
		out, context_name(t->c, Z3_get_decl_name(t->c, selector)));
	buf_add_char(out, ' ');
	print_term_add(t->printer, argument, out);
	buf_add_text(out, ") ");
	print_term_add(t->printer, value, out);
	buf_add_text(out, "))\n");
}

/*
 * Of a sort with parameters one by one: constructors without fields, of which
 * no selector is, and what the solution lists.
 */
static void
add_equations(const struct task *t, Z3_func_decl decl, Z3_func_interp table,
	struct buf *out)
{
	Z3_context c = t->c;
	Z3_sort sort = Z3_get_domain(c, decl, 0);
	unsigned constructors = Z3_get_datatype_sort_num_constructors(c, sort);
	unsigned count = Z3_func_interp_get_num_entries(c, table);

	for (unsigned i = 0; i < constructors; i++) {
		Z3_func_decl one = Z3_get_datatype_sort_constructor(c, sort, i);

		if (Z3_get_domain_size(c, one) == 0)
			add_equation(t, decl, Z3_mk_app(c, one, 0, NULL), out);
	}
	for (unsigned i = 0; i < count; i++) {
		Z3_func_entry entry = solution_entry(c, table, i);
		Z3_ast argument = Z3_func_entry_get_arg(c, entry, 0);

		if (Z3_get_app_num_args(c, Z3_to_app(c, argument)) > 0)
			add_equation(t, decl, argument, out);
		Z3_func_entry_dec_ref(c, entry);
	}
}

/* The number of the constructor whose field the selector selects; as many as
 * there are if it is none. */
static unsigned
constructor_of(Z3_context c, Z3_func_decl selector)
{
	Z3_sort sort = Z3_get_domain(c, selector, 0);
	unsigned count = Z3_get_datatype_sort_num_constructors(c, sort);

	for (unsigned i = 0; i < count; i++) {
		Z3_func_decl one = Z3_get_datatype_sort_constructor(c, sort, i);

		for (unsigned j = 0; j < Z3_get_domain_size(c, one); j++) {
			if (Z3_get_datatype_sort_constructor_accessor(
				    c, sort, i, j) == selector)
				return i;
		}
	}
	return count;
}

/* What completion would choose in any solution, and need not be said. */
static bool
goes_without_saying(const struct task *t, Z3_func_decl selector, Z3_ast value)
{
	Z3_sort sort = Z3_get_range(t->c, selector);
	Z3_sort_kind kind = Z3_get_sort_kind(t->c, sort);
	Z3_ast any;

	if (kind == Z3_UNINTERPRETED_SORT || kind == Z3_DATATYPE_SORT ||
		kind == Z3_ARRAY_SORT)
		return false;
	any = solution_any(t, sort);
	return any != NULL && Z3_is_eq_ast(t->c, any, value);
}

/* (ite (= x!0 nil) 7 OTHERWISE), for arguments of other constructors. */
static Z3_ast
with_entries(const struct task *t, Z3_func_decl constructor,
	Z3_func_interp table, Z3_ast argument, Z3_ast otherwise)
{
	Z3_context c = t->c;

	for (unsigned i = Z3_func_interp_get_num_entries(c, table); i > 0;
		i--) {
		Z3_func_entry entry = solution_entry(c, table, i - 1);
		Z3_ast one = Z3_func_entry_get_arg(c, entry, 0);

		if (Z3_get_app_decl(c, Z3_to_app(c, one)) != constructor)
			otherwise = Z3_mk_ite(c, Z3_mk_eq(c, argument, one),
				Z3_func_entry_get_value(c, entry), otherwise);
		Z3_func_entry_dec_ref(c, entry);
	}
	return otherwise;
}

/*
 * (define-fun hd ((x!0 L)) Int (ite ((_ is cons) x!0) (hd x!0) 7)), in which
 * the inner one is what the datatype declares.
 */
static void
add_definition(const struct task *t, Z3_func_decl selector, unsigned number,
	Z3_func_interp table, struct buf *out)
{
	Z3_context c = t->c;
	struct printer *p = t->printer;
	Z3_sort sort = Z3_get_domain(c, selector, 0);
	Z3_ast argument = Z3_mk_const(c, Z3_mk_string_symbol(c, "x!0"), sort);
	Z3_ast value = Z3_func_interp_get_else(c, table);
	DROP(text)
	char *name = printer_symbol(p, Z3_get_decl_name(c, selector));
	Z3_func_decl is_made = Z3_get_datatype_sort_recognizer(c, sort, number);
	Z3_ast others;

	value = value == NULL ? solution_any(t, Z3_get_range(c, selector))
			      : Z3_substitute_vars(c, value, 1, &argument);
	if (value == NULL)
		return;
	others = with_entries(t,
		Z3_get_datatype_sort_constructor(c, sort, number), table,
		argument, value);
	if (others == value && goes_without_saying(t, selector, value))
		return;
	buf_add_format(out, COMPLETION_PREFIX "(define-fun %s ((x!0 %s)) %s ",
		name, printer_sort(p, sort),
		printer_sort(p, Z3_get_range(c, selector)));
	print_term_add(p,
		Z3_mk_ite(c, Z3_mk_app(c, is_made, 1, &argument),
			Z3_mk_app(c, selector, 1, &argument), others),
		out);
	buf_add_text(out, ")\n");
}

static void
add_selector(const struct task *t, Z3_func_decl decl, Z3_func_interp table,
	struct buf *out)
{
	Z3_context c = t->c;
	Z3_sort sort = Z3_get_domain(c, decl, 0);
	unsigned count = Z3_get_datatype_sort_num_constructors(c, sort);
	unsigned number = constructor_of(c, decl);

	if (count == 1 || number == count)
		return;
	if (printer_sort(t->printer, sort)[0] == '(')
		add_equations(t, decl, table, out);
	else
		add_definition(t, decl, number, table, out);
}

/* --- partial operations -------------------------------------------------- */

/* All parts of the problem's terms that stand under no quantifier. */
static void
add_parts(const struct task *t, struct termset *parts)
{
	const struct problem *p = &t->parsed->problem;

	for (size_t i = 0; i < p->count; i++) {
		if (p->parts[i].kind != PART_COMMAND &&
			p->parts[i].term != PART_NO_TERM)
			termset_add_parts(
				parts, t->c, task_term(t, &p->parts[i]), false);
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
		!partial_function_applies(c, Z3_simplify(c, applied)))
		return NULL;
	return applied;
}

/* (= (seq.nth (seq.unit 4) 5) 3) */
static void
add_application(const struct task *t, Z3_ast applied, struct buf *out)
{
	Z3_ast value = solution_value(t, applied);

	if (value == NULL || term_any(t->c, value, partial_function_applies) ||
		term_any(t->c, value, is_function))
		return;
	buf_add_text(out, COMPLETION_PREFIX "(assert (= ");
	print_term_add(t->printer, applied, out);
	buf_add_char(out, ' ');
	print_term_add(t->printer, value, out);
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
		Z3_ast applied = partial_function_applies(t->c, parts.at[i])
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
		add_selector(t, decl, table, out);
		Z3_func_interp_dec_ref(c, table);
	}
	add_applications(t, out);
}
