#include "solver/selectors.h"

#include "base/alloc.h"
#include "smt/text.h"
#include "solver/exact.h"
#include "solver/model.h"
#include "solver/table.h"
#include "wire/answer.h"

static void
add_equation(const struct task *t, Z3_func_decl selector, Z3_ast argument,
	struct buf *out)
{
	Z3_ast value = model_value(t, Z3_mk_app(t->c, selector, 1, &argument));

	if (value == NULL)
		return;
	buf_add_text(out, COMPLETION_PREFIX "(assert (= (");
	text_add_symbol(out,
		Z3_get_symbol_string(t->c, Z3_get_decl_name(t->c, selector)));
	buf_add_char(out, ' ');
	table_add_term(t->c, argument, out);
	buf_add_text(out, ") ");
	table_add_term(t->c, value, out);
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
		Z3_func_entry entry = table_entry(c, table, i);
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
		return model_any(t, Z3_get_range(c, selector));
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
	any = model_any(t, sort);
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
		Z3_func_entry entry = table_entry(c, table, i);
		Z3_ast argument = Z3_func_entry_get_arg(c, entry, 0);

		if (Z3_get_app_decl(c, Z3_to_app(c, argument)) != constructor) {
			buf_add_text(out, "(ite (= x!0 ");
			table_add_term(c, argument, out);
			buf_add_text(out, ") ");
			table_add_term(
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
	text_add_symbol(out, Z3_get_symbol_string(c, name));
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
	DROP(text) char *range = exact_sort(c, Z3_get_range(c, decl));
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
	table_add_term(c, value, out);
	for (unsigned i = 0; i < others; i++)
		buf_add_char(out, ')');
	buf_add_text(out, "))\n");
	if (others == 0 && goes_without_saying(t, decl, value))
		buf_truncate(out, before);
}

void
selectors_add(const struct task *t, Z3_func_decl decl, Z3_func_interp table,
	struct buf *out)
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
