#include "tools/call/values.h"

#include <inttypes.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/utf8.h"
#include "smt/text/commands.h"
#include "smt/text/lexer.h"
#include "json/json.h"

enum {
	ARGUMENTS_MAX = 8,
	/* Bytes of one value. */
	SCALAR_MAX = 1000,
	TABLE_MAX = 3000,
	/* Places of an array of arrays that are laid out as one table. */
	FLAT_MAX = 10000,
	/* Characters of a fraction that is shown beside its decimal. */
	FRACTION_MAX = 24,
	DIGITS = 10,
	/* Bits of a bit-vector that has numbers. */
	BITS_MAX = 64,
	/* Characters of a formula beside entries. */
	FORMULA_MAX = 30,
	/* Entries on one line. */
	INLINE_MAX = 8,
};

/* The sorts of the arguments, and after them that of the values: of
 * (Int Color) Bool, or (Array Int Color Bool). */
struct signature {
	struct slice sorts[ARGUMENTS_MAX + 2];
	size_t count; /* of the arguments */
};

/* --- sorts ---------------------------------------------------------------- */

static bool
is_array(struct slice sort)
{
	static const char head[] = "(Array ";

	return sort.length >= strlen(head) &&
	       memcmp(sort.start, head, strlen(head)) == 0;
}

/* False: the sort has no arguments that we know. */
static bool
read_signature(struct slice sort, struct signature *s)
{
	struct lexer walk;
	struct lexer inner;
	struct token t;
	size_t count = 0;

	if (sort.length == 0 || sort.start[0] != '(')
		return false;
	walk = lexer_of(sort.start, sort.length);
	(void)command_next(&walk, &t);
	inner = lexer_enter(sort.start, &t);
	if (is_array(sort))
		(void)command_next(&inner, &t);
	while (command_next(&inner, &t) && count <= ARGUMENTS_MAX)
		s->sorts[count++] =
			(struct slice){sort.start + t.offset, t.length};
	if (!is_array(sort)) {
		if (!command_next(&walk, &t))
			return false;
		s->sorts[count++] =
			(struct slice){sort.start + t.offset, t.length};
	}
	s->count = count - 1;
	return count > 1 && s->count <= ARGUMENTS_MAX;
}

/* --- values without arguments --------------------------------------------- */

static void
add_cut(const char *text, size_t most, struct buf *out)
{
	size_t size = strlen(text);

	if (size <= most)
		buf_add_text(out, text);
	else
		buf_add_format(out, "%.*s... (%zu characters)",
			(int)utf8_cut(text, size, most), text, size);
}

static void
add_real(const char *number, struct buf *out)
{
	const char *slash = strchr(number, '/');
	bool is_short = strlen(number) <= FRACTION_MAX;
	/* Beyond the range of a double as well. */
	long double decimal = strtold(number, NULL);

	if (slash != NULL)
		decimal /= strtold(slash + 1, NULL);
	if (is_short && slash == NULL)
		buf_add_text(out, number);
	else if (is_short)
		buf_add_format(out, "%s (%.*Lg)", number, DIGITS, decimal);
	else
		buf_add_format(out,
			"about %.*Lg (exactly a number of %zu characters)",
			DIGITS, decimal, strlen(number));
}

/* Of #x0f or #b101; 0: it is something else. */
static size_t
bits_of(const struct json_object *value, struct slice sort)
{
	static const char head[] = "(_ BitVec";
	const char *text =
		json_kind(value) == JSON_STRING ? json_string(value) : "";

	if (sort.length == 0 ||
		memmem(sort.start, sort.length, head, strlen(head)) == NULL ||
		text[0] != '#' || (text[1] != 'x' && text[1] != 'b'))
		return 0;
	return strlen(text + 2) * (text[1] == 'x' ? 4 : 1);
}

static uint64_t
number_of(const char *literal)
{
	return strtoull(literal + 2, NULL, literal[1] == 'x' ? 16 : 2);
}

/* #xff (255, signed -1) */
static void
add_bit_vector(const char *literal, size_t bits, struct buf *out)
{
	uint64_t number;

	buf_add_text(out, literal);
	if (bits > BITS_MAX)
		return;
	number = number_of(literal);
	buf_add_format(out, " (%" PRIu64, number);
	if (bits > 1 && number >> (bits - 1) != 0)
		buf_add_format(out, ", signed %" PRId64,
			(int64_t)(number << (BITS_MAX - bits)) >>
				(BITS_MAX - bits));
	buf_add_char(out, ')');
}

static void
add_string(const struct json_object *value, struct slice sort, struct buf *out)
{
	const char *text = json_string(value);

	if (slice_is(sort, "Real") &&
		text[strspn(text, "-0123456789./")] == '\0')
		add_real(text, out);
	else if (bits_of(value, sort) > 0)
		add_bit_vector(text, bits_of(value, sort), out);
	else if (sort.length == 0 || slice_is(sort, "String") ||
		 strpbrk(text, "\n\r") != NULL) {
		DROP(text) char *json = json_text(value);

		add_cut(json, SCALAR_MAX, out);
	} else
		add_cut(text, SCALAR_MAX, out);
}

static bool add_inner_table(
	const struct json_object *value, struct slice sort, struct buf *out);

static void // NOLINTNEXTLINE(misc-no-recursion)
add_scalar(const struct json_object *value, struct slice sort, struct buf *out)
{
	const struct json_object *inner = json_get(value, "value");
	const char *approximate = json_get_string(value, "approx");
	const char *exact = json_get_string(value, "exact");
	DROP(text) char *json = NULL;

	if (value == NULL) {
		buf_add_text(out, VALUE_OPEN);
	} else if (json_kind(value) == JSON_STRING) {
		add_string(value, sort, out);
	} else if (add_inner_table(value, sort, out)) {
		return;
	} else if (approximate != NULL) {
		buf_add_format(out, "%s...", approximate);
	} else if (inner != NULL && json_kind(inner) == JSON_STRING) {
		buf_add_text(out, json_string(inner));
	} else if (inner == NULL && exact != NULL) {
		add_cut(exact, SCALAR_MAX, out);
	} else {
		json = json_text(inner != NULL ? inner : value);
		add_cut(json, SCALAR_MAX, out);
	}
}

/* --- tables --------------------------------------------------------------- */

/* A function or array: a row for each entry, of its arguments and its value. */
struct entry_table {
	struct signature of;
	const struct json_object **cells; /* borrowed, row by row */
	size_t count, cell_count, capacity;
	const struct json_object *otherwise;
	bool has_otherwise;
	bool is_partial; /* elsewhere there is no one value */
	bool has_open;	 /* some of the values are open */
};

static void
entry_table_drop(struct entry_table *t)
{
	free(t->cells);
}

/* The value stands after the arguments. */
static const struct json_object *
cell(const struct entry_table *t, size_t row, size_t column)
{
	return t->cells[row * (t->of.count + 1) + column];
}

static void
add_cells(struct entry_table *t, const struct json_object *const *cells,
	size_t count)
{
	for (size_t i = 0; i < count; i++)
		*ARRAY_ADD(t->cells, t->cell_count, t->capacity) = cells[i];
}

/* Rows for the entries of a value, each after these arguments. False when they
 * are not of the form, whatever a worker has sent. */
static bool
add_entries(struct entry_table *t, const struct json_object *const *before,
	size_t count, const struct json_object *value)
{
	const struct json_object *entries = json_get_array(value, "entries");

	for (size_t i = 0; entries != NULL && i < json_count(entries); i++) {
		const struct json_object *entry = json_at(entries, i);
		const struct json_object *row = json_get_array(entry, "args");

		if (row == NULL || count + json_count(row) != t->of.count)
			return false;
		add_cells(t, before, count);
		for (size_t k = 0; k < json_count(row); k++)
			add_cells(t,
				&(const struct json_object *){json_at(row, k)},
				1);
		add_cells(t,
			&(const struct json_object *){json_get(entry, "value")},
			1);
		t->has_open |= json_get(entry, "value") == NULL;
		t->count++;
	}
	return entries != NULL;
}

static void
read_otherwise(const struct json_object *value, struct entry_table *t)
{
	struct json_object *otherwise = NULL;

	t->has_otherwise = json_find(value, "else", &otherwise);
	t->otherwise = otherwise;
}

static bool
read_table(const struct json_object *value, struct slice sort,
	struct entry_table *t)
{
	*t = (struct entry_table){0};
	if (!read_signature(sort, &t->of))
		return false;
	read_otherwise(value, t);
	if (add_entries(t, NULL, 0, value))
		return true;
	entry_table_drop(t);
	return false;
}

/* A row for each entry of the arrays that are its values. False when there are
 * too many, or some array says nothing but `else`. */
static bool
add_inner_rows(const struct entry_table *t, struct entry_table *wide)
{
	size_t width = t->of.count;

	for (size_t i = 0; i < t->count; i++) {
		size_t before = wide->count;

		if (!add_entries(wide, &t->cells[i * (width + 1)], width,
			    cell(t, i, width)) ||
			wide->count == before || wide->count > FLAT_MAX)
			return false;
	}
	return t->count > 0 || add_entries(wide, NULL, width, t->otherwise);
}

/* An array of arrays as one table with more arguments, as far as it goes. */
static void
widen(struct entry_table *t)
{
	struct signature inner;

	while (is_array(t->of.sorts[t->of.count]) &&
		read_signature(t->of.sorts[t->of.count], &inner) &&
		t->of.count + inner.count <= ARGUMENTS_MAX) {
		struct entry_table wide = {
			.of = t->of, .is_partial = t->count > 0};

		memcpy(&wide.of.sorts[t->of.count], inner.sorts,
			(inner.count + 1) * sizeof(inner.sorts[0]));
		wide.of.count += inner.count;
		read_otherwise(t->otherwise, &wide);
		if (!add_inner_rows(t, &wide) ||
			(t->count == 0 && wide.count > 0)) {
			entry_table_drop(&wide);
			return;
		}
		entry_table_drop(t);
		*t = wide;
	}
}

/* Of a bit-vector a value is its number alone, and an argument the literal: the
 * text after `else` has both. */
static void // NOLINTNEXTLINE(misc-no-recursion)
add_cell(
	const struct entry_table *t, size_t row, size_t column, struct buf *out)
{
	const struct json_object *value = cell(t, row, column);
	size_t bits = bits_of(value, t->of.sorts[column]);

	if (bits == 0 || bits > BITS_MAX)
		add_scalar(value, t->of.sorts[column], out);
	else if (column < t->of.count)
		buf_add_text(out, json_string(value));
	else
		buf_add_format(out, "%" PRIu64, number_of(json_string(value)));
}

static void
add_value(const struct entry_table *t, size_t row, struct buf *out)
{
	add_cell(t, row, t->of.count, out);
}

/* (1, red), or red alone. */
static void
add_arguments(const struct entry_table *t, size_t row, struct buf *out)
{
	if (t->of.count > 1)
		buf_add_char(out, '(');
	for (size_t i = 0; i < t->of.count; i++) {
		buf_add_text(out, i > 0 ? ", " : "");
		add_cell(t, row, i, out);
	}
	if (t->of.count > 1)
		buf_add_char(out, ')');
}

static void
add_row(const struct entry_table *t, size_t row, struct buf *out)
{
	add_arguments(t, row, out);
	buf_add_text(out, " -> ");
	add_value(t, row, out);
}

/* Returns whether it is shown by the arguments for which it is true. What is
 * open is not among these, and would be read as false. */
static bool
is_relation(const struct entry_table *t)
{
	return slice_is(t->of.sorts[t->of.count], "Bool") && !t->has_open;
}

/* Over the arguments, which libz3 calls x!0, x!1, ...; and there are entries,
 * which matter more. */
static bool
is_long_formula(const struct entry_table *t)
{
	const char *text =
		json_kind(t->otherwise) == JSON_STRING &&
				!slice_is(t->of.sorts[t->of.count], "String")
			? json_string(t->otherwise)
			: "";

	return t->count > 0 && strstr(text, "x!0") != NULL &&
	       (strlen(text) > FORMULA_MAX || is_relation(t));
}

static void
add_otherwise(const struct entry_table *t, const char *before, struct buf *out)
{
	if (t->is_partial)
		return;
	buf_add_text(out, before);
	if (!t->has_otherwise || is_long_formula(t))
		buf_add_text(out, "a long formula");
	else
		add_scalar(t->otherwise, t->of.sorts[t->of.count], out);
}

/* An array among other values: {1 -> 3, 2 -> 4, else 5}. False: it is none. */
static bool // NOLINTNEXTLINE(misc-no-recursion)
add_inner_table(
	const struct json_object *value, struct slice sort, struct buf *out)
{
	struct entry_table t;

	if (!read_table(value, sort, &t))
		return false;
	buf_add_char(out, '{');
	for (size_t i = 0; i < t.count; i++) {
		add_row(&t, i, out);
		buf_add_text(out, ", ");
	}
	add_otherwise(&t, "else ", out);
	entry_table_drop(&t);
	return buf_add_char(out, '}');
}

/* --- layouts -------------------------------------------------------------- */

/* Whether an argument is an Int that counts on, from row to row `step` after
 * it. */
static bool
counts_on(
	const struct entry_table *t, size_t argument, size_t count, size_t step)
{
	for (size_t i = 0; i < count; i++) {
		const struct json_object *one = cell(t, i * step, argument);

		/* Of any two numbers there is such a difference. */
		if (json_kind(one) != JSON_INT ||
			(uint64_t)json_int(one) - (uint64_t)json_int(cell(
							  t, 0, argument)) !=
				i)
			return false;
	}
	return true;
}

static bool
is_true(const struct entry_table *t, size_t row)
{
	const struct json_object *value = cell(t, row, t->of.count);

	return json_kind(value) == JSON_BOOL && json_boolean(value);
}

/* How many columns a grid has: the entries are row after row; 0: it is none. */
static size_t
columns_of(const struct entry_table *t)
{
	size_t columns = 0;

	if (t->of.count != 2)
		return 0;
	while (columns < t->count &&
		json_equal(cell(t, columns, 0), cell(t, 0, 0)))
		columns++;
	if (columns < 2 || t->count % columns != 0 || t->count / columns < 2)
		return 0;
	for (size_t i = columns; i < t->count; i++) {
		if (!json_equal(cell(t, i, 1), cell(t, i - columns, 1)) ||
			!json_equal(cell(t, i, 0), cell(t, i - i % columns, 0)))
			return 0;
	}
	return columns;
}

/* 1..9, or mon tue wed */
static void
add_axis(const struct entry_table *t, size_t argument, size_t count,
	size_t step, struct buf *out)
{
	if (counts_on(t, argument, count, step)) {
		add_cell(t, 0, argument, out);
		buf_add_text(out, "..");
		add_cell(t, (count - 1) * step, argument, out);
		return;
	}
	for (size_t i = 0; i < count; i++) {
		buf_add_text(out, i > 0 ? " " : "");
		add_cell(t, i * step, argument, out);
	}
}

/* Of a relation the columns in which it is true. */
static void
add_grid_row(const struct entry_table *t, size_t first, size_t columns,
	bool has_label, struct buf *out)
{
	buf_add_text(out, "\n ");
	if (has_label || is_relation(t)) {
		buf_add_char(out, ' ');
		add_cell(t, first, 0, out);
		buf_add_char(out, ':');
	}
	for (size_t i = first; i < first + columns; i++) {
		if (is_relation(t) && !is_true(t, i))
			continue;
		buf_add_char(out, ' ');
		add_cell(t, i, is_relation(t) ? 1 : t->of.count, out);
	}
}

static void
add_grid(const char *name, const struct entry_table *t, size_t columns,
	struct buf *out)
{
	size_t rows = t->count / columns;

	buf_add_format(out, "%s (rows ", name);
	add_axis(t, 0, rows, columns, out);
	buf_add_text(out, is_relation(t) ? "; where it is true in columns "
					 : ", columns ");
	add_axis(t, 1, columns, 1, out);
	/* "else true" would be read as of the columns that a row leaves out. */
	add_otherwise(t, is_relation(t) ? "; beyond them " : "; else ", out);
	buf_add_text(out, "):");
	for (size_t i = 0; i < rows; i++)
		add_grid_row(t, i * columns, columns,
			!counts_on(t, 0, rows, columns), out);
}

/* Its name, with its arguments where these count on: f(1..8) = */
static bool
add_range(const char *name, const struct entry_table *t, struct buf *out)
{
	bool is_range = t->count > 1 && t->of.count == 1 &&
			counts_on(t, 0, t->count, 1);

	buf_add_text(out, name);
	if (is_range) {
		buf_add_char(out, '(');
		add_axis(t, 0, t->count, 1, out);
		buf_add_char(out, ')');
	}
	buf_add_text(out, " =");
	return is_range;
}

/* The arguments for which it is so; false: there are none. */
static bool
add_where(const struct entry_table *t, bool value, const char *before,
	struct buf *out)
{
	bool has_any = false;

	for (size_t i = 0; i < t->count; i++) {
		if (is_true(t, i) != value)
			continue;
		buf_add_text(out, has_any ? ", " : before);
		add_arguments(t, i, out);
		has_any = true;
	}
	return has_any;
}

/* likes = true for (a, b), (b, c); else false. What is in a range and not true
 * is false, which goes without saying. */
static void
add_relation(const char *name, const struct entry_table *t, struct buf *out)
{
	bool is_false_elsewhere = json_kind(t->otherwise) == JSON_BOOL &&
				  !json_boolean(t->otherwise);
	bool is_range = add_range(name, t, out);
	bool has_any = add_where(t, true, " true for ", out);

	if (is_range && !has_any) {
		buf_add_text(out, " all false");
		has_any = true;
	}
	if (!is_false_elsewhere && !is_range)
		has_any |= add_where(t, false,
			has_any ? "; false for " : " false for ", out);
	if (has_any)
		add_otherwise(t, "; else ", out);
	else
		buf_add_text(out, " false for all arguments");
}

/* q(1..8) = 4 2 7 3 6 8 5 1, or f = 1 -> 3, 5 -> 7; else 0 */
static void
add_rows(const char *name, const struct entry_table *t, struct buf *out)
{
	bool is_range = add_range(name, t, out);
	bool is_inline = is_range || t->count <= INLINE_MAX;

	for (size_t i = 0; i < t->count; i++) {
		buf_add_text(out, !is_inline	       ? "\n  "
				  : i > 0 && !is_range ? ", "
						       : " ");
		if (is_range)
			add_value(t, i, out);
		else
			add_row(t, i, out);
	}
	add_otherwise(t,
		t->count == 0 ? " "
		: is_inline   ? "; else "
			      : "\n  else ",
		out);
	if (t->count == 0)
		buf_add_text(out, " for all arguments");
}

/* At a blank or a line's end, so that no number is halved. */
static void
cut(size_t before, struct buf *out)
{
	size_t size =
		utf8_cut(out->data + before, out->size - before, TABLE_MAX);
	size_t at = size;

	while (at > size / 2 && strchr(" \n", out->data[before + at]) == NULL)
		at--;
	buf_truncate(out, before + (at > size / 2 ? at : size));
	buf_add_text(out, "\n  ... cut here: get_solution with terms gives "
			  "single values");
}

void
value_text_add(const char *name, const struct json_object *value,
	const char *sort, struct buf *out)
{
	struct slice of = sort != NULL ? slice_of(sort) : (struct slice){0};
	size_t before = out->size;
	struct entry_table t;

	if (!read_table(value, of, &t)) {
		buf_add_format(out, "%s = ", name);
		add_scalar(value, of, out);
	} else {
		size_t columns;

		widen(&t);
		columns = columns_of(&t);
		if (columns > 0)
			add_grid(name, &t, columns, out);
		else if (t.count > 0 && is_relation(&t))
			add_relation(name, &t, out);
		else
			add_rows(name, &t, out);
		entry_table_drop(&t);
	}
	if (out->size - before > TABLE_MAX)
		cut(before, out);
	buf_add_char(out, '\n');
}

/* --- tables as rows ------------------------------------------------------- */

/* The columns of a table over whole numbers that count on; 0: it is none. */
static size_t
count_columns(const struct entry_table *t)
{
	size_t columns = t->of.count == 1 ? t->count : columns_of(t);

	return columns > 0 && counts_on(t, t->of.count - 1, columns, 1) &&
			       (t->of.count == 1 ||
				       counts_on(t, 0, t->count / columns,
					       columns))
		       ? columns
		       : 0;
}

/* [5, 3, 4], or [[5, 3], [4, 2]] */
static struct json_object *
list_rows(const struct entry_table *t, size_t columns)
{
	struct json_object *rows = json_new_array();
	struct json_object *row = rows;

	for (size_t i = 0; i < t->count; i++) {
		if (t->of.count > 1 && i % columns == 0) {
			row = json_new_array();
			json_add(rows, row);
		}
		json_add(row, json_copy(cell(t, i, t->of.count)));
	}
	return rows;
}

/* NULL: it stays as it is. */
static struct json_object *
compact(const struct json_object *value)
{
	enum { ENTRIES_MIN = 6 };
	const struct json_object *entries = json_get_array(value, "entries");
	const struct json_object *first;
	DROP(entry_table) struct entry_table t = {0};
	struct json_object *made;
	size_t columns;

	if (entries == NULL || json_count(entries) < ENTRIES_MIN)
		return NULL;
	first = json_get_array(json_at(entries, 0), "args");
	t.of.count = first != NULL ? json_count(first) : 0;
	if (t.of.count == 0 || !add_entries(&t, NULL, 0, value) ||
		(columns = count_columns(&t)) == 0)
		return NULL;
	read_otherwise(value, &t);
	made = json_new_object_of("from", json_copy(first), "table",
		list_rows(&t, columns), NULL);
	if (t.has_otherwise)
		json_put(made, "else", json_copy(t.otherwise));
	return made;
}

void
value_text_compact(struct json_object *values)
{
	struct json_member m = {0};

	while (json_next(values, &m)) {
		struct json_object *better = compact(m.value);

		if (better != NULL)
			json_put(values, m.key, better);
	}
}
