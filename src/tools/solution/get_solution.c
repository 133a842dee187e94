#include "tools/call/call.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/clock.h"
#include "model/items/model.h"
#include "store/revisions/revisions.h"
#include "store/runs/runs.h"
#include "tools/call/data_tables.h"
#include "tools/call/reply.h"
#include "tools/call/values.h"
#include "tools/solve/solve_reply.h"
#include "json/json.h"

/* The state of a call. */
enum { TIME_DIGITS = 6 };

struct solution_call {
	struct solve_request q; /* its model is the one that was solved */
	uint64_t revision;	/* of the session now */
	struct run *run;
};

static void
solution_call_free(void *state)
{
	struct solution_call *s = state;

	solve_request_release(&s->q);
	run_free(s->run);
	free(s);
}

/* --- the reply ----------------------------------------------------------- */

static void
put_head(const struct solution_call *s, struct reply *r)
{
	struct json_object *answer = r->structured;
	struct buf *text = &r->text;
	bool is_stale = s->run->revision != s->revision;
	char at[CLOCK_TEXT_SIZE];

	clock_text(s->run->at_ms, at);
	json_put_string(answer, "session", s->q.session.name);
	json_put_int(answer, "revision", (int64_t)s->run->revision);
	json_put_int(answer, "current_revision", (int64_t)s->revision);
	json_put_bool(answer, "stale", is_stale);
	json_put_int(answer, "run", s->run->id);
	json_put_bool(answer, "what_if", !s->run->plain);
	json_put_string(answer, "solved", at);
	json_put(answer, "solve_time",
		json_new_decimal((double)s->run->solve_us / 1e6, TIME_DIGITS));
	buf_add_format(text,
		"Solution of session %s, revision %" PRIu64 " (run %" PRId64
		", %s, %.3f s)%s.\n",
		s->q.session.name, s->run->revision, s->run->id, at,
		(double)s->run->solve_us / 1e6,
		s->run->plain ? "" : ", found under assume or without");
	if (is_stale)
		buf_add_format(text,
			"Stale: the session is at revision %" PRIu64 " now; "
			"call solve_model for a solution of it.\n",
			s->revision);
}

/* The text was kept whole, if it is not huge; the answer had its beginning. */
static void
put_solution_text(const struct solution_call *s, struct reply *r)
{
	size_t room = r->room;
	bool is_cut = false;
	DROP(text) char *shown = NULL;

	if (s->run->solution == NULL)
		return;
	shown = reply_cut(s->run->solution, &room, &is_cut);
	json_put_string(r->structured, "solution_smtlib", shown);
	json_delete(r->structured, "truncated");
	if (is_cut)
		reply_put_truncated(r);
}

/* What solve_model had answered. */
static void
reply_whole(struct call *c)
{
	static const char *const members[] = {"values", "sorts", "objective",
		"objectives", "solution_smtlib", "checked", "truncated"};
	const struct solution_call *s = c->state;
	DROP(json) struct json_object *kept = json_read(s->run->answer);
	struct values values; /* borrowed */
	struct json_object *answer;
	struct reply r;

	reply_init(&r, c);
	answer = r.structured;
	put_head(s, &r);
	for (size_t i = 0; i < sizeof(members) / sizeof(members[0]); i++) {
		struct json_object *value;

		if (kept != NULL && json_find(kept, members[i], &value))
			json_put(answer, members[i], json_copy(value));
	}
	if (json_get_bool(c->arguments, "detail", false))
		put_solution_text(s, &r);
	if (json_get_array(answer, "objectives") != NULL)
		objectives_add_lines(
			json_get_array(answer, "objectives"), "", &r.text);
	values = (struct values){
		.values = json_get_object(answer, "values"),
		.sorts = json_get_object(answer, "sorts"),
	};
	if (values.values != NULL && values.sorts != NULL)
		data_tables_add_lines(s->q.model, &values, &r.text);
	reply_drop_details(&r, c);
	reply_send(&r, c);
}

static void
reply_terms(struct call *c, struct values *values)
{
	const struct solution_call *s = c->state;
	struct reply r;

	reply_init(&r, c);
	put_head(s, &r);
	values_add_lines(values, &r.text);
	if (values->left_out > 0)
		warnings_add(r.warnings, "%zu more values have no room here",
			values->left_out);
	solve_reply_warn_of_missing(&s->q, values, r.warnings);
	json_put(r.structured, "values", TAKE(values->values));
	json_put(r.structured, "sorts", TAKE(values->sorts));
	reply_drop_details(&r, c);
	reply_send(&r, c);
}

/* --- terms --------------------------------------------------------------- */

static bool
read_values(struct call *c, struct answer *answer, struct values *values,
	struct err *e)
{
	const struct solution_call *s = c->state;
	DROP(solve_verdict) struct solve_verdict verdict = {0};

	if (solve_request_find_term(&s->q, answer->fault.field) != NULL)
		return solve_request_refuse(&s->q, &answer->fault, e);
	if (!solver_call_read(c, answer, 0, values, e))
		return false;
	if (answer->fault.kind == DIAGNOSTIC_NONE)
		solve_verdict_of(c, answer, 1, "the terms", &verdict);
	return verdict.status == STATUS_SAT ||
	       err_advise(e, ERR_WORKER,
		       "The terms could not be evaluated under the solution: "
		       "%s; call solve_model with terms: [...] in the place of "
		       "this; or ask for fewer of them",
		       verdict.message != NULL ? verdict.message
					       : "Z3 does not read it back.");
}

static void
on_answer(struct call *c, struct answer *answer)
{
	DROP(answer) struct answer *owned = answer;
	DROP(values) struct values values = {0};
	struct err e;

	if (read_values(c, owned, &values, &e))
		reply_terms(c, &values);
	else
		call_fail(c, &e);
}

static bool
ask(struct call *c, struct err *e)
{
	struct solution_call *s = c->state;
	struct ask asked;

	if (s->run->solution == NULL)
		return err_advise(e, ERR_NOT_FOUND,
			"No term can be evaluated under the last solution, "
			"which is not kept whole; call solve_model with terms: "
			"[...] in the place of this; or leave terms out");
	s->q.solution = s->run->solution;
	s->q.setup.engines = ENGINE_BIT(0); /* nothing is to be decided */
	if (!solve_request_write(&s->q, e))
		return false;
	asked = solve_request_ask(&s->q);
	return solver_call_ask(c, &asked, &s->q.setup, on_answer, e);
}

/* --- the beginning ------------------------------------------------------- */

/* The model at the revision that was solved. */
static bool
load(struct call *c, struct err *e)
{
	struct solution_call *s = c->state;

	if (!solve_request_read(c, &s->q, e))
		return false;
	s->revision = s->q.model->revision;
	s->run = runs_last_solution(c->server->store, s->q.session.id, e);
	if (s->run == NULL)
		return false;
	if (s->run->revision == s->revision)
		return true;
	return solve_request_use(
		&s->q, revisions_load(c->server->store, s->q.session.id,
			       s->run->revision, e));
}

void
tool_get_solution(struct call *c)
{
	struct solution_call *s = mem_new(sizeof(*s));
	bool is_loaded;
	struct err e;

	c->state = s;
	c->state_free = solution_call_free;
	is_loaded = load(c, &e);
	if (is_loaded && solve_request_count(&s->q, FIELD_VALUE) == 0)
		reply_whole(c);
	else if (!is_loaded || !ask(c, &e))
		call_fail(c, &e);
}
