#include "worker/print/scalar_json.h"

#include <errno.h>
#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/buf.h"
#include "worker/print/sort_printer.h"
#include "worker/print/string_literal.h"
#include "json/json.h"

enum { ALGEBRAIC_DIGITS = 10 };

static const int64_t LARGEST_EXACT = (INT64_C(1) << 53) - 1;

/* libz3 breaks lines. A string or a quoted name may hold blanks of its own; a
 * quote in a string is two, so it ends and begins again. */
struct json_object *
scalar_json_text(Z3_context c, Z3_ast value)
{
	DROP(text) char *text = sort_printer_term(c, value);
	char *to = text;
	char quote = '\0';

	for (const char *at = text; *at != '\0'; at++) {
		bool is_blank = *at == ' ' || *at == '\n';

		if (quote != '\0')
			quote = *at == quote ? '\0' : quote;
		else if (*at == '"' || *at == '|')
			quote = *at;
		else if (is_blank && to > text && to[-1] == ' ')
			continue;
		*to++ = is_blank && quote == '\0' ? ' ' : *at;
	}
	return json_new_string_n(text, (size_t)(to - text));
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
	json_put(pair, "exact", scalar_json_text(c, value));
	json_put_string(pair, "approx", approx);
	return pair;
}

static struct json_object *
number_json(Z3_context c, Z3_ast value, bool is_int)
{
	if (!Z3_is_numeral_ast(c, value))
		return Z3_is_algebraic_number(c, value)
			       ? algebraic_json(c, value)
			       : scalar_json_text(c, value);
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
		return scalar_json_text(c, value);
	pair = json_new_object();
	exact = Z3_get_numeral_string(c, real);
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

/* --- all ----------------------------------------------------------------- */

struct json_object *
scalar_json_json(Z3_context c, Z3_ast value)
{
	Z3_sort sort = Z3_get_sort(c, value);

	if (Z3_is_string_sort(c, sort) && Z3_is_string(c, value))
		return string_json(c, value);
	switch ((int)Z3_get_sort_kind(c, sort)) {
	case Z3_BOOL_SORT:
		if (Z3_get_bool_value(c, value) == Z3_L_UNDEF)
			return scalar_json_text(c, value);
		return json_new_bool(Z3_get_bool_value(c, value) == Z3_L_TRUE);
	case Z3_INT_SORT:
		return number_json(c, value, true);
	case Z3_REAL_SORT:
		return number_json(c, value, false);
	case Z3_FLOATING_POINT_SORT:
		return float_json(c, value);
	default:
		return scalar_json_text(c, value);
	}
}
