#include "tools/solve/solve_reply.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/limits.h"
#include "base/utf8.h"
#include "model/items/model.h"
#include "tools/call/call.h"
#include "tools/call/values.h"
#include "tools/solve/core_items.h"
#include "json/json.h"

/*
 * What if: the answers under several sets of assumptions, as a table.
 */

#define MARGIN "   " /* of what belongs to a row */

enum { SET_NAME_MAX = 200 /* bytes */ };

/* A row of the table for each set of assumptions. */
struct what_if_row {
	const struct solve_term *set;	  /* its first term */
	const struct answer_check *check; /* NULL: none was answered */
	enum status status;
	struct values values; /* of sat */
};

struct what_if_table {
	struct what_if_row *rows;
	size_t count, sat, open;
	struct values common; /* that all solutions have, and are not asked */
};

/* What the call asked for, or else all. */
static void
read_row_values(const struct solve *s, struct what_if_row *row, size_t room)
{
	size_t asked = solve_count(s, FIELD_VALUE);
	struct values some;

	values_read(row->check, room, asked, &row->values);
	if (solve_reply_select(s, &row->values, &some)) {
		values_drop(&row->values);
		row->values = some;
	}
}

static void
table_read(struct what_if_table *t, const struct solve *s,
	const struct answer *answer, size_t room)
{
	size_t sets = solve_count(s, FIELD_SET);

	*t = (struct what_if_table){.rows = mem_new(sets * sizeof(*t->rows))};
	for (size_t i = 0; i < s->terms.count; i++) {
		struct what_if_row *row = &t->rows[t->count];

		if (s->terms.at[i].as != FIELD_SET)
			continue;
		row->set = &s->terms.at[i];
		row->check = solve_check_at(answer, t->count);
		row->status = solve_status_of(row->check);
		t->count++;
		if (row->status == STATUS_SAT)
			read_row_values(s, row, room / sets);
		t->sat += row->status == STATUS_SAT;
		t->open += row->status == STATUS_UNKNOWN;
	}
}

/* Returns whether all solutions have this value, and it is known. */
static bool
is_common(const struct what_if_table *t, const struct json_member *m)
{
	if (json_has_null(m->value))
		return false;
	for (size_t i = 0; i < t->count; i++) {
		struct json_object *value;

		if (t->rows[i].status == STATUS_SAT &&
			(!json_find(t->rows[i].values.values, m->key, &value) ||
				!json_equal(value, m->value)))
			return false;
	}
	return true;
}

/* What does not differ is shown once. */
static void
extract_common(struct what_if_table *t)
{
	struct json_member m = {0};
	const struct what_if_row *first = t->rows;

	if (t->sat < 2)
		return;
	while (first->status != STATUS_SAT)
		first++;
	t->common.values = json_new_object();
	t->common.sorts = json_copy(first->values.sorts);
	while (json_next(first->values.values, &m)) {
		if (is_common(t, &m))
			json_put(t->common.values, m.key, json_copy(m.value));
	}
	m = (struct json_member){0};
	while (json_next(t->common.values, &m)) {
		for (size_t i = 0; i < t->count; i++)
			if (t->rows[i].status == STATUS_SAT)
				json_delete(t->rows[i].values.values, m.key);
	}
}

/* As member `values`, and in lines that begin with a margin. */
static void
put_values(struct values *some, struct json_object *to, struct buf *text)
{
	DROP(buf) struct buf shown;

	buf_init(&shown, LIMIT_REPLY);
	if (some->values == NULL || json_count(some->values) == 0)
		return;
	values_add_solution(some->values, some->sorts, &shown);
	reply_add_lines(MARGIN, shown.data + strspn(shown.data, "\n"), text);
	value_text_compact(some->values);
	json_put(to, "values", TAKE(some->values));
}

/* ": item 3 "cap", (= day 4)", and the same as members of the row. */
static void
put_row_core(const struct solve *s, const struct answer_core *core,
	struct json_object *one, struct buf *text)
{
	DROP(json)
	struct json_object *numbers = core_items_list(s, &core->assertions);
	struct json_object *items = json_new_array();
	struct json_object *terms = core_items_list(s, &core->assumptions);
	const char *before = ": ";

	for (size_t i = 0; i < json_count(numbers); i++) {
		size_t index = (size_t)json_int(json_at(numbers, i));

		json_add(
			items, json_new_object_of("index",
				       json_new_int((int64_t)index), "name",
				       json_new_string(
					       model_at(s->model, index)->name),
				       NULL));
		buf_add_text(text, before);
		core_items_add_item(s->model, index, text);
		before = ", ";
	}
	for (size_t i = 0; i < json_count(terms); i++) {
		buf_add_format(
			text, "%s%s", before, json_string(json_at(terms, i)));
		before = ", ";
	}
	json_put(one, "core", items);
	json_put(one, "core_assumptions", terms);
}

/* Its terms, given the first one. */
static void
name_set(const struct solve *s, const struct solve_term *first, struct buf *out)
{
	const struct solve_term *end = s->terms.at + s->terms.count;
	DROP(buf) struct buf name;

	buf_init(&name, LIMIT_REPLY);
	buf_add(&name, first->text, first->size);
	for (const struct solve_term *term = first + 1;
		term < end && term->as == FIELD_SET_MORE; term++)
		buf_add_format(&name, " %.*s", (int)term->size, term->text);
	if (name.size == 0)
		buf_add_text(&name, "no assumption");
	buf_add(out, name.data, utf8_cut(name.data, name.size, SET_NAME_MAX));
	buf_add_text(out, name.size > SET_NAME_MAX ? "..." : "");
}

static void
put_row(const struct solve *s, struct what_if_row *row, size_t number,
	struct json_object *rows, struct buf *text)
{
	struct json_object *one = json_new_object();
	DROP(buf) struct buf name;

	assert(row->check != NULL || row->status == STATUS_UNKNOWN);
	buf_init(&name, LIMIT_REPLY);
	name_set(s, row->set, &name);
	json_put_string(one, "set", name.data);
	json_put_string(one, "status", status_name(row->status));
	buf_add_format(text, "%zu. %s: %s", number, name.data,
		status_name(row->status));
	if (row->status == STATUS_UNSAT && row->check->core.is_known)
		put_row_core(s, &row->check->core, one, text);
	buf_add_char(text, '\n');
	if (row->status == STATUS_SAT && row->check->objectives.count > 0) {
		struct json_object *objectives = objectives_list(row->check);

		objectives_add_lines(objectives, MARGIN, text);
		json_put(one, "objectives", objectives);
	}
	put_values(&row->values, one, text);
	json_add(rows, one);
}

/* All sets share the time, so a timeout has advice of its own. */
static char *
describe(const struct what_if_table *t, const struct solve_verdict *verdict)
{
	bool has_reason =
		verdict->code != NULL && strcmp(verdict->code, "timeout") != 0;
	const char *why = "";

	if (t->open > 0 && has_reason)
		why = verdict->message;
	else if (t->open > 0)
		why = "Some were not decided: all share timeout_ms, so raise "
		      "it, or solve them one by one, with `assume`.";
	return text_format(
		"%zu of %zu sets of assumptions ha%s a solution; the model is "
		"unchanged.%s%s",
		t->sat, t->count, t->sat == 1 ? "s" : "ve",
		*why != '\0' ? " " : "", why);
}

void
solve_reply_what_if(struct call *c, struct solve *s)
{
	struct json_object *rows = json_new_array();
	DROP(text) char *message = NULL;
	struct solve_reply w;
	struct what_if_table t;

	solve_reply_init(&w, c, s);
	table_read(&t, s, s->answer, w.r.room);
	solve_warn(s, w.r.warnings);
	if (solve_count(s, FIELD_VALUE) == 0)
		extract_common(&t);
	message = describe(&t, &s->verdict);
	solve_reply_put_head(&w, t.open > 0 ? "unknown" : "done", message);
	for (size_t i = 0; i < t.count; i++) {
		if (t.rows[i].check != NULL)
			solve_reply_warn_of_open(t.rows[i].check, w.r.warnings);
		put_row(s, &t.rows[i], i + 1, rows, &w.r.text);
	}
	json_put(w.r.structured, "sets", rows);
	if (t.common.values != NULL && json_count(t.common.values) > 0)
		buf_add_text(&w.r.text, "The same in all:\n");
	put_values(&t.common, w.r.structured, &w.r.text);
	if (t.open > 0)
		solve_reply_put_reason(&w);
	else
		solve_put_time(s->answer, w.r.structured);
	solve_reply_send(&w, c);
	for (size_t i = 0; i < t.count; i++)
		values_drop(&t.rows[i].values);
	values_drop(&t.common);
	free(t.rows);
}
