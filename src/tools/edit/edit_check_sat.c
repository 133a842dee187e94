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
#include "tools/edit/candidate.h"
#include "tools/solve/core_items.h"
#include "tools/solve/solve_reply.h"
#include "tools/solve/solver_call.h"
#include "json/json.h"

enum { VERDICT_MS = 1000 };

void
edit_check_sat_release(struct edit_check_sat *v)
{
	solve_request_release(&v->q);
	free(v->sentence);
	json_free(v->core);
	*v = (struct edit_check_sat){0};
}

/* --- the sentence --------------------------------------------------------- */

/* What was known of the model before the edit, or NULL. */
static const char *
verdict_before(struct call *c, const struct candidate *cand)
{
	const char *verdict = NULL;
	struct err ignored;

	if (cand->base->count == 0)
		return "sat";
	if (!cand->exists || !runs_verdict(c->server->store, cand->session.id,
				     cand->base->revision, &verdict, &ignored))
		return NULL;
	return verdict;
}

static void
describe_unsat(struct call *c, const struct edit_check_sat *v,
	const struct candidate *cand, struct buf *out)
{
	const char *before = verdict_before(c, cand);
	const struct json_object *core = v->core;
	const char *how = "is unsatisfiable now";

	if (before != NULL && strcmp(before, "sat") == 0)
		how = v->is_dry_run
			      ? "would become unsatisfiable with this edit"
			      : "became unsatisfiable with this edit";
	else if (v->is_dry_run)
		how = "would be unsatisfiable";
	else if (before != NULL)
		how = "is still unsatisfiable";
	buf_add_format(out, "The model %s", how);
	if (core == NULL || json_count(core) == 0)
		return;
	buf_add_text(out, ": ");
	core_items_add_conflict(cand->model, core, false, out);
}

static char *
describe(struct call *c, const struct edit_check_sat *v,
	const struct candidate *cand, const struct solve_verdict *verdict)
{
	DROP(buf) struct buf out;

	buf_init(&out, LIMIT_REPLY);
	if (verdict->status == STATUS_UNSAT)
		describe_unsat(c, v, cand, &out);
	else if (verdict->status == STATUS_SAT)
		buf_add_format(&out, "The model %s satisfiable",
			v->is_dry_run ? "would be" : "is");
	else if (strcmp(solve_reply_status(verdict), "timeout") == 0)
		buf_add_text(&out,
			"Whether the model is satisfiable was not decided "
			"within a second; solve_model allows more time");
	else
		buf_add_format(&out,
			"Whether the model is satisfiable was not decided: %s",
			verdict->message != NULL ? verdict->message
						 : "unknown");
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

	if (check == NULL || !check->has_core)
		return json_new_array();
	return core_items_numbers(&check->core.assertions, &q->text.render);
}

/* The verdict holds for the revision, so it belongs to the history. */
static void
record(struct call *c, struct edit_check_sat *v, const struct candidate *cand,
	const struct answer *answer)
{
	DROP(json) struct json_object *kept = json_new_object();
	DROP(text) char *status = text_copy(v->status);
	DROP(text) char *text = NULL;
	char options[] = "{\"check_sat\":true}";
	struct run run = {
		.session = cand->session.id,
		.revision = cand->model->revision,
		.plain = true,
		.status = status,
		.z3_version = answer->z3_version,
		.solve_us = solver_call_us(answer),
		.options = options,
		.text_hash = v->q.text.hash,
	};
	struct err e;

	json_put_string(kept, "status", status);
	json_put_string(kept, "message", v->sentence);
	text = json_text(kept);
	run.answer = text;
	if (!runs_add(c->server->store, &run, &e))
		log_warn("%s: the run is not in the history: %s (%s)",
			c->tool->name, e.text, store_detail(c->server->store));
}

static void
judge(struct call *c, struct edit_check_sat *v, const struct candidate *cand,
	struct answer *answer)
{
	DROP(solve_verdict) struct solve_verdict verdict = {0};

	solve_verdict_of(c, answer, 1, "the model", &verdict);
	solve_verdict_distrust(&v->q, answer, &verdict);
	if (verdict.status == STATUS_UNSAT)
		v->core = list_core(&v->q, answer);
	v->status = solve_reply_status(&verdict);
	v->sentence = describe(c, v, cand, &verdict);
	if (!v->is_dry_run)
		record(c, v, cand, answer);
}

void
edit_check_sat_give_up(struct edit_check_sat *v, const char *why)
{
	v->status = "unknown";
	v->sentence = text_format("The model was not solved: %s", why);
}

void
edit_check_sat_answer(struct call *c, struct edit_check_sat *v,
	const struct candidate *cand, struct answer *answer)
{
	if (answer->outcome == OUTCOME_NO_WORKER)
		edit_check_sat_give_up(v, "there is no solver.");
	else if (answer->fault.kind != DIAGNOSTIC_NONE)
		edit_check_sat_give_up(v, answer->fault.what);
	else
		judge(c, v, cand, answer);
}

bool
edit_check_sat_ask(struct call *c, struct edit_check_sat *v,
	const struct candidate *cand, call_on_answer *on_answer, struct err *e)
{
	struct solve_request *q = &v->q;
	int64_t elapsed_ms = clock_now_ms() - c->started_ms;
	struct ask asked;

	if (!solve_request_begin(
		    c, q, &cand->session, model_copy(cand->model), e))
		return false;
	/* Whether there is a solution, not which one is best. */
	q->without_objectives = true;
	if (q->setup.timeout_ms > VERDICT_MS)
		q->setup.timeout_ms = VERDICT_MS;
	q->setup.timeout_ms += elapsed_ms;
	if (!solve_request_write(q, e))
		return false;
	asked = solve_request_ask(q);
	asked.solutions = 1;
	return solver_call_ask(c, &asked, &q->setup, on_answer, e);
}
