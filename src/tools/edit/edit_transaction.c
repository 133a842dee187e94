#include "tools/edit/edit_transaction.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/clock.h"
#include "base/coroutine.h"
#include "base/limits.h"
#include "base/log.h"
#include "model/items/diff.h"
#include "store/db/db.h"
#include "store/revisions/revisions.h"
#include "store/runs/runs.h"
#include "tools/call/call.h"
#include "tools/call/reply.h"
#include "tools/call/text_reading.h"
#include "tools/solve/core_items.h"
#include "tools/solve/expectations.h"
#include "tools/solve/solve_request.h"
#include "tools/solve/verdict.h"
#include "wire/answer.h"
#include "json/json.h"

enum {
	VERDICT_MS = 1000,
	EXPECTATIONS_MS = 5000, /* for all of a model, after an edit */
	/*
	 * Edits of other servers that one edit is made again after: each
	 * takes milliseconds; so many of them in a row are no accident.
	 */
	ATTEMPTS_MAX = 50,
	RANGES_MAX = 8,	   /* of renumbered items */
	NUMBERS_MAX = 100, /* of deleted items, in a sentence or the history */
};

/*
 * The argument check_sat: whether the model that the edit gives has a solution,
 * as far as that is found in a second, and what is expected of it. It is asked
 * when the edit is kept already, so that nothing that happens to the solve can
 * touch it.
 */
struct edit_verdict {
	struct solve solve;
	const char *status; /* as of solve_model; NULL: it was not asked for */
	char *sentence;
	struct json_object *core; /* numbers of items, or NULL */
	struct expectations expectations;
};

/* The state of the call. */
struct edit_transaction {
	struct edit_operation op;
	struct candidate cand;
	struct edit_phrases phrases;
	struct edit_verdict verdict;
	bool dry_run;
	int64_t expected; /* revision; or -1 */
	unsigned attempts;
	bool is_kept;
	struct renumbered *renumbered;
	bool is_warned; /* the new items have been looked at */
};

static void
forget_candidate(struct edit_transaction *ed)
{
	candidate_release(&ed->cand);
	edit_phrases_release(&ed->phrases);
}

static void
verdict_release(struct edit_verdict *v)
{
	solve_release(&v->solve);
	if (v->expectations.results != NULL)
		expectations_release(&v->expectations);
	free(v->sentence);
	json_free(v->core);
}

static void
transaction_free(void *state)
{
	struct edit_transaction *ed = state;

	if (ed->is_kept)
		candidate_commit(&ed->cand);
	verdict_release(&ed->verdict);
	forget_candidate(ed);
	ed->op.release(ed->op.plan);
	json_free(ed->op.warnings);
	free(ed);
}

/* --- the reply --------------------------------------------------------- */

/* `item 3 "limit"` */
static void
add_item(const struct numbered *one, struct buf *out)
{
	buf_add_format(out, "item %zu", one->number);
	if (one->item->name != NULL)
		buf_add_format(out, " \"%s\"", one->item->name);
}

static void
describe(const struct edit_transaction *ed, struct buf *out)
{
	const struct items *broken = &ed->cand.broken;

	buf_add_format(
		out, "%s %s", ed->phrases.verbs[ed->dry_run], ed->phrases.done);
	if (broken->count > 0)
		buf_add_format(out,
			" and the %zu that depended on it: ", broken->count);
	for (size_t i = 0; i < broken->count && i <= NUMBERS_MAX; i++) {
		buf_add_text(out, i > 0 ? ", " : "");
		if (i < NUMBERS_MAX)
			add_item(&broken->at[i], out);
		else
			buf_add_text(out, "...");
	}
	buf_add_char(out, '.');
	if (ed->dry_run)
		buf_add_text(out,
			" Z3 accepts the model that this gives. Nothing was "
			"changed (dry_run).");
	if (ed->verdict.status != NULL)
		buf_add_format(out, " %s", ed->verdict.sentence);
}

/* The numbers that the deleted items had, in their order. */
static struct json_object *
list_deleted(const struct items *removed)
{
	struct json_object *numbers = json_new_array();

	for (size_t i = 0; i < removed->count; i++)
		json_add(numbers, json_new_int((int64_t)removed->at[i].number));
	return numbers;
}

static void
put_members(const struct edit_transaction *ed, const struct model *now,
	const char *message, struct json_object *answer)
{
	const struct edit_verdict *v = &ed->verdict;
	struct json_member m = {0};

	/* All that is to be said of a plain addition is in the members. */
	if (!ed->phrases.is_addition || ed->dry_run || v->status != NULL)
		json_put_string(answer, "message", message);
	if (ed->cand.session.name[0] != '\0')
		json_put_string(answer, "session", ed->cand.session.name);
	json_put_int(answer, "revision", (int64_t)now->revision);
	json_put_int(answer, "items", (int64_t)now->count);
	while (json_next(ed->phrases.members, &m))
		json_put(answer, m.key, json_copy(m.value));
	if (ed->op.lists_deleted)
		json_put(answer, "deleted",
			list_deleted(&ed->cand.diff.removed));
	if (ed->dry_run)
		json_put_bool(answer, "dry_run", true);
	json_put_string(answer, "status", v->status);
	if (v->core != NULL)
		json_put(answer, "core", json_copy(v->core));
}

/* Also for the warning of edit_model.c. */
static void
put_renumbered(struct edit_transaction *ed, struct reply *r)
{
	const struct diff *diff = &ed->cand.diff;
	DROP(buf) struct buf out;

	buf_init(&out, LIMIT_REPLY);
	diff_describe_numbers(diff, ed->cand.base->count, RANGES_MAX, &out);
	if (out.size == 0)
		return;
	json_put_string(r->structured, "renumbered", out.data);
	buf_add_format(&r->text, "Renumbered: %s\n", out.data);
	if (!ed->is_kept)
		return;
	*ed->renumbered = (struct renumbered){
		.session = ed->cand.session.id,
		.revision = ed->cand.model->revision,
		.from = diff_first_number(diff, SIZE_MAX),
	};
	(void)snprintf(ed->renumbered->ranges, sizeof(ed->renumbered->ranges),
		"%s", out.data);
}

static void
reply(struct call *c)
{
	struct edit_transaction *ed = c->state;
	const struct model *now = ed->dry_run ? ed->cand.base : ed->cand.model;
	DROP(buf) struct buf message;
	struct reply r;

	reply_init(&r, c);
	json_free(r.warnings);
	r.warnings = TAKE(ed->op.warnings);
	buf_init(&message, LIMIT_REPLY);
	describe(ed, &message);
	put_members(ed, now, message.data, r.structured);
	buf_add_format(&r.text, "%s\n", message.data);
	reply_add_state(&r, ed->cand.session.name, now);
	put_renumbered(ed, &r);
	coroutine_pause_early(); /* a cascade lists all that it deleted */
	if (ed->verdict.expectations.results != NULL)
		expectations_put(&ed->verdict.expectations, false, &r);
	reply_send(&r, c);
}

/* --- keeping ---------------------------------------------------------- */

static void begin(struct call *c);

static bool
commit_revision(struct call *c, struct edit_transaction *ed,
	const struct revision_reason *reason, struct err *e)
{
	if (ed->cand.exists)
		return revisions_commit(ed->cand.store, ed->cand.session.id,
			ed->cand.base, ed->cand.model, reason, e);
	if (!revisions_begin(ed->cand.store, c->server->session, ed->cand.model,
		    reason, &ed->cand.session, e))
		return false;
	ed->cand.exists = true;
	ed->cand.cached->session = ed->cand.session.id;
	session_argument_made(c, &ed->cand.session);
	return true;
}

/* What a cascade deletes, as lines of the history. */
static void
record_cascade(const struct candidate *cand, struct buf *out)
{
	for (size_t i = 0; i < cand->broken.count; i++) {
		const struct numbered *broken = &cand->broken.at[i];

		if (i == NUMBERS_MAX) {
			buf_add_format(out, "\n%zu more (cascade)",
				cand->broken.count - i);
			return;
		}
		buf_add_text(out, out->size > 0 ? "\ndelete_" : "delete_");
		add_item(broken, out);
		buf_add_text(out, " (cascade)");
	}
}

static bool
commit(struct call *c, struct edit_transaction *ed, struct err *e)
{
	DROP(buf) struct buf summary;
	struct revision_reason reason = {
		.tool = c->tool->name,
		.metadata = ed->op.metadata,
	};

	buf_init(&summary, LIMIT_REPLY);
	buf_add_text(&summary, ed->phrases.record);
	record_cascade(&ed->cand, &summary);
	reason.summary = summary.data;
	ed->is_kept = commit_revision(c, ed, &reason, e);
	if (ed->is_kept)
		session_argument_use(c->server, ed->cand.session.name);
	return ed->is_kept;
}

/* --- what check_sat asks ----------------------------------------------- */

/* Of the session as it will be: its options or expectations; the caller's, or
 * NULL. */
static struct json_object *
load_metadata(struct call *c, const char *member)
{
	const struct edit_transaction *ed = c->state;
	DROP(json) struct json_object *kept = NULL;
	const struct json_object *value = json_get(ed->op.metadata, member);

	if (value == NULL && ed->cand.exists) {
		kept = session_metadata_load(
			c->server->store, ed->cand.session.id, NULL);
		value = json_get(kept, member);
	}
	return json_copy(value);
}

/* What is expected of the model that the edit gives. */
static void
begin_expectations(struct call *c)
{
	struct edit_transaction *ed = c->state;
	const struct session_info *session = &ed->cand.session;
	DROP(json)
	struct json_object *list = load_metadata(c, "expectations");

	if (list == NULL || json_count(list) == 0 ||
		!expectations_init(&ed->verdict.expectations, c, session,
			model_copy(ed->cand.model), TAKE(list), NULL)) {
		expectations_release(&ed->verdict.expectations);
		reply(c);
		return;
	}
	ed->verdict.expectations.until_ms = clock_now_ms() + EXPECTATIONS_MS;
	expectations_check(c, &ed->verdict.expectations, reply);
}

static void
describe_unsat(struct call *c, struct buf *out)
{
	const struct edit_transaction *ed = c->state;
	const struct candidate *cand = &ed->cand;
	const struct json_object *core = ed->verdict.core;
	/* What was known of the model before. */
	const char *before = cand->base->count == 0 ? "sat" : NULL;
	const char *how =
		ed->dry_run ? "would be unsatisfiable" : "is unsatisfiable now";

	if (before == NULL && cand->exists)
		(void)runs_verdict(c->server->store, cand->session.id,
			cand->base->revision, &before, NULL);
	if (before != NULL && strcmp(before, "sat") == 0)
		how = ed->dry_run ? "would become unsatisfiable with this edit"
				  : "became unsatisfiable with this edit";
	else if (before != NULL && !ed->dry_run)
		how = "is still unsatisfiable";
	buf_add_format(out, "The model %s", how);
	if (core == NULL || json_count(core) == 0)
		return;
	buf_add_text(out, ": ");
	core_items_add_conflict(cand->model, core, false, out);
}

static char *
describe_verdict(struct call *c, const struct solve_verdict *verdict)
{
	const struct edit_transaction *ed = c->state;
	DROP(buf) struct buf out;

	buf_init(&out, LIMIT_REPLY);
	if (verdict->status == STATUS_UNSAT)
		describe_unsat(c, &out);
	else if (verdict->status == STATUS_SAT)
		buf_add_format(&out, "The model %s satisfiable",
			ed->dry_run ? "would be" : "is");
	else if (strcmp(solve_verdict_word(verdict), "timeout") == 0)
		buf_add_text(&out,
			"Whether the model is satisfiable was not decided "
			"within a second; solve_model allows more time");
	else
		buf_add_format(&out,
			"Whether the model is satisfiable was not decided: %s",
			verdict->message != NULL ? verdict->message
						 : "unknown");
	if (out.data[out.size - 1] != '.')
		buf_add_char(&out, '.');
	return buf_detach(&out);
}

/* The verdict holds for the revision, so it belongs to the history. */
static void
record(struct call *c)
{
	struct edit_transaction *ed = c->state;
	struct edit_verdict *v = &ed->verdict;
	DROP(json)
	struct json_object *kept =
		json_new_object_of("status", json_new_string(v->status),
			"message", json_new_string(v->sentence), NULL);
	DROP(json)
	struct json_object *options =
		json_new_object_of("check_sat", json_new_bool(true), NULL);
	const struct run run = {
		.revision = ed->cand.model->revision,
		.plain = true,
		.status = v->status,
		.z3_version = v->solve.answer->z3_version,
		.solve_us = solve_time_us(v->solve.answer),
		.options = options,
		.answer = kept,
		.text_hash = v->solve.text.hash,
	};
	int64_t id;
	struct err e;

	if (!runs_add(c->server->store, ed->cand.session.id, &run, &id, &e))
		log_warn("%s: the run is not in the history: %s (%s)",
			c->tool->name, e.text, store_detail(c->server->store));
}

static void
set_verdict(struct call *c)
{
	struct edit_transaction *ed = c->state;
	struct edit_verdict *v = &ed->verdict;
	struct solve *s = &v->solve;
	const struct answer_check *last = answer_last(s->answer);

	solve_reach_verdict(c, s);
	if (s->verdict.status == STATUS_UNSAT)
		v->core = last != NULL && last->core.is_known
				  ? core_items_list(s, &last->core.assertions)
				  : json_new_array();
	v->status = solve_verdict_word(&s->verdict);
	v->sentence = describe_verdict(c, &s->verdict);
	if (!ed->dry_run)
		record(c);
}

/* Nothing was found out, and the edit stands all the same. */
static void
set_unknown(struct edit_verdict *v, const char *why)
{
	v->status = "unknown";
	v->sentence = text_format("The model was not solved: %s", why);
}

static void
on_solved(struct call *c, struct answer *answer)
{
	struct edit_transaction *ed = c->state;

	c->solve->answer = answer;
	if (answer->outcome == OUTCOME_NO_WORKER)
		set_unknown(&ed->verdict, "there is no solver.");
	else if (answer->fault.kind != DIAGNOSTIC_NONE)
		set_unknown(&ed->verdict, answer->fault.what);
	else
		set_verdict(c);
	begin_expectations(c);
}

/* Whether there is a solution, not which one is best. */
static void
solve(struct call *c)
{
	struct edit_transaction *ed = c->state;
	struct solve *s = &ed->verdict.solve;
	struct err e;

	if (solve_begin(
		    c, s, &ed->cand.session, model_copy(ed->cand.model), &e)) {
		s->text.without_objectives = true;
		s->steps.what = "the model";
		if (s->setup.timeout_ms > VERDICT_MS)
			s->setup.timeout_ms = VERDICT_MS;
		s->setup.timeout_ms += clock_now_ms() - c->started_ms;
		if (solve_write(s, &e) && solve_ask_worker(c, s, on_solved, &e))
			return;
	}
	set_unknown(&ed->verdict, e.text);
	reply(c);
}

/* As the call says, else as the session is configured. */
static bool
wants_check_sat(struct call *c)
{
	DROP(json) struct json_object *options = NULL;
	const char *set;

	if (json_get(c->arguments, "check_sat") != NULL)
		return json_get_bool(c->arguments, "check_sat", false);
	options = load_metadata(c, "options");
	set = json_get_string(options, "check_sat");
	return set != NULL && strcmp(set, "true") == 0;
}

/* The candidate is one that libz3 accepts. */
static void
finish(struct call *c)
{
	struct edit_transaction *ed = c->state;
	struct err e;

	if (ed->dry_run || commit(c, ed, &e)) {
		if (wants_check_sat(c))
			solve(c);
		else
			reply(c);
		return;
	}
	if (e.code != ERR_CONFLICT || ed->expected >= 0 ||
		++ed->attempts == ATTEMPTS_MAX) {
		call_fail(c, &e);
		return;
	}
	log_info("%s: another server has edited \"%s\"; trying again",
		c->tool->name, ed->cand.session.name);
	begin(c);
}

/* --- checking --------------------------------------------------------- */

/* libz3 has accepted the candidate; what was taken out of it is broken. */
static void
accepted(struct call *c)
{
	struct edit_transaction *ed = c->state;
	struct err e;

	if (ed->cand.broken.count == 0 || ed->op.cascade) {
		finish(c);
		return;
	}
	(void)candidate_refuse_broken(&ed->cand, &ed->phrases, &e);
	call_fail(c, &e);
}

static void on_checked(struct call *c, struct answer *answer);

/* Has the worker read what the edit touches, if it is anything. */
static void
check(struct call *c)
{
	struct edit_transaction *ed = c->state;
	struct ask ask = {
		.kind = ASK_CHECK,
		.timeout_ms = CHECK_TIMEOUT_MS,
		.owner = (uint64_t)ed->cand.session.id,
	};
	struct err e;

	if (!candidate_slice(&ed->cand)) {
		accepted(c);
		return;
	}
	ask.text = ed->cand.render.text.data;
	ask.size = ed->cand.render.text.size;
	if (!call_ask(c, &ask, QUEUE_CHECK, on_checked, &e))
		call_fail(c, &e);
}

static void
on_checked(struct call *c, struct answer *answer)
{
	DROP(answer) struct answer *owned = answer;
	struct edit_transaction *ed = c->state;
	struct err e;

	if (owned->fault.kind == DIAGNOSTIC_NONE &&
		owned->outcome == OUTCOME_DONE) {
		if (!ed->is_warned)
			candidate_add_warnings(
				&ed->cand, owned, ed->op.warnings);
		ed->is_warned = true;
		accepted(c);
	} else if (candidate_remove_broken(&ed->cand, owned)) {
		/* Items that were there before: it is tried without them. */
		check(c);
	} else {
		(void)candidate_refuse_answer(&ed->cand, &ed->phrases, owned,
			c->server->memory_mb, &e);
		call_fail(c, &e);
	}
}

/* --- the candidate ---------------------------------------------------- */

static bool
load(struct call *c, struct edit_transaction *ed, struct err *e)
{
	if (!session_argument_for_edit(
		    c, &ed->cand.session, &ed->cand.exists, e))
		return false;
	if (!ed->cand.exists) {
		if (ed->expected > 0)
			return err_advise(e, ERR_CONFLICT,
				"expect_revision is %" PRId64
				", but this call names no session and none was "
				"made yet; pass the session that you mean; or "
				"omit expect_revision",
				ed->expected);
		ed->cand.cached = cached_model_new(ed->cand.store);
		return true;
	}
	if (ed->expected >= 0 &&
		!revisions_expect(ed->cand.store, ed->cand.session.id,
			(uint64_t)ed->expected, e))
		return false;
	ed->cand.cached = model_cache_check_out(ed->cand.cache, ed->cand.store,
		ed->cand.session.id, ed->cand.session.revision, e);
	return ed->cand.cached != NULL;
}

static void
begin(struct call *c)
{
	struct edit_transaction *ed = c->state;
	struct err e;

	forget_candidate(ed);
	if (!load(c, ed, &e)) {
		call_fail(c, &e);
		return;
	}
	ed->cand.base = ed->cand.cached->model;
	ed->cand.index = ed->cand.cached->index;
	ed->cand.model = model_draft(ed->cand.base);
	if (ed->op.make(&ed->cand, ed->op.plan, &ed->phrases, &e))
		check(c);
	else
		call_fail(c, &e);
}

/* --- texts that a worker reads ---------------------------------------- */

static void
on_read(struct call *c, struct answer *answer)
{
	DROP(answer) struct answer *owned = answer;
	struct edit_transaction *ed = c->state;
	const struct reading_request *r = ed->op.reading;
	const struct advice_job job = {
		.what = r->fields.count > 1 ? "the texts of the edits"
					    : "the text",
		.is_check = true,
		.limit_ms = CHECK_TIMEOUT_MS,
		.memory_mb = c->server->memory_mb,
	};
	struct err e;

	if (reading_has_ended(owned, &job, &e) &&
		ed->op.take(ed->op.plan, owned, &e))
		begin(c);
	else
		call_fail(c, &e);
}

static void
read_texts(struct call *c)
{
	struct edit_transaction *ed = c->state;
	struct session_info session;
	bool exists;
	struct err e;

	if (ed->op.reading == NULL)
		begin(c);
	else if (!session_argument_for_edit(c, &session, &exists, &e) ||
		 !reading_ask_edit(c, ed->op.reading, exists ? session.id : 0,
			 on_read, &e))
		call_fail(c, &e);
}

void
edit_transaction_start(struct call *c, const struct edit_operation *op)
{
	struct edit_transaction *ed = mem_new(sizeof(*ed));

	c->state = ed;
	c->state_free = transaction_free;
	ed->op = *op;
	ed->cand.cache = c->server->cache;
	ed->cand.store = c->server->store;
	ed->renumbered = &c->server->sessions.renumbered;
	if (ed->op.warnings == NULL)
		ed->op.warnings = json_new_array();
	ed->dry_run = json_get_bool(c->arguments, "dry_run", false);
	ed->expected = json_get_int(c->arguments, "expect_revision", -1);
	call_lock_session(c, session_argument_name(c), true, read_texts);
}
