#include "solver/table.h"

#include "base/alloc.h"
#include "solver/exact.h"

Z3_func_entry
table_entry(Z3_context c, Z3_func_interp table, unsigned number)
{
	Z3_func_entry entry = Z3_func_interp_get_entry(c, table, number);

	Z3_func_entry_inc_ref(c, entry);
	return entry;
}

void
table_add_term(Z3_context c, Z3_ast term, struct buf *out)
{
	DROP(text) char *text = exact_term(c, term);

	for (const char *at = text; *at != '\0'; at++)
		buf_add_char(out, *at == '\n' ? ' ' : *at);
}
