#include "worker/print/value.h"

#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/buf.h"
#include "wire/answer_json.h"
#include "worker/base/context.h"
#include "worker/base/interruptible.h"
#include "worker/base/task.h"
#include "worker/base/termset.h"
#include "worker/base/value_range.h"
#include "worker/print/print_term.h"
#include "worker/print/string_literal.h"
#include "json/json.h"

enum {
	/* The containers around an array that is written as a table. It has up
	 * to 5 of its own: the table, its entries, an entry, its arguments, and
	 * a number that is an object. */
	DEPTH_MAX = ANSWER_VALUE_DEPTH - 5,
	/* Of constructors in constructors. */
	CONSTRUCTORS_MAX = 24,
	ALGEBRAIC_DIGITS = 10,
	/* Of a function that is a formula: all places that it has. */
	POINTS_MAX = 64,
	/* Arguments that are looked for in the problem. */
	OCCURRING_MAX = 10000,
	/* Characters of a formula that somebody may want to read. */
	FORMULA_MAX = 120,
};

static const int64_t LARGEST_EXACT = (INT64_C(1) << 53) - 1;

/* Whose values they are. */
struct source {
	struct printer *p;
	Z3_context c;
	Z3_model m;
};

/* `depth`: the containers around the value, in these and all below. */
static struct json_object *value_at(
	const struct source *s, Z3_ast value, int depth);
static struct json_object *array_at(
	const struct source *s, Z3_ast term, Z3_ast value, int depth);

/* Any value as SMT-LIB text; NULL if libz3 was interrupted. */
static struct json_object *
text_json(struct printer *p, Z3_ast value)
{
	DROP(text) char *text = print_term(p, value);

	return text[0] != '\0' ? json_new_string(text) : NULL;
}

/* --- numbers ------------------------------------------------------------- */

static struct json_object *
algebraic_json(struct printer *p, Z3_ast value)
{
	struct json_object *exact = text_json(p, value);
	struct json_object *pair;
	DROP(text)
	char *approx =
		text_copy(interruptible_decimal(p->c, value, ALGEBRAIC_DIGITS));

	if (exact == NULL)
		return NULL;
	/* libz3 marks a decimal that goes on with a question mark. */
	approx[strcspn(approx, "?")] = '\0';
	pair = json_new_object();
	json_put(pair, "exact", exact);
	if (approx[0] != '\0')
		json_put_string(pair, "approx", approx);
	return pair;
}

static struct json_object *
number_json(struct printer *p, Z3_ast value)
{
	bool is_int = term_sort_kind(p->c, value) == Z3_INT_SORT;
	int64_t number;

	if (!Z3_is_numeral_ast(p->c, value))
		return Z3_is_algebraic_number(p->c, value)
			       ? algebraic_json(p, value)
			       : text_json(p, value);
	if (is_int && Z3_get_numeral_int64(p->c, value, &number) &&
		number <= LARGEST_EXACT && number >= -LARGEST_EXACT)
		return json_new_int(number);
	return json_new_string(Z3_get_numeral_string(p->c, value));
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
		struct json_object *text = text_json(p, value);

		if (text == NULL)
			return NULL;
		pair = json_new_object();
		json_put_string(pair, "value", word);
		json_put(pair, "exact", text);
		return pair;
	}
	/* The exact rational, by libz3 itself. */
	context_clear();
	real = interruptible_simplify(p->c, Z3_mk_fpa_to_real(p->c, value));
	if (!Z3_is_numeral_ast(p->c, real))
		return context_failed() ? NULL : text_json(p, value);
	pair = json_new_object();
	exact = Z3_get_numeral_string(p->c, real);
	nearest = rational_double(exact);
	if (isfinite(nearest))
		json_put(pair, "value", json_new_double(nearest));
	json_put_string(pair, "exact", exact);
	return pair;
}

/* A value that holds no table; as text where JSON has nothing for its sort. */
static struct json_object *
scalar_json(struct printer *p, Z3_ast value)
{
	Z3_sort sort = Z3_get_sort(p->c, value);

	if (Z3_is_string_sort(p->c, sort)) {
		DROP(buf) struct buf out;

		buf_init(&out, SIZE_MAX / 2);
		/* SMT-LIB would be read as the characters of a string. */
		if (!Z3_is_string(p->c, value))
			return NULL;
		string_literal_read(p->c, value, &out);
		return json_new_string_n(out.data, out.size);
	}
	switch ((int)Z3_get_sort_kind(p->c, sort)) {
	case Z3_BOOL_SORT:
		if (Z3_get_bool_value(p->c, value) == Z3_L_UNDEF)
			return text_json(p, value);
		return json_new_bool(
			Z3_get_bool_value(p->c, value) == Z3_L_TRUE);
	case Z3_INT_SORT:
	case Z3_REAL_SORT:
		return number_json(p, value);
	case Z3_FLOATING_POINT_SORT:
		return float_json(p, value);
	default:
		return text_json(p, value);
	}
}

/* --- tables --------------------------------------------------------------- */

static bool
is_plain(Z3_context c, Z3_ast value)
{
	return Z3_is_numeral_ast(c, value) ||
	       (Z3_get_ast_kind(c, value) == Z3_APP_AST &&
		       term_arity(c, value) == 0);
}

/* What a function, or an array, is at some places and elsewhere. */
struct value_table {
	struct termset places; /* applications to values */
	Z3_ast otherwise;      /* over x!0, ...; NULL: there is none */
};

/* Or of a datatype with such arguments. */
static bool // NOLINTNEXTLINE(misc-no-recursion)
is_value(Z3_context c, Z3_ast value, int depth)
{
	if (is_plain(c, value) || Z3_is_string(c, value))
		return true;
	if (term_kind(c, value) != Z3_OP_DT_CONSTRUCTOR ||
		depth == CONSTRUCTORS_MAX)
		return false;
	for (unsigned i = 0; i < term_arity(c, value); i++) {
		if (!is_value(c, term_argument(c, value, i), depth + 1))
			return false;
	}
	return true;
}

/* Of a function, or of an array by select. */
static bool
is_application(Z3_context c, Z3_ast term)
{
	Z3_decl_kind kind = term_kind(c, term);

	return kind == Z3_OP_SELECT ||
	       (kind == Z3_OP_UNINTERPRETED && !is_plain(c, term));
}

/* (f 1 x) at the values of its arguments, and so an array that is one of an
 * array; NULL: some have none. */
static Z3_ast // NOLINTNEXTLINE(misc-no-recursion)
application_at_values(const struct source *s, Z3_ast application)
{
	Z3_context c = s->c;
	unsigned count = term_arity(c, application);
	Z3_ast *values = term_arguments(c, application);
	Z3_ast at_values = NULL;
	bool has_all = true;
	unsigned i = 0;

	if (term_kind(c, application) == Z3_OP_SELECT) {
		if (is_application(c, values[i]))
			values[i] = application_at_values(s, values[i]);
		has_all = values[i++] != NULL;
	}
	for (; i < count && has_all; i++)
		has_all = Z3_get_ast_kind(c, values[i]) == Z3_NUMERAL_AST ||
			  ((values[i] = interruptible_value(
				    c, s->m, values[i], true)) != NULL &&
				  is_value(c, values[i], 0));
	if (has_all)
		at_values =
			Z3_mk_app(c, term_decl(c, application), count, values);
	free(values);
	return at_values;
}

/*
 * The arguments that occur in the problem, outside of quantifiers; where one is
 * written out, those are its range. What a function is there, everybody wants
 * to see, whether or not libz3 says the same of all others.
 */
static void
find_occurring(const struct source *s)
{
	const struct problem *problem = &s->p->task->parsed->problem;
	DROP(termset) struct termset parts = {0};

	termset_release(&s->p->occurring);
	s->p->occurring_in = s->m;
	for (size_t i = 0; i < problem->count; i++) {
		const struct problem_part *part = &problem->parts[i];

		if (part->term != PART_NO_TERM && part->kind != PART_CONSTANT &&
			part->kind != PART_FUNCTION)
			termset_add_parts(&parts, s->c,
				task_term(s->p->task, part), false);
	}
	for (size_t i = 0;
		i < parts.count && s->p->occurring.count < OCCURRING_MAX; i++) {
		Z3_ast place = NULL;

		if (is_application(s->c, parts.at[i]))
			place = application_at_values(s, parts.at[i]);
		if (place != NULL)
			(void)termset_add(&s->p->occurring, s->c, place);
	}
}

/* Those of the function, or of the array that is a constant. */
static void
add_occurring(const struct source *s, struct value_table *table,
	Z3_func_decl function, Z3_ast array)
{
	if (s->p->occurring_in != s->m)
		find_occurring(s);
	for (size_t i = 0; i < s->p->occurring.count; i++) {
		Z3_ast place = s->p->occurring.at[i];

		if (function != NULL ? term_decl(s->c, place) == function
				     : term_kind(s->c, place) == Z3_OP_SELECT &&
					       term_argument(s->c, place, 0) ==
						       array)
			(void)termset_add(&table->places, s->c, place);
	}
}

/* --- order ---------------------------------------------------------------- */

/* Which of the values of its sort it is, as far as there is an order. */
static int64_t
rank_of(Z3_context c, Z3_ast value)
{
	Z3_sort sort = Z3_get_sort(c, value);
	int64_t number = 0;

	if (Z3_get_ast_kind(c, value) == Z3_NUMERAL_AST)
		return Z3_get_numeral_int64(c, value, &number) ? number : 0;
	if (Z3_get_sort_kind(c, sort) != Z3_DATATYPE_SORT)
		return Z3_get_bool_value(c, value);
	while (number < Z3_get_datatype_sort_num_constructors(c, sort) &&
		Z3_get_datatype_sort_constructor(c, sort, (unsigned)number) !=
			term_decl(c, value))
		number++;
	return number;
}

static int
compare_places(const void *left, const void *right, void *context)
{
	Z3_context c = context;
	Z3_ast a = *(const Z3_ast *)left;
	Z3_ast b = *(const Z3_ast *)right;

	for (unsigned i = 0; i < term_arity(c, a); i++) {
		int64_t first = rank_of(c, term_argument(c, a, i));
		int64_t second = rank_of(c, term_argument(c, b, i));

		if (first != second)
			return first < second ? -1 : 1;
	}
	return 0;
}

/* --- what it is elsewhere ------------------------------------------------- */

static const char *
name_of(Z3_context c, Z3_ast application)
{
	return context_name(c, Z3_get_decl_name(c, term_decl(c, application)));
}

/* x!0, as printer_parameter has it. */
static bool
is_parameter(Z3_context c, Z3_ast part)
{
	return term_is_constant(c, part) &&
	       strncmp(name_of(c, part), "x!", 2) == 0;
}

/* Whether only libz3 has a name for it, k!227; the variables of a lambda are
 * named where it is. */
static bool
is_made_up(Z3_context c, Z3_ast part)
{
	return Z3_is_as_array(c, part) ||
	       (term_kind(c, part) == Z3_OP_UNINTERPRETED &&
		       !is_parameter(c, part) &&
		       strchr(name_of(c, part), '!') != NULL);
}

/*
 * Puts `else` into the table: a value, or a short formula over the arguments. A
 * long formula says nothing to anybody and is left out. Evaluation would unfold
 * a recursive function without end.
 */
static void
put_otherwise(const struct source *s, Z3_ast body, int depth,
	struct json_object *table)
{
	DROP(text) char *text = NULL;
	Z3_ast plain = body;

	if (body == NULL)
		return;
	if (!is_plain(s->c, body) &&
		!term_any(s->c, body, term_applies_recursive))
		plain = interruptible_value(s->c, s->m, body, false);
	if (plain == NULL || !term_any(s->c, plain, is_parameter)) {
		json_put(table, "else", value_at(s, plain, depth));
		return;
	}
	text = print_term(s->p, plain);
	if (text[0] == '\0')
		json_put(table, "else", NULL);
	else if (strlen(text) <= FORMULA_MAX && strstr(text, "(let ") == NULL &&
		 !term_any(s->c, plain, is_made_up))
		json_put_string(table, "else", text);
}

/* Returns the value that most places have, or NULL where that of one is open;
 * of as many false and true it is false: relations are read as what holds. */
static Z3_ast
most_frequent(const struct source *s, const Z3_ast *values, size_t count)
{
	size_t most = 0;
	Z3_ast frequent = NULL;

	for (size_t i = 0; i < count; i++) {
		size_t same = 0;

		if (values[i] == NULL)
			return NULL;
		for (size_t j = 0; j < count; j++)
			same += values[i] == values[j];
		if (same > most ||
			(same == most && Z3_get_bool_value(s->c, values[i]) ==
						 Z3_L_FALSE)) {
			most = same;
			frequent = values[i];
		}
	}
	return frequent;
}

/* --- writing -------------------------------------------------------------- */

/*
 * In tables libz3 leaves strings as the characters that they are made of, also
 * within datatypes: (str.++ (seq.unit (_ Char 97)) ...). `term`: what it is
 * the value of.
 */
static struct json_object *
cell_json(const struct source *s, Z3_ast term, Z3_ast value, int depth)
{
	Z3_sort_kind kind = term_sort_kind(s->c, term);

	if (value == NULL)
		return NULL;
	if (kind == Z3_ARRAY_SORT && depth <= DEPTH_MAX)
		return array_at(s, term, value, depth);
	if (kind == Z3_SEQ_SORT || kind == Z3_DATATYPE_SORT)
		value = interruptible_simplify(s->c, value);
	return value_at(s, value, depth);
}

static struct json_object *
entry_json(const struct source *s, Z3_ast place, Z3_ast value, int depth)
{
	struct json_object *entry = json_new_object();
	struct json_object *arguments = json_new_array();
	unsigned first = term_kind(s->c, place) == Z3_OP_SELECT ? 1 : 0;

	for (unsigned i = first; i < term_arity(s->c, place); i++)
		json_add(arguments,
			cell_json(s, term_argument(s->c, place, i),
				term_argument(s->c, place, i), depth + 4));
	json_put(entry, "args", arguments);
	json_put(entry, "value", cell_json(s, place, value, depth + 3));
	return entry;
}

/* `array`: the value that the places select from, or NULL. */
static Z3_ast
value_at_place(const struct source *s, Z3_ast place, Z3_ast array)
{
	unsigned count = term_arity(s->c, place);
	Z3_ast term = place;

	if (array != NULL) {
		Z3_ast *arguments = mem_grow(NULL, count, sizeof(*arguments));

		for (unsigned i = 1; i < count; i++)
			arguments[i] = term_argument(s->c, place, i);
		term = Z3_mk_select_n(s->c, array, count - 1, arguments + 1);
		free(arguments);
	}
	return interruptible_value(s->c, s->m, term, true);
}

/* `is_whole`: these are all places that there are. */
static struct json_object *
table_json(const struct source *s, struct value_table *table, Z3_ast array,
	bool is_whole, int depth)
{
	struct json_object *json = json_new_object();
	struct json_object *entries = json_new_array();
	size_t count = table->places.count;
	Z3_ast *values = mem_grow(NULL, count + 1, sizeof(*values));

	if (count > 0)
		qsort_r(table->places.at, count, sizeof(*table->places.at),
			compare_places, s->c);
	for (size_t i = 0; i < count; i++) {
		values[i] = value_at_place(s, table->places.at[i], array);
		json_add(entries,
			entry_json(s, table->places.at[i], values[i], depth));
	}
	json_put(json, "entries", entries);
	if (is_whole)
		table->otherwise = most_frequent(s, values, count);
	if (is_whole && table->otherwise == NULL)
		json_put(json, "else", NULL);
	put_otherwise(s, table->otherwise, depth + 1, json);
	free(values);
	termset_release(&table->places);
	return json;
}

/* --- functions ------------------------------------------------------------ */

static struct json_object *
function_at(const struct source *s, Z3_func_decl function, int depth)
{
	Z3_func_interp interp =
		Z3_model_has_interp(s->c, s->m, function)
			? Z3_model_get_func_interp(s->c, s->m, function)
			: NULL;
	struct value_table table = {0};
	bool is_whole;

	if (interp == NULL)
		return NULL;
	Z3_func_interp_inc_ref(s->c, interp);
	table.otherwise = printer_else(s->c, function, interp);
	is_whole = table.otherwise != NULL &&
		   !is_plain(s->c, Z3_func_interp_get_else(s->c, interp)) &&
		   !term_any(s->c, table.otherwise, term_applies_recursive) &&
		   value_range_add_places(s->c, s->m, function, NULL,
			   POINTS_MAX, &table.places);
	if (!is_whole) {
		unsigned count = Z3_func_interp_get_num_entries(s->c, interp);
		Z3_ast value;

		add_occurring(s, &table, function, NULL);
		/* A string of one character has another form there. */
		for (unsigned i = 0; i < count; i++)
			(void)termset_add(&table.places, s->c,
				term_simplify_arguments(
					s->c, solution_entry(s->c, function,
						      interp, i, &value)));
	}
	Z3_func_interp_dec_ref(s->c, interp);
	return table_json(s, &table, NULL, is_whole, depth);
}

/* --- arrays --------------------------------------------------------------- */

/* What the lambda says of all places; as of a function, a formula over few
 * places is their values. `array`: what they are places of. */
static bool
read_lambda(const struct source *s, struct value_table *table, Z3_ast lambda,
	Z3_ast array)
{
	unsigned count = Z3_get_quantifier_num_bound(s->c, lambda);
	Z3_ast *names = mem_grow(NULL, count, sizeof(*names));
	Z3_func_decl select;

	for (unsigned i = 0; i < count; i++)
		names[i] = printer_parameter(
			s->c, i, Z3_get_quantifier_bound_sort(s->c, lambda, i));
	table->otherwise = term_instance(s->c, lambda, names);
	select = term_decl(s->c, Z3_mk_select_n(s->c, array, count, names));
	free(names);
	return !is_plain(s->c, table->otherwise) &&
	       value_range_add_places(
		       s->c, s->m, select, array, POINTS_MAX, &table->places);
}

/* The places of (store (store BASE i v) j w); BASE. */
static Z3_ast
add_stores(const struct source *s, struct value_table *table, Z3_ast array,
	Z3_ast value)
{
	while (term_kind(s->c, value) == Z3_OP_STORE) {
		/* Without the array and the value. */
		unsigned count = term_arity(s->c, value) - 2;
		Z3_ast *indices = mem_grow(NULL, count, sizeof(*indices));

		for (unsigned i = 0; i < count; i++)
			indices[i] = term_argument(s->c, value, i + 1);
		(void)termset_add(&table->places, s->c,
			Z3_mk_select_n(s->c, array, count, indices));
		free(indices);
		value = term_argument(s->c, value, 0);
	}
	return value;
}

/* `term`: what it is the value of. */
static struct json_object *
array_at(const struct source *s, Z3_ast term, Z3_ast value, int depth)
{
	struct value_table table = {0};
	bool is_whole = false;
	Z3_ast base;

	if (term_kind(s->c, value) == Z3_OP_AS_ARRAY) {
		struct json_object *json = function_at(
			s, Z3_get_as_array_func_decl(s->c, value), depth);

		if (json != NULL)
			return json;
	}
	add_occurring(s, &table, NULL, term);
	base = add_stores(s, &table, term, value);
	if (term_kind(s->c, base) == Z3_OP_CONST_ARRAY)
		table.otherwise = term_argument(s->c, base, 0);
	else if (Z3_is_lambda(s->c, base))
		is_whole = read_lambda(s, &table, base, term);
	return table_json(s, &table, value, is_whole, depth);
}

static struct json_object *
value_at(const struct source *s, Z3_ast value, int depth)
{
	if (value == NULL)
		return NULL;
	if (term_sort_kind(s->c, value) != Z3_ARRAY_SORT)
		return scalar_json(s->p, value);
	return depth <= DEPTH_MAX ? array_at(s, value, value, depth)
				  : text_json(s->p, value);
}

struct json_object *
value_json(struct printer *p, Z3_model m, Z3_ast value)
{
	return value_of_term(p, m, value, value);
}

char *
value_text(struct printer *p, Z3_model m, Z3_ast value)
{
	struct json_object *json;
	char *text;

	json = value_json(p, m, value);
	text = json != NULL ? json_text(json) : text_copy("");
	json_free(json);
	return text;
}

struct json_object *
value_of_term(struct printer *p, Z3_model m, Z3_ast term, Z3_ast value)
{
	const struct source s = {p, p->c, m};

	if (value == NULL)
		return NULL;
	return term_sort_kind(p->c, value) == Z3_ARRAY_SORT
		       ? array_at(&s, term, value, 0)
		       : scalar_json(p, value);
}

struct json_object *
value_function(struct printer *p, Z3_model m, Z3_func_decl function)
{
	return function_at(&(struct source){p, p->c, m}, function, 0);
}
