#include "language/data.h"

#include <errno.h>
#include <inttypes.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/buf.h"
#include "base/limits.h"
#include "language/csv.h"
#include "language/language.h"
#include "smt/names/symbols.h"
#include "smt/text/lexer.h"
#include "json/json.h"

#define MARK "; data: "

enum {
	/* Rows that are told apart one by one; more of them are halved, so
	 * that a long table is no deep term. */
	ROWS_IN_TURN = 32,
	EXPONENT_MAX = 400, /* past a double's, so nobody's number is refused */
	FIELDS_MAX = 64,
	/* libz3 4.8.12 reads a definition in a time that grows with the
	 * square of its values: 2.0 s for 2,000, 4.2 s for 3,000, of the 5 s
	 * that a check may take. */
	TABLE_VALUES_MAX = 2000,
};

enum value_kind {
	VALUES_NONE,
	VALUES_INT,
	VALUES_REAL,
	VALUES_BOOL,
	VALUES_STRING,
};

/* A member of the data. */
struct table {
	const char *name;
	const char *sort;	  /* given, or NULL */
	struct json_object *over; /* string, array or NULL */
	int64_t first;
	bool is_symmetric;
	struct json_object *values; /* borrowed, as all above */
	/* Found by measure. */
	size_t dimensions;
	bool has_keys[DATA_DIMENSIONS];
	size_t lengths[DATA_DIMENSIONS];
	enum value_kind kind;
	bool has_null;
};

struct reading {
	struct buf *out;
	struct buf *summary;
	struct diagnostic *fault;
};

#define refuse(r, ...) \
	diagnostic_at((r)->fault, DIAGNOSTIC_LANGUAGE, \
		&(struct token){.kind = TOKEN_END}, __VA_ARGS__)

/* --- numbers and other values -------------------------------------------- */

static enum value_kind
kind_of(const struct json_object *value)
{
	DROP(text) char *text = NULL;

	switch (json_kind(value)) {
	case JSON_BOOL:
		return VALUES_BOOL;
	case JSON_STRING:
		return VALUES_STRING;
	case JSON_INT:
		return VALUES_INT;
	case JSON_NUMBER:
		text = json_text(value);
		return strpbrk(text, ".eE") == NULL ? VALUES_INT : VALUES_REAL;
	case JSON_NULL:
	case JSON_ARRAY:
	case JSON_OBJECT:
		break;
	}
	return VALUES_NONE;
}

static void
add_repeated(char c, long count, struct buf *out)
{
	for (; count > 0; count--)
		(void)buf_add_char(out, c);
}

/* "1.25e1" as 12.5. */
static bool
add_decimal(const char *text, struct buf *out)
{
	const char *exponent = strpbrk(text, "eE");
	const char *end = exponent != NULL ? exponent : text + strlen(text);
	const char *point = memchr(text, '.', (size_t)(end - text));
	long places = point != NULL ? (long)(end - point) - 1 : 0;
	long size = (long)(end - text) - (point != NULL);
	DROP(buf) struct buf digits;

	buf_init(&digits, LIMIT_ITEM);
	if (exponent != NULL)
		places -= strtol(exponent + 1, NULL, 10);
	if (places < -EXPONENT_MAX || places > size + EXPONENT_MAX)
		return false;
	add_repeated('0', places + 1 - size, &digits);
	for (; text < end; text++)
		if (text != point)
			(void)buf_add_char(&digits, *text);
	add_repeated('0', -places, &digits);
	places = places > 0 ? places : 0;
	size = (long)digits.size - places;
	(void)buf_add(out, digits.data, (size_t)size);
	(void)buf_add_char(out, '.');
	return buf_add_text(out, places > 0 ? digits.data + size : "0");
}

static bool
add_number(const char *text, bool is_real, struct buf *out)
{
	bool is_negative = *text == '-';
	bool is_read = true;

	text += is_negative;
	if (is_negative)
		(void)buf_add_text(out, "(- ");
	if (is_real)
		is_read = add_decimal(text, out);
	else
		(void)buf_add_text(out, text);
	if (is_negative)
		(void)buf_add_char(out, ')');
	return is_read;
}

/* A backslash would begin an escape of SMT-LIB. */
static void
add_string(const char *text, struct buf *out)
{
	(void)buf_add_char(out, '"');
	for (; *text != '\0'; text++) {
		if (*text == '"')
			(void)buf_add_text(out, "\"\"");
		else if (*text == '\\')
			(void)buf_add_text(out, "\\u{5c}");
		else
			(void)buf_add_char(out, *text);
	}
	(void)buf_add_char(out, '"');
}

static const char *
sort_of(const struct table *t)
{
	static const char *const sorts[] = {
		[VALUES_NONE] = "Int",
		[VALUES_INT] = "Int",
		[VALUES_REAL] = "Real",
		[VALUES_BOOL] = "Bool",
		[VALUES_STRING] = "String",
	};

	return t->sort != NULL ? t->sort : sorts[t->kind];
}

/* libz3 would cut it off. */
static bool
fits_into(const char *digits, unsigned long bits)
{
	enum { WIDEST = 64 };
	bool is_whole = digits[strspn(digits, "0123456789")] == '\0';
	uintmax_t number;

	errno = 0;
	number = strtoumax(digits, NULL, 10);
	return is_whole &&
	       (bits >= WIDEST || (errno == 0 && number >> bits == 0));
}

static bool
add_value(const struct reading *r, const struct table *t,
	const struct json_object *value)
{
	const char *sort = sort_of(t);
	DROP(text) char *text = json_text(value);

	switch (kind_of(value)) {
	case VALUES_BOOL:
		return buf_add_text(r->out, text);
	case VALUES_STRING:
		if (strcmp(sort, "String") == 0)
			add_string(json_string(value), r->out);
		else
			text_add_symbol(r->out, json_string(value));
		return true;
	case VALUES_INT:
	case VALUES_REAL:
	case VALUES_NONE:
		break;
	}
	if (strncmp(sort, "(_ BitVec ", strlen("(_ BitVec ")) == 0) {
		const char *width = sort + strlen("(_ BitVec ");

		(void)buf_add_format(r->out, "(_ bv%s %.*s)", text,
			(int)strcspn(width, ")"), width);
		return fits_into(text, strtoul(width, NULL, 10)) ||
		       refuse(r,
			       "`%s`: %s cannot be a bit-vector of that sort; "
			       "write a whole number from 0 on that fits, or "
			       "give more bits",
			       t->name, text);
	}
	if (strcmp(sort, "Int") == 0 && strpbrk(text, ".eE") != NULL)
		return refuse(r,
			"`%s`: %s is not an Int; write whole numbers, or "
			"{\"sort\": \"Real\", \"values\": ...}",
			t->name, text);
	return add_number(text, strcmp(sort, "Real") == 0, r->out) ||
	       refuse(r,
		       "`%s`: the exponent of %s is too large; write the "
		       "number out",
		       t->name, text);
}

/* --- the shape ----------------------------------------------------------- */

static bool
is_nested(const struct json_object *value)
{
	return json_kind(value) == JSON_ARRAY ||
	       json_kind(value) == JSON_OBJECT;
}

static bool
refuse_depth(const struct reading *r, const struct table *t)
{
	return refuse(r,
		"`%s` mixes values and arrays; nest all of it equally deep, "
		"with null for an open value",
		t->name);
}

static bool
measure_leaf(const struct reading *r, struct table *t,
	const struct json_object *value, size_t depth)
{
	enum value_kind kind = kind_of(value);
	bool is_number = kind == VALUES_INT || kind == VALUES_REAL;
	bool was_number = t->kind == VALUES_INT || t->kind == VALUES_REAL;
	bool fits = t->kind == VALUES_NONE || kind == t->kind ||
		    (is_number && was_number);

	if (kind == VALUES_NONE) {
		t->has_null = true;
		return true;
	}
	if (depth < t->dimensions)
		return refuse_depth(r, t);
	if (!fits)
		return refuse(r,
			"`%s` holds values of several kinds; write "
			"all of them as numbers, as true and false, "
			"or as strings",
			t->name);
	if (kind > t->kind)
		t->kind = kind;
	return true;
}

static bool
refuse_names(const struct reading *r, const char *name)
{
	return refuse(r,
		"`%s` has names as indices; say which enumeration they belong "
		"to: {\"over\": \"SORT\", \"values\": {...}}; or send an "
		"array, "
		"whose first index is 1",
		name);
}

/* Array or object: one dimension more, of the kind and length of the first
 * there. */
static bool
measure_dimension(const struct reading *r, struct table *t,
	const struct json_object *value, size_t depth)
{
	bool has_keys = json_kind(value) == JSON_OBJECT;

	if (depth == DATA_DIMENSIONS)
		return refuse(r, "`%s` is nested more than %d deep; split it",
			t->name, DATA_DIMENSIONS);
	if (depth == t->dimensions && t->kind != VALUES_NONE)
		return refuse_depth(r, t);
	if (depth == t->dimensions) {
		t->dimensions++;
		t->has_keys[depth] = has_keys;
		t->lengths[depth] = json_count(value);
	}
	if (t->has_keys[depth] != has_keys)
		return refuse(r,
			"`%s` mixes arrays and objects; use one kind "
			"at each depth",
			t->name);
	if (!has_keys && t->lengths[depth] != json_count(value))
		return refuse(r,
			"`%s` has rows of %zu and of %zu values; make "
			"all rows equally long, with null for an open "
			"value",
			t->name, t->lengths[depth], json_count(value));
	return !has_keys || t->over != NULL || refuse_names(r, t->name);
}

static bool
measure(const struct reading *r, struct table *t,
	const struct json_object *value, size_t depth)
{
	bool is_list = json_kind(value) == JSON_ARRAY;
	struct json_member m = {0};
	bool is_fine;

	if (!is_nested(value))
		return measure_leaf(r, t, value, depth);
	is_fine = measure_dimension(r, t, value, depth);
	while (!is_list && is_fine && json_next(value, &m))
		is_fine = measure(r, t, m.value, depth + 1);
	for (size_t i = 0; is_list && is_fine && i < json_count(value); i++)
		is_fine = measure(r, t, json_at(value, i), depth + 1);
	return is_fine;
}

/* What there is room for, open values too. */
static bool
check_size(const struct reading *r, const struct table *t)
{
	size_t count = 1;

	for (size_t i = 0; i < t->dimensions && count <= TABLE_VALUES_MAX; i++)
		count *= t->lengths[i];
	return count <= TABLE_VALUES_MAX ||
	       refuse(r,
		       "`%s` has more than %d values, which Z3 reads too "
		       "slowly; split it into several tables, or send only "
		       "the rows that are needed",
		       t->name, TABLE_VALUES_MAX);
}

/* --- definitions --------------------------------------------------------- */

/* The sort of an index, which for names and pairs is what `over` says. */
static const char *
index_sort(const struct table *t, size_t depth)
{
	if (!t->has_keys[depth])
		return "Int";
	if (json_kind(t->over) == JSON_STRING)
		return json_string(t->over);
	if (depth < json_count(t->over))
		return json_string(json_at(t->over, depth));
	return "Int";
}

/* "i"; "i!" where a name of the data might be the same word. */
static void
add_index(const struct table *t, size_t depth, struct buf *out)
{
	(void)buf_add_char(out, (char)('i' + depth));
	if (t->over != NULL || t->sort != NULL)
		(void)buf_add_char(out, '!');
}

static void
add_symbol(const struct table *t, const char *suffix, struct buf *out)
{
	DROP(text) char *name = text_format("%s%s", t->name, suffix);

	text_add_symbol(out, name);
}

/* (NAME!outside i j) */
static void
add_unknown(const struct table *t, const char *suffix, struct buf *out)
{
	(void)buf_add_char(out, '(');
	add_symbol(t, suffix, out);
	for (size_t i = 0; i < t->dimensions; i++) {
		(void)buf_add_char(out, ' ');
		add_index(t, i, out);
	}
	(void)buf_add_char(out, ')');
}

static void
add_comparison(const struct table *t, const char *relation, size_t depth,
	int64_t number, struct buf *out)
{
	(void)buf_add_format(out, "(%s ", relation);
	add_index(t, depth, out);
	if (number < 0)
		(void)buf_add_format(out, " (- %ju))", -(uintmax_t)number);
	else
		(void)buf_add_format(out, " %jd)", (intmax_t)number);
}

static bool add_body(const struct reading *r, const struct table *t,
	const struct json_object *value, size_t depth);

static bool
add_rows(const struct reading *r, const struct table *t,
	const struct json_object *array, size_t depth, size_t from, size_t end)
{
	struct buf *out = r->out;
	size_t middle = from + (end - from) / 2;

	if (end - from > ROWS_IN_TURN) {
		(void)buf_add_text(out, "(ite ");
		add_comparison(t, "<", depth, t->first + (int64_t)middle, out);
		(void)buf_add_char(out, ' ');
		return add_rows(r, t, array, depth, from, middle) &&
		       buf_add_char(out, ' ') &&
		       add_rows(r, t, array, depth, middle, end) &&
		       buf_add_char(out, ')');
	}
	for (size_t i = from; i < end; i++) {
		(void)buf_add_text(out, "(ite ");
		add_comparison(t, "=", depth, t->first + (int64_t)i, out);
		(void)buf_add_char(out, ' ');
		if (!add_body(r, t, json_at(array, i), depth + 1))
			return false;
		(void)buf_add_char(out, ' ');
	}
	add_unknown(t, SYMBOL_OUTSIDE, out);
	add_repeated(')', (long)(end - from), out);
	return true;
}

static bool
add_named_rows(const struct reading *r, const struct table *t,
	const struct json_object *object, size_t depth)
{
	struct json_member m = {0};

	while (json_next(object, &m)) {
		(void)buf_add_text(r->out, "(ite (= ");
		add_index(t, depth, r->out);
		(void)buf_add_char(r->out, ' ');
		text_add_symbol(r->out, m.key);
		(void)buf_add_text(r->out, ") ");
		if (!add_body(r, t, m.value, depth + 1))
			return false;
		(void)buf_add_char(r->out, ' ');
	}
	add_unknown(t, SYMBOL_OUTSIDE, r->out);
	add_repeated(')', (long)json_count(object), r->out);
	return true;
}

/* The value at that depth, for these indices. */
static bool
add_body(const struct reading *r, const struct table *t,
	const struct json_object *value, size_t depth)
{
	if (json_kind(value) == JSON_ARRAY)
		return add_rows(r, t, value, depth, 0, json_count(value));
	if (json_kind(value) == JSON_OBJECT)
		return add_named_rows(r, t, value, depth);
	if (json_kind(value) != JSON_NULL)
		return add_value(r, t, value);
	add_unknown(t, DATA_OPEN, r->out);
	return true;
}

/* (declare-fun NAME!outside (Int) Int); a definition names its indices and
 * stays open: (define-fun NAME ((i Int)) Int */
static void
add_signature(const struct table *t, const char *command, const char *suffix,
	struct buf *out)
{
	bool is_definition = *suffix == '\0';

	(void)buf_add_format(out, "\n(%s ", command);
	add_symbol(t, suffix, out);
	(void)buf_add_text(out, " (");
	for (size_t i = 0; i < t->dimensions; i++) {
		(void)buf_add_text(out, i > 0 ? " " : "");
		if (is_definition) {
			(void)buf_add_char(out, '(');
			add_index(t, i, out);
			(void)buf_add_char(out, ' ');
		}
		(void)buf_add_format(out, "%s%s", index_sort(t, i),
			is_definition ? ")" : "");
	}
	(void)buf_add_format(
		out, ") %s%s", sort_of(t), is_definition ? " " : ")");
}

/* The same for a reader, with the ranges of the indices: (NAME 1..3 City). */
static void
summarise(const struct reading *r, const struct table *t)
{
	struct buf *out = r->summary;

	(void)buf_add_text(out, out->size > 0 ? ", " : "");
	(void)buf_add_text(out, t->dimensions > 0 ? "(" : "");
	add_symbol(t, "", out);
	for (size_t i = 0; i < t->dimensions; i++) {
		int64_t last = t->first + (int64_t)t->lengths[i] - 1;

		if (t->lengths[i] == 0 || t->has_keys[i])
			(void)buf_add_format(out, " %s", index_sort(t, i));
		else
			(void)buf_add_format(out, " %jd..%jd",
				(intmax_t)t->first, (intmax_t)last);
	}
	(void)buf_add_text(out, t->dimensions > 0 ? ")" : "");
}

static bool
define_values(const struct reading *r, struct table *t)
{
	if (!measure(r, t, t->values, 0))
		return false;
	if (t->kind == VALUES_NONE)
		return refuse(r,
			"`%s` holds no value; give numbers, strings, "
			"or true and false",
			t->name);
	if (!check_size(r, t))
		return false;
	summarise(r, t);
	if (t->has_null)
		add_signature(t, "declare-fun", DATA_OPEN, r->out);
	if (t->dimensions > 0)
		add_signature(t, "declare-fun", SYMBOL_OUTSIDE, r->out);
	add_signature(t, "define-fun", "", r->out);
	return add_body(r, t, t->values, 0) && buf_add_char(r->out, ')');
}

/* --- relations ----------------------------------------------------------- */

/* (and (= i 1) (= j 2)), or the other way round. */
static bool
add_pair(const struct reading *r, const struct table *t,
	const struct json_object *pair, bool is_reversed)
{
	(void)buf_add_text(r->out, " (and");
	for (size_t i = 0; i < t->dimensions; i++) {
		size_t from = is_reversed ? t->dimensions - 1 - i : i;
		struct json_object *value = json_at(pair, from);
		struct table index = {
			.name = t->name, .sort = index_sort(t, i)};

		if (kind_of(value) != VALUES_INT &&
			kind_of(value) != VALUES_STRING)
			return refuse(r,
				"`%s`: a pair holds whole numbers or "
				"names",
				t->name);
		if (kind_of(value) == VALUES_STRING && t->over == NULL)
			return refuse(r,
				"`%s` has names in its pairs; say "
				"which enumeration they belong to: "
				"{\"over\": \"SORT\", \"pairs\": ...}",
				t->name);
		(void)buf_add_text(r->out, " (= ");
		add_index(t, i, r->out);
		(void)buf_add_char(r->out, ' ');
		if (!add_value(r, &index, value))
			return false;
		(void)buf_add_char(r->out, ')');
	}
	return buf_add_char(r->out, ')');
}

static bool
define_pairs(const struct reading *r, struct table *t)
{
	size_t count = json_count(t->values);

	t->dimensions = count > 0 ? json_count(json_at(t->values, 0)) : 2;
	if (t->dimensions == 0 || t->dimensions > DATA_DIMENSIONS)
		return refuse(r,
			"`%s`: pairs are arrays of two values, or of "
			"up to %d",
			t->name, DATA_DIMENSIONS);
	for (size_t i = 0; i < t->dimensions; i++)
		t->has_keys[i] = t->over != NULL;
	t->kind = VALUES_BOOL;
	summarise(r, t);
	add_signature(t, "define-fun", "", r->out);
	(void)buf_add_text(r->out, "(or false");
	for (size_t i = 0; i < count; i++) {
		const struct json_object *pair = json_at(t->values, i);

		if (json_kind(pair) != JSON_ARRAY ||
			json_count(pair) != t->dimensions)
			return refuse(r,
				"`%s`: pair %zu is not an array of "
				"%zu values like the first",
				t->name, i + 1, t->dimensions);
		if (!add_pair(r, t, pair, false) ||
			(t->is_symmetric && !add_pair(r, t, pair, true)))
			return false;
	}
	return buf_add_text(r->out, "))");
}

/* --- records ------------------------------------------------------------- */

static bool
are_records(const struct table *t)
{
	return json_kind(t->values) == JSON_ARRAY && t->over == NULL &&
	       json_count(t->values) > 0 &&
	       json_kind(json_at(t->values, 0)) == JSON_OBJECT;
}

/* A function of the row, NAME_FIELD. */
static bool
define_field(const struct reading *r, const struct table *t, const char *field)
{
	DROP(text) char *name = text_format("%s_%s", t->name, field);
	DROP(json) struct json_object *column = json_new_array();
	struct table vector = {
		.name = name, .first = t->first, .values = column};

	for (size_t i = 0; i < json_count(t->values); i++)
		json_add(column,
			json_share(json_get(json_at(t->values, i), field)));
	return define_values(r, &vector);
}

static bool
define_records(const struct reading *r, const struct table *t)
{
	DROP(json) struct json_object *fields = json_new_object();
	struct json_member m = {0};

	for (size_t i = 0; i < json_count(t->values); i++) {
		const struct json_object *record = json_at(t->values, i);
		bool is_object = json_kind(record) == JSON_OBJECT;

		m = (struct json_member){0};
		while (is_object && json_next(record, &m))
			json_put(fields, m.key, NULL);
		if (!is_object || json_count(fields) > FIELDS_MAX)
			return refuse(r,
				"`%s`: row %zu is not an object, or "
				"has more than %d fields",
				t->name, i + 1, FIELDS_MAX);
	}
	m = (struct json_member){0};
	while (json_next(fields, &m)) {
		if (!define_field(r, t, m.key))
			return false;
	}
	return true;
}

/* --- members ------------------------------------------------------------- */

static bool
is_option(const char *key, const struct json_object *value)
{
	static const struct {
		const char *key;
		enum json_kind kinds[2];
	} options[] = {
		{"sort", {JSON_STRING, JSON_STRING}},
		{"over", {JSON_STRING, JSON_ARRAY}},
		{"first", {JSON_INT, JSON_INT}},
		{"symmetric", {JSON_BOOL, JSON_BOOL}},
		{"pairs", {JSON_ARRAY, JSON_ARRAY}},
		{"csv", {JSON_STRING, JSON_STRING}},
	};

	for (size_t i = 0; i < sizeof(options) / sizeof(options[0]); i++)
		if (strcmp(options[i].key, key) == 0)
			return json_kind(value) == options[i].kinds[0] ||
			       json_kind(value) == options[i].kinds[1];
	return strcmp(key, "values") == 0;
}

/* The first member that a table does not have; or NULL. */
static const char *
find_unknown(const struct json_object *object)
{
	struct json_member m = {0};

	while (json_next(object, &m)) {
		if (!is_option(m.key, m.value))
			return m.key;
	}
	return NULL;
}

static bool
are_sorts(const struct json_object *over)
{
	if (json_kind(over) != JSON_ARRAY)
		return true;
	for (size_t i = 0; i < json_count(over); i++)
		if (json_kind(json_at(over, i)) != JSON_STRING)
			return false;
	return true;
}

static bool
define_object(
	const struct reading *r, const char *name, struct json_object *object)
{
	DROP(json) struct json_object *rows = NULL;
	size_t first;
	size_t cells;
	const char *csv = json_get_string(object, "csv");
	const char *unknown = find_unknown(object);
	struct table t = {
		.name = name,
		.sort = json_get_string(object, "sort"),
		.over = json_get(object, "over"),
		.first = json_get_int(object, "first", 1),
		.is_symmetric = json_get_bool(object, "symmetric", false),
		.values = json_get(object, "values"),
	};

	if (unknown != NULL && json_count(object) > 1 && t.values == NULL &&
		csv == NULL && json_get(object, "pairs") == NULL)
		return refuse_names(r, name);
	if (unknown != NULL || !are_sorts(t.over))
		return refuse(r,
			"`%s`: \"%.40s\" is not a member of a table, "
			"or of another kind; a table has values, csv or "
			"pairs (symmetric), and sort, over, first; without "
			"options give the array alone: {\"x\": [1, 2]}",
			name, unknown != NULL ? unknown : "over");
	if (t.first < INT32_MIN || t.first > INT32_MAX)
		return refuse(r,
			"`%s`: first is out of range; write an integer from "
			"%d to %d, or leave it out for 1",
			name, INT32_MIN, INT32_MAX);
	if (json_get(object, "pairs") != NULL) {
		t.values = json_get(object, "pairs");
		return define_pairs(r, &t);
	}
	if (csv != NULL) {
		t.values = rows = json_new_array();
		if (!csv_read(csv, rows, &first, &cells))
			return refuse(r,
				"`%s`: a line of the CSV has %zu cells, and "
				"the first has %zu; leave a cell empty for "
				"an open value, and quote one that holds the "
				"separator",
				name, cells, first);
	}
	if (t.values == NULL)
		return refuse(r,
			"`%s` has no values; give values, csv or "
			"pairs",
			name);
	return are_records(&t) ? define_records(r, &t) : define_values(r, &t);
}

static bool
define_member(
	const struct reading *r, const char *name, struct json_object *value)
{
	struct table t = {.name = name, .first = 1, .values = value};

	if (json_kind(value) == JSON_OBJECT)
		return define_object(r, name, value);
	if (strcmp(name, "csv") == 0 && json_kind(value) == JSON_STRING)
		return refuse(r,
			"`csv` says how a table is written, and the table "
			"needs a name; send {\"NAME\": {\"csv\": \"...\"}}");
	return are_records(&t) ? define_records(r, &t) : define_values(r, &t);
}

/* --- the row ------------------------------------------------------------- */

bool
data_is(const char *text, size_t size)
{
	(void)size;
	return text[strspn(text, " \t\r\n")] == '{';
}

static bool
read_data(const char *text, size_t size, struct translation *out,
	struct buf *summary, struct diagnostic *fault)
{
	DROP(json) struct json_object *data = NULL;
	DROP(text) char *line = NULL;
	struct reading r = {&out->text, summary, fault};
	struct json_member m = {0};
	struct err e;

	if (!json_parse(text, size, &data, &e))
		return refuse(&r,
			"data is not JSON: %s; send an object of "
			"named values",
			e.text);
	if (json_count(data) == 0)
		return refuse(&r, "data holds nothing; name each value: "
				  "{\"n\": 3, \"cost\": [4, 7, 1]}");
	translation_add_item(out, NULL, NULL, 1);
	line = json_text(data);
	(void)buf_add_format(r.out, MARK "%s", line);
	while (json_next(data, &m)) {
		if (!define_member(&r, m.key, m.value))
			return false;
	}
	return true;
}

bool
data_read(const char *text, size_t size, struct translation *out,
	struct diagnostic *fault)
{
	DROP(buf) struct buf summary;

	buf_init(&summary, LIMIT_ITEM);
	return read_data(text, size, out, &summary, fault);
}

/* The JSON of its first line, and what that defines, as it was kept. */
static char *
read_content(const char *content, size_t size, struct buf *summary)
{
	const char *end = memchr(content, '\n', size);
	size_t mark = strlen(MARK);
	struct translation made = {0};
	struct diagnostic ignored;
	char *data = NULL;

	if (end == NULL || strncmp(content, MARK, mark) != 0)
		return NULL;
	data = text_copy_n(content + mark, (size_t)(end - content) - mark);
	buf_init(&made.text, size + 1);
	if (!read_data(data, strlen(data), &made, summary, &ignored) ||
		made.text.overflowed || made.text.size != size ||
		memcmp(made.text.data, content, size) != 0) {
		free(data);
		data = NULL;
	}
	translation_release(&made);
	return data;
}

char *
data_of(const char *content, size_t size)
{
	DROP(buf) struct buf summary;

	buf_init(&summary, LIMIT_ITEM);
	return read_content(content, size, &summary);
}

char *
data_summary(const char *content, size_t size)
{
	DROP(buf) struct buf summary;
	DROP(text) char *data = NULL;

	buf_init(&summary, LIMIT_ITEM);
	data = read_content(content, size, &summary);
	return data != NULL ? buf_take(&summary) : NULL;
}
