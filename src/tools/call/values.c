#include "tools/call/values.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/coroutine.h"
#include "base/limits.h"
#include "base/utf8.h"
#include "model/items/model.h"
#include "model/text/data_line.h"
#include "wire/answer.h"
#include "json/json.h"

/* What a number of JavaScript holds exactly. */
#define SAFE_INTEGER ((1LL << 53) - 1)

/* Bytes of values that have no room, of which there may be many. */
enum { BEGINNINGS_MAX = 4 * KIB };

void
values_drop(struct values *v)
{
	json_free(v->values);
	json_free(v->sorts);
	buf_release(&v->beginnings);
	*v = (struct values){0};
}

static size_t
room_of(const struct answer_value *value)
{
	return strlen(value->json) + 2 * strlen(value->name) +
	       strlen(value->sort);
}

static void
read_value(const struct answer_value *value, size_t *room, struct values *v)
{
	DROP(json) struct json_object *json = NULL;
	size_t needs = room_of(value);
	bool fits = needs <= *room;
	bool is_universe = value->json[0] == '\0';

	v->left_out += !fits;
	if (!fits && v->beginnings.size > BEGINNINGS_MAX)
		return;
	json = json_read(value->json);
	if (!fits) {
		value_text_add(value->name, json, value->sort, &v->beginnings);
		return;
	}
	*room -= needs;
	if (!is_universe)
		json_put(v->values, value->name, TAKE(json));
	/* A constant may be called like a sort. */
	if (!is_universe || !json_find(v->sorts, value->name, NULL))
		json_put_string(v->sorts, value->name, value->sort);
}

void
values_read(const struct answer_check *check, size_t room, size_t asked,
	struct values *v)
{
	size_t count = check->values.count;
	size_t first = count > asked ? count - asked : 0;
	size_t reserved = 0; /* for those that were asked for */

	*v = (struct values){
		.values = json_new_object(), .sorts = json_new_object()};
	buf_init(&v->beginnings, LIMIT_REPLY);
	for (size_t i = first; i < count; i++)
		reserved += room_of(&check->values.at[i]);
	reserved = reserved < room ? reserved : room;
	room -= reserved;
	for (size_t i = 0; i < count; i++) {
		room += i == first ? reserved : 0;
		read_value(&check->values.at[i], &room, v);
	}
}

enum {
	/* More Bool constants than these are not listed one by one. */
	BOOLS_MAX = 8,
	/* Bytes of a solution on one line. */
	INLINE_MAX = 200,
};

/* A term was asked for, and is shown. */
static bool
is_bool(const struct json_object *sorts, const struct json_member *m)
{
	const char *sort = json_get_string(sorts, m->key);

	return sort != NULL && strcmp(sort, "Bool") == 0 && m->key[0] != '(' &&
	       json_kind(m->value) == JSON_BOOL;
}

/* Of many Bools: "true: a, b (the other 62 Bools are false)". */
static void
add_values(const struct json_object *values, const struct json_object *sorts,
	struct buf *text)
{
	DROP(buf) struct buf names;
	struct json_member m = {0};
	size_t bools = 0;
	size_t shown = 0;

	buf_init(&names, text->ceiling);
	if (json_kind(values) != JSON_OBJECT)
		return;
	while (json_next(values, &m)) {
		bools += is_bool(sorts, &m);
		if (is_bool(sorts, &m) && json_boolean(m.value))
			buf_add_format(
				&names, "%s %s", shown++ > 0 ? "," : "", m.key);
	}
	m = (struct json_member){0};
	while (json_next(values, &m)) {
		if (bools <= BOOLS_MAX || !is_bool(sorts, &m))
			value_text_add(m.key, m.value,
				json_get_string(sorts, m.key), text);
	}
	if (bools > BOOLS_MAX)
		buf_add_format(text,
			"true:%s (the other %zu Bools are false)\n",
			shown > 0 ? names.data : " none", bools - shown);
}

/* --- tables of data ------------------------------------------------------ */

/* The values that the solver has found for the open places of a table. */
struct open_table {
	const char *name; /* NAME!open */
	const struct json_object *value;
	struct json_object *found; /* values by the text of their arguments */
};

static void
open_table_init(
	struct open_table *t, const char *name, const struct json_object *value)
{
	const struct json_object *list = json_get_array(value, "entries");

	*t = (struct open_table){
		.name = name, .value = value, .found = json_new_object()};
	for (size_t i = 0; list != NULL && i < json_count(list); i++) {
		DROP(text)
		char *args = json_text(json_get(json_at(list, i), "args"));

		json_put(t->found, args,
			json_copy(json_get(json_at(list, i), "value")));
	}
}

/* For these arguments. */
static const struct json_object *
found_at(const struct open_table *t, const struct json_object *args)
{
	DROP(text) char *text = json_text(args);
	struct json_object *value = NULL;

	return json_find(t->found, text, &value) ? value
						 : json_get(t->value, "else");
}

/* A table over whole numbers as {args, value}, row by row, each after the
 * arguments of its row. */
static void
add_entries(const struct json_object *values, int64_t first,
	const struct json_object *row, const struct open_table *t,
	struct json_object *entries)
{
	for (size_t i = 0; i < json_count(values); i++) {
		const struct json_object *value = json_at(values, i);
		struct json_object *args =
			row != NULL ? json_copy(row) : json_new_array();

		json_add(args, json_new_int(first + (int64_t)i));
		if (json_kind(value) == JSON_ARRAY) {
			add_entries(value, first, args, t, entries);
			json_free(args);
			continue;
		}
		if (value == NULL)
			value = found_at(t, args);
		json_add(entries, json_new_object_of("args", args, "value",
					  json_copy(value), NULL));
	}
}

/* The completed entries of a table; NULL if it has another form. */
static struct json_object *
complete_entries(const struct json_object *table, const struct open_table *t)
{
	struct json_object *entries;
	int64_t first = 1;

	if (json_kind(table) == JSON_OBJECT) {
		if (json_get(table, "over") != NULL)
			return NULL;
		first = json_get_int(table, "first", 1);
		table = json_get(table, "values");
	}
	if (json_kind(table) != JSON_ARRAY ||
		json_kind(json_at(table, 0)) == JSON_OBJECT)
		return NULL;
	entries = json_new_array();
	add_entries(table, first, NULL, t, entries);
	return entries;
}

/* The table NAME with what NAME!open is, as one function. */
static void
complete_table(const char *name, const struct json_object *table,
	struct open_table *t, struct values *shown)
{
	struct json_object *entries = complete_entries(table, t);
	struct json_object *whole;
	struct json_object *otherwise;

	if (entries == NULL)
		return;
	whole = json_new_object_of("entries", entries, NULL);
	if (json_find(t->value, "else", &otherwise))
		json_put(whole, "else", json_copy(otherwise));
	json_put(shown->values, name, whole);
	json_put_string(
		shown->sorts, name, json_get_string(shown->sorts, t->name));
	json_delete(shown->values, t->name);
	json_delete(shown->sorts, t->name);
}

/* Completes the tables of one item that are open, those that no item before it
 * completed. */
static void
complete_tables_of(const struct item *item, const struct values *values,
	struct values *shown)
{
	DROP(text) char *text = data_line(item->content, item->size);
	DROP(json) struct json_object *data = json_read(text);
	struct json_member m = {0};

	while (json_kind(data) == JSON_OBJECT && json_next(data, &m)) {
		DROP(text) char *open = text_format("%s" DATA_OPEN, m.key);
		struct open_table t;

		if (json_get_object(values->values, open) == NULL ||
			!json_find(shown->values, open, NULL))
			continue;
		open_table_init(
			&t, open, json_get_object(values->values, open));
		complete_table(m.key, m.value, &t, shown);
		json_free(t.found);
	}
}

static bool
is_open_table(const struct json_member *m)
{
	size_t size = strlen(m->key);
	size_t mark = strlen(DATA_OPEN);

	return size > mark && json_kind(m->value) == JSON_OBJECT &&
	       strcmp(m->key + size - mark, DATA_OPEN) == 0;
}

/* Each item is read once, however many tables are open. */
static void
complete_tables(const struct model *m, const struct values *values,
	struct values *shown)
{
	struct json_member member = {0};
	bool is_any = false;

	while (!is_any && json_next(values->values, &member))
		is_any = is_open_table(&member);
	for (size_t i = 0; is_any && i < m->count; i++) {
		coroutine_pause();
		complete_tables_of(model_at(m, i), values, shown);
	}
}

void
values_add_lines(
	const struct model *m, const struct values *values, struct buf *text)
{
	struct values shown = *values;
	struct json_member sort = {0};

	shown.values = json_copy(values->values);
	shown.sorts = json_copy(values->sorts);
	if (m != NULL)
		complete_tables(m, values, &shown);
	add_values(shown.values, shown.sorts, text);
	if (values->beginnings.size > 0)
		buf_add_text(text, values->beginnings.data);
	while (json_next(shown.sorts, &sort)) {
		if (!json_find(shown.values, sort.key, NULL))
			buf_add_format(text, "sort %s = %s\n", sort.key,
				json_string(sort.value));
	}
	json_free(shown.values);
	json_free(shown.sorts);
}

/* --- several solutions --------------------------------------------------- */

void
values_add_solution(const struct json_object *values,
	const struct json_object *sorts, struct buf *text)
{
	DROP(buf) struct buf lines;

	buf_init(&lines, SIZE_MAX / 2);
	add_values(values, sorts, &lines);
	if (lines.size > INLINE_MAX || strstr(lines.data, "\n ") != NULL) {
		buf_add_format(text, "\n%s", lines.data);
		return;
	}
	for (size_t i = 0; i + 1 < lines.size; i++) {
		if (lines.data[i] == '\n')
			buf_add_text(text, "; ");
		else
			buf_add_char(text, lines.data[i]);
	}
	buf_add_char(text, '\n');
}

/* Its values, of which each is one word; false if not. */
static bool
add_row(const struct json_object *solution, const struct json_object *names,
	const struct json_object *sorts, const char *separator,
	struct buf *text)
{
	DROP(buf) struct buf line;
	struct json_member m = {0};
	bool is_plain = json_count(solution) == json_count(names);

	buf_init(&line, SIZE_MAX / 2);
	for (size_t i = 0; is_plain && json_next(solution, &m); i++) {
		size_t head = strlen(m.key) + strlen(" = ");

		buf_clear(&line);
		value_text_add(
			m.key, m.value, json_get_string(sorts, m.key), &line);
		is_plain = json_find(names, m.key, NULL) && line.size > head &&
			   strcspn(line.data + head, " \n") ==
				   line.size - head - 1;
		if (is_plain)
			buf_add_format(text, "%s%.*s", i > 0 ? separator : "",
				(int)(line.size - head - 1), line.data + head);
	}
	return is_plain;
}

/* The names; returns what stands between them: some are terms, with blanks. */
static const char *
add_head(const struct json_object *names, struct buf *text)
{
	struct json_member m = {0};
	const char *separator = " ";

	while (json_next(names, &m)) {
		if (strpbrk(m.key, " |") != NULL)
			separator = " | ";
	}
	m = (struct json_member){0};
	buf_add_text(text, "    ");
	for (size_t i = 0; json_next(names, &m); i++)
		buf_add_format(text, "%s%s", i > 0 ? separator : "", m.key);
	buf_add_char(text, '\n');
	return separator;
}

bool
values_add_table(const struct json_object *solutions,
	const struct json_object *sorts, struct buf *text)
{
	size_t before = text->size;
	const struct json_object *first;
	const char *separator;

	if (json_count(solutions) < 2)
		return false;
	first = json_at(solutions, 0);
	separator = add_head(first, text);
	for (size_t i = 0; i < json_count(solutions); i++) {
		buf_add_format(text, "%zu. ", i + 1);
		if (!add_row(json_at(solutions, i), first, sorts, separator,
			    text)) {
			buf_truncate(text, before);
			return false;
		}
		buf_add_char(text, '\n');
	}
	return true;
}

/* --- formulas ------------------------------------------------------------ */

/* The arguments are named as libz3 names them; a long formula is left out. Who
 * has entries has those that matter. */
const char *
values_formula(const struct values *v)
{
	struct json_member m = {0};

	while (json_next(v->values, &m)) {
		const struct json_object *entries =
			json_get_array(m.value, "entries");
		const char *otherwise = json_get_string(m.value, "else");
		bool has_none = entries == NULL || json_count(entries) == 0;
		bool is_left_out =
			entries != NULL && !json_find(m.value, "else", NULL);

		if (has_none &&
			(is_left_out ||
				(otherwise != NULL &&
					strstr(otherwise, "x!0") != NULL)))
			return m.key;
	}
	return NULL;
}

/* A number of libz3's: an integer as a number up to 2^53-1, all else as a
 * string: "1/3", "oo". */
static struct json_object *
number_of(const char *text)
{
	char *end;
	long long value;

	errno = 0;
	value = strtoll(text, &end, 10);
	if (end == text || *end != '\0' || errno != 0 || value > SAFE_INTEGER ||
		value < -SAFE_INTEGER)
		return json_new_string(text);
	return json_new_int(value);
}

enum {
	/* Of what a reply says about objectives: nobody reads more. */
	OBJECTIVES_MAX = 200,
	TERM_MAX = 160, /* bytes */
	VALUE_MAX = 64 * KIB,
};

/* The beginning of what is longer than `most`; the caller's. */
static char *
shorten(const char *text, size_t most)
{
	size_t size = strlen(text);

	if (size <= most)
		return text_copy(text);
	return text_format(
		"%.*s...", (int)utf8_cut(text, size, TERM_MAX), text);
}

static const char *
objective_kind(const struct answer_objective *objective)
{
	if (objective->soft)
		return "soft";
	return objective->maximize ? "maximize" : "minimize";
}

/* The value comes as the JSON of a typed one, unlike its bounds. */
static struct json_object *
read_objective_value(const struct answer_objective *objective)
{
	DROP(text) char *text = shorten(objective->value, VALUE_MAX);
	DROP(json) struct json_object *value = json_read(text);

	/* A penalty is a Real for Z3, and mostly a whole number. */
	if (value != NULL &&
		(!objective->soft || json_kind(value) != JSON_STRING))
		return TAKE(value);
	return number_of(value != NULL ? json_string(value) : text);
}

/* Returns a number, or a text that stands for one, as text. */
static char *
plain_text(const struct json_object *value)
{
	return value != NULL ? json_plain(value) : text_copy(VALUE_OPEN);
}

const char *
objective_why_not(const struct answer_objective *objective)
{
	static const char *const reasons[] = {
		[OBJECTIVE_OPEN] = "not_proved",
		[OBJECTIVE_OPTIMAL] = NULL,
		[OBJECTIVE_CLAIMED] = NULL,
		[OBJECTIVE_UNBOUNDED] = "unbounded",
		[OBJECTIVE_NOT_ATTAINED] = "not_attained",
		[OBJECTIVE_CHANGED] = "internal_error",
	};

	return reasons[objective->state];
}

/* Bit-vectors are read as what they are compared as. */
bool
values_read_decimal(const char *text, double *number)
{
	char *end;

	if (strncmp(text, "#x", 2) == 0 || strncmp(text, "#b", 2) == 0) {
		*number = (double)strtoull(
			text + 2, &end, text[1] == 'x' ? 16 : 2);
		return end != text + 2 && *end == '\0';
	}
	*number = strtod(text, &end);
	if (end != text && *end == '/')
		*number /= strtod(end + 1, &end);
	return end != text && *end == '\0' && isfinite(*number);
}

static bool
read_decimal(const struct json_object *value, double *number)
{
	DROP(text) char *text = plain_text(value);

	return values_read_decimal(text, number);
}

/* How far the value may be from the best one, in percent of it. */
static void
put_gap(struct json_object *object)
{
	double value;
	double bound;

	if (!read_decimal(json_get(object, "value"), &value) ||
		!read_decimal(json_get(object, "bound"), &bound) || value == 0)
		return;
	json_put(object, "gap_percent",
		json_new_decimal(fabs(bound - value) / fabs(value) * 100, 1));
}

static void
put_proof(const struct answer_objective *objective, struct json_object *one)
{
	bool is_optimal = objective_is_optimal(objective);
	DROP(text) char *bound = shorten(objective->bound, VALUE_MAX);

	json_put_bool(one, "optimal", is_optimal && !objective->pareto);
	if (is_optimal && objective->pareto)
		json_put_string(one, "why_not", "pareto");
	if (objective->state == OBJECTIVE_CLAIMED)
		json_put_bool(one, "checked", false);
	if (is_optimal)
		return;
	json_put_string(one, "why_not", objective_why_not(objective));
	if (bound[0] != '\0') /* of the kind that the value has */
		json_put(one, "bound",
			json_kind(json_get(one, "value")) == JSON_STRING
				? json_new_string(bound)
				: number_of(bound));
	if (objective->state == OBJECTIVE_OPEN)
		put_gap(one);
}

/* The list may come from the database: a member that is missing is empty. */
static const char *
text_of(const struct json_object *objective, const char *key)
{
	const char *text = json_get_string(objective, key);

	return text != NULL ? text : "";
}

struct json_object *
objectives_list(const struct answer_check *check)
{
	struct json_object *list = json_new_array();

	for (size_t i = 0; i < check->objectives.count && i < OBJECTIVES_MAX;
		i++) {
		const struct answer_objective *objective =
			&check->objectives.at[i];
		struct json_object *one = json_new_object();
		DROP(text) char *term = shorten(objective->term, TERM_MAX);

		json_put_string(one, "term", term);
		json_put_string(one, "kind", objective_kind(objective));
		json_put(one, "value",
			objective->value[0] != '\0'
				? read_objective_value(objective)
				: NULL);
		put_proof(objective, one);
		json_add(list, one);
	}
	return list;
}

int
objectives_compare(const struct json_object *a, const struct json_object *b)
{
	size_t count = json_kind(a) == JSON_ARRAY && json_kind(b) == JSON_ARRAY
			       ? json_count(a)
			       : 0;

	for (size_t i = 0; i < count && i < json_count(b); i++) {
		bool is_maximized =
			strcmp(text_of(json_at(a, i), "kind"), "maximize") == 0;
		double ours;
		double theirs;

		if (!read_decimal(json_get(json_at(a, i), "value"), &ours) ||
			!read_decimal(
				json_get(json_at(b, i), "value"), &theirs))
			return 0;
		if (ours != theirs)
			return (ours > theirs) == is_maximized ? 1 : -1;
	}
	return 0;
}

void
objective_explain(const struct answer_objective *objective, struct buf *out)
{
	DROP(text) char *term = shorten(objective->term, TERM_MAX);
	const char *kind = objective_kind(objective);

	if (objective->state == OBJECTIVE_UNBOUNDED)
		buf_add_format(out,
			"%s %s is unbounded: there are solutions with better "
			"and better values, and these are only some.",
			kind, term);
	else if (objective->state == OBJECTIVE_OPEN)
		buf_add_format(out,
			"That %s %s has no better value was not proved: there "
			"may be one, and there may be no best at all, as "
			"with a strict bound (< or >) of a Real. Assert that "
			"it is better than this, with assume, to look for one; "
			"or bound the variables, and write the objective "
			"without products, quantifiers and conversions.",
			kind, term);
	else if (objective->state == OBJECTIVE_CHANGED)
		buf_add_format(out,
			"There was an internal error: a value of %s %s was "
			"proved to be the best, and these values have another "
			"one. Do not rely on either. Solve again with this "
			"objective alone, and pass its best value in assume "
			"for the objectives after it.",
			kind, term);
	else
		buf_add_format(out,
			"%s %s has no best value: its values come as near to "
			"%s as one likes, and no solution attains it, as "
			"with a strict bound (< or >) of a Real.",
			kind, term, objective->bound);
}

/* What is known about an objective that has no proved optimum. */
static void
add_bound(const struct json_object *objective, struct buf *text)
{
	const char *why = text_of(objective, "why_not");
	const struct json_object *gap = json_get(objective, "gap_percent");
	DROP(text) char *bound = plain_text(json_get(objective, "bound"));
	DROP(text) char *percent = plain_text(gap);

	if (strcmp(why, "pareto") == 0)
		buf_add_text(text, " (on the Pareto front");
	else if (strcmp(why, "unbounded") == 0)
		buf_add_text(text, " (unbounded");
	else if (strcmp(why, "internal_error") == 0)
		buf_add_text(text,
			" (internal error: another value was proved to be the "
			"best before");
	else if (strcmp(why, "not_attained") == 0)
		buf_add_format(
			text, " (no best value: %s is not attained", bound);
	else if (json_get(objective, "bound") != NULL)
		buf_add_format(text,
			" (not proved optimal; none is better than %s", bound);
	else
		buf_add_text(text, " (not proved optimal");
	if (gap != NULL)
		buf_add_format(text, ", a gap of %s %%", percent);
	buf_add_char(text, ')');
}

void
objectives_add_lines(
	const struct json_object *list, const char *prefix, struct buf *text)
{
	for (size_t i = 0; i < json_count(list); i++) {
		const struct json_object *objective = json_at(list, i);
		DROP(text)
		char *value = plain_text(json_get(objective, "value"));
		double decimal;

		buf_add_format(text, "%s%s%s%s = %s", prefix,
			text_of(objective, "kind"),
			*text_of(objective, "term") != '\0' ? " " : "",
			text_of(objective, "term"), value);
		if (strchr(value, '/') != NULL &&
			read_decimal(json_get(objective, "value"), &decimal))
			buf_add_format(text, ", about %.10g", decimal);
		if (!json_get_bool(objective, "checked", true))
			buf_add_text(text,
				" (optimal, says Z3; not checked: the proof "
				"takes long)");
		else if (json_get_bool(objective, "optimal", false))
			buf_add_text(text, " (optimal)");
		else
			add_bound(objective, text);
		buf_add_char(text, '\n');
	}
}
