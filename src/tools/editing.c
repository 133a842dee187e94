#include "tools/editing.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/log.h"
#include "model/model.h"
#include "store/db.h"
#include "store/revisions.h"
#include "tools/call.h"
#include "tools/edit_refuse.h"
#include "tools/edit_reply.h"
#include "tools/resolve.h"
#include "json/json.h"

enum {
	/*
	 * Edits of other servers that one edit is made again behind: each
	 * takes milliseconds; so many of them in a row are no accident.
	 */
	ATTEMPTS_MAX = 50,
};

const struct edit_done *
editing_done(const struct editing *ed)
{
	return &ed->dones[ed->done_count - 1];
}

/* --- memory ----------------------------------------------------------- */

static void
forget_candidate(struct editing *ed)
{
	model_free(ed->base);
	ed->base = NULL;
	model_free(ed->candidate);
	ed->candidate = NULL;
	render_release(&ed->render);
	breakage_release(&ed->breakage);
	free(ed->dones);
	ed->dones = NULL;
	ed->done_count = 0;
}

static void
editing_free(void *state)
{
	struct editing *ed = state;

	forget_candidate(ed);
	allowed_release(&ed->allowed);
	free(ed->content);
	free(ed);
}

/* --- keeping ---------------------------------------------------------- */

static void begin(struct call *c);

static bool
keep(struct call *c, struct editing *ed, struct err *e)
{
	DROP(buf) struct buf summary;
	struct revision_reason reason = {.tool = c->tool->name};

	buf_init(&summary, LIMIT_REPLY);
	for (size_t i = 0; i < ed->done_count; i++) {
		if (i > 0)
			buf_add_char(&summary, '\n');
		edit_describe(&ed->dones[i], &summary);
	}
	reason.summary = summary.data;
	if (!ed->exists && !resolve_create(c, &ed->session, e))
		return false;
	ed->exists = true;
	return revisions_commit(c->server->store, ed->session.id, ed->base,
		ed->candidate, &reason, e);
}

/* The candidate is one that libz3 accepts. */
static void
finish(struct call *c)
{
	struct editing *ed = c->state;
	struct err e;

	if (ed->dry_run || keep(c, ed, &e)) {
		edit_reply(c, ed);
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

static int
compare_descending(const void *a, const void *b)
{
	const struct edit_done *one = a;
	const struct edit_done *other = b;

	return one->index < other->index ? 1 : -1;
}

/*
 * The deletes of a cascade from the last item to the first, so that each has
 * the number that the client knows.
 */
static void
cascade(struct editing *ed)
{
	struct edit_done *dones =
		mem_new((ed->breakage.count + 1) * sizeof(*dones));
	size_t count = 0;

	for (size_t i = 0; i < ed->base->count; i++) {
		struct edit_done *done = &dones[count];
		const char *name = model_at(ed->base, i)->name;

		if (!ed->breakage.broken[i])
			continue;
		*done = (struct edit_done){.op = EDIT_DELETE, .index = i};
		if (name != NULL)
			memcpy(done->name, name, strlen(name) + 1);
		count++;
	}
	dones[count++] = ed->dones[0];
	qsort(dones, count, sizeof(*dones), compare_descending);
	for (size_t i = 0; i < count; i++)
		dones[i].count = ed->base->count - i;
	free(ed->dones);
	ed->dones = dones;
	ed->done_count = count;
}

/* libz3 has accepted the candidate; what was taken out of it is broken. */
static void
accepted(struct call *c)
{
	struct editing *ed = c->state;
	struct err e;

	if (ed->breakage.count == 0) {
		finish(c);
	} else if (ed->cascade) {
		cascade(ed);
		finish(c);
	} else {
		(void)breakage_refuse(
			&ed->breakage, ed->base, editing_done(ed), &e);
		call_fail(c, &e);
	}
}

static void on_checked(struct call *c, struct answer *answer);

/* Has the worker read the candidate, unless there is nothing to read. */
static void
check(struct call *c)
{
	struct editing *ed = c->state;
	struct ask ask = {.kind = ASK_CHECK, .timeout_ms = CHECK_TIMEOUT_MS};
	struct err e;

	if (ed->candidate->count == 0) {
		accepted(c);
		return;
	}
	render_release(&ed->render);
	render_worker(ed->candidate, &ed->render);
	ask.text = ed->render.text.data;
	ask.size = ed->render.text.size;
	if (!call_ask(c, &ask, LANE_CHECK, on_checked, &e))
		call_fail(c, &e);
}

/* libz3 has refused it, at this place. */
static void
faulted(struct call *c, const struct fault *fault)
{
	struct editing *ed = c->state;
	struct err e;
	size_t index;
	unsigned line;

	if (!render_locate(&ed->render, fault->line, &index, &line))
		(void)edit_refuse_unplaced(fault, &e);
	else if (breakage_is_edited(&ed->breakage, editing_done(ed), index))
		(void)edit_refuse_item(ed, index, fault, line, &e);
	else if (breakage_add(&ed->breakage, ed->base, ed->candidate,
			 editing_done(ed), index)) {
		check(c);
		return;
	} else
		(void)edit_refuse_breakage(ed, &e);
	call_fail(c, &e);
}

static void
on_checked(struct call *c, struct answer *answer)
{
	DROP(answer) struct answer *owned = answer;
	struct err e;

	if (owned->fault.kind != FAULT_NONE) {
		faulted(c, &owned->fault);
	} else if (owned->outcome != OUTCOME_DONE) {
		(void)edit_refuse_outcome(c, c->state, owned, &e);
		call_fail(c, &e);
	} else {
		accepted(c);
	}
}

/* --- the candidate ---------------------------------------------------- */

static bool
load(struct call *c, struct editing *ed, struct err *e)
{
	if (!resolve_for_edit(c, &ed->session, &ed->exists, e))
		return false;
	if (!ed->exists) {
		if (ed->expects && ed->expected != 0)
			return err_set(e, ERR_CONFLICT,
				"expect_revision is %" PRIu64
				", but this call names no session and none "
				"was made yet; pass the session that you mean, "
				"or omit expect_revision.",
				ed->expected);
		ed->base = model_new();
		return true;
	}
	if (ed->expects && !revisions_expect(c->server->store, ed->session.id,
				   ed->expected, e))
		return false;
	ed->base = revisions_load(
		c->server->store, ed->session.id, REVISION_LAST, e);
	return ed->base != NULL;
}

static bool
make_candidate(struct editing *ed, struct err *e)
{
	ed->dones = mem_new(sizeof(*ed->dones));
	ed->done_count = 1;
	ed->candidate = model_copy(ed->base);
	return model_apply(ed->candidate, &ed->edit, ed->dones, e);
}

/* Name and note are no matter of libz3's. */
static bool
needs_check(const struct edit *edit)
{
	return edit->op != EDIT_REPLACE || edit->content != NULL;
}

static void
begin(struct call *c)
{
	struct editing *ed = c->state;
	struct err e;

	forget_candidate(ed);
	if (!load(c, ed, &e) || !make_candidate(ed, &e))
		call_fail(c, &e);
	else if (needs_check(&ed->edit))
		check(c);
	else
		finish(c);
}

/* --- the beginning ---------------------------------------------------- */

static bool
read_content(struct editing *ed, struct err *e)
{
	const char *sent = ed->edit.content;
	struct fault fault;

	if (sent == NULL)
		return true;
	if (!allow_item(sent, strlen(sent), &ed->allowed, &fault))
		return edit_refuse_text(&ed->edit, &fault, e);
	ed->content = allowed_content(&ed->allowed, NULL);
	ed->edit.content = ed->content;
	return true;
}

void
editing_start(struct call *c, const struct edit *edit, bool cascades)
{
	struct editing *ed = mem_new(sizeof(*ed));
	int64_t expected = json_get_int(c->arguments, "expect_revision", -1);
	struct err e;

	c->state = ed;
	c->state_free = editing_free;
	ed->edit = *edit;
	ed->cascade = cascades;
	ed->dry_run = json_get_bool(c->arguments, "dry_run", false);
	ed->expects = expected >= 0;
	ed->expected = (uint64_t)expected;
	if (read_content(ed, &e))
		call_in_turn(c, resolve_name(c), true, begin);
	else
		call_fail(c, &e);
}
