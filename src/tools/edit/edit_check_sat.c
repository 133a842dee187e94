#include "tools/edit/edit_check_sat.h"

#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/clock.h"
#include "base/limits.h"
#include "base/log.h"
#include "model/items/model.h"
#include "store/db/db.h"
#include "store/runs/runs.h"
#include "tools/edit/edit_transaction.h"
#include "tools/solve/core_items.h"
#include "tools/solve/solve_reply.h"
#include "tools/solve/solve_request.h"
#include "tools/solve/solver_call.h"
#include "json/json.h"

enum {
	VERDICT_MS = 1000,
	NAMED_MAX = 10, /* items of a conflict, in the sentence */
};

/* What the edit's state holds while its candidate is solved. */
struct edit_solve {
	struct solve_request q;
	tool_run *next;
};

void
edit_check_sat_release(struct edit_check_sat *v)
{
	free(v->sentence);
	json_free(v->core);
	*v = (struct edit_check_sat){0};
}

void
edit_check_sat_stop(struct edit_transaction *ed)
{
	if (ed->solve == NULL)
		return;
	solve_request_release(&ed->solve->q);
	free(ed->solve);
	ed->solve = NULL;
}

/* --- the sentence --------------------------------------------------------- */

/* "item 1 "low" and item 3" of the conflict. */
static void
add_core(const struct model *m, const struct json_object *core, struct buf *out)
{
	size_t count = json_count(core);

	for (size_t i = 0; i < count && i < NAMED_MAX; i++) {
		size_t index = (size_t)json_int(json_at(core, i));
		const char *name = model_at(m, index)->name;
		const char *before = i + 1 == count ? " and " : ", ";

		buf_add_format(out, "%sitem %zu", i == 0 ? "" : before, index);
		if (name != NULL)
			buf_add_format(out, " \"%s\"", name);
	}
	if (count > NAMED_MAX)
		buf_add_format(out, " and %zu more", count - NAMED_MAX);
}

/* What was known of the model before the edit, or NULL. */
static const char *
verdict_before(struct call *c, const struct edit_transaction *ed)
{
	const char *verdict = NULL;
	struct err ignored;

	if (ed->base->count == 0)
		return "sat";
	if (!ed->exists || !runs_verdict(c->server->store, ed->session.id,
				   ed->base->revision, &verdict, &ignored))
		return NULL;
	return verdict;
}

static void
describe_unsat(
	struct call *c, const struct edit_transaction *ed, struct buf *out)
{
	const char *before = verdict_before(c, ed);
	const struct json_object *core = ed->verdict.core;
	const char *how = "is unsatisfiable now";

	if (before != NULL && strcmp(before, "sat") == 0)
		how = ed->dry_run ? "would become unsatisfiable with this edit"
				  : "became unsatisfiable with this edit";
	else if (ed->dry_run)
		how = "would be unsatisfiable";
	else if (before != NULL)
		how = "is still unsatisfiable";
	buf_add_format(out, "The model %s", how);
	if (core == NULL || json_count(core) == 0)
		return;
	buf_add_text(out, ": ");
	add_core(ed->candidate, core, out);
	buf_add_text(out, json_count(core) == 1 ? " contradicts itself"
						: " contradict each other");
}

static char *
describe(struct call *c, const struct edit_transaction *ed,
	const struct solve_verdict *ruling)
{
	DROP(buf) struct buf out;

	buf_init(&out, LIMIT_REPLY);
	if (ruling->status == STATUS_UNSAT)
		describe_unsat(c, ed, &out);
	else if (ruling->status == STATUS_SAT)
		buf_add_format(&out, "The model %s satisfiable",
			ed->dry_run ? "would be" : "is");
	else if (strcmp(solve_reply_status(ruling), "timeout") == 0)
		buf_add_text(&out,
			"Within a second it was not found out whether the "
			"model is satisfiable; solve_model takes longer");
	else
		buf_add_format(&out,
			"It was not found out whether the model is "
			"satisfiable: %s",
			ruling->message != NULL ? ruling->message : "unknown");
	if (out.size > 0 && out.data[out.size - 1] != '.')
		buf_add_char(&out, '.');
	return buf_take(&out);
}

/* --- the answer ----------------------------------------------------------- */

/* The numbers of the items of a core. */
static struct json_object *
list_core(const struct solve_request *q, const struct answer *answer)
{
	const struct answer_check *check = answer_last(answer);
	struct json_object *numbers = json_new_array();
	DROP(json) struct json_object *core = NULL;
	size_t room = LIMIT_REPLY;

	if (check == NULL || !check->has_core)
		return numbers;
	core = core_items_of_model(&check->core, q->model, &q->render, &room);
	for (size_t i = 0; i < json_count(core); i++)
		json_add(numbers, json_new_int(json_get_int(
					  json_at(core, i), "index", 0)));
	return numbers;
}

/* The verdict holds for the revision, so it belongs to the history. */
static void
record(struct call *c, const struct edit_transaction *ed,
	const struct answer *answer)
{
	DROP(json) struct json_object *kept = json_new_object();
	DROP(text) char *status = text_copy(ed->verdict.status);
	DROP(text) char *text = NULL;
	char options[] = "{\"check_sat\":true}";
	struct run run = {
		.session = ed->session.id,
		.revision = ed->candidate->revision,
		.plain = true,
		.status = status,
		.z3_version = answer->z3_version,
		.solve_us = solver_call_us(answer),
		.options = options,
		.text_hash = ed->solve->q.text_hash,
	};
	struct err e;

	json_put_string(kept, "status", status);
	json_put_string(kept, "message", ed->verdict.sentence);
	text = json_text(kept);
	run.answer = text;
	if (!runs_add(c->server->store, &run, &e))
		log_warn("%s: the run is not in the history: %s (%s)",
			c->tool->name, e.text, store_detail(c->server->store));
}

static void
judge(struct call *c, struct edit_transaction *ed, struct answer *answer)
{
	const struct solve_request *q = &ed->solve->q;
	DROP(solve_verdict) struct solve_verdict ruling = {0};

	solve_verdict_of(c, answer, 1, "the model", &ruling);
	solve_reply_distrust(q, answer, &ruling);
	if (ruling.status == STATUS_UNSAT)
		ed->verdict.core = list_core(q, answer);
	ed->verdict.status = solve_reply_status(&ruling);
	ed->verdict.sentence = describe(c, ed, &ruling);
	if (!ed->dry_run)
		record(c, ed, answer);
}

/* Nothing was found out, and the edit stands all the same. */
static void
give_up(struct edit_transaction *ed, const char *why)
{
	ed->verdict.status = "unknown";
	ed->verdict.sentence = text_format("The model was not solved: %s", why);
}

static void
go_on(struct call *c)
{
	struct edit_transaction *ed = c->state;
	tool_run *next = ed->solve->next;

	edit_check_sat_stop(ed);
	next(c);
}

static void
on_answer(struct call *c, struct answer *answer)
{
	DROP(answer) struct answer *owned = answer;
	struct edit_transaction *ed = c->state;

	if (owned->outcome == OUTCOME_NO_WORKER)
		give_up(ed, "there is no solver.");
	else if (owned->fault.kind != DIAGNOSTIC_NONE)
		give_up(ed, owned->fault.what);
	else
		judge(c, ed, owned);
	go_on(c);
}

/* --- the ask
 * -------------------------------------------------------------- */

static bool
ask(struct call *c, struct edit_transaction *ed, struct err *e)
{
	struct solve_request *q = &ed->solve->q;
	int64_t elapsed_ms = clock_now_ms() - c->started_ms;
	struct ask asked = {0};

	q->session = ed->session;
	q->model = model_copy(ed->candidate);
	q->is_left_out = mem_new(q->model->count + 1);
	/* Whether there is a solution, not which one is best. */
	q->without_objectives = true;
	if (ed->exists && !session_options_load(c->server->store,
				  ed->session.id, &q->settings, e))
		return false;
	solver_options_read(c->server, &q->settings, &q->setup);
	if (q->setup.timeout_ms > VERDICT_MS)
		q->setup.timeout_ms = VERDICT_MS;
	q->setup.timeout_ms += elapsed_ms;
	if (!solve_request_write(q, e))
		return false;
	asked.text = q->render.text.data;
	asked.size = q->render.text.size;
	asked.groups = q->render.first_lines;
	asked.group_count = q->render.count;
	asked.solutions = 1;
	return solver_call_ask(c, &asked, &q->setup, on_answer, e);
}

void
edit_check_sat_find(struct call *c, tool_run *next)
{
	struct edit_transaction *ed = c->state;
	struct err e;

	ed->solve = mem_new(sizeof(*ed->solve));
	ed->solve->next = next;
	if (ask(c, ed, &e))
		return;
	give_up(ed, e.text);
	go_on(c);
}
