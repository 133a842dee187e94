#include "tools/call/call.h"

#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "model/items/model.h"
#include "tools/call/values.h"
#include "tools/solve/background_job.h"
#include "tools/solve/confirm.h"
#include "tools/solve/core_items.h"
#include "tools/solve/earlier_runs.h"
#include "tools/solve/run_log.h"
#include "tools/solve/solve_reply.h"
#include "tools/solve/solve_request.h"
#include "tools/solve/solver_call.h"
#include "json/json.h"

/* The state of a call; its first member is what it is known by. */
struct solving {
	struct solve_request q;
	/* While another solver is asked about it, too. */
	struct answer *answer;
	struct solve_verdict verdict;
	struct values values;
};

static void
state_free(void *state)
{
	struct solving *s = state;

	solve_request_release(&s->q);
	answer_free(s->answer);
	solve_verdict_drop(&s->verdict);
	values_drop(&s->values);
	free(s);
}

/* The log has all values, for get_solution. */
static void
select_values(const struct solve_request *q, struct json_object *answer)
{
	struct values all = {
		.values = json_get(answer, "values"),
		.sorts = json_get(answer, "sorts"),
	};
	DROP(values) struct values asked = {0};

	if (all.values == NULL || !solve_request_select_values(q, &all, &asked))
		return;
	json_put(answer, "values", TAKE(asked.values));
	json_put(answer, "sorts", TAKE(asked.sorts));
}

static void
reply(struct call *c)
{
	struct solving *s = c->state;
	const struct solve_request *q = &s->q;
	struct solve_reply w;

	if ((s->verdict.code == NULL ||
		    strcmp(s->verdict.code, "contradiction") != 0) &&
		earlier_runs_answer(c, q, s->answer, &s->verdict))
		return;
	solve_reply_init(&w, c, s->answer, &s->verdict);
	w.q = q;
	w.all = &q->text.all;
	solve_reply_make(&w, &s->values);
	confirm_put(&w);
	run_log_run(c, q, s->answer, &s->verdict, true, w.r.structured);
	select_values(q, w.r.structured);
	reply_drop_details(&w.r, c);
	reply_send(&w.r, c);
}

/* --- what if -------------------------------------------------------------- */

/* A row of the table for each set of assumptions. */
struct row {
	const struct solve_request_term *set; /* its first term */
	const struct answer_check *check;     /* NULL: none was answered */
	enum status status;
	struct values values; /* of sat */
};

struct table {
	struct row *rows;
	size_t count, sat, open;
	struct values common; /* that all solutions have, and are not asked */
};

/* What the call asked for, or else all. */
static bool
read_row_values(const struct solve_request *q, struct row *row, size_t room)
{
	size_t asked = solve_request_count(q, FIELD_VALUE);
	struct answer_check last = *row->check;

	if (asked > 0 && asked <= last.values.count) {
		last.values.at += last.values.count - asked;
		last.values.count = asked;
	}
	return values_read(&last, room, asked, &row->values);
}

static void
table_release(struct table *t)
{
	for (size_t i = 0; i < t->count; i++)
		values_drop(&t->rows[i].values);
	values_drop(&t->common);
	free(t->rows);
}

static void
table_read(struct table *t, const struct solve_request *q,
	const struct answer *answer, size_t room)
{
	size_t sets = solve_request_count(q, FIELD_SET);

	*t = (struct table){.rows = mem_new(sets * sizeof(*t->rows))};
	for (size_t i = 0; i < q->term_count; i++) {
		struct row *row = &t->rows[t->count];

		if (q->terms[i].as != FIELD_SET)
			continue;
		row->set = &q->terms[i];
		if (t->count < answer->check_count)
			row->check = &answer->checks[t->count];
		row->status = solve_reply_status_of(row->check);
		t->count++;
		/* Of what is no JSON nothing is believed. */
		if (row->status == STATUS_SAT &&
			!read_row_values(q, row, room / sets))
			row->status = STATUS_UNKNOWN;
		t->sat += row->status == STATUS_SAT;
		t->open += row->status == STATUS_UNKNOWN;
	}
}

/* Whether all solutions have this value. */
static bool
is_common(const struct table *t, const struct json_member *m)
{
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
take_common(struct table *t)
{
	struct json_member m = {0};
	const struct row *first = t->rows;

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

/* On a line after the words. */
static void
put_some(const char *words, struct values *some, struct json_object *to,
	struct buf *text)
{
	if (some->values == NULL || json_count(some->values) == 0)
		return;
	buf_add_text(text, words);
	values_add_solution(some->values, some->sorts, text);
	values_compact(some->values);
	json_put(to, "values", TAKE(some->values));
}

/* ": item 3 "cap", (= day 4)", and the same as members of the row. */
static void
put_row_core(const struct solve_request *q, const struct answer_core *core,
	struct json_object *one, struct buf *text)
{
	DROP(json)
	struct json_object *numbers =
		core_items_numbers(&core->assertions, &q->text.render);
	struct json_object *items = json_new_array();
	struct json_object *terms = core_items_assumptions(&core->assumptions,
		q->text.render.text.data, q->text.render.text.size, 0);
	const char *before = ": ";

	for (size_t i = 0; i < json_count(numbers); i++) {
		size_t index = (size_t)json_int(json_at(numbers, i));
		struct json_object *item = json_new_object();

		json_put_int(item, "index", (int64_t)index);
		json_put_string(item, "name", model_at(q->model, index)->name);
		json_add(items, item);
		buf_add_text(text, before);
		core_items_add_item(q->model, index, text);
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

static void
put_row(const struct solve_request *q, struct row *row, size_t number,
	struct json_object *rows, struct buf *text)
{
	struct json_object *one = json_new_object();
	DROP(buf) struct buf name;

	buf_init(&name, LIMIT_REPLY);
	solve_request_name_set(q, row->set, &name);
	json_put_string(one, "set", name.data);
	json_put_string(one, "status", status_name(row->status));
	buf_add_format(text, "%zu. %s: %s", number, name.data,
		status_name(row->status));
	if (row->status == STATUS_UNSAT && row->check->has_core)
		put_row_core(q, &row->check->core, one, text);
	buf_add_char(text, '\n');
	if (row->status == STATUS_SAT && row->check->objectives.count > 0) {
		struct json_object *objectives = objectives_list(row->check);

		objectives_add_lines(objectives, "   ", text);
		json_put(one, "objectives", objectives);
	}
	put_some("   ", &row->values, one, text);
	json_add(rows, one);
}

static void
reply_table(struct call *c, const struct answer *answer,
	const struct solve_verdict *verdict)
{
	const struct solve_request *q = c->state;
	struct json_object *rows = json_new_array();
	DROP(text) char *message = NULL;
	struct solve_reply w;
	struct table t;

	solve_reply_init(&w, c, answer, verdict);
	w.q = q;
	table_read(&t, q, answer, w.r.room);
	solve_request_warn(q, w.r.warnings);
	if (solve_request_count(q, FIELD_VALUE) == 0)
		take_common(&t);
	message = text_format(
		"%zu of %zu sets of assumptions ha%s a solution; the model is "
		"unchanged.%s",
		t.sat, t.count, t.sat == 1 ? "s" : "ve",
		t.open > 0
			? " Some were not decided: all share timeout_ms, so "
			  "raise it, or solve them one by one, with `assume`."
			: "");
	json_put_string(
		w.r.structured, "status", t.open > 0 ? "unknown" : "done");
	json_put_string(w.r.structured, "message", message);
	solve_reply_put_state(&w, t.open > 0 ? "unknown" : "done", message);
	for (size_t i = 0; i < t.count; i++)
		put_row(q, &t.rows[i], i + 1, rows, &w.r.text);
	json_put(w.r.structured, "sets", rows);
	put_some("The same in all: ", &t.common, w.r.structured, &w.r.text);
	solver_call_put_run(answer, w.r.structured);
	reply_drop_details(&w.r, c);
	reply_send(&w.r, c);
	table_release(&t);
}

/* --- the call ------------------------------------------------------------- */

static bool
check_sets(const struct call *c, struct err *e)
{
	static const char *const others[] = {
		"solutions", "forced", "relax", "distinct_on", "confirm"};

	for (size_t i = 0; i < sizeof(others) / sizeof(others[0]); i++) {
		if (json_get(c->arguments, others[i]) != NULL)
			return err_set(e, ERR_ARGUMENT,
				"what_if and %s do not go together. Leave %s "
				"out, or pass one set in `assume` instead of "
				"what_if.",
				others[i], others[i]);
	}
	return true;
}

/* What the schema cannot say. */
static bool
check_arguments(
	const struct call *c, const struct solve_request *q, struct err *e)
{
	int64_t solutions = json_get_int(c->arguments, "solutions", 1);

	if (solve_request_count(q, FIELD_SET) > 0)
		return check_sets(c, e);
	if (solve_request_count(q, FIELD_DISTINCT) > 0 && solutions == 1)
		return err_advise(e, ERR_ARGUMENT,
			"distinct_on says what several solutions are to differ "
			"on, but solutions is 1; pass solutions as well, 2 to "
			"1000; or use terms to evaluate terms");
	return true;
}

static void on_answer(struct call *c, struct answer *answer);

static bool
ask_worker(struct call *c, struct err *e)
{
	struct solve_request *q = c->state;
	struct ask asked;

	asked = solve_request_ask(q);
	asked.solutions = (uint32_t)json_get_int(c->arguments, "solutions", 1);
	asked.count = asked.solutions == 0;
	if (asked.count)
		asked.solutions = LIMIT_COUNTED;
	asked.checks = solve_request_count(q, FIELD_SET);
	asked.relax = q->relax = json_get_bool(
		c->arguments, "relax", json_get(c->arguments, "keep") != NULL);
	return solver_call_ask(c, &asked, &q->setup, on_answer, e);
}

/* The sort of a constant may have changed since. */
static bool
is_fault_of_start(const struct solve_request *q, const struct diagnostic *fault)
{
	return q->start != NULL && fault->kind != DIAGNOSTIC_NONE &&
	       fault->field > 0 && fault->field <= q->text.fields.count &&
	       q->text.fields.at[fault->field - 1].kind == FIELD_START;
}

static void
ask_without_start(struct call *c)
{
	struct solve_request *q = c->state;
	struct err e;

	free(TAKE(q->start));
	if (!solve_request_write(q, &e) || !ask_worker(c, &e))
		call_fail(c, &e);
}

static void
confirm(struct call *c)
{
	struct solving *s = c->state;
	DROP(buf) struct buf script = {0};

	if (!confirm_is_wanted(c)) {
		reply(c);
		return;
	}
	buf_init(&script, LIMIT_ASK);
	confirm_write_model(&s->q, &script);
	confirm_ask(c, &s->verdict, &script, reply);
}

static void
on_answer(struct call *c, struct answer *answer)
{
	DROP(answer) struct answer *owned = answer;
	DROP(solve_verdict) struct solve_verdict verdict = {0};
	DROP(values) struct values values = {0};
	struct solving *s = c->state;
	const struct solve_request *q = &s->q;
	size_t asked = solve_request_count(q, FIELD_VALUE) +
		       solve_request_count(q, FIELD_DISTINCT) +
		       solve_request_count(q, FIELD_FORCED);
	struct err e;

	if (is_fault_of_start(q, &owned->fault)) {
		ask_without_start(c);
	} else if (owned->fault.kind != DIAGNOSTIC_NONE) {
		(void)solve_request_refuse(q, &owned->fault, &e);
		call_fail(c, &e);
	} else if (!solver_call_read(c, owned, asked, &values, &e)) {
		call_fail(c, &e);
	} else if (solve_request_count(q, FIELD_SET) > 0) {
		solve_verdict_of(c, owned, solve_request_count(q, FIELD_SET),
			"the model", &verdict);
		reply_table(c, owned, &verdict);
	} else {
		solve_verdict_of(c, owned, 1, "the model", &s->verdict);
		solve_reply_distrust(q, owned, &s->verdict);
		s->answer = TAKE(owned);
		s->values = values;
		values = (struct values){0};
		confirm(c);
	}
}

static bool
ask(struct call *c, bool in_background, struct err *e)
{
	struct solve_request *q = c->state;

	if (!solve_request_read(c, q, e) || !check_arguments(c, q, e))
		return false;
	if (!solve_request_write(q, e) || !earlier_runs_use(c, q, e))
		return false;
	c->work.is_spare = in_background && background_job_is_busy(c->server);
	return ask_worker(c, e);
}

static void
begin(struct call *c)
{
	bool in_background = json_get_bool(c->arguments, "background", false);
	struct err e;

	if (!ask(c, in_background, &e) ||
		(in_background && !background_job_begin(c, c->state, &e)))
		call_fail(c, &e);
}

void
tool_solve_model(struct call *c)
{
	c->state = mem_new(sizeof(struct solving));
	c->state_free = state_free;
	call_lock_session(c, session_argument_name(c), false, begin);
}
