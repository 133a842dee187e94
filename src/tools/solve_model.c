#include "tools/call.h"

#include <inttypes.h>
#include <stdlib.h>

#include "advice/advice.h"
#include "base/alloc.h"
#include "base/limits.h"
#include "base/log.h"
#include "model/model.h"
#include "smt/form.h"
#include "store/db.h"
#include "store/revisions.h"
#include "store/runs.h"
#include "tools/core.h"
#include "tools/resolve.h"
#include "tools/ruling.h"
#include "tools/solved.h"
#include "tools/solving.h"
#include "tools/values.h"
#include "json/json.h"

static void
solved_free(void *state)
{
	struct solved *s = state;

	model_free(s->model);
	render_release(&s->render);
	assertions_release(&s->all);
	free(s);
}

/* Into the log of the session. What the solver found does not depend on it. */
static void
keep_run(struct call *c, const struct ruling *ruling,
	struct json_object *structured)
{
	const struct solved *s = c->state;
	const struct json_object *version = json_get(structured, "z3_version");
	const struct json_object *seconds = json_get(structured, "solve_time");
	DROP(text)
	char *options =
		text_format("{\"timeout_ms\":%" PRId64 "}", c->limit_ms);
	DROP(text) char *answer = json_text(structured);
	struct run run = {
		.session = s->session.id,
		.revision = s->model->revision,
		.plain = true,
		/* Borrowed; the struct is also what runs_last gives away. */
		.status = (char *)(uintptr_t)solved_status(ruling),
		.options = options,
		.answer = answer,
	};
	struct err e;

	if (version != NULL)
		run.z3_version = (char *)(uintptr_t)json_string(version);
	if (seconds != NULL)
		run.solve_us = (int64_t)(json_number(seconds) * 1e6);
	if (runs_add(c->server->store, &run, &e))
		json_put_int(structured, "run", run.id);
	else
		log_warn("solve_model: the run is not in the history: %s (%s)",
			e.text, store_detail(c->server->store));
}

static void
reply(struct call *c, const struct answer *answer, const struct ruling *ruling,
	struct values *values)
{
	DROP(buf) struct buf text;
	struct json_object *structured;

	buf_init(&text, LIMIT_REPLY);
	structured = solved_compose(
		c->state, answer, ruling, values, call_reply_text(c), &text);
	keep_run(c, ruling, structured);
	call_reply(c, text.data, structured);
}

/* The session's text was accepted once, maybe by another libz3. */
static void
refuse(struct call *c, const struct fault *fault)
{
	const struct solved *s = c->state;
	struct fault inside = *fault;
	struct advice_place place = {
		.text = s->render.text.data,
		.size = s->render.text.size,
		.what = "the model",
		.index = -1,
	};
	size_t index;
	struct err e;

	if (render_locate(&s->render, fault->line, &index, &inside.line)) {
		place.text = model_at(s->model, index)->content;
		place.size = model_at(s->model, index)->size;
		place.what = NULL;
		place.index = (ptrdiff_t)index;
		place.name = model_at(s->model, index)->name;
	}
	(void)advice_fault(&inside, &place, &e);
	call_fail(c, &e);
}

static void
on_answer(struct call *c, struct answer *answer)
{
	DROP(answer) struct answer *owned = answer;
	DROP(ruling) struct ruling ruling = {0};
	DROP(values) struct values values = {0};
	struct err e;

	if (owned->fault.kind != FAULT_NONE) {
		refuse(c, &owned->fault);
	} else if (!solving_read(c, owned, &values, &e)) {
		call_fail(c, &e);
	} else {
		ruling_of(c, owned, 1, "the model", &ruling);
		solved_distrust(c->state, owned, &ruling);
		reply(c, owned, &ruling, &values);
	}
}

static bool
ask(struct call *c, struct err *e)
{
	struct solved *s = c->state;
	DROP(forms) struct forms forms = {0};
	struct ask asked = {0};
	struct fault fault;

	if (!resolve_session(c, &s->session, e))
		return false;
	s->model = revisions_load(
		c->server->store, s->session.id, REVISION_LAST, e);
	if (s->model == NULL)
		return false;
	render_worker(s->model, &s->render);
	if (forms_cut(s->render.text.data, s->render.text.size, &forms, &fault))
		core_all(&forms, &s->all);
	asked.text = s->render.text.data;
	asked.size = s->render.text.size;
	/* A conflict is one of items: their assertions go together. */
	asked.groups = s->render.first_lines;
	asked.group_count = s->render.count;
	return solving_ask(c, &asked, on_answer, e);
}

static void
begin(struct call *c)
{
	struct err e;

	if (!ask(c, &e))
		call_fail(c, &e);
}

void
tool_solve_model(struct call *c)
{
	c->state = mem_new(sizeof(struct solved));
	c->state_free = solved_free;
	call_in_turn(c, resolve_name(c), false, begin);
}
