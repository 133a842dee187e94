#include "tools/edit/edit_transaction.h"

#include <assert.h>
#include <inttypes.h>
#include <stdlib.h>

#include "base/alloc.h"
#include "base/log.h"
#include "model/deps/slice.h"
#include "store/db/db.h"
#include "store/revisions/model_cache.h"
#include "store/revisions/revisions.h"
#include "tools/call/call.h"
#include "tools/call/session_argument.h"
#include "tools/edit/broken_dependents.h"
#include "tools/edit/edit_refuse.h"
#include "tools/edit/edit_reply.h"
#include "tools/edit/edit_warn.h"
#include "json/json.h"

enum {
	/*
	 * Edits of other servers that one edit is made again behind: each
	 * takes milliseconds; so many of them in a row are no accident.
	 */
	ATTEMPTS_MAX = 50,
	/* Changed items that take long enough to tell the client of. */
	MANY = 1000,
};

ptrdiff_t
edit_transaction_number(
	const struct edit_transaction *ed, const struct item *item)
{
	for (size_t i = 0; i < ed->diff.added.count; i++) {
		if (ed->diff.added.at[i].item == item)
			return (ptrdiff_t)ed->diff.added.at[i].number;
	}
	return -1;
}

/* --- memory ----------------------------------------------------------- */

static void
forget_slice(struct edit_transaction *ed)
{
	model_free(ed->slice);
	ed->slice = NULL;
	render_release(&ed->render);
}

static void
forget_candidate(struct edit_transaction *ed)
{
	forget_slice(ed);
	diff_drop(&ed->diff);
	items_release(&ed->broken);
	ed->rounds = 0;
	ed->orphans_fit = false;
	ed->extensions = 0;
	model_free(ed->candidate);
	ed->candidate = NULL;
	model_cache_put(ed->cache, ed->store, ed->shelved);
	ed->shelved = NULL;
}

static void
editing_free(void *state)
{
	struct edit_transaction *ed = state;

	if (ed->is_kept)
		cached_model_advance(ed->shelved, &ed->diff, ed->candidate);
	edit_check_sat_stop(ed);
	edit_check_sat_release(&ed->verdict);
	forget_candidate(ed);
	ed->kind->release(ed->plan);
	json_free(ed->warnings);
	free(ed);
}

/* --- progress --------------------------------------------------------- */

static void
tell(struct call *c, const char *doing, size_t count)
{
	DROP(text) char *message = NULL;

	if (count < MANY)
		return;
	message = text_format("%s %zu items", doing, count);
	call_tell(c, message);
}

/* --- keeping ---------------------------------------------------------- */

static void begin(struct call *c);

static bool
commit(struct call *c, struct edit_transaction *ed,
	const struct revision_reason *reason, struct err *e)
{
	if (ed->exists)
		return revisions_commit(ed->store, ed->session.id, ed->base,
			ed->candidate, reason, e);
	if (!revisions_begin(ed->store, c->server->session, ed->candidate,
		    reason, &ed->session, e))
		return false;
	ed->exists = true;
	ed->shelved->session = ed->session.id;
	session_argument_made(c, &ed->session);
	return true;
}

static bool
keep(struct call *c, struct edit_transaction *ed, struct err *e)
{
	DROP(buf) struct buf summary;
	struct revision_reason reason = {.tool = c->tool->name};

	buf_init(&summary, LIMIT_REPLY);
	ed->kind->record(ed, &summary);
	broken_dependents_record(ed, &summary);
	reason.summary = summary.data;
	reason.options = ed->settings;
	tell(c, "keeping",
		ed->diff.added.count > ed->diff.removed.count
			? ed->diff.added.count
			: ed->diff.removed.count);
	ed->is_kept = commit(c, ed, &reason, e);
	return ed->is_kept;
}

static void
reply(struct call *c)
{
	edit_reply(c, c->state);
}

/* The candidate is one that libz3 accepts. */
static void
finish(struct call *c)
{
	struct edit_transaction *ed = c->state;
	struct err e;

	if (ed->dry_run || keep(c, ed, &e)) {
		if (ed->check_sat)
			edit_check_sat_find(c, reply);
		else
			reply(c);
		return;
	}
	if (e.code != ERR_CONFLICT || ed->expects ||
		++ed->attempts == ATTEMPTS_MAX) {
		call_fail(c, &e);
		return;
	}
	log_info("%s: another server has edited \"%s\"; trying again",
		c->tool->name, ed->session.name);
	begin(c);
}

/* --- checking --------------------------------------------------------- */

/* libz3 has accepted the candidate; what was taken out of it is broken. */
static void
accepted(struct call *c)
{
	struct edit_transaction *ed = c->state;
	struct err e;

	if (ed->broken.count == 0 || ed->cascade) {
		finish(c);
		return;
	}
	(void)broken_dependents_refuse(ed, &e);
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
		.owner = (uint64_t)ed->session.id,
	};
	struct err e;

	forget_slice(ed);
	tell(c, "checking", ed->diff.added.count);
	ed->slice = slice_find(ed->index, &ed->diff, ed->candidate);
	if (ed->slice->count == 0) {
		accepted(c);
		return;
	}
	ed->is_trimmed = broken_dependents_trim(ed);
	render_worker(ed->slice, &ed->render);
	ask.text = ed->render.text.data;
	ask.size = ed->render.text.size;
	if (!call_ask(c, &ask, LANE_CHECK, on_checked, &e))
		call_fail(c, &e);
}

/* Items that were there before are broken: it is tried without them. False
 * when there are none, or too many. */
static bool
is_broken(struct edit_transaction *ed, const struct answer *answer)
{
	DROP(items) struct items found = {0};

	broken_dependents_find(ed, answer, &found);
	return found.count > 0 && broken_dependents_add(ed, &found);
}

/* libz3 has refused it. */
static void
faulted(struct call *c, struct answer *answer)
{
	struct edit_transaction *ed = c->state;
	const struct diagnostic *fault = &answer->fault;
	struct item *item;
	struct err e;
	size_t index;
	unsigned line;

	if (!render_locate(&ed->render, fault->line, &index, &line)) {
		(void)edit_refuse_unplaced(fault, &e);
		call_fail(c, &e);
		return;
	}
	if (is_broken(ed, answer)) {
		check(c);
		return;
	}
	item = model_at(ed->slice, index);
	if (items_have(&ed->diff.added, item))
		(void)edit_refuse_item(ed, item, answer, line, &e);
	else
		(void)edit_refuse_breakage(ed, &e);
	call_fail(c, &e);
}

/* Whether the answer counts: see broken_dependents_trim. */
static bool
is_decisive(const struct edit_transaction *ed, const struct answer *answer)
{
	size_t index;
	unsigned line;

	if (!ed->is_trimmed || (answer->outcome != OUTCOME_DONE &&
				       answer->fault.kind == DIAGNOSTIC_NONE))
		return true;
	return answer->fault.kind != DIAGNOSTIC_NONE &&
	       render_locate(&ed->render, answer->fault.line, &index, &line) &&
	       model_at(ed->slice, index)->place <= ed->trimmed_at;
}

static void
on_checked(struct call *c, struct answer *answer)
{
	DROP(answer) struct answer *owned = answer;
	struct edit_transaction *ed = c->state;
	struct err e;

	if (!is_decisive(ed, owned)) {
		broken_dependents_extend(ed);
		check(c);
	} else if (owned->fault.kind != DIAGNOSTIC_NONE) {
		faulted(c, owned);
	} else if (owned->outcome != OUTCOME_DONE) {
		(void)edit_refuse_outcome(c, ed, owned, &e);
		call_fail(c, &e);
	} else {
		edit_warn(ed, owned);
		accepted(c);
	}
}

/* --- the candidate ---------------------------------------------------- */

static bool
load(struct call *c, struct edit_transaction *ed, struct err *e)
{
	if (!session_argument_for_edit(c, &ed->session, &ed->exists, e))
		return false;
	if (!ed->exists) {
		if (ed->expects && ed->expected != 0)
			return err_set(e, ERR_CONFLICT,
				"expect_revision is %" PRIu64
				", but this call names no session and none "
				"was made yet; pass the session that you mean, "
				"or omit expect_revision.",
				ed->expected);
		ed->shelved = cached_model_new(ed->store);
		return true;
	}
	if (ed->expects &&
		!revisions_expect(ed->store, ed->session.id, ed->expected, e))
		return false;
	ed->shelved = model_cache_take(
		ed->cache, ed->store, ed->session.id, ed->session.revision, e);
	return ed->shelved != NULL;
}

static bool
make_candidate(struct call *c, struct edit_transaction *ed, struct err *e)
{
	assert(ed->shelved != NULL); /* load has seen to that */
	ed->base = ed->shelved->model;
	ed->index = ed->shelved->index;
	ed->candidate = model_copy(ed->base);
	if (!ed->kind->make(c, ed, e))
		return false;
	diff_find(&ed->diff, ed->base, ed->candidate);
	return true;
}

static void
begin(struct call *c)
{
	struct edit_transaction *ed = c->state;
	struct err e;

	forget_candidate(ed);
	if (!load(c, ed, &e) || !make_candidate(c, ed, &e))
		call_fail(c, &e);
	else
		check(c);
}

void
edit_transaction_start(struct call *c, const struct edit_transaction_kind *kind,
	void *plan, struct json_object *warnings, bool cascade)
{
	struct edit_transaction *ed = mem_new(sizeof(*ed));
	int64_t expected = json_get_int(c->arguments, "expect_revision", -1);

	c->state = ed;
	c->state_free = editing_free;
	ed->store = c->server->store;
	ed->cache = c->server->cache;
	ed->kind = kind;
	ed->plan = plan;
	ed->warnings = warnings != NULL ? warnings : json_new_array();
	ed->cascade = cascade;
	ed->dry_run = json_get_bool(c->arguments, "dry_run", false);
	ed->check_sat = json_get_bool(c->arguments, "check_sat", false);
	ed->expects = expected >= 0;
	ed->expected = (uint64_t)expected;
	call_lock_session(c, session_argument_name(c), true, begin);
}
