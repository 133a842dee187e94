#include "tools/call/value_text.h"

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

/* Of (Int Color) Bool and (Array Int Color Bool). */
struct signature {
	struct slice arguments[ARGUMENTS_MAX];
	size_t count;
	struct slice range;
};

/* --- sorts ---------------------------------------------------------------- */

static bool
slice_has(struct slice s, const char *text)
{
	return s.length > 0 &&
	       memmem(s.start, s.length, text, strlen(text)) != NULL;
}

static struct slice
slice_at(const char *text, const struct token *t)
{
	return (struct slice){text + t->offset, t->length};
}

/* False: the sort has no arguments that we know. */
static bool
read_signature(const char *sort, struct signature *s)
{
	bool is_array;
	struct lexer walk;
	struct lexer inner;
	struct token t;

	*s = (struct signature){0};
	if (sort == NULL || sort[0] != '(')
		return false;
	lexer_init(&walk, sort, strlen(sort));
	if (!command_next(&walk, &t) || t.kind != TOKEN_OPEN)
		return false;
	is_array = strncmp(sort, "(Array ", strlen("(Array ")) == 0;
	lexer_enter(&inner, sort, &t);
	if (is_array)
		(void)command_next(&inner, &t);
	else if (command_next(&walk, &t))
		s->range = slice_at(sort, &t);
	while (command_next(&inner, &t)) {
		if (s->count == ARGUMENTS_MAX)
			return false;
		s->arguments[s->count++] = slice_at(sort, &t);
	}
	if (is_array && s->count > 0)
		s->range = s->arguments[--s->count];
	return s->count > 0 && s->range.length > 0;
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

/* Beyond the range of a double as well. */
static void
add_decimal(const char *fraction, struct buf *out)
{
	const char *slash = strchr(fraction, '/');
	long double value = strtold(fraction, NULL);

	if (slash != NULL)
		value /= strtold(slash + 1, NULL);
	buf_add_format(out, "%.*Lg", DIGITS, value);
}

static void
add_real(const char *number, struct buf *out)
{
	bool is_short = strlen(number) <= FRACTION_MAX;

	if (is_short)
		buf_add_text(out, number);
	if (is_short && strchr(number, '/') == NULL)
		return;
	buf_add_text(out, is_short ? " (" : "about ");
	add_decimal(number, out);
	if (is_short)
		buf_add_char(out, ')');
	else
		buf_add_format(out, " (exactly a number of %zu characters)",
			strlen(number));
}

/* Of #x0f or #b101; 0: it is something else. */
static size_t
bits_of(const struct json_object *value, struct slice sort)
{
	const char *text =
		json_kind(value) == JSON_STRING ? json_string(value) : "";

	if (!slice_has(sort, "(_ BitVec") || text[0] != '#' ||
		(text[1] != 'x' && text[1] != 'b'))
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
	DROP(text) char *json = NULL;

	if (value == NULL) {
		buf_add_text(out, "not determined");
	} else if (json_kind(value) == JSON_STRING) {
		add_string(value, sort, out);
	} else if (add_inner_table(value, sort, out)) {
		return;
	} else if (approximate != NULL) {
		buf_add_format(out, "%s...", approximate);
	} else if (inner != NULL && json_kind(inner) == JSON_STRING) {
		buf_add_text(out, json_string(inner));
	} else {
		json = json_text(inner != NULL ? inner : value);
		add_cut(json, SCALAR_MAX, out);
	}
}

/* --- tables --------------------------------------------------------------- */

struct table {
	const struct json_object *entries;
	const struct json_object *otherwise;
	bool has_otherwise;
	bool is_partial; /* elsewhere there is no one value */
	struct signature of;
};

/* Whatever a worker has sent: each entry has its arguments. */
static bool
is_table(const struct table *t)
{
	if (t->entries == NULL)
		return false;
	for (size_t i = 0; i < json_count(t->entries); i++) {
		const struct json_object *arguments =
			json_get_array(json_at(t->entries, i), "args");

		if (arguments == NULL || json_count(arguments) != t->of.count)
			return false;
	}
	return true;
}

static bool
read_table(const struct json_object *value, const char *sort, struct table *t)
{
	struct json_object *otherwise = NULL;

	*t = (struct table){.entries = json_get_array(value, "entries")};
	t->has_otherwise = json_find(value, "else", &otherwise);
	t->otherwise = otherwise;
	return read_signature(sort, &t->of) && is_table(t);
}

static const struct json_object *
argument_at(const struct table *t, size_t entry, size_t argument)
{
	return json_at(
		json_get_array(json_at(t->entries, entry), "args"), argument);
}

static void
add_argument(
	const struct table *t, size_t entry, size_t argument, struct buf *out)
{
	const struct json_object *value = argument_at(t, entry, argument);

	if (bits_of(value, t->of.arguments[argument]) > 0)
		buf_add_text(out, json_string(value));
	else
		add_scalar(value, t->of.arguments[argument], out);
}

/* Of a bit-vector the number alone: the text after `else` has both. */
static void
add_value(const struct table *t, size_t entry, struct buf *out)
{
	const struct json_object *value =
		json_get(json_at(t->entries, entry), "value");
	size_t bits = bits_of(value, t->of.range);

	if (bits > 0 && bits <= BITS_MAX)
		buf_add_format(out, "%" PRIu64, number_of(json_string(value)));
	else
		add_scalar(value, t->of.range, out);
}

/* (1, red), or red alone. */
static void
add_arguments(const struct table *t, size_t entry, struct buf *out)
{
	if (t->of.count > 1)
		buf_add_char(out, '(');
	for (size_t i = 0; i < t->of.count; i++) {
		buf_add_text(out, i > 0 ? ", " : "");
		add_argument(t, entry, i, out);
	}
	if (t->of.count > 1)
		buf_add_char(out, ')');
}

/* Over the arguments, which libz3 calls x!0, x!1, ...; and there are entries,
 * which matter more. */
static bool
is_long_formula(const struct table *t)
{
	const char *text = json_kind(t->otherwise) == JSON_STRING &&
					   !slice_is(t->of.range, "String")
				   ? json_string(t->otherwise)
				   : "";

	return json_count(t->entries) > 0 && strstr(text, "x!0") != NULL &&
	       (strlen(text) > FORMULA_MAX || slice_is(t->of.range, "Bool"));
}

static void
add_otherwise(const struct table *t, const char *before, struct buf *out)
{
	if (t->is_partial)
		return;
	buf_add_text(out, before);
	if (!t->has_otherwise || is_long_formula(t))
		buf_add_text(out, "a long formula");
	else
		add_scalar(t->otherwise, t->of.range, out);
}

/* An array among other values: {1 -> 3, 2 -> 4, else 5}. False: it is none. */
static bool // NOLINTNEXTLINE(misc-no-recursion)
add_inner_table(
	const struct json_object *value, struct slice sort, struct buf *out)
{
	DROP(text) char *name = text_copy_n(sort.start, sort.length);
	struct table t;

	if (!read_table(value, name, &t))
		return false;
	buf_add_char(out, '{');
	for (size_t i = 0; i < json_count(t.entries); i++) {
		add_arguments(&t, i, out);
		buf_add_text(out, " -> ");
		add_value(&t, i, out);
		buf_add_text(out, ", ");
	}
	add_otherwise(&t, "else ", out);
	return buf_add_char(out, '}');
}

/* Whether an argument is an Int that counts on from the entry `step` before. */
static bool
counts_on(const struct table *t, size_t argument, size_t count, size_t step)
{
	for (size_t i = 0; i < count; i++) {
		const struct json_object *one =
			argument_at(t, i * step, argument);

		/* Of any two numbers there is such a difference. */
		if (json_kind(one) != JSON_INT ||
			(uint64_t)json_int(one) -
					(uint64_t)json_int(
						argument_at(t, 0, argument)) !=
				i)
			return false;
	}
	return true;
}

static bool
is_true(const struct table *t, size_t entry)
{
	return json_get_bool(json_at(t->entries, entry), "value", false);
}

/* How many columns a grid has: the entries are row after row; 0: it is none. */
static size_t
columns_of(const struct table *t)
{
	size_t count = json_count(t->entries);
	size_t columns = 0;

	if (t->of.count != 2)
		return 0;
	while (columns < count &&
		json_equal(argument_at(t, columns, 0), argument_at(t, 0, 0)))
		columns++;
	if (columns < 2 || count % columns != 0 || count / columns < 2)
		return 0;
	for (size_t i = columns; i < count; i++) {
		if (!json_equal(argument_at(t, i, 1),
			    argument_at(t, i - columns, 1)) ||
			!json_equal(argument_at(t, i, 0),
				argument_at(t, i - i % columns, 0)))
			return 0;
	}
	return columns;
}

/* 1..9, or mon tue wed */
static void
add_axis(const struct table *t, size_t argument, size_t count, size_t step,
	struct buf *out)
{
	if (counts_on(t, argument, count, step)) {
		add_argument(t, 0, argument, out);
		buf_add_text(out, "..");
		add_argument(t, (count - 1) * step, argument, out);
		return;
	}
	for (size_t i = 0; i < count; i++) {
		buf_add_text(out, i > 0 ? " " : "");
		add_argument(t, i * step, argument, out);
	}
}

/* Of a relation the columns in which it is true. */
static void
add_row(const struct table *t, size_t first, size_t columns, bool has_label,
	struct buf *out)
{
	bool is_relation = slice_is(t->of.range, "Bool");

	buf_add_text(out, "\n ");
	if (has_label || is_relation) {
		buf_add_char(out, ' ');
		add_argument(t, first, 0, out);
		buf_add_char(out, ':');
	}
	for (size_t i = first; i < first + columns; i++) {
		if (is_relation && !is_true(t, i))
			continue;
		buf_add_char(out, ' ');
		if (is_relation)
			add_argument(t, i, 1, out);
		else
			add_value(t, i, out);
	}
}

static void
add_grid(const char *name, const struct table *t, size_t columns,
	struct buf *out)
{
	size_t count = json_count(t->entries);
	bool counts = counts_on(t, 0, count / columns, columns);
	bool is_relation = slice_is(t->of.range, "Bool");

	buf_add_format(out, "%s (rows ", name);
	add_axis(t, 0, count / columns, columns, out);
	buf_add_text(out,
		is_relation ? "; where it is true in columns " : ", columns ");
	add_axis(t, 1, columns, 1, out);
	/* "else true" would be read as of the columns that a row leaves out. */
	add_otherwise(t, is_relation ? "; beyond them " : "; else ", out);
	buf_add_text(out, "):");
	for (size_t i = 0; i < count; i += columns)
		add_row(t, i, columns, !counts, out);
}

static bool
is_counted(const struct table *t)
{
	size_t count = json_count(t->entries);

	return count > 1 && t->of.count == 1 && counts_on(t, 0, count, 1);
}

/* f(1..8) =, of arguments that count on. */
static void
add_range(const char *name, const struct table *t, struct buf *out)
{
	buf_add_format(out, "%s(", name);
	add_argument(t, 0, 0, out);
	buf_add_text(out, "..");
	add_argument(t, json_count(t->entries) - 1, 0, out);
	buf_add_text(out, ") =");
}

/* q(1..8) = 4 2 7 3 6 8 5 1 */
static void
add_vector(const char *name, const struct table *t, struct buf *out)
{
	add_range(name, t, out);
	for (size_t i = 0; i < json_count(t->entries); i++) {
		buf_add_char(out, ' ');
		add_value(t, i, out);
	}
	add_otherwise(t, "; else ", out);
}

/* The arguments for which it is so; false: there are none. */
static bool
add_where(
	const struct table *t, bool value, const char *before, struct buf *out)
{
	bool has_any = false;

	for (size_t i = 0; i < json_count(t->entries); i++) {
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
add_relation(const char *name, const struct table *t, struct buf *out)
{
	bool is_false_elsewhere = json_kind(t->otherwise) == JSON_BOOL &&
				  !json_bool(t->otherwise);
	bool is_range = is_counted(t);
	bool has_any;

	if (is_range)
		add_range(name, t, out);
	else
		buf_add_format(out, "%s =", name);
	has_any = add_where(t, true, " true for ", out);
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

/* f = 1 -> 3, 5 -> 7; else 0 */
static void
add_rows(const char *name, const struct table *t, struct buf *out)
{
	size_t count = json_count(t->entries);
	bool is_inline = count <= INLINE_MAX;

	buf_add_format(out, "%s =", name);
	for (size_t i = 0; i < count; i++) {
		buf_add_text(out, !is_inline ? "\n  " : i > 0 ? ", " : " ");
		add_arguments(t, i, out);
		buf_add_text(out, " -> ");
		add_value(t, i, out);
	}
	if (count > 0) {
		add_otherwise(t, is_inline ? "; else " : "\n  else ", out);
	} else {
		add_otherwise(t, " ", out);
		buf_add_text(out, " for all arguments");
	}
}

static void
add_table(const char *name, const struct table *t, struct buf *out)
{
	size_t count = json_count(t->entries);
	size_t columns = columns_of(t);

	if (columns > 0)
		add_grid(name, t, columns, out);
	else if (count > 0 && slice_is(t->of.range, "Bool"))
		add_relation(name, t, out);
	else if (is_counted(t))
		add_vector(name, t, out);
	else
		add_rows(name, t, out);
}

/* --- arrays of arrays ----------------------------------------------------- */

/* Sorts of its elements' arguments are added to those of the table. */
static bool
widen_signature(struct signature *of)
{
	DROP(text) char *sort = text_copy_n(of->range.start, of->range.length);
	struct signature inner;
	size_t offset;

	if (strncmp(sort, "(Array ", strlen("(Array ")) != 0 ||
		!read_signature(sort, &inner) ||
		of->count + inner.count > ARGUMENTS_MAX)
		return false;
	for (size_t i = 0; i < inner.count; i++) {
		offset = (size_t)(inner.arguments[i].start - sort);
		of->arguments[of->count++] = (struct slice){
			of->range.start + offset, inner.arguments[i].length};
	}
	offset = (size_t)(inner.range.start - sort);
	of->range =
		(struct slice){of->range.start + offset, inner.range.length};
	return true;
}

static bool
add_flat_row(const struct json_object *entry, struct json_object *entries)
{
	const struct json_object *rows =
		json_get_array(json_get(entry, "value"), "entries");
	const struct json_object *outer = json_get_array(entry, "args");

	for (size_t i = 0; rows != NULL && i < json_count(rows); i++) {
		const struct json_object *row = json_at(rows, i);
		const struct json_object *inner = json_get_array(row, "args");
		struct json_object *flat = json_new_object();
		struct json_object *arguments = json_new_array();

		for (size_t n = 0; n < json_count(outer); n++)
			json_add(arguments, json_share(json_at(outer, n)));
		for (size_t n = 0; n < json_count(inner); n++)
			json_add(arguments, json_share(json_at(inner, n)));
		json_put(flat, "args", arguments);
		json_put(flat, "value", json_share(json_get(row, "value")));
		json_add(entries, flat);
	}
	return rows != NULL && json_count(rows) > 0 &&
	       json_count(entries) <= FLAT_MAX;
}

/* The entries of an array of arrays as those of one with more arguments; NULL:
 * they are none, or some row says nothing but `else`. */
static struct json_object *
flatten(const struct table *t)
{
	struct json_object *entries;

	const struct json_object *others =
		json_get_array(t->otherwise, "entries");

	if (json_count(t->entries) == 0 &&
		(others == NULL || json_count(others) > 0))
		return NULL;
	entries = json_new_array();
	for (size_t i = 0; i < json_count(t->entries); i++) {
		if (!add_flat_row(json_at(t->entries, i), entries)) {
			json_free(entries);
			return NULL;
		}
	}
	return entries;
}

/* With its arrays of arrays as one table; these are the caller's. */
static struct json_object *
widen(struct table *t)
{
	struct json_object *owned = NULL;
	struct table wide = *t;

	while (widen_signature(&wide.of)) {
		struct json_object *otherwise = NULL;
		struct json_object *flat = flatten(&wide);

		if (flat == NULL)
			break;
		json_free(owned);
		owned = flat;
		wide.is_partial = json_count(flat) > 0;
		wide.has_otherwise =
			json_find(t->otherwise, "else", &otherwise);
		wide.otherwise = otherwise;
		wide.entries = flat;
		*t = wide;
	}
	return owned;
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
	size_t before = out->size;
	struct table t;

	if (!read_table(value, sort, &t)) {
		buf_add_format(out, "%s = ", name);
		add_scalar(value,
			sort != NULL ? slice_of(sort) : (struct slice){0}, out);
	} else {
		DROP(json)
		struct json_object *owned __attribute__((unused)) = widen(&t);

		add_table(name, &t, out);
	}
	if (out->size - before > TABLE_MAX)
		cut(before, out);
	buf_add_char(out, '\n');
}

/* --- tables as rows ------------------------------------------------------- */

/* The columns of a table over whole numbers that count on; 0: it is none. */
static size_t
count_columns(const struct table *t)
{
	size_t count = json_count(t->entries);
	size_t columns = t->of.count == 1 ? count : columns_of(t);

	return columns > 0 && counts_on(t, t->of.count - 1, columns, 1) &&
			       (t->of.count == 1 ||
				       counts_on(
					       t, 0, count / columns, columns))
		       ? columns
		       : 0;
}

/* [5, 3, 4], or [[5, 3], [4, 2]] */
static struct json_object *
list_rows(const struct table *t, size_t columns)
{
	struct json_object *rows = json_new_array();
	struct json_object *row = rows;

	for (size_t i = 0; i < json_count(t->entries); i++) {
		if (t->of.count > 1 && i % columns == 0) {
			row = json_new_array();
			json_add(rows, row);
		}
		json_add(row,
			json_copy(json_get(json_at(t->entries, i), "value")));
	}
	return rows;
}

/* NULL: it stays as it is. */
static struct json_object *
compact(const struct json_object *value)
{
	enum { ENTRIES_MIN = 6 };
	struct table t = {.entries = json_get_array(value, "entries")};
	const struct json_object *first;
	struct json_object *otherwise = NULL;
	struct json_object *made;
	size_t columns;

	if (t.entries == NULL || json_count(t.entries) < ENTRIES_MIN)
		return NULL;
	first = json_get_array(json_at(t.entries, 0), "args");
	t.of.count = first != NULL ? json_count(first) : 0;
	if (t.of.count == 0 || !is_table(&t) ||
		(columns = count_columns(&t)) == 0)
		return NULL;
	made = json_new_object_of("from", json_copy(first), "table",
		list_rows(&t, columns), NULL);
	if (json_find(value, "else", &otherwise))
		json_put(made, "else", json_copy(otherwise));
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
