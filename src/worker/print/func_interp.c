#include "worker/print/func_interp.h"

Z3_func_entry
func_interp_entry(Z3_context c, Z3_func_interp table, unsigned number)
{
	Z3_func_entry entry = Z3_func_interp_get_entry(c, table, number);

	Z3_func_entry_inc_ref(c, entry);
	return entry;
}

static void
copy_entry(Z3_context c, Z3_func_interp to, Z3_func_interp from, unsigned i)
{
	Z3_func_entry entry = func_interp_entry(c, from, i);
	Z3_ast_vector arguments = Z3_mk_ast_vector(c);

	Z3_ast_vector_inc_ref(c, arguments);
	for (unsigned k = 0; k < Z3_func_entry_get_num_args(c, entry); k++)
		Z3_ast_vector_push(
			c, arguments, Z3_func_entry_get_arg(c, entry, k));
	Z3_func_interp_add_entry(
		c, to, arguments, Z3_func_entry_get_value(c, entry));
	Z3_ast_vector_dec_ref(c, arguments);
	Z3_func_entry_dec_ref(c, entry);
}

void
func_interp_copy(Z3_context c, Z3_model from, Z3_func_decl source, Z3_model to,
	Z3_func_decl decl)
{
	Z3_func_interp table;
	Z3_func_interp copy;

	if (Z3_model_has_interp(c, to, decl))
		return;
	table = Z3_model_get_func_interp(c, from, source);
	if (table == NULL)
		return;
	Z3_func_interp_inc_ref(c, table);
	copy = Z3_add_func_interp(
		c, to, decl, Z3_func_interp_get_else(c, table));
	Z3_func_interp_inc_ref(c, copy);
	for (unsigned i = 0; i < Z3_func_interp_get_num_entries(c, table); i++)
		copy_entry(c, copy, table, i);
	Z3_func_interp_dec_ref(c, copy);
	Z3_func_interp_dec_ref(c, table);
}
