#include "worker/print/selector_values.h"

#include <stdlib.h>

#include "base/alloc.h"
#include "smt/text/text.h"
#include "wire/answer.h"
#include "worker/base/checked_solver.h"
#include "worker/base/context.h"
#include "worker/base/termset.h"
#include "worker/print/func_interp.h"
#include "worker/print/sort_printer.h"
#include "worker/solution/solution.h"

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
	func_interp_add_term(t->c, argument, out);
	buf_add_text(out, ") ");
	func_interp_add_term(t->c, value, out);
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
		Z3_func_entry entry = func_interp_entry(c, table, i);
		Z3_ast argument = Z3_func_entry_get_arg(c, entry, 0);

		if (Z3_get_app_num_args(c, Z3_to_app(c, argument)) > 0)
			add_equation(t, decl, argument, out);
		Z3_func_entry_dec_ref(c, entry);
	}
}

/* The constructor whose field the selector selects; NULL if it is none. */
static Z3_func_decl
constructor_of(Z3_context c, Z3_func_decl selector)
{
	Z3_sort sort = Z3_get_domain(c, selector, 0);
	unsigned count = Z3_get_datatype_sort_num_constructors(c, sort);

	for (unsigned i = 0; i < count; i++) {
		Z3_func_decl one = Z3_get_datatype_sort_constructor(c, sort, i);

		for (unsigned j = 0; j < Z3_get_domain_size(c, one); j++) {
			if (Z3_get_datatype_sort_constructor_accessor(
				    c, sort, i, j) == selector)
				return one;
		}
	}
	return NULL;
}

/* What the selector gives for x!0, behind the entries of the table. */
static Z3_ast
otherwise(const struct task *t, Z3_func_decl selector, Z3_func_interp table)
{
	Z3_context c = t->c;
	Z3_ast value = Z3_func_interp_get_else(c, table);
	Z3_ast argument = Z3_mk_const(c, Z3_mk_string_symbol(c, "x!0"),
		Z3_get_domain(c, selector, 0));

	if (value == NULL)
		return solution_any(t, Z3_get_range(c, selector));
	return Z3_substitute_vars(c, value, 1, &argument);
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

/* (ite (= x!0 nil) 7 BEHIND), for arguments of other constructors; how many
 * they are. */
static unsigned
add_others(const struct task *t, Z3_func_decl constructor, Z3_func_interp table,
	struct buf *out)
{
	Z3_context c = t->c;
	unsigned count = Z3_func_interp_get_num_entries(c, table);
	unsigned added = 0;

	for (unsigned i = 0; i < count; i++) {
		Z3_func_entry entry = func_interp_entry(c, table, i);
		Z3_ast argument = Z3_func_entry_get_arg(c, entry, 0);

		if (Z3_get_app_decl(c, Z3_to_app(c, argument)) != constructor) {
			buf_add_text(out, "(ite (= x!0 ");
			func_interp_add_term(c, argument, out);
			buf_add_text(out, ") ");
			func_interp_add_term(
				c, Z3_func_entry_get_value(c, entry), out);
			buf_add_char(out, ' ');
			added++;
		}
		Z3_func_entry_dec_ref(c, entry);
	}
	return added;
}

static void
add_name(Z3_context c, Z3_symbol name, struct buf *out)
{
	text_add_symbol(out, context_name(c, name));
}

/*
 * (define-fun hd ((x!0 L)) Int (ite ((_ is cons) x!0) (hd x!0) 7)), in which
 * the inner one is what the datatype declares.
 */
static void
add_definition(const struct task *t, Z3_func_decl decl, Z3_func_decl made_by,
	Z3_func_interp table, struct buf *out)
{
	Z3_context c = t->c;
	size_t before = out->size;
	Z3_ast value = otherwise(t, decl, table);
	DROP(text) char *range = sort_printer_sort(c, Z3_get_range(c, decl));
	unsigned others;

	if (value == NULL)
		return;
	buf_add_text(out, COMPLETION_PREFIX "(define-fun ");
	add_name(c, Z3_get_decl_name(c, decl), out);
	buf_add_text(out, " ((x!0 ");
	add_name(c, Z3_get_sort_name(c, Z3_get_domain(c, decl, 0)), out);
	buf_add_format(out, ")) %s (ite ((_ is ", range);
	add_name(c, Z3_get_decl_name(c, made_by), out);
	buf_add_text(out, ") x!0) (");
	add_name(c, Z3_get_decl_name(c, decl), out);
	buf_add_text(out, " x!0) ");
	others = add_others(t, made_by, table, out);
	func_interp_add_term(c, value, out);
	for (unsigned i = 0; i < others; i++)
		buf_add_char(out, ')');
	buf_add_text(out, "))\n");
	if (others == 0 && goes_without_saying(t, decl, value))
		buf_truncate(out, before);
}

void
selector_values_add(const struct task *t, Z3_func_decl decl,
	Z3_func_interp table, struct buf *out)
{
	Z3_context c = t->c;
	Z3_sort sort = Z3_get_domain(c, decl, 0);
	Z3_func_decl made_by = constructor_of(c, decl);

	if (Z3_get_datatype_sort_num_constructors(c, sort) == 1 ||
		made_by == NULL)
		return;
	if (Z3_sort_to_string(c, sort)[0] == '(')
		add_equations(t, decl, table, out);
	else
		add_definition(t, decl, made_by, table, out);
}

/* --- those that libz3 forgets -------------------------------------------- */

/* What evaluation leaves of the assertions; NULL: nothing. */
static Z3_ast
open_rest(const struct task *t)
{
	size_t count;
	Z3_ast *terms = task_asserted(t, &count);
	Z3_ast rest = Z3_mk_and(t->c, (unsigned)count, terms);

	free(terms);
	context_clear();
	if (!Z3_model_eval(t->c, t->model, rest, false, &rest) ||
		context_failed() || Z3_get_bool_value(t->c, rest) != Z3_L_UNDEF)
		return NULL;
	return rest;
}

/* A function that libz3 does not forget, in the place of a selector. */
static Z3_func_decl
stand_in(Z3_context c, Z3_func_decl selector)
{
	Z3_sort domain = Z3_get_domain(c, selector, 0);
	DROP(text)
	char *name = text_format(
		"satchel!%s", context_name(c, Z3_get_decl_name(c, selector)));

	return Z3_mk_func_decl(c, Z3_mk_string_symbol(c, name), 1, &domain,
		Z3_get_range(c, selector));
}

/* The selectors applied in the term, outside of quantifiers; each application
 * equals that of the stand-in. */
static void
assert_stand_ins(
	Z3_context c, Z3_solver solver, Z3_ast term, struct termset *selectors)
{
	DROP(termset) struct termset terms = {0};

	termset_add(&terms, c, term);
	for (size_t i = 0; i < terms.count; i++) {
		Z3_app app = (Z3_app)terms.at[i];
		Z3_func_decl decl;
		Z3_ast argument;

		if (Z3_get_ast_kind(c, terms.at[i]) != Z3_APP_AST)
			continue;
		decl = Z3_get_app_decl(c, app);
		for (unsigned k = 0; k < Z3_get_app_num_args(c, app); k++)
			termset_add(&terms, c, Z3_get_app_arg(c, app, k));
		if (Z3_get_decl_kind(c, decl) != Z3_OP_DT_ACCESSOR)
			continue;
		argument = Z3_get_app_arg(c, app, 0);
		termset_add(selectors, c, Z3_func_decl_to_ast(c, decl));
		checked_solver_assert(c, solver,
			Z3_mk_eq(c, terms.at[i],
				Z3_mk_app(c, stand_in(c, decl), 1, &argument)));
	}
}

void
selector_values_complete(struct task *t)
{
	static const enum command_kind datatypes[] = {COMMAND_DECLARE_DATATYPE,
		COMMAND_DECLARE_DATATYPES, COMMAND_KIND_COUNT};
	DROP(termset) struct termset selectors = {0};
	Z3_context c = t->c;
	Z3_ast rest;
	Z3_solver solver;

	if (t->is_searching || t->completed == t->model ||
		!commands_have(t->script->forms, datatypes))
		return;
	t->completed = t->model;
	rest = open_rest(t);
	if (rest == NULL)
		return;
	solver = Z3_mk_simple_solver(c);
	Z3_solver_inc_ref(c, solver);
	checked_solver_assert(c, solver, rest);
	assert_stand_ins(c, solver, rest, &selectors);
	if (selectors.count > 0 &&
		checked_solver_check(c, solver) == Z3_L_TRUE) {
		Z3_model found = Z3_solver_get_model(c, solver);

		Z3_model_inc_ref(c, found);
		for (size_t i = 0; i < selectors.count; i++) {
			Z3_func_decl decl = Z3_to_func_decl(c, selectors.at[i]);

			func_interp_copy(
				c, found, stand_in(c, decl), t->model, decl);
		}
		Z3_model_dec_ref(c, found);
	}
	Z3_solver_dec_ref(c, solver);
}
