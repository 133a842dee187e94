#include "language/data.h"

#include <ctype.h>
#include <errno.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/buf.h"
#include "base/limits.h"
#include "language/language.h"
#include "model/text/data_line.h"
#include "smt/names/symbols.h"
#include "smt/text/lexer.h"
#include "json/json.h"

enum {
	/* Rows that are told apart one by one; more of them are halved, so
	 * that a long table is no deep term. */
	ROWS_IN_TURN = 32,
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

struct data_reader {
	struct buf *out;
	struct buf *summary; /* or NULL */
	struct diagnostic *fault;
};

/* A member of the data. */
struct data_table {
	const struct data_reader *r;
	const char *name;
	const char *sort;		/* given, or NULL */
	const struct json_object *over; /* string, array or NULL */
	int64_t first;
	bool is_symmetric;
	const struct json_object *values; /* borrowed, as all above */
	/* Found by measure. */
	size_t dimensions;
	bool has_keys[DATA_DIMENSIONS];
	size_t lengths[DATA_DIMENSIONS];
	enum value_kind kind;
	bool has_null;
};

/* A sentence that begins with the name of the table. */
__attribute__((format(printf, 2, 3))) static bool
refuse(const struct data_table *t, const char *format, ...)
{
	char what[DIAGNOSTIC_WHAT_MAX];
	va_list arguments;

	va_start(arguments, format);
	(void)vsnprintf(what, sizeof(what), format, arguments);
	va_end(arguments);
	return language_refuse(
		t->r->fault, NULL, (struct slice){0}, "`%s`%s", t->name, what);
}

/* --- values -------------------------------------------------------------- */

static enum value_kind
kind_of(const struct json_object *value)
{
	enum json_kind kind = json_kind(value);
	DROP(text) char *text = json_text(value);

	if (kind == JSON_INT || kind == JSON_NUMBER)
		return strpbrk(text, ".eE") != NULL ? VALUES_REAL : VALUES_INT;
	return kind == JSON_BOOL     ? VALUES_BOOL
	       : kind == JSON_STRING ? VALUES_STRING
				     : VALUES_NONE;
}

/* A backslash would begin an escape of SMT-LIB. */
static void
add_string(const char *text, struct buf *out)
{
	(void)buf_add_char(out, '"');
	for (; *text != '\0'; text++) {
		if (*text == '\\')
			(void)buf_add_text(out, "\\u{5c}");
		else
			(void)buf_add_format(
				out, *text == '"' ? "\"\"" : "%c", *text);
	}
	(void)buf_add_char(out, '"');
}

static const char *
sort_of(const struct data_table *t)
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
	char *end;
	uintmax_t number;

	errno = 0;
	number = strtoumax(digits, &end, 10);
	return isdigit((unsigned char)*digits) && *end == '\0' &&
	       (bits >= WIDEST || (errno == 0 && number >> bits == 0));
}

static bool
add_value(const struct data_table *t, const struct json_object *value)
{
	static const char bits[] = "(_ BitVec ";
	struct buf *out = t->r->out;
	const char *sort = sort_of(t);
	const char *width = sort + strlen(bits);
	DROP(text) char *text = json_text(value);

	if (json_kind(value) == JSON_BOOL)
		return buf_add_text(out, text);
	if (json_kind(value) == JSON_STRING) {
		if (strcmp(sort, "String") == 0)
			add_string(json_string(value), out);
		else
			text_add_symbol(out, json_string(value));
		return true;
	}
	if (strncmp(sort, bits, strlen(bits)) == 0) {
		(void)buf_add_format(out, "(_ bv%s %.*s)", text,
			(int)strcspn(width, ")"), width);
		return fits_into(text, strtoul(width, NULL, 10)) ||
		       refuse(t,
			       ": %s cannot be a bit-vector of that sort; "
			       "write a whole number from 0 on that fits, or "
			       "give more bits",
			       text);
	}
	if (strcmp(sort, "Int") == 0 && strpbrk(text, ".eE") != NULL)
		return refuse(t,
			": %s is not an Int; write whole numbers, or "
			"{\"sort\": \"Real\", \"values\": ...}",
			text);
	return language_add_number(
		       out, slice_of(text), strcmp(sort, "Real") == 0) ||
	       refuse(t,
		       ": the exponent of %s is too large; write the number "
		       "out",
		       text);
}

/* --- the shape ----------------------------------------------------------- */

static bool
refuse_depth(const struct data_table *t)
{
	return refuse(t,
		" mixes values and arrays; nest all of it equally deep, with "
		"null for an open value");
}

static bool
refuse_names(const struct data_table *t)
{
	return refuse(t,
		" has names as indices; say which enumeration they belong to: "
		"{\"over\": \"SORT\", \"values\": {...}}; or send an array, "
		"whose first index is 1");
}

static bool
measure_leaf(
	struct data_table *t, const struct json_object *value, size_t depth)
{
	enum value_kind kind = kind_of(value);

	if (kind == VALUES_NONE) {
		t->has_null = true;
		return true;
	}
	if (depth < t->dimensions)
		return refuse_depth(t);
	if (t->kind != VALUES_NONE && kind != t->kind &&
		(kind > VALUES_REAL || t->kind > VALUES_REAL))
		return refuse(t,
			" holds values of several kinds; write all of them as "
			"numbers, as true and false, or as strings");
	if (kind > t->kind)
		t->kind = kind;
	return true;
}

/* Array or object: one dimension more, of the kind and length of the first
 * there. */
static bool
measure_dimension(
	struct data_table *t, const struct json_object *value, size_t depth)
{
	bool has_keys = json_kind(value) == JSON_OBJECT;

	if (depth == DATA_DIMENSIONS)
		return refuse(t, " is nested more than %d deep; split it",
			DATA_DIMENSIONS);
	if (depth == t->dimensions && t->kind != VALUES_NONE)
		return refuse_depth(t);
	if (depth == t->dimensions) {
		t->dimensions++;
		t->has_keys[depth] = has_keys;
		t->lengths[depth] = json_count(value);
	}
	if (t->has_keys[depth] != has_keys)
		return refuse(t,
			" mixes arrays and objects; use one kind at each "
			"depth");
	if (!has_keys && t->lengths[depth] != json_count(value))
		return refuse(t,
			" has rows of %zu and of %zu values; make all rows "
			"equally long, with null for an open value",
			t->lengths[depth], json_count(value));
	return !has_keys || t->over != NULL || refuse_names(t);
}

static bool
measure(struct data_table *t, const struct json_object *value, size_t depth)
{
	bool is_array = json_kind(value) == JSON_ARRAY;
	struct json_member m = {0};
	bool is_fine;

	if (!is_array && json_kind(value) != JSON_OBJECT)
		return measure_leaf(t, value, depth);
	is_fine = measure_dimension(t, value, depth);
	while (!is_array && is_fine && json_next(value, &m))
		is_fine = measure(t, m.value, depth + 1);
	for (size_t i = 0; is_array && is_fine && i < json_count(value); i++)
		is_fine = measure(t, json_at(value, i), depth + 1);
	return is_fine;
}

/* What there is room for, open values too. */
static bool
check_size(const struct data_table *t)
{
	size_t count = 1;

	for (size_t i = 0; i < t->dimensions && count <= TABLE_VALUES_MAX; i++)
		count *= t->lengths[i];
	return count <= TABLE_VALUES_MAX ||
	       refuse(t,
		       " has more than %d values, which Z3 reads too slowly; "
		       "split it into several tables, or send only the rows "
		       "that are needed",
		       TABLE_VALUES_MAX);
}

/* --- definitions --------------------------------------------------------- */

/* The sort of an index, which for names and pairs is what `over` says. */
static const char *
index_sort(const struct data_table *t, size_t depth)
{
	bool is_list = json_kind(t->over) == JSON_ARRAY;

	if (!t->has_keys[depth] || (is_list && depth >= json_count(t->over)))
		return "Int";
	return json_string(is_list ? json_at(t->over, depth) : t->over);
}

/* "i!" where a name of the data might be the same word. */
static const char *
index_name(const struct data_table *t, size_t depth)
{
	static const char *const names[][DATA_DIMENSIONS] = {
		{"i", "j", "k", "l"}, {"i!", "j!", "k!", "l!"}};

	return names[t->over != NULL || t->sort != NULL][depth];
}

static void
add_symbol(const struct data_table *t, const char *suffix, struct buf *out)
{
	DROP(text) char *name = text_format("%s%s", t->name, suffix);

	text_add_symbol(out, name);
}

/* (NAME!outside i j) */
static void
add_unknown(const struct data_table *t, const char *suffix)
{
	(void)buf_add_char(t->r->out, '(');
	add_symbol(t, suffix, t->r->out);
	for (size_t i = 0; i < t->dimensions; i++)
		(void)buf_add_format(t->r->out, " %s", index_name(t, i));
	(void)buf_add_char(t->r->out, ')');
}

static bool add_body(const struct data_table *t,
	const struct json_object *value, size_t depth);

/* "(ite (= i "; what the index is compared with follows, and ") ". */
static void
begin_row(const struct data_table *t, const char *relation, size_t depth)
{
	(void)buf_add_format(
		t->r->out, "(ite (%s %s ", relation, index_name(t, depth));
}

static bool
add_row(const struct data_table *t, const struct json_object *value,
	size_t depth)
{
	return buf_add_text(t->r->out, ") ") && add_body(t, value, depth + 1) &&
	       buf_add_char(t->r->out, ' ');
}

static bool
end_rows(const struct data_table *t, size_t count)
{
	add_unknown(t, SYMBOL_OUTSIDE);
	while (count-- > 0)
		(void)buf_add_char(t->r->out, ')');
	return true;
}

static bool
add_rows(const struct data_table *t, const struct json_object *array,
	size_t depth, size_t from, size_t end)
{
	struct buf *out = t->r->out;
	size_t middle = from + (end - from) / 2;

	if (end - from > ROWS_IN_TURN) {
		begin_row(t, "<", depth);
		language_add_integer(out, t->first + (int64_t)middle);
		return buf_add_text(out, ") ") &&
		       add_rows(t, array, depth, from, middle) &&
		       buf_add_char(out, ' ') &&
		       add_rows(t, array, depth, middle, end) &&
		       buf_add_char(out, ')');
	}
	for (size_t i = from; i < end; i++) {
		begin_row(t, "=", depth);
		language_add_integer(out, t->first + (int64_t)i);
		if (!add_row(t, json_at(array, i), depth))
			return false;
	}
	return end_rows(t, end - from);
}

/* The value at that depth, for these indices. */
static bool
add_body(const struct data_table *t, const struct json_object *value,
	size_t depth)
{
	struct json_member m = {0};

	if (json_kind(value) == JSON_ARRAY)
		return add_rows(t, value, depth, 0, json_count(value));
	if (value != NULL && json_kind(value) != JSON_OBJECT)
		return add_value(t, value);
	if (value == NULL) {
		add_unknown(t, DATA_OPEN);
		return true;
	}
	while (json_next(value, &m)) {
		begin_row(t, "=", depth);
		text_add_symbol(t->r->out, m.key);
		if (!add_row(t, m.value, depth))
			return false;
	}
	return end_rows(t, json_count(value));
}

/* (declare-fun NAME!outside (Int) Int); a definition names its indices and
 * stays open: (define-fun NAME ((i Int)) Int */
static void
add_signature(
	const struct data_table *t, const char *command, const char *suffix)
{
	struct buf *out = t->r->out;
	bool is_definition = *suffix == '\0';

	(void)buf_add_format(out, "\n(%s ", command);
	add_symbol(t, suffix, out);
	(void)buf_add_text(out, " (");
	for (size_t i = 0; i < t->dimensions; i++)
		(void)buf_add_format(out, "%s%s%s%s%s%s", i > 0 ? " " : "",
			is_definition ? "(" : "",
			is_definition ? index_name(t, i) : "",
			is_definition ? " " : "", index_sort(t, i),
			is_definition ? ")" : "");
	(void)buf_add_format(
		out, ") %s%s", sort_of(t), is_definition ? " " : ")");
}

/* The same for a reader, with the ranges of the indices: (NAME 1..3 City). */
static void
summarise(const struct data_table *t)
{
	struct buf *out = t->r->summary;

	if (out == NULL)
		return;
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
define_values(struct data_table *t)
{
	if (!measure(t, t->values, 0))
		return false;
	if (t->kind == VALUES_NONE)
		return refuse(t,
			" holds no value; give numbers, strings, or true and "
			"false");
	if (!check_size(t))
		return false;
	summarise(t);
	if (t->has_null)
		add_signature(t, "declare-fun", DATA_OPEN);
	if (t->dimensions > 0)
		add_signature(t, "declare-fun", SYMBOL_OUTSIDE);
	add_signature(t, "define-fun", "");
	return add_body(t, t->values, 0) && buf_add_char(t->r->out, ')');
}

/* --- relations ----------------------------------------------------------- */

/* (and (= i 1) (= j 2)), or the other way round. */
static bool
add_pair(const struct data_table *t, const struct json_object *pair,
	bool is_reversed)
{
	struct buf *out = t->r->out;

	(void)buf_add_text(out, " (and");
	for (size_t i = 0; i < t->dimensions; i++) {
		const struct json_object *value =
			json_at(pair, is_reversed ? t->dimensions - 1 - i : i);
		enum value_kind kind = kind_of(value);
		struct data_table index = {
			.r = t->r, .name = t->name, .sort = index_sort(t, i)};

		if (kind != VALUES_INT && kind != VALUES_STRING)
			return refuse(
				t, ": a pair holds whole numbers or names");
		if (kind == VALUES_STRING && t->over == NULL)
			return refuse(t,
				" has names in its pairs; say which "
				"enumeration they belong to: {\"over\": "
				"\"SORT\", \"pairs\": ...}");
		(void)buf_add_format(out, " (= %s ", index_name(t, i));
		if (!add_value(&index, value))
			return false;
		(void)buf_add_char(out, ')');
	}
	return buf_add_char(out, ')');
}

static bool
define_pairs(struct data_table *t)
{
	size_t count = json_count(t->values);
	const struct json_object *first =
		count > 0 ? json_at(t->values, 0) : NULL;

	t->dimensions = count == 0			 ? 2
			: json_kind(first) == JSON_ARRAY ? json_count(first)
							 : 0;
	if (t->dimensions == 0 || t->dimensions > DATA_DIMENSIONS)
		return refuse(t,
			": pairs are arrays of two values, or of up to %d",
			DATA_DIMENSIONS);
	for (size_t i = 0; i < t->dimensions; i++)
		t->has_keys[i] = t->over != NULL;
	t->kind = VALUES_BOOL;
	summarise(t);
	add_signature(t, "define-fun", "");
	(void)buf_add_text(t->r->out, "(or false");
	for (size_t i = 0; i < count; i++) {
		const struct json_object *pair = json_at(t->values, i);

		if (json_kind(pair) != JSON_ARRAY ||
			json_count(pair) != t->dimensions)
			return refuse(t,
				": pair %zu is not an array of %zu values like "
				"the first",
				i + 1, t->dimensions);
		if (!add_pair(t, pair, false) ||
			(t->is_symmetric && !add_pair(t, pair, true)))
			return false;
	}
	return buf_add_text(t->r->out, "))");
}

/* --- records ------------------------------------------------------------- */

/* A function of the row for each field, NAME_FIELD. */
static bool
define_records(const struct data_table *t)
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
			return refuse(t,
				": row %zu is not an object, or has more than "
				"%d fields",
				i + 1, FIELDS_MAX);
	}
	m = (struct json_member){0};
	while (json_next(fields, &m)) {
		DROP(text) char *name = text_format("%s_%s", t->name, m.key);
		DROP(json) struct json_object *column = json_new_array();

		for (size_t i = 0; i < json_count(t->values); i++)
			json_add(
				column, json_share(json_get(
						json_at(t->values, i), m.key)));
		if (!define_values(&(struct data_table){.r = t->r,
			    .name = name,
			    .first = t->first,
			    .values = column}))
			return false;
	}
	return true;
}

/* Records or values. */
static bool
define(struct data_table *t)
{
	bool are_records = json_kind(t->values) == JSON_ARRAY &&
			   t->over == NULL && json_count(t->values) > 0 &&
			   json_kind(json_at(t->values, 0)) == JSON_OBJECT;

	return are_records ? define_records(t) : define_values(t);
}

/* --- CSV ----------------------------------------------------------------- */

/* 0,5 as 0.5, where the comma separates nothing. */
static void
replace_comma(struct buf *cell)
{
	static const char digits[] = "0123456789";
	char *at = cell->data + (cell->data[0] == '-');
	size_t whole = strspn(at, digits);
	size_t fraction = at[whole] == ',' ? strspn(at + whole + 1, digits) : 0;

	if (whole > 0 && fraction > 0 && at[whole + 1 + fraction] == '\0')
		at[whole] = '.';
}

/* The next cell; the cursor is at its separator then. */
static struct json_object *
read_cell(const char **at, char separator)
{
	bool is_quoted = **at == '"';
	struct json_object *value = NULL;
	DROP(buf) struct buf cell;
	struct err e;

	buf_init(&cell, LIMIT_ITEM);
	for (*at += is_quoted; **at != '\0'; (*at)++) {
		if (is_quoted && **at == '"' && *++*at != '"')
			is_quoted = false;
		if (!is_quoted && (**at == separator || **at == '\r' ||
					  **at == '\n' || **at == '\0'))
			break;
		if (cell.size > 0 || **at != ' ')
			(void)buf_add_char(&cell, **at);
	}
	while (cell.size > 0 && cell.data[cell.size - 1] == ' ')
		buf_truncate(&cell, cell.size - 1);
	if (cell.size > 0 && separator != ',')
		replace_comma(&cell);
	if (cell.size == 0 || (json_parse(cell.data, cell.size, &value, &e) &&
				      json_kind(value) != JSON_ARRAY &&
				      json_kind(value) != JSON_OBJECT))
		return value;
	json_free(value);
	return json_new_string(cell.data);
}

static bool
are_strings(const struct json_object *array)
{
	for (size_t i = 0; i < json_count(array); i++)
		if (json_kind(json_at(array, i)) != JSON_STRING)
			return false;
	return true;
}

/* Adds the lines to the values: objects under a first line of words, values
 * where there is one column, else arrays. */
static bool
read_csv(const struct data_table *t, const char *text, struct json_object *rows)
{
	DROP(json) struct json_object *header = NULL;
	size_t line_size, first = 0;
	char separator;

	text += strspn(text, "\r\n");
	line_size = strcspn(text, "\r\n");
	/* Where the first line has semicolons, commas may be decimal ones. */
	separator = memchr(text, '\t', line_size) != NULL  ? '\t'
		    : memchr(text, ';', line_size) != NULL ? ';'
							   : ',';
	while (*text != '\0') {
		DROP(json)
		struct json_object *line = json_new_array();
		size_t cells;

		json_add(line, read_cell(&text, separator));
		while (*text == separator) {
			text++;
			json_add(line, read_cell(&text, separator));
		}
		text += strspn(text, "\r\n");
		cells = json_count(line);
		if (first != 0 && cells != first)
			return refuse(t,
				": a line of the CSV has %zu cells, and the "
				"first has %zu; leave a cell empty for an open "
				"value, and quote one that holds the separator",
				cells, first);
		if (first == 0 && are_strings(line)) {
			header = json_share(line);
		} else if (header != NULL) {
			struct json_object *record = json_new_object();

			for (size_t i = 0; i < cells; i++)
				json_put(record,
					json_string(json_at(header, i)),
					json_share(json_at(line, i)));
			json_add(rows, record);
		} else {
			json_add(rows, json_share(cells == 1 ? json_at(line, 0)
							     : line));
		}
		first = cells;
	}
	return true;
}

/* --- members ------------------------------------------------------------- */

/* The first member that a table does not have; or NULL. */
static const char *
find_unknown(const struct json_object *object)
{
	static const struct {
		const char *key;
		enum json_kind kind;
	} members[] = {
		{"sort", JSON_STRING},
		{"over", JSON_STRING},
		{"over", JSON_ARRAY},
		{"first", JSON_INT},
		{"symmetric", JSON_BOOL},
		{"pairs", JSON_ARRAY},
		{"csv", JSON_STRING},
	};
	struct json_member m = {0};

	while (json_next(object, &m)) {
		enum json_kind kind = json_kind(m.value);
		bool is_known = strcmp(m.key, "values") == 0;

		for (size_t i = 0; i < sizeof(members) / sizeof(*members); i++)
			is_known |= kind == members[i].kind &&
				    strcmp(m.key, members[i].key) == 0;
		if (!is_known ||
			(strcmp(m.key, "over") == 0 && kind == JSON_ARRAY &&
				!are_strings(m.value)))
			return m.key;
	}
	return NULL;
}

static bool
define_object(struct data_table *t, const struct json_object *object)
{
	DROP(json) struct json_object *rows = NULL;
	const char *csv = json_get_string(object, "csv");
	const struct json_object *pairs = json_get(object, "pairs");
	const char *unknown = find_unknown(object);

	t->sort = json_get_string(object, "sort");
	t->over = json_get(object, "over");
	t->first = json_get_int(object, "first", 1);
	t->is_symmetric = json_get_bool(object, "symmetric", false);
	t->values = pairs != NULL ? pairs : json_get(object, "values");
	if (unknown != NULL && json_count(object) > 1 && t->values == NULL &&
		csv == NULL)
		return refuse_names(t);
	if (unknown != NULL)
		return refuse(t,
			": \"%.40s\" is not a member of a table, or of another "
			"kind; a table has values, csv or pairs (symmetric), "
			"and sort, over, first; without options give the array "
			"alone: {\"x\": [1, 2]}",
			unknown);
	if (t->first < INT32_MIN || t->first > INT32_MAX)
		return refuse(t,
			": first is out of range; write an integer from %d to "
			"%d, or leave it out for 1",
			INT32_MIN, INT32_MAX);
	if (pairs != NULL)
		return define_pairs(t);
	if (csv != NULL) {
		t->values = rows = json_new_array();
		if (!read_csv(t, csv, rows))
			return false;
	}
	return t->values != NULL
		       ? define(t)
		       : refuse(t, " has no values; give values, csv or pairs");
}

static bool
define_member(const struct data_reader *r, const char *name,
	const struct json_object *value)
{
	struct data_table t = {
		.r = r, .name = name, .first = 1, .values = value};

	if (json_kind(value) == JSON_OBJECT)
		return define_object(&t, value);
	if (strcmp(name, "csv") == 0 && json_kind(value) == JSON_STRING)
		return refuse(&t,
			" says how a table is written, and the table needs a "
			"name; send {\"NAME\": {\"csv\": \"...\"}}");
	return define(&t);
}

/* --- the row ------------------------------------------------------------- */

bool
data_is(const char *text)
{
	return text[strspn(text, " \t\r\n")] == '{';
}

static bool
read_data(const char *text, size_t size, struct translation *out,
	struct buf *summary, struct diagnostic *fault)
{
	const struct slice nowhere = {0};
	DROP(json) struct json_object *data = NULL;
	DROP(text) char *line = NULL;
	struct data_reader r = {&out->text, summary, fault};
	struct json_member m = {0};
	struct err e;

	if (!json_parse(text, size, &data, &e))
		return language_refuse(fault, NULL, nowhere,
			"data is not JSON: %s; send an object of named values",
			e.text);
	if (json_count(data) == 0)
		return language_refuse(fault, NULL, nowhere,
			"data holds nothing; name each value: {\"n\": 3, "
			"\"cost\": [4, 7, 1]}");
	translation_add_item(out, NULL, NULL, 1);
	line = json_text(data);
	(void)buf_add_format(r.out, DATA_MARK "%s", line);
	while (json_next(data, &m))
		if (!define_member(&r, m.key, m.value))
			return false;
	return true;
}

bool
data_read(const char *text, size_t size, struct translation *out,
	struct diagnostic *fault)
{
	return read_data(text, size, out, NULL, fault);
}

char *
data_summary(const char *content, size_t size)
{
	DROP(text) char *data = data_line(content, size);
	DROP(translation) struct translation made = {0};
	DROP(buf) struct buf summary;
	struct diagnostic ignored = {0};

	buf_init(&summary, LIMIT_ITEM);
	buf_init(&made.text, size + 1);
	if (data == NULL ||
		!read_data(data, strlen(data), &made, &summary, &ignored) ||
		made.text.overflowed || made.text.size != size ||
		memcmp(made.text.data, content, size) != 0)
		return NULL;
	return buf_detach(&summary);
}
