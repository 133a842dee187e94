#include "worker/print/model_printer.h"

#include <stdint.h>
#include <stdlib.h>

#include "base/alloc.h"
#include "base/buf.h"
#include "smt/text/text.h"
#include "worker/base/context.h"
#include "worker/base/task.h"
#include "worker/print/func_interp.h"
#include "worker/print/sort_printer.h"
#include "worker/print/string_literal.h"
#include "worker/solution/solution.h"

/* What libz3 makes up itself has a number for a name. */
static void
add_name(Z3_context c, Z3_func_decl decl, struct buf *out)
{
	Z3_symbol name = Z3_get_decl_name(c, decl);

	if (Z3_get_symbol_kind(c, name) == Z3_INT_SYMBOL)
		buf_add_format(out, "k!%d", Z3_get_symbol_int(c, name));
	else
		text_add_symbol(out, context_name(c, name));
}

static void
add_sort(Z3_context c, Z3_sort sort, struct buf *out)
{
	DROP(text) char *text = sort_printer_sort(c, sort);

	buf_add_text(out, text);
}

/* --- universes ----------------------------------------------------------- */

static void
add_elements(Z3_context c, Z3_ast_vector universe, const char *before,
	const char *behind, struct buf *out)
{
	for (unsigned i = 0; i < Z3_ast_vector_size(c, universe); i++) {
		DROP(text)
		char *name =
			sort_printer_term(c, Z3_ast_vector_get(c, universe, i));

		buf_add_format(out, "%s%s%s", before, name, behind);
	}
}

static void
add_universe(Z3_context c, Z3_model m, Z3_sort sort, struct buf *out)
{
	Z3_ast_vector universe = Z3_model_get_sort_universe(c, m, sort);
	DROP(text) char *name = sort_printer_sort(c, sort);
	DROP(text) char *behind = text_format(" () %s)\n", name);

	Z3_ast_vector_inc_ref(c, universe);
	buf_add_format(out, ";; universe for %s:\n;;  ", name);
	add_elements(c, universe, " ", "", out);
	buf_add_text(out, "\n;; -----------\n"
			  ";; definitions for universe elements:\n");
	add_elements(c, universe, "(declare-fun ", behind, out);
	buf_add_format(out,
		";; cardinality constraint:\n;; (forall ((x %s)) (or", name);
	add_elements(c, universe, " (= x ", ")", out);
	buf_add_text(out, "))\n;; -----------\n");
	Z3_ast_vector_dec_ref(c, universe);
}

/* --- definitions --------------------------------------------------------- */

static void
add_definition(Z3_context c, Z3_func_decl decl, const char *parameters,
	Z3_ast value, struct buf *out)
{
	DROP(text) char *text = sort_printer_term(c, value);

	buf_add_text(out, "(define-fun ");
	add_name(c, decl, out);
	buf_add_format(out, " (%s) ", parameters);
	add_sort(c, Z3_get_range(c, decl), out);
	buf_add_format(out, "\n  %s)\n", text);
}

/* The parameter of that number, as libz3 names it. */
static Z3_ast
parameter(Z3_context c, Z3_func_decl decl, unsigned i)
{
	DROP(text) char *name = text_format("x!%u", i);

	return Z3_mk_const(
		c, Z3_mk_string_symbol(c, name), Z3_get_domain(c, decl, i));
}

static char *
parameters_text(Z3_context c, Z3_func_decl decl)
{
	struct buf out;

	buf_init(&out, SIZE_MAX / 2);
	for (unsigned i = 0; i < Z3_get_domain_size(c, decl); i++) {
		buf_add_format(&out, "%s(x!%u ", i > 0 ? " " : "", i);
		add_sort(c, Z3_get_domain(c, decl, i), &out);
		buf_add_char(&out, ')');
	}
	return buf_take(&out);
}

/* The parameters are the arguments of the entry. */
static Z3_ast
is_entry(Z3_context c, Z3_func_entry entry, const Z3_ast *parameters)
{
	unsigned count = Z3_func_entry_get_num_args(c, entry);
	Z3_ast *equal = mem_grow(NULL, count, sizeof(*equal));
	Z3_ast all;

	for (unsigned i = 0; i < count; i++)
		equal[i] = Z3_mk_eq(
			c, parameters[i], Z3_func_entry_get_arg(c, entry, i));
	all = count == 1 ? equal[0] : Z3_mk_and(c, count, equal);
	free(equal);
	return all;
}

static Z3_ast
body_of(const struct task *t, Z3_func_decl decl, Z3_func_interp table)
{
	Z3_context c = t->c;
	unsigned count = Z3_get_domain_size(c, decl);
	Z3_ast *parameters = mem_grow(NULL, count, sizeof(*parameters));
	Z3_ast body = Z3_func_interp_get_else(c, table);

	for (unsigned i = 0; i < count; i++)
		parameters[i] = parameter(c, decl, i);
	body = body == NULL ? solution_any(t, Z3_get_range(c, decl))
			    : Z3_substitute_vars(c, body, count, parameters);
	for (unsigned i = Z3_func_interp_get_num_entries(c, table);
		body != NULL && i > 0; i--) {
		Z3_func_entry entry = func_interp_entry(c, table, i - 1);

		body = Z3_mk_ite(c, is_entry(c, entry, parameters),
			Z3_func_entry_get_value(c, entry), body);
		Z3_func_entry_dec_ref(c, entry);
	}
	free(parameters);
	return body;
}

static void
add_function(const struct task *t, Z3_func_decl decl, struct buf *out)
{
	Z3_context c = t->c;
	Z3_func_interp table = Z3_model_get_func_interp(c, t->model, decl);
	Z3_decl_kind kind = Z3_get_decl_kind(c, decl);
	DROP(text) char *parameters = parameters_text(c, decl);
	Z3_ast body;

	/* libz3 prints neither (worker/print/partial_functions.h has the
	 * selectors). */
	if (table == NULL || kind == Z3_OP_DT_ACCESSOR ||
		kind == Z3_OP_ARRAY_EXT)
		return;
	Z3_func_interp_inc_ref(c, table);
	body = body_of(t, decl, table);
	Z3_func_interp_dec_ref(c, table);
	if (body != NULL)
		add_definition(c, decl, parameters, body, out);
}

static char *
exact_model(const struct task *t)
{
	Z3_context c = t->c;
	Z3_model m = t->model;
	struct buf out;

	buf_init(&out, SIZE_MAX / 2);
	for (unsigned i = 0; i < Z3_model_get_num_sorts(c, m); i++)
		add_universe(c, m, Z3_model_get_sort(c, m, i), &out);
	for (unsigned i = 0; i < Z3_model_get_num_consts(c, m); i++) {
		Z3_func_decl decl = Z3_model_get_const_decl(c, m, i);
		Z3_ast value = Z3_model_get_const_interp(c, m, decl);

		if (value != NULL)
			add_definition(c, decl, "", value, &out);
	}
	for (unsigned i = 0; i < Z3_model_get_num_funcs(c, m); i++)
		add_function(t, Z3_model_get_func_decl(c, m, i), &out);
	return buf_take(&out);
}

char *
model_printer_model(const struct task *t)
{
	const char *text;

	context_clear();
	if (sort_printer_is_due()) {
		char *exact = exact_model(t);

		if (!context_failed())
			return exact;
		free(exact);
		return NULL;
	}
	text = Z3_model_to_string(t->c, t->model);
	return context_failed() || text == NULL ? NULL
						: string_literal_reread(text);
}
