#include "solver/value.h"

#include <stdlib.h>

#include "base/alloc.h"
#include "solver/chain.h"
#include "solver/scalar.h"
#include "json/json.h"

/* Arrays of arrays nest as deeply as their sorts are written. */
enum { DEPTH_MAX = 24 };

static struct json_object *value_at(
	Z3_context c, Z3_model m, Z3_ast value, int depth);

static void
add_entry(struct json_object *entries, struct json_object *arguments,
	struct json_object *value)
{
	struct json_object *entry = json_new_object();

	json_put(entry, "args", arguments);
	json_put(entry, "value", value);
	json_add(entries, entry);
}

/* It may be a term over the arguments: they have the names that they have in
 * the solution's text, x!0 for the first. */
static struct json_object *
else_json(Z3_context c, Z3_model m, Z3_func_decl function,
	Z3_func_interp interp, int depth)
{
	unsigned count = Z3_get_arity(c, function);
	Z3_ast *names = mem_grow(NULL, count, sizeof(*names));
	Z3_ast value;

	for (unsigned i = 0; i < count; i++) {
		DROP(text) char *name = text_format("x!%u", i);

		names[i] = Z3_mk_const(c, Z3_mk_string_symbol(c, name),
			Z3_get_domain(c, function, i));
	}
	value = Z3_substitute_vars(
		c, Z3_func_interp_get_else(c, interp), count, names);
	free(names);
	return value_at(c, m, value, depth);
}

static struct json_object *
interpretation_json(Z3_context c, Z3_model m, Z3_func_decl function,
	Z3_func_interp interp, int depth)
{
	struct json_object *table = json_new_object();
	struct json_object *entries = json_new_array();
	unsigned count = Z3_func_interp_get_num_entries(c, interp);

	for (unsigned i = 0; i < count; i++) {
		Z3_func_entry e = Z3_func_interp_get_entry(c, interp, i);
		struct json_object *arguments = json_new_array();

		Z3_func_entry_inc_ref(c, e);
		for (unsigned j = 0; j < Z3_func_entry_get_num_args(c, e); j++)
			json_add(arguments,
				value_at(c, m, Z3_func_entry_get_arg(c, e, j),
					depth));
		add_entry(entries, arguments,
			value_at(c, m, Z3_func_entry_get_value(c, e), depth));
		Z3_func_entry_dec_ref(c, e);
	}
	json_put(table, "entries", entries);
	json_put(table, "else", else_json(c, m, function, interp, depth));
	return table;
}

static Z3_decl_kind
kind_of(Z3_context c, Z3_ast value)
{
	if (Z3_get_ast_kind(c, value) != Z3_APP_AST)
		return Z3_OP_UNINTERPRETED;
	return Z3_get_decl_kind(c, Z3_get_app_decl(c, Z3_to_app(c, value)));
}

static struct json_object *
entries_json(Z3_context c, Z3_model m, const struct chain *chain, int depth)
{
	struct json_object *entries = json_new_array();

	for (size_t i = 0; i < chain->count; i++) {
		const struct stored *one = &chain->at[i];
		struct json_object *arguments = json_new_array();
		Z3_ast stored = Z3_get_app_arg(c, one->store, one->count + 1);

		for (unsigned j = 0; j < one->count; j++)
			json_add(arguments,
				value_at(c, m, one->indices[j], depth));
		add_entry(entries, arguments, value_at(c, m, stored, depth));
	}
	return entries;
}

static struct json_object *
array_json(Z3_context c, Z3_model m, Z3_ast value, int depth)
{
	struct json_object *table;
	struct chain chain;

	chain_read(c, value, &chain);
	if (kind_of(c, chain.base) == Z3_OP_CONST_ARRAY) {
		table = json_new_object();
		json_put(table, "entries", entries_json(c, m, &chain, depth));
		json_put(table, "else",
			value_at(c, m,
				Z3_get_app_arg(c, Z3_to_app(c, chain.base), 0),
				depth));
	} else {
		table = scalar_text(c, value);
	}
	chain_release(&chain);
	return table;
}

static struct json_object *
function_at(Z3_context c, Z3_model m, Z3_func_decl function, int depth)
{
	Z3_func_interp interp;
	struct json_object *table;

	if (!Z3_model_has_interp(c, m, function))
		return NULL;
	interp = Z3_model_get_func_interp(c, m, function);
	if (interp == NULL)
		return NULL;
	Z3_func_interp_inc_ref(c, interp);
	table = interpretation_json(c, m, function, interp, depth);
	Z3_func_interp_dec_ref(c, interp);
	return table;
}

static struct json_object *
array_or_table(Z3_context c, Z3_model m, Z3_ast value, int depth)
{
	struct json_object *table = NULL;

	if (kind_of(c, value) == Z3_OP_AS_ARRAY)
		table = function_at(
			c, m, Z3_get_as_array_func_decl(c, value), depth);
	return table != NULL ? table : array_json(c, m, value, depth);
}

static struct json_object *
value_at(Z3_context c, Z3_model m, Z3_ast value, int depth)
{
	Z3_sort_kind kind = Z3_get_sort_kind(c, Z3_get_sort(c, value));

	if (depth >= DEPTH_MAX)
		return scalar_text(c, value);
	return kind == Z3_ARRAY_SORT ? array_or_table(c, m, value, depth + 1)
				     : scalar_json(c, value);
}

struct json_object *
value_json(Z3_context c, Z3_model m, Z3_ast value)
{
	return value_at(c, m, value, 0);
}

struct json_object *
value_function(Z3_context c, Z3_model m, Z3_func_decl function)
{
	return function_at(c, m, function, 0);
}
