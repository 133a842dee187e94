#include "solver/value.h"

#include <errno.h>
#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/buf.h"
#include "solver/chain.h"
#include "json/json.h"

enum {
	ALGEBRAIC_DIGITS = 10,
	/* Arrays of arrays nest as deeply as their sorts are written. */
	DEPTH_MAX = 24,
};

static const int64_t LARGEST_EXACT = (INT64_C(1) << 53) - 1;

static struct json_object *value_at(
	Z3_context c, Z3_model m, Z3_ast value, int depth);

static struct json_object *
smtlib_json(Z3_context c, Z3_ast value)
{
	return json_new_string(Z3_ast_to_string(c, value));
}

/* --- numbers ------------------------------------------------------------- */

static struct json_object *
integer_json(const char *digits)
{
	long long value;

	errno = 0;
	value = strtoll(digits, NULL, 10);
	if (errno == 0 && value <= LARGEST_EXACT && value >= -LARGEST_EXACT)
		return json_new_int(value);
	return json_new_string(digits);
}

static struct json_object *
algebraic_json(Z3_context c, Z3_ast value)
{
	struct json_object *pair = json_new_object();
	DROP(text)
	char *approx = text_copy(
		Z3_get_numeral_decimal_string(c, value, ALGEBRAIC_DIGITS));

	/* libz3 marks a decimal that goes on with a question mark. */
	approx[strcspn(approx, "?")] = '\0';
	json_put(pair, "exact", smtlib_json(c, value));
	json_put_string(pair, "approx", approx);
	return pair;
}

static struct json_object *
number_json(Z3_context c, Z3_ast value, bool is_int)
{
	if (!Z3_is_numeral_ast(c, value))
		return Z3_is_algebraic_number(c, value)
			       ? algebraic_json(c, value)
			       : smtlib_json(c, value);
	return is_int ? integer_json(Z3_get_numeral_string(c, value))
		      : json_new_string(Z3_get_numeral_string(c, value));
}

/* --- floating point ------------------------------------------------------ */

static const char *
float_word(Z3_context c, Z3_ast value)
{
	if (Z3_fpa_is_numeral_nan(c, value))
		return "NaN";
	if (Z3_fpa_is_numeral_inf(c, value))
		return Z3_fpa_is_numeral_negative(c, value) ? "-oo" : "+oo";
	if (Z3_fpa_is_numeral_zero(c, value) &&
		Z3_fpa_is_numeral_negative(c, value))
		return "-0";
	return NULL;
}

/* The exact rational, by libz3 itself. */
static Z3_ast
float_real(Z3_context c, Z3_ast value)
{
	return Z3_simplify(c, Z3_mk_fpa_to_real(c, value));
}

/*
 * "n/d" or "n" as a double. Both may be beyond a double's range while the
 * quotient is not, so the division is done with a long double's exponents.
 */
static double
rational_double(const char *text)
{
	const char *slash = strchr(text, '/');
	long double numerator = strtold(text, NULL);
	long double denominator = slash != NULL ? strtold(slash + 1, NULL) : 1;

	return (double)(numerator / denominator);
}

static struct json_object *
float_json(Z3_context c, Z3_ast value)
{
	const char *word = float_word(c, value);
	struct json_object *pair;
	const char *exact;
	Z3_ast real;
	double nearest;

	if (word != NULL) {
		pair = json_new_object();
		json_put_string(pair, "value", word);
		json_put_string(pair, "exact", Z3_ast_to_string(c, value));
		return pair;
	}
	real = float_real(c, value);
	if (!Z3_is_numeral_ast(c, real))
		return smtlib_json(c, value);
	pair = json_new_object();
	exact = Z3_get_numeral_string(c, real);
	nearest = rational_double(exact);
	if (isfinite(nearest))
		json_put(pair, "value", json_new_double(nearest));
	json_put_string(pair, "exact", exact);
	return pair;
}

/* --- strings ------------------------------------------------------------- */

static void
add_code_point(struct buf *out, unsigned long point)
{
	char bytes[4];
	size_t size = 0;

	if (point < 0x80) {
		bytes[size++] = (char)point;
	} else if (point < 0x800) {
		bytes[size++] = (char)(0xc0 | point >> 6);
		bytes[size++] = (char)(0x80 | (point & 0x3f));
	} else if (point < 0x10000) {
		bytes[size++] = (char)(0xe0 | point >> 12);
		bytes[size++] = (char)(0x80 | (point >> 6 & 0x3f));
		bytes[size++] = (char)(0x80 | (point & 0x3f));
	} else {
		bytes[size++] = (char)(0xf0 | point >> 18);
		bytes[size++] = (char)(0x80 | (point >> 12 & 0x3f));
		bytes[size++] = (char)(0x80 | (point >> 6 & 0x3f));
		bytes[size++] = (char)(0x80 | (point & 0x3f));
	}
	buf_add(out, bytes, size);
}

/* The code point of \u{h...} at `at`; *length is that of the escape, 0 if it
 * is none. Surrogates have no UTF-8 and stay as they are written. */
static unsigned long
escape_at(const char *at, size_t *length)
{
	char *end;
	unsigned long point;

	*length = 0;
	if (strncmp(at, "\\u{", 3) != 0)
		return 0;
	point = strtoul(at + 3, &end, 16);
	if (end == at + 3 || *end != '}' || point > 0x10ffff ||
		(point >= 0xd800 && point < 0xe000))
		return 0;
	*length = (size_t)(end - at) + 1;
	return point;
}

static struct json_object *
string_json(Z3_context c, Z3_ast value)
{
	DROP(buf) struct buf out;
	const char *at = Z3_get_string(c, value);
	size_t length;

	buf_init(&out, SIZE_MAX / 2);
	while (*at != '\0') {
		unsigned long point = escape_at(at, &length);

		if (length > 0) {
			add_code_point(&out, point);
			at += length;
		} else {
			buf_add_char(&out, *at++);
		}
	}
	return json_new_string_n(out.data, out.size);
}

/* --- arrays and functions ------------------------------------------------ */

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
		table = smtlib_json(c, value);
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

/* --- all ----------------------------------------------------------------- */

static struct json_object *
value_at(Z3_context c, Z3_model m, Z3_ast value, int depth)
{
	Z3_sort sort = Z3_get_sort(c, value);

	if (depth >= DEPTH_MAX)
		return smtlib_json(c, value);
	if (Z3_is_string_sort(c, sort) && Z3_is_string(c, value))
		return string_json(c, value);
	switch ((int)Z3_get_sort_kind(c, sort)) {
	case Z3_BOOL_SORT:
		if (Z3_get_bool_value(c, value) == Z3_L_UNDEF)
			return smtlib_json(c, value);
		return json_new_bool(Z3_get_bool_value(c, value) == Z3_L_TRUE);
	case Z3_INT_SORT:
		return number_json(c, value, true);
	case Z3_REAL_SORT:
		return number_json(c, value, false);
	case Z3_FLOATING_POINT_SORT:
		return float_json(c, value);
	case Z3_ARRAY_SORT:
		return array_or_table(c, m, value, depth + 1);
	default:
		return smtlib_json(c, value);
	}
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
