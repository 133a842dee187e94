#include "worker/print/value.h"

#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "worker/base/termset.h"
#include "worker/print/array_value.h"
#include "worker/print/function_table.h"
#include "worker/print/scalar_json.h"
#include "worker/solution/recursive_functions.h"
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

/* A constant for the argument of that number, which the solution's text names
 * like this, too. */
static Z3_ast
argument_name(Z3_context c, unsigned number, Z3_sort sort)
{
	DROP(text) char *name = text_format("x!%u", number);

	return Z3_mk_const(c, Z3_mk_string_symbol(c, name), sort);
}

static Z3_decl_kind
kind_of(Z3_context c, Z3_ast value)
{
	if (Z3_get_ast_kind(c, value) != Z3_APP_AST)
		return Z3_OP_UNINTERPRETED;
	return Z3_get_decl_kind(c, Z3_get_app_decl(c, Z3_to_app(c, value)));
}

static bool
is_recursive(Z3_context c, Z3_ast part)
{
	return Z3_get_ast_kind(c, part) == Z3_APP_AST &&
	       recursive_functions_defines(
		       c, Z3_get_app_decl(c, Z3_to_app(c, part)));
}

/*
 * A term over the arguments, without what libz3 has made up to define it, and
 * other constants and functions; unless that makes it much longer, or without
 * an end, as it does recursive functions. An array of them is no table: that
 * would have arguments of the same names.
 */
static struct json_object *
body_json(Z3_context c, Z3_model m, Z3_ast body, int depth)
{
	enum { LONGER = 2, LONGER_BYTES = 400 };
	DROP(text) char *text = NULL;
	Z3_ast plain = NULL;
	const char *shown;

	if (Z3_is_numeral_ast(c, body))
		return value_at(c, m, body, depth);
	text = text_copy(Z3_ast_to_string(c, body));
	if (term_any(c, body, is_recursive) ||
		!Z3_model_eval(c, m, body, false, &plain) || plain == NULL ||
		strlen(Z3_ast_to_string(c, plain)) >
			LONGER * strlen(text) + LONGER_BYTES)
		plain = body;
	shown = Z3_ast_to_string(c, plain);
	if (!Z3_is_string(c, plain) && strstr(shown, "x!") != NULL)
		return scalar_json_text(c, plain);
	return value_at(c, m, plain, depth);
}

static struct json_object *
else_json(Z3_context c, Z3_model m, Z3_func_decl function,
	Z3_func_interp interp, int depth)
{
	unsigned count = Z3_get_arity(c, function);
	Z3_ast *names = mem_grow(NULL, count, sizeof(*names));
	Z3_ast value;

	for (unsigned i = 0; i < count; i++)
		names[i] = argument_name(c, i, Z3_get_domain(c, function, i));
	value = Z3_substitute_vars(
		c, Z3_func_interp_get_else(c, interp), count, names);
	free(names);
	return body_json(c, m, value, depth);
}

/* (lambda ((x Int)) (+ x 1)) is a function without entries. */
static struct json_object *
lambda_json(Z3_context c, Z3_model m, Z3_ast lambda, int depth)
{
	struct json_object *table = json_new_object();
	unsigned count = Z3_get_quantifier_num_bound(c, lambda);
	Z3_ast *names = mem_grow(NULL, count, sizeof(*names));
	Z3_ast body;

	/* The innermost variable is the last one. */
	for (unsigned i = 0; i < count; i++)
		names[count - 1 - i] = argument_name(
			c, i, Z3_get_quantifier_bound_sort(c, lambda, i));
	body = Z3_substitute_vars(
		c, Z3_get_quantifier_body(c, lambda), count, names);
	free(names);
	json_put(table, "entries", json_new_array());
	json_put(table, "else", body_json(c, m, body, depth));
	return table;
}

/*
 * In tables libz3 leaves strings as the characters that they are made of, also
 * within datatypes: (str.++ (seq.unit (_ Char 97)) ...).
 */
static struct json_object *
cell_json(Z3_context c, Z3_model m, Z3_ast value, int depth)
{
	Z3_sort_kind kind = Z3_get_sort_kind(c, Z3_get_sort(c, value));

	if (kind == Z3_SEQ_SORT || kind == Z3_DATATYPE_SORT)
		value = Z3_simplify(c, value);
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
				cell_json(c, m, Z3_func_entry_get_arg(c, e, j),
					depth));
		add_entry(entries, arguments,
			cell_json(c, m, Z3_func_entry_get_value(c, e), depth));
		Z3_func_entry_dec_ref(c, e);
	}
	json_put(table, "entries", entries);
	json_put(table, "else", else_json(c, m, function, interp, depth));
	return table;
}

static struct json_object *
entries_json(
	Z3_context c, Z3_model m, const struct array_value *chain, int depth)
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
	struct array_value chain;

	array_value_read(c, value, &chain);
	if (kind_of(c, chain.base) == Z3_OP_CONST_ARRAY) {
		table = json_new_object();
		json_put(table, "entries", entries_json(c, m, &chain, depth));
		json_put(table, "else",
			value_at(c, m,
				Z3_get_app_arg(c, Z3_to_app(c, chain.base), 0),
				depth));
	} else {
		table = scalar_json_text(c, value);
	}
	array_value_release(&chain);
	return table;
}

/* Point by point, where the `else` would be a formula: what differs from the
 * value that most have. */
static struct json_object *
plain_json(
	Z3_context c, Z3_model m, const struct function_table *plain, int depth)
{
	struct json_object *table = json_new_object();
	struct json_object *entries = json_new_array();

	for (unsigned i = 0; i < plain->count; i++) {
		Z3_app point = Z3_to_app(c, plain->terms[i]);
		struct json_object *arguments;

		if (Z3_is_eq_ast(c, plain->values[i], plain->most))
			continue;
		arguments = json_new_array();
		for (unsigned j = 0; j < Z3_get_app_num_args(c, point); j++)
			json_add(arguments,
				value_at(c, m, Z3_get_app_arg(c, point, j),
					depth));
		add_entry(entries, arguments,
			value_at(c, m, plain->values[i], depth));
	}
	json_put(table, "entries", entries);
	json_put(table, "else", value_at(c, m, plain->most, depth));
	return table;
}

/* Names of arguments are in it; or it is a string, of which no harm comes. */
static bool
is_formula(const struct json_object *otherwise)
{
	return json_kind(otherwise) == JSON_STRING &&
	       strstr(json_string(otherwise), "x!") != NULL;
}

static struct json_object *
function_at(Z3_context c, Z3_model m, Z3_func_decl function, int depth)
{
	Z3_func_interp interp;
	struct json_object *table;
	struct function_table plain;

	if (!Z3_model_has_interp(c, m, function))
		return NULL;
	interp = Z3_model_get_func_interp(c, m, function);
	if (interp == NULL)
		return NULL;
	Z3_func_interp_inc_ref(c, interp);
	table = interpretation_json(c, m, function, interp, depth);
	if (is_formula(json_get(table, "else")) &&
		!term_any(
			c, Z3_func_interp_get_else(c, interp), is_recursive) &&
		function_table_read(c, m, function, &plain)) {
		json_free(table);
		table = plain_json(c, m, &plain, depth);
	}
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
	if (table == NULL && Z3_is_lambda(c, value))
		table = lambda_json(c, m, value, depth);
	return table != NULL ? table : array_json(c, m, value, depth);
}

static struct json_object *
value_at(Z3_context c, Z3_model m, Z3_ast value, int depth)
{
	Z3_sort_kind kind = Z3_get_sort_kind(c, Z3_get_sort(c, value));

	if (depth >= DEPTH_MAX)
		return scalar_json_text(c, value);
	return kind == Z3_ARRAY_SORT ? array_or_table(c, m, value, depth + 1)
				     : scalar_json_json(c, value);
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
