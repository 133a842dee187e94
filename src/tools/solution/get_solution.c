#include "tools/call/call.h"

#include <inttypes.h>
#include <stdlib.h>

#include "base/alloc.h"
#include "model/items/model.h"
#include "store/revisions/revisions.h"
#include "store/runs/runs.h"
#include "tools/call/reply.h"
#include "tools/call/values.h"
#include "tools/solve/solve_reply.h"
#include "json/json.h"

/* The state of a call. */
struct solution_call {
	struct solve solve; /* of the model that was solved */
	uint64_t revision;  /* of the session now */
	struct json_object *run;
};

static void
solution_call_free(void *state)
{
	struct solution_call *s = state;

	solve_release(&s->solve);
	json_free(s->run);
	free(s);
}

static void
put_head(const struct solution_call *s, struct reply *r)
{
	const struct json_object *run = s->run;
	struct json_object *answer = r->structured;
	struct buf *text = &r->text;
	int64_t revision = json_get_int(run, "revision", 0);
	bool is_stale = revision != (int64_t)s->revision;
	bool is_what_if = json_get_bool(run, "what_if", false);
	const char *at = json_get_string(run, "at");

	json_put_string(answer, "session", s->solve.session.name);
	json_put_int(answer, "revision", revision);
	json_put_int(answer, "current_revision", (int64_t)s->revision);
	json_put_bool(answer, "stale", is_stale);
	json_put(answer, "run", json_copy(json_get(run, "run")));
	json_put_bool(answer, "what_if", is_what_if);
	json_put_string(answer, "solved", at);
	if (json_get(run, "solve_time") != NULL)
		json_put(answer, "solve_time",
			json_copy(json_get(run, "solve_time")));
	buf_add_format(text,
		"Solution of session %s, revision %" PRId64 " (run %" PRId64
		", %s",
		s->solve.session.name, revision, json_get_int(run, "run", 0),
		at);
	run_add_time(run, text);
	buf_add_format(text, ")%s.\n",
		is_what_if ? ", found under assume or without" : "");
	if (is_stale)
		buf_add_format(text,
			"Stale: the session is at revision %" PRIu64 " now; "
			"call solve_model for a solution of it.\n",
			s->revision);
}

/* What solve_model had answered. */
static void
reply_whole(struct call *c)
{
	static const char *const members[] = {"values", "sorts", "objective",
		"objectives", "solution_smtlib", "checked", "truncated"};
	const struct solution_call *s = c->state;
	const char *solution = json_get_string(s->run, "solution");
	DROP(json)
	struct json_object *kept = json_read(json_get_string(s->run, "answer"));
	struct reply r;

	reply_init(&r, c);
	put_head(s, &r);
	for (size_t i = 0; i < sizeof(members) / sizeof(members[0]); i++) {
		struct json_object *value;

		if (json_find(kept, members[i], &value))
			json_put(r.structured, members[i], json_copy(value));
	}
	/* It was kept whole, if it is not huge; the answer had its beginning.
	 */
	if (json_get_bool(c->arguments, "detail", false) && solution != NULL) {
		json_delete(r.structured, "truncated");
		solve_reply_put_solution_text(&r, solution);
	}
	solve_reply_add_earlier(&r, &s->solve);
	reply_drop_details(&r, c);
	reply_send(&r, c);
}

static void
fail(struct call *c, const char *why)
{
	struct err e;

	(void)err_advise(&e, ERR_WORKER,
		"The terms could not be evaluated under the solution: %s; call "
		"{solve_model} with terms: [...] in the place of this; or ask "
		"for fewer of them",
		why != NULL ? why : "Z3 does not read it back.");
	call_fail(c, &e);
}

static void
refuse(struct call *c, struct solve *s)
{
	const struct diagnostic *fault = &s->answer->fault;
	struct err e;

	if (solve_find_term(s, fault->field) == NULL) {
		fail(c, NULL);
		return;
	}
	(void)solve_refuse(s, fault, &e);
	call_fail(c, &e);
}

static void
reply_terms(struct call *c, struct solve *solve)
{
	const struct solution_call *s = c->state;
	struct values *values = &solve->values;
	struct reply r;

	if (solve->verdict.status != STATUS_SAT) {
		fail(c, solve->verdict.message);
		return;
	}
	reply_init(&r, c);
	put_head(s, &r);
	values_add_lines(NULL, values, &r.text);
	if (values->left_out > 0)
		warnings_add(r.warnings, "%zu more values have no room here",
			values->left_out);
	solve_reply_warn_of_missing(solve, values, r.warnings);
	json_put(r.structured, "values", TAKE(values->values));
	json_put(r.structured, "sorts", TAKE(values->sorts));
	reply_drop_details(&r, c);
	reply_send(&r, c);
}

static bool
ask(struct call *c, struct solution_call *s, struct err *e)
{
	struct solve *solve = &s->solve;
	const char *solution = json_get_string(s->run, "solution");

	if (solution == NULL)
		return err_advise(e, ERR_NOT_FOUND,
			"No term can be evaluated under the last solution, "
			"which is not kept whole; call {solve_model} with "
			"terms: "
			"[...] in the place of this; or leave terms out");
	solve->steps = (struct solve_steps){
		.what = "the terms",
		.refuse = refuse,
		.reply = reply_terms,
	};
	solve->known.solution = text_copy(solution);
	/* Nothing is to be decided. */
	solve->setup.engines = ENGINE_BIT(0);
	return solve_ask(c, solve, e);
}

/* The model at the revision that was solved. */
static bool
load(struct call *c, struct solution_call *s, struct err *e)
{
	struct solve *solve = &s->solve;
	uint64_t solved;

	if (!solve_read(c, solve, e))
		return false;
	s->revision = solve->model->revision;
	s->run = runs_last_solution(c->server->store, solve->session.id, e);
	if (s->run == NULL)
		return false;
	solved = (uint64_t)json_get_int(s->run, "revision", 0);
	return solved == s->revision ||
	       solve_use_model(solve, revisions_load(c->server->store,
					      solve->session.id, solved, e));
}

void
tool_get_solution(struct call *c)
{
	struct solution_call *s = mem_new(sizeof(*s));
	bool is_loaded;
	struct err e;

	c->state = s;
	c->state_free = solution_call_free;
	is_loaded = load(c, s, &e);
	if (is_loaded && solve_count(&s->solve, FIELD_VALUE) == 0)
		reply_whole(c);
	else if (!is_loaded || !ask(c, s, &e))
		call_fail(c, &e);
}
