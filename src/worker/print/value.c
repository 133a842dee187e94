#include "worker/print/value.h"

#include <errno.h>
#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/buf.h"
#include "worker/base/solution_value.h"
#include "worker/base/termset.h"
#include "worker/print/array_value.h"
#include "worker/print/cartesian_product.h"
#include "worker/print/print_term.h"
#include "worker/print/string_literal.h"
#include "json/json.h"

enum {
	/* Arrays of arrays nest as deeply as their sorts are written. */
	DEPTH_MAX = 24,
	ALGEBRAIC_DIGITS = 10,
	POINTS_MAX = 64,
};

static const int64_t LARGEST_EXACT = (INT64_C(1) << 53) - 1;

/* Whose values they are. */
struct source {
	struct printer *p;
	Z3_context c;
	Z3_model m;
};

static struct json_object *value_at(
	const struct source *s, Z3_ast value, int depth);

/* Any value as SMT-LIB text. */
static struct json_object *
text_json(struct printer *p, Z3_ast value)
{
	DROP(text) char *text = print_term(p, value);

	return json_new_string(text);
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
algebraic_json(struct printer *p, Z3_ast value)
{
	struct json_object *pair = json_new_object();
	DROP(text)
	char *approx = text_copy(
		Z3_get_numeral_decimal_string(p->c, value, ALGEBRAIC_DIGITS));

	/* libz3 marks a decimal that goes on with a question mark. */
	approx[strcspn(approx, "?")] = '\0';
	json_put(pair, "exact", text_json(p, value));
	json_put_string(pair, "approx", approx);
	return pair;
}

static struct json_object *
number_json(struct printer *p, Z3_ast value, bool is_int)
{
	if (!Z3_is_numeral_ast(p->c, value))
		return Z3_is_algebraic_number(p->c, value)
			       ? algebraic_json(p, value)
			       : text_json(p, value);
	return is_int ? integer_json(Z3_get_numeral_string(p->c, value))
		      : json_new_string(Z3_get_numeral_string(p->c, value));
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
float_json(struct printer *p, Z3_ast value)
{
	const char *word = float_word(p->c, value);
	struct json_object *pair;
	const char *exact;
	Z3_ast real;
	double nearest;

	if (word != NULL) {
		pair = json_new_object();
		json_put_string(pair, "value", word);
		json_put(pair, "exact", text_json(p, value));
		return pair;
	}
	real = float_real(p->c, value);
	if (!Z3_is_numeral_ast(p->c, real))
		return text_json(p, value);
	pair = json_new_object();
	exact = Z3_get_numeral_string(p->c, real);
	nearest = rational_double(exact);
	if (isfinite(nearest))
		json_put(pair, "value", json_new_double(nearest));
	json_put_string(pair, "exact", exact);
	return pair;
}

/* --- strings ------------------------------------------------------------- */

static struct json_object *
string_json(Z3_context c, Z3_ast value)
{
	DROP(buf) struct buf out;

	buf_init(&out, SIZE_MAX / 2);
	string_literal_read(c, value, &out);
	return json_new_string_n(out.data, out.size);
}

/* A value that holds no table; as text where JSON has nothing for its sort. */
static struct json_object *
scalar_json(struct printer *p, Z3_ast value)
{
	Z3_sort sort = Z3_get_sort(p->c, value);

	if (Z3_is_string_sort(p->c, sort) && Z3_is_string(p->c, value))
		return string_json(p->c, value);
	switch ((int)Z3_get_sort_kind(p->c, sort)) {
	case Z3_BOOL_SORT:
		if (Z3_get_bool_value(p->c, value) == Z3_L_UNDEF)
			return text_json(p, value);
		return json_new_bool(
			Z3_get_bool_value(p->c, value) == Z3_L_TRUE);
	case Z3_INT_SORT:
		return number_json(p, value, true);
	case Z3_REAL_SORT:
		return number_json(p, value, false);
	case Z3_FLOATING_POINT_SORT:
		return float_json(p, value);
	default:
		return text_json(p, value);
	}
}

/* --- tables point by point ------------------------------------------------ */

/* What a function is at each point, where it has few, whatever formula libz3
 * has found for it. */
struct function_table {
	unsigned count;
	Z3_ast terms[POINTS_MAX]; /* (f a), (f b), ... */
	Z3_ast values[POINTS_MAX];
	Z3_ast most; /* the value that most of them have */
};

static bool
is_plain(Z3_context c, Z3_ast value)
{
	return Z3_is_numeral_ast(c, value) ||
	       (Z3_get_ast_kind(c, value) == Z3_APP_AST &&
		       Z3_get_app_num_args(c, Z3_to_app(c, value)) == 0);
}

static Z3_ast
most_frequent(Z3_context c, const struct function_table *plain)
{
	unsigned most = 0;
	Z3_ast frequent = plain->values[0];

	for (unsigned i = 0; i < plain->count; i++) {
		unsigned same = 0;

		for (unsigned j = 0; j < plain->count; j++)
			same += Z3_is_eq_ast(
				c, plain->values[i], plain->values[j]);
		/* Of as many false and true it is false: relations are read
		 * as what holds. */
		if (same > most || (same == most && Z3_get_bool_value(c,
							    plain->values[i]) ==
							    Z3_L_FALSE)) {
			most = same;
			frequent = plain->values[i];
		}
	}
	return frequent;
}

static bool
read_points(Z3_context c, Z3_model m, Z3_func_decl function,
	struct cartesian_product *grid, struct function_table *plain)
{
	do {
		Z3_ast *value = &plain->values[plain->count];

		plain->terms[plain->count] =
			cartesian_product_apply(grid, function);
		if (!Z3_model_eval(
			    c, m, plain->terms[plain->count], true, value) ||
			!is_plain(c, *value))
			return false;
		plain->count++;
	} while (cartesian_product_next(grid));
	return true;
}

/* False: it has many points, or one of its values is no plain one. */
static bool
read_table(Z3_context c, Z3_model m, Z3_func_decl function,
	struct function_table *plain)
{
	struct cartesian_product grid;
	bool is_read;

	plain->count = 0;
	is_read = cartesian_product_begin_function(
			  &grid, c, m, function, POINTS_MAX) &&
		  read_points(c, m, function, &grid, plain);
	cartesian_product_release(&grid);
	if (is_read)
		plain->most = most_frequent(c, plain);
	return is_read;
}

/* --- tables -------------------------------------------------------------- */

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

/*
 * A term over the arguments, without what libz3 has made up to define it, and
 * other constants and functions; unless that makes it much longer, or without
 * an end, as it does recursive functions. An array of them is no table: that
 * would have arguments of the same names.
 */
static struct json_object *
body_json(const struct source *s, Z3_ast body, int depth)
{
	Z3_context c = s->c;
	enum { LONGER = 2, LONGER_BYTES = 400 };
	DROP(text) char *text = NULL;
	Z3_ast plain = NULL;
	const char *shown;

	if (Z3_is_numeral_ast(c, body))
		return value_at(s, body, depth);
	text = text_copy(Z3_ast_to_string(c, body));
	if (term_any(c, body, term_applies_recursive) ||
		!Z3_model_eval(s->c, s->m, body, false, &plain) ||
		plain == NULL ||
		strlen(Z3_ast_to_string(c, plain)) >
			LONGER * strlen(text) + LONGER_BYTES)
		plain = body;
	shown = Z3_ast_to_string(c, plain);
	if (!Z3_is_string(c, plain) && strstr(shown, "x!") != NULL)
		return text_json(s->p, plain);
	return value_at(s, plain, depth);
}

static struct json_object *
else_json(const struct source *s, Z3_func_decl function, Z3_func_interp interp,
	int depth)
{
	Z3_context c = s->c;
	unsigned count = Z3_get_arity(c, function);
	Z3_ast *names = mem_grow(NULL, count, sizeof(*names));
	Z3_ast value;

	for (unsigned i = 0; i < count; i++)
		names[i] = argument_name(c, i, Z3_get_domain(c, function, i));
	value = Z3_substitute_vars(
		c, Z3_func_interp_get_else(c, interp), count, names);
	free(names);
	return body_json(s, value, depth);
}

/* (lambda ((x Int)) (+ x 1)) is a function without entries. */
static struct json_object *
lambda_json(const struct source *s, Z3_ast lambda, int depth)
{
	Z3_context c = s->c;
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
	json_put(table, "else", body_json(s, body, depth));
	return table;
}

/*
 * In tables libz3 leaves strings as the characters that they are made of, also
 * within datatypes: (str.++ (seq.unit (_ Char 97)) ...).
 */
static struct json_object *
cell_json(const struct source *s, Z3_ast value, int depth)
{
	Z3_context c = s->c;
	Z3_sort_kind kind = Z3_get_sort_kind(c, Z3_get_sort(c, value));

	if (kind == Z3_SEQ_SORT || kind == Z3_DATATYPE_SORT)
		value = Z3_simplify(c, value);
	return value_at(s, value, depth);
}

static struct json_object *
interpretation_json(const struct source *s, Z3_func_decl function,
	Z3_func_interp interp, int depth)
{
	Z3_context c = s->c;
	struct json_object *table = json_new_object();
	struct json_object *entries = json_new_array();
	unsigned count = Z3_func_interp_get_num_entries(c, interp);

	for (unsigned i = 0; i < count; i++) {
		Z3_func_entry e = solution_entry(c, interp, i);
		struct json_object *arguments = json_new_array();

		for (unsigned j = 0; j < Z3_func_entry_get_num_args(c, e); j++)
			json_add(arguments,
				cell_json(s, Z3_func_entry_get_arg(c, e, j),
					depth));
		add_entry(entries, arguments,
			cell_json(s, Z3_func_entry_get_value(c, e), depth));
		Z3_func_entry_dec_ref(c, e);
	}
	json_put(table, "entries", entries);
	json_put(table, "else", else_json(s, function, interp, depth));
	return table;
}

static struct json_object *
entries_json(const struct source *s, const struct array_value *chain, int depth)
{
	Z3_context c = s->c;
	struct json_object *entries = json_new_array();

	for (size_t i = 0; i < chain->count; i++) {
		const struct stored *one = &chain->at[i];
		struct json_object *arguments = json_new_array();
		Z3_ast stored = Z3_get_app_arg(c, one->store, one->count + 1);

		for (unsigned j = 0; j < one->count; j++)
			json_add(
				arguments, value_at(s, one->indices[j], depth));
		add_entry(entries, arguments, value_at(s, stored, depth));
	}
	return entries;
}

static struct json_object *
array_json(const struct source *s, Z3_ast value, int depth)
{
	Z3_context c = s->c;
	struct json_object *table;
	struct array_value chain;

	array_value_read(c, value, &chain);
	if (kind_of(c, chain.base) == Z3_OP_CONST_ARRAY) {
		table = json_new_object();
		json_put(table, "entries", entries_json(s, &chain, depth));
		json_put(table, "else",
			value_at(s,
				Z3_get_app_arg(c, Z3_to_app(c, chain.base), 0),
				depth));
	} else {
		table = text_json(s->p, value);
	}
	array_value_release(&chain);
	return table;
}

/* Point by point, where the `else` would be a formula: what differs from the
 * value that most have. */
static struct json_object *
plain_json(
	const struct source *s, const struct function_table *plain, int depth)
{
	Z3_context c = s->c;
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
				value_at(
					s, Z3_get_app_arg(c, point, j), depth));
		add_entry(entries, arguments,
			value_at(s, plain->values[i], depth));
	}
	json_put(table, "entries", entries);
	json_put(table, "else", value_at(s, plain->most, depth));
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
function_at(const struct source *s, Z3_func_decl function, int depth)
{
	Z3_context c = s->c;
	Z3_func_interp interp;
	struct json_object *table;
	struct function_table plain;

	if (!Z3_model_has_interp(s->c, s->m, function))
		return NULL;
	interp = Z3_model_get_func_interp(s->c, s->m, function);
	if (interp == NULL)
		return NULL;
	Z3_func_interp_inc_ref(c, interp);
	table = interpretation_json(s, function, interp, depth);
	if (is_formula(json_get(table, "else")) &&
		!term_any(c, Z3_func_interp_get_else(c, interp),
			term_applies_recursive) &&
		read_table(s->c, s->m, function, &plain)) {
		json_free(table);
		table = plain_json(s, &plain, depth);
	}
	Z3_func_interp_dec_ref(c, interp);
	return table;
}

static struct json_object *
array_or_table(const struct source *s, Z3_ast value, int depth)
{
	Z3_context c = s->c;
	struct json_object *table = NULL;

	if (kind_of(c, value) == Z3_OP_AS_ARRAY)
		table = function_at(
			s, Z3_get_as_array_func_decl(c, value), depth);
	if (table == NULL && Z3_is_lambda(c, value))
		table = lambda_json(s, value, depth);
	return table != NULL ? table : array_json(s, value, depth);
}

static struct json_object *
value_at(const struct source *s, Z3_ast value, int depth)
{
	Z3_context c = s->c;
	Z3_sort_kind kind = Z3_get_sort_kind(c, Z3_get_sort(c, value));

	if (depth >= DEPTH_MAX)
		return text_json(s->p, value);
	return kind == Z3_ARRAY_SORT ? array_or_table(s, value, depth + 1)
				     : scalar_json(s->p, value);
}

struct json_object *
value_json(struct printer *p, Z3_model m, Z3_ast value)
{
	return value_at(&(struct source){p, p->c, m}, value, 0);
}

struct json_object *
value_function(struct printer *p, Z3_model m, Z3_func_decl function)
{
	return function_at(&(struct source){p, p->c, m}, function, 0);
}
