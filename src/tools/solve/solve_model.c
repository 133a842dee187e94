#include "tools/call/call.h"

#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "model/items/model.h"
#include "tools/call/session_argument.h"
#include "tools/call/values.h"
#include "tools/call/warnings.h"
#include "tools/solve/background_job.h"
#include "tools/solve/core_items.h"
#include "tools/solve/earlier_runs.h"
#include "tools/solve/run_log.h"
#include "tools/solve/solve_reply.h"
#include "tools/solve/solve_request.h"
#include "tools/solve/solver_call.h"
#include "json/json.h"

static void
state_free(void *state)
{
	solve_request_release(state);
	free(state);
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
reply(struct call *c, const struct answer *answer,
	const struct solve_verdict *verdict, struct values *values)
{
	const struct solve_request *q = c->state;
	struct solve_reply w;

	solve_reply_init(&w, c, answer, verdict);
	w.q = q;
	w.all = &q->text.all;
	solve_reply_make(&w, values);
	run_log_run(c, q, answer, verdict, true, w.r.structured);
	select_values(q, w.r.structured);
	reply_drop_details(&w.r, c);
	reply_send(&w.r, c);
}

/* --- what if -------------------------------------------------------------- */

/* A row of the table for each set of assumptions. */
struct row {
	const struct solve_request_term *set; /* its first term */
	const struct answer_check *check;     /* NULL: none was answered */
	const char *status;
	struct values values; /* of sat, those that are shown */
};

struct table {
	struct row *rows;
	size_t count;
	size_t decided, sat, timeouts;
	size_t same; /* values that all solutions have */
};

static const char *
row_status(const struct call *c, const struct row *row, size_t sets)
{
	const struct answer_check *check = row->check;
	int64_t share_us = c->work.limit_ms * 1000 / (int64_t)sets;

	if (check == NULL)
		return "timeout";
	if (check->status == STATUS_UNSAT ||
		(check->status == STATUS_SAT &&
			solve_reply_count_false(check) == 0))
		return status_name(check->status);
	if (check->status == STATUS_UNKNOWN &&
		((int64_t)check->solve_us > share_us - share_us / 10 ||
			strstr(check->reason, "timeout") != NULL ||
			strstr(check->reason, "cancel") != NULL))
		return "timeout";
	return "unknown";
}

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
	free(t->rows);
}

static void
table_read(struct table *t, const struct call *c, const struct answer *answer,
	size_t room)
{
	const struct solve_request *q = c->state;
	size_t sets = solve_request_count(q, FIELD_SET);

	*t = (struct table){.rows = mem_new(sets * sizeof(*t->rows))};
	for (size_t i = 0; i < q->term_count; i++) {
		struct row *row = &t->rows[t->count];

		if (q->terms[i].as != FIELD_SET)
			continue;
		row->set = &q->terms[i];
		if (t->count < answer->check_count)
			row->check = &answer->checks[t->count];
		row->status = row_status(c, row, sets);
		t->count++;
		t->timeouts += strcmp(row->status, "timeout") == 0;
		/* Of what is no JSON nothing is believed. */
		if (strcmp(row->status, "sat") == 0 &&
			!read_row_values(q, row, room / sets))
			row->status = "unknown";
		t->sat += strcmp(row->status, "sat") == 0;
		t->decided += strcmp(row->status, "sat") == 0 ||
			      strcmp(row->status, "unsat") == 0;
	}
}

/* Whether all solutions have this value. */
static bool
is_common(const struct table *t, const struct json_member *m)
{
	for (size_t i = 0; i < t->count; i++) {
		struct json_object *value;

		if (t->rows[i].values.values != NULL &&
			(!json_find(t->rows[i].values.values, m->key, &value) ||
				!json_equal(value, m->value)))
			return false;
	}
	return true;
}

/* Unasked only what differs is shown. */
static void
leave_out_common(struct table *t)
{
	DROP(json) struct json_object *common = json_new_object();
	struct json_member m = {0};
	size_t first = 0;

	while (first < t->count && t->rows[first].values.values == NULL)
		first++;
	if (t->sat < 2)
		return;
	while (json_next(t->rows[first].values.values, &m)) {
		if (is_common(t, &m))
			json_put_bool(common, m.key, true);
	}
	m = (struct json_member){0};
	t->same = json_count(common);
	while (json_next(common, &m)) {
		for (size_t i = first; i < t->count; i++)
			if (t->rows[i].values.values != NULL)
				json_delete(t->rows[i].values.values, m.key);
	}
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
		const char *name = model_at(q->model, index)->name;

		json_put_int(item, "index", (int64_t)index);
		json_put_string(item, "name", name);
		json_add(items, item);
		buf_add_format(text, "%sitem %zu", before, index);
		if (name != NULL)
			buf_add_format(text, " \"%s\"", name);
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
	bool is_unsat = strcmp(row->status, "unsat") == 0;

	buf_init(&name, LIMIT_REPLY);
	solve_request_name_set(q, row->set, &name);
	json_put_string(one, "set", name.data);
	json_put_string(one, "status", row->status);
	buf_add_format(text, "%zu. %s: %s", number, name.data, row->status);
	if (is_unsat && row->check->has_core)
		put_row_core(q, &row->check->core, one, text);
	buf_add_char(text, '\n');
	json_add(rows, one);
	if (row->values.values == NULL)
		return;
	if (row->check->objectives.count > 0) {
		struct json_object *objectives = objectives_list(row->check);

		objectives_add_lines(objectives, "   ", text);
		json_put(one, "objectives", objectives);
	}
	if (json_count(row->values.values) > 0) {
		buf_add_text(text, "   ");
		values_add_solution(
			row->values.values, row->values.sorts, text);
	}
	values_compact(row->values.values);
	json_put(one, "values", TAKE(row->values.values));
}

static void
put_table_head(struct reply *r, const struct solve_request *q,
	const struct table *t, const struct solve_verdict *verdict)
{
	const char *status = "done";
	DROP(buf) struct buf out;

	buf_init(&out, LIMIT_REPLY);
	buf_add_format(&out, "%zu of %zu sets of assumptions have a solution.",
		t->sat, t->count);
	if (t->decided < t->count) {
		status = t->timeouts > 0 ? "timeout" : "unknown";
		if (verdict->status == STATUS_UNKNOWN && t->timeouts == 0)
			status = solve_reply_status(verdict);
		buf_add_format(&out,
			" %zu were not decided. All sets share timeout_ms: "
			"raise it, or solve them one by one, with `assume`.",
			t->count - t->decided);
	}
	buf_add_text(&out, " The model itself was not changed.");
	json_put_string(r->structured, "status", status);
	json_put_string(r->structured, "message", out.data);
	json_put_string(r->structured, "session", q->session.name);
	json_put_int(r->structured, "revision", (int64_t)q->model->revision);
	buf_add_format(&r->text, "%s: %s\n", status, out.data);
	reply_add_state(r, q->session.name, q->model);
}

static void
reply_table(struct call *c, const struct answer *answer,
	const struct solve_verdict *verdict)
{
	const struct solve_request *q = c->state;
	struct json_object *rows = json_new_array();
	struct reply r;
	struct table t;

	table_read(&t, c, answer, call_reply_text(c));
	reply_init(&r, c);
	solve_request_warn(q, r.warnings);
	if (solve_request_count(q, FIELD_VALUE) == 0)
		leave_out_common(&t);
	put_table_head(&r, q, &t, verdict);
	for (size_t i = 0; i < t.count; i++)
		put_row(q, &t.rows[i], i + 1, rows, &r.text);
	json_put(r.structured, "sets", rows);
	if (t.same > 0)
		buf_add_format(&r.text,
			"%zu other value%s the same in all of these "
			"solutions.\n",
			t.same, t.same == 1 ? " is" : "s are");
	solver_call_put_run(answer, r.structured);
	reply_drop_details(&r, c);
	reply_send(&r, c);
	table_release(&t);
}

/* --- the call ------------------------------------------------------------- */

static bool
check_sets(const struct call *c, struct err *e)
{
	static const char *const others[] = {
		"solutions", "forced", "relax", "distinct_on"};

	for (size_t i = 0; i < sizeof(others) / sizeof(others[0]); i++) {
		if (json_get(c->arguments, others[i]) != NULL)
			return err_set(e, ERR_ARGUMENT,
				"what_if answers a table of its sets, without "
				"%s. Leave %s out, or pass one set in `assume` "
				"instead of what_if.",
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
	asked.relax = q->relax = json_get_bool(c->arguments, "relax", false);
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
on_answer(struct call *c, struct answer *answer)
{
	DROP(answer) struct answer *owned = answer;
	DROP(solve_verdict) struct solve_verdict verdict = {0};
	DROP(values) struct values values = {0};
	const struct solve_request *q = c->state;
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
		solve_verdict_of(c, owned, 1, "the model", &verdict);
		solve_reply_distrust(q, owned, &verdict);
		if (!earlier_runs_answer(c, q, owned, &verdict))
			reply(c, owned, &verdict, &values);
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
	c->state = mem_new(sizeof(struct solve_request));
	c->state_free = state_free;
	call_lock_session(c, session_argument_name(c), false, begin);
}
