#include "solver/completions.h"

#include <string.h>

#include "base/alloc.h"
#include "solver/selectors.h"
#include "solver/table.h"
#include "wire/answer.h"

/* libz3's functions for it, with the operator and the zero of each. */
static const struct division {
	const char *function;
	const char *operator;
	const char *sort;
	const char *zero;
} divisions[] = {
	{"/0", "/", "Real", "0.0"},
	{"div0", "div", "Int", "0"},
	{"mod0", "mod", "Int", "0"},
	{"rem0", "rem", "Int", "0"},
};

enum { DIVISIONS = sizeof(divisions) / sizeof(divisions[0]) };

/* NULL of a function that the text declares under such a name, too. */
static const struct division *
division_of(Z3_context c, Z3_func_decl decl)
{
	const char *name = Z3_get_symbol_string(c, Z3_get_decl_name(c, decl));

	if (Z3_get_decl_kind(c, decl) == Z3_OP_UNINTERPRETED ||
		Z3_get_decl_kind(c, decl) == Z3_OP_DT_ACCESSOR)
		return NULL;
	for (size_t i = 0; i < DIVISIONS; i++) {
		if (strcmp(divisions[i].function, name) == 0)
			return &divisions[i];
	}
	return NULL;
}

bool
completion_is(const struct task *t, struct slice name)
{
	unsigned count = Z3_model_get_num_funcs(t->c, t->model);
	bool is_candidate = false;

	for (size_t i = 0; i < DIVISIONS; i++)
		is_candidate =
			is_candidate || slice_is(name, divisions[i].function);
	for (unsigned i = 0; is_candidate && i < count; i++) {
		const struct division *found = division_of(
			t->c, Z3_model_get_func_decl(t->c, t->model, i));

		if (found != NULL && slice_is(name, found->function))
			return true;
	}
	return false;
}

/* (forall ((x Int)) (= (div x 0) (ite (= x 5) 7 0))) */
static void
add_division(Z3_context c, const struct division *d, Z3_func_interp table,
	struct buf *out)
{
	unsigned count = Z3_func_interp_get_num_entries(c, table);

	buf_add_format(out,
		COMPLETION_PREFIX "(assert (forall ((x!0 %s)) (= (%s x!0 %s) ",
		d->sort, d->operator, d->zero);
	for (unsigned i = 0; i < count; i++) {
		Z3_func_entry entry = table_entry(c, table, i);

		buf_add_text(out, "(ite (= x!0 ");
		table_add_term(c, Z3_func_entry_get_arg(c, entry, 0), out);
		buf_add_text(out, ") ");
		table_add_term(c, Z3_func_entry_get_value(c, entry), out);
		buf_add_char(out, ' ');
		Z3_func_entry_dec_ref(c, entry);
	}
	table_add_term(c, Z3_func_interp_get_else(c, table), out);
	for (unsigned i = 0; i < count; i++)
		buf_add_char(out, ')');
	buf_add_text(out, ")))\n");
}

void
completions_add(const struct task *t, struct buf *out)
{
	Z3_context c = t->c;
	unsigned count = Z3_model_get_num_funcs(c, t->model);

	for (unsigned i = 0; i < count; i++) {
		Z3_func_decl decl = Z3_model_get_func_decl(c, t->model, i);
		const struct division *division = division_of(c, decl);
		bool is_selector =
			Z3_get_decl_kind(c, decl) == Z3_OP_DT_ACCESSOR;
		Z3_func_interp table;

		if (division == NULL && !is_selector)
			continue;
		table = Z3_model_get_func_interp(c, t->model, decl);
		if (table == NULL)
			continue;
		Z3_func_interp_inc_ref(c, table);
		if (division != NULL)
			add_division(c, division, table, out);
		else
			selectors_add(t, decl, table, out);
		Z3_func_interp_dec_ref(c, table);
	}
}
