#include "tools/edit/edit_transaction.h"

#include <assert.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/limits.h"
#include "base/log.h"
#include "model/items/diff.h"
#include "smt/names/builtin.h"
#include "smt/names/symbols.h"
#include "smt/rules/lint.h"
#include "store/revisions/revisions.h"
#include "tools/call/call.h"
#include "tools/call/reply.h"
#include "tools/call/session_argument.h"
#include "tools/call/warnings.h"
#include "tools/edit/edit_check_sat.h"
#include "tools/edit/edit_refuse.h"
#include "tools/solve/expectations.h"
#include "wire/answer.h"
#include "json/json.h"

enum {
	EXPECTATIONS_MS = 5000, /* for all of a model, after an edit */
	/*
	 * Edits of other servers that one edit is made again after: each
	 * takes milliseconds; so many of them in a row are no accident.
	 */
	ATTEMPTS_MAX = 50,
	/* Changed items that take long enough to tell the client of. */
	MANY = 1000,
	RANGES_MAX = 8,	   /* of renumbered items */
	NUMBERS_MAX = 100, /* of deleted items, in a sentence or the history */
	/* Warnings of one edit; more say nothing new. The last of them are
	 * kept for what libz3 has seen. */
	WARNINGS_MAX = 30,
	TEXT_WARNINGS_MAX = 20,
	TWINS_MAX = 50, /* new items that are compared with all others */
	SHOWN = 64,	/* bytes of a name */
};

/* The state of the call. */
struct edit_transaction {
	struct edit_operation op;
	struct candidate cand;
	struct edit_phrases phrases;
	struct edit_check_sat verdict;
	struct expectations expectations;
	bool dry_run;
	bool expects;
	uint64_t expected;
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
editing_free(void *state)
{
	struct edit_transaction *ed = state;
	struct candidate *cand = &ed->cand;

	if (ed->is_kept)
		cached_model_advance(cand->cached, &cand->diff, cand->model);
	edit_check_sat_release(&ed->verdict);
	expectations_release(&ed->expectations);
	forget_candidate(ed);
	ed->op.release(ed->op.plan);
	json_free(ed->op.warnings);
	free(ed);
}

/* --- warnings ----------------------------------------------------------- */

/* The items that go, by id, for edits that replace very many. */
struct olds {
	const struct item **at;
	size_t count;
	unsigned warned;
};

static int
compare(const void *a, const void *b)
{
	const struct item *const *x = a;
	const struct item *const *y = b;

	return ((*x)->id > (*y)->id) - ((*x)->id < (*y)->id);
}

static void
olds_init(struct olds *o, const struct items *removed)
{
	o->count = removed->count;
	o->warned = 0;
	o->at = mem_grow(NULL, o->count, sizeof(*o->at));
	for (size_t i = 0; i < o->count; i++)
		o->at[i] = removed->at[i].item;
	if (o->count > 0)
		qsort(o->at, o->count, sizeof(*o->at), compare);
}

static void
olds_drop(struct olds *o)
{
	free(o->at);
}

/* Only its place or its name is new. */
static bool
is_old(const struct olds *o, const struct item *item)
{
	const struct item *const *old;

	if (item->id == 0 || o->count == 0)
		return false;
	old = bsearch(&item, o->at, o->count, sizeof(*o->at), compare);
	return old != NULL && strcmp((*old)->content, item->content) == 0;
}

static void
warn(struct edit_transaction *ed, struct olds *olds, const struct item *item,
	unsigned line, const char *text)
{
	if (olds->warned++ < WARNINGS_MAX)
		warnings_add(ed->op.warnings, "item %td, line %u: %s.",
			candidate_number(&ed->cand, item), line, text);
}

/* The number of an item that declares the name before the edit and after it;
 * -1 if there is none. */
static ptrdiff_t
declarer(const struct edit_transaction *ed, const char *name)
{
	const struct item *item = index_declarer(ed->cand.index, name);

	if (item == NULL || items_have(&ed->cand.diff.removed, item))
		return -1;
	return (ptrdiff_t)model_rank(ed->cand.model, item->place);
}

static void
warn_of_remark(struct edit_transaction *ed, struct olds *olds,
	const struct item *item, const struct remark *remark)
{
	DROP(text) char *text = NULL;
	ptrdiff_t other;

	if (remark->kind != REMARK_BOUND) {
		text = remark_text(remark);
		warn(ed, olds, item, remark->line, text);
		return;
	}
	other = declarer(ed, remark->name);
	if (other < 0)
		return;
	text = text_format("`%.*s` of this `%s` hides the `%.*s` that item "
			   "%td declares: rename it, unless that is meant",
		SHOWN, remark->name, remark->head, SHOWN, remark->name, other);
	warn(ed, olds, item, remark->line, text);
}

static void
warn_of_symbol(struct edit_transaction *ed, struct olds *olds,
	const struct item *item, const struct symbol *symbol)
{
	DROP(text) char *text = NULL;
	ptrdiff_t other;

	if (symbol->kind == SYMBOL_TESTER)
		return;
	if (builtin_has(symbol->name)) {
		text = text_format("`%.*s` is a name of Z3's own, which this "
				   "overloads: choose another name",
			SHOWN, symbol->name);
		warn(ed, olds, item, symbol->line, text);
		return;
	}
	other = declarer(ed, symbol->name);
	if (other < 0)
		return;
	text = text_format("`%.*s` is declared by item %td too: Z3 tells the "
			   "two apart by their sorts, or finds a use "
			   "ambiguous; choose another name",
		SHOWN, symbol->name, other);
	warn(ed, olds, item, symbol->line, text);
}

/* An item before it that holds the same assertions. Two wishes count twice. */
static void
warn_of_twin(
	struct edit_transaction *ed, struct olds *olds, const struct item *item)
{
	static const char assertion[] = "(assert ";
	size_t own = model_rank(ed->cand.model, item->place);

	if (strncmp(item->content, assertion, strlen(assertion)) != 0)
		return;
	for (size_t i = 0; i < own; i++) {
		const struct item *other = model_at(ed->cand.model, i);
		DROP(text) char *text = NULL;

		if (other->size != item->size ||
			strcmp(other->content, item->content) != 0)
			continue;
		text = text_format(
			"this is what item %zu says: delete one of them", i);
		warn(ed, olds, item, 1, text);
		return;
	}
}

static void
warn_of_item(
	struct edit_transaction *ed, struct olds *olds, const struct item *item)
{
	DROP(lint) struct lint remarks = {0};
	DROP(symbols) struct symbols symbols = {0};

	lint_scan(item->content, item->size, &remarks);
	for (size_t i = 0; i < remarks.count; i++)
		warn_of_remark(ed, olds, item, &remarks.at[i]);
	if (!symbols_scan(item->content, item->size, &symbols))
		return;
	for (size_t i = 0; i < symbols.declared_count; i++)
		warn_of_symbol(ed, olds, item, &symbols.declared[i]);
}

/* What libz3 has seen. */
static void
warn_of_answer(struct edit_transaction *ed, struct olds *olds,
	const struct answer_remark_at *remark)
{
	DROP(text) char *text = warnings_remark(remark->remark);
	const struct item *item;
	size_t index;
	unsigned line;

	if (!render_locate(&ed->cand.render, remark->line, &index, &line))
		return;
	item = model_at(ed->cand.slice, index);
	if (items_have(&ed->cand.diff.added, item) && !is_old(olds, item))
		warn(ed, olds, item, line, text);
}

static void
add_warnings(struct edit_transaction *ed, const struct answer *answer)
{
	const struct items *added = &ed->cand.diff.added;
	DROP(olds) struct olds olds = {0};

	if (ed->is_warned)
		return;
	ed->is_warned = true;
	olds_init(&olds, &ed->cand.diff.removed);
	for (size_t i = 0; i < added->count && olds.warned < TEXT_WARNINGS_MAX;
		i++)
		if (!is_old(&olds, added->at[i].item))
			warn_of_item(ed, &olds, added->at[i].item);
	for (size_t i = 0; i < added->count && i < TWINS_MAX; i++)
		if (!is_old(&olds, added->at[i].item))
			warn_of_twin(ed, &olds, added->at[i].item);
	for (size_t i = 0; i < answer->remarks.count; i++)
		warn_of_answer(ed, &olds, &answer->remarks.at[i]);
	if (olds.warned >= TEXT_WARNINGS_MAX)
		warnings_add(ed->op.warnings,
			"there may be more: no more than %d of these are "
			"shown.",
			TEXT_WARNINGS_MAX);
}

/* --- the reply --------------------------------------------------------- */

static void
add_cascaded(const struct edit_transaction *ed, struct buf *out)
{
	buf_add_format(out,
		" and the %zu that depended on it: ", ed->cand.broken.count);
	for (size_t i = 0; i < ed->cand.broken.count; i++) {
		const struct numbered *broken = &ed->cand.broken.at[i];

		buf_add_text(out, i > 0 ? ", " : "");
		if (i == NUMBERS_MAX) {
			buf_add_text(out, "...");
			return;
		}
		buf_add_format(out, "item %zu", broken->number);
		if (broken->item->name != NULL)
			buf_add_format(out, " \"%s\"", broken->item->name);
	}
}

static void
describe(const struct edit_transaction *ed, struct buf *out)
{
	buf_add_text(out, ed->phrases.done);
	if (ed->cand.broken.count > 0)
		add_cascaded(ed, out);
	buf_add_char(out, '.');
	if (ed->dry_run)
		buf_add_text(out,
			" Z3 accepts the model that this gives. Nothing was "
			"changed (dry_run).");
	if (ed->verdict.sentence != NULL)
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

/* All that is to be said of it is in the members. */
static bool
is_plain_addition(const struct edit_transaction *ed)
{
	return ed->phrases.is_addition && !ed->dry_run &&
	       ed->verdict.sentence == NULL;
}

static void
put_members(const struct edit_transaction *ed, const struct model *now,
	const char *message, struct json_object *answer)
{
	struct json_member m = {0};

	if (!is_plain_addition(ed))
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
	json_put_string(answer, "status", ed->verdict.status);
	if (ed->verdict.core != NULL)
		json_put(answer, "core", json_copy(ed->verdict.core));
}

/* The warning of edit_list.c. */
static void
note_renumbered(struct edit_transaction *ed, const char *ranges)
{
	const struct diff *diff = &ed->cand.diff;
	size_t added =
		diff->added.count > 0 ? diff->added.at[0].number : SIZE_MAX;
	size_t removed =
		diff->removed.count > 0 ? diff->removed.at[0].number : SIZE_MAX;
	struct renumbered *r = ed->renumbered;

	r->session = ed->cand.session.id;
	r->revision = ed->cand.model->revision;
	r->from = added < removed ? added : removed;
	(void)snprintf(r->ranges, sizeof(r->ranges), "%s", ranges);
}

static void
put_renumbered(struct edit_transaction *ed, struct reply *r)
{
	DROP(buf) struct buf out;

	buf_init(&out, LIMIT_REPLY);
	diff_describe_numbers(
		&ed->cand.diff, ed->cand.base->count, RANGES_MAX, &out);
	if (out.size == 0)
		return;
	if (ed->is_kept)
		note_renumbered(ed, out.data);
	json_put_string(r->structured, "renumbered", out.data);
	buf_add_format(&r->text, "Renumbered: %s\n", out.data);
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
	if (ed->expectations.results != NULL)
		expectations_put(&ed->expectations, false, &r);
	reply_send(&r, c);
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
		buf_add_format(out, "%sdelete_item %zu",
			out->size > 0 ? "\n" : "", broken->number);
		if (broken->item->name != NULL)
			buf_add_format(out, " \"%s\"", broken->item->name);
		buf_add_text(out, " (cascade)");
	}
}

static bool
keep(struct call *c, struct edit_transaction *ed, struct err *e)
{
	DROP(buf) struct buf summary;
	struct revision_reason reason = {.tool = c->tool->name};

	buf_init(&summary, LIMIT_REPLY);
	buf_add_text(&summary, ed->phrases.record);
	record_cascade(&ed->cand, &summary);
	reason.summary = summary.data;
	reason.options = ed->op.settings;
	reason.expectations = ed->op.expectations;
	reason.memo = ed->op.memo;
	tell(c, "keeping",
		ed->cand.diff.added.count > ed->cand.diff.removed.count
			? ed->cand.diff.added.count
			: ed->cand.diff.removed.count);
	ed->is_kept = commit(c, ed, &reason, e);
	if (ed->is_kept)
		session_argument_use(c->server, ed->cand.session.name);
	return ed->is_kept;
}

static void check_expectations(struct call *c);

static void
on_expectation(struct call *c, struct answer *answer)
{
	DROP(answer) struct answer *owned = answer;
	struct edit_transaction *ed = c->state;

	expectations_answer(&ed->expectations, owned);
	check_expectations(c);
}

static void
check_expectations(struct call *c)
{
	struct edit_transaction *ed = c->state;

	if (!expectations_ask(c, &ed->expectations, on_expectation))
		reply(c);
}

/* What is expected of the model that the edit gives. */
static void
begin_expectations(struct call *c)
{
	struct edit_transaction *ed = c->state;
	const struct session_info *session = &ed->cand.session;
	DROP(json) struct json_object *list = NULL;
	struct err ignored;

	if (ed->op.expectations != NULL)
		list = json_copy(ed->op.expectations);
	else if (ed->cand.exists)
		list = session_expectations_load(
			c->server->store, session->id, &ignored);
	if (list == NULL || json_count(list) == 0 ||
		!expectations_init(&ed->expectations, c, session,
			ed->cand.model, TAKE(list), EXPECTATIONS_MS,
			&ignored)) {
		expectations_release(&ed->expectations);
		reply(c);
		return;
	}
	check_expectations(c);
}

static void
on_solved(struct call *c, struct answer *answer)
{
	DROP(answer) struct answer *owned = answer;
	struct edit_transaction *ed = c->state;

	edit_check_sat_answer(c, &ed->verdict, &ed->cand, owned);
	begin_expectations(c);
}

static void
solve(struct call *c)
{
	struct edit_transaction *ed = c->state;
	struct err e;

	ed->verdict.is_dry_run = ed->dry_run;
	if (edit_check_sat_ask(c, &ed->verdict, &ed->cand, on_solved, &e))
		return;
	edit_check_sat_give_up(&ed->verdict, e.text);
	reply(c);
}

/* As the call says, else as the session is configured. */
static bool
wants_check_sat(struct call *c)
{
	struct edit_transaction *ed = c->state;
	DROP(session_options) struct session_options settings = {0};
	struct err ignored;

	if (json_get(c->arguments, "check_sat") != NULL)
		return json_get_bool(c->arguments, "check_sat", false);
	return ed->cand.exists &&
	       session_options_load(c->server->store, ed->cand.session.id,
		       &settings, &ignored) &&
	       solver_options_check_sat(&settings);
}

/* The candidate is one that libz3 accepts. */
static void
finish(struct call *c)
{
	struct edit_transaction *ed = c->state;
	struct err e;

	if (ed->dry_run || keep(c, ed, &e)) {
		if (wants_check_sat(c))
			solve(c);
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
	(void)edit_refuse_broken(&ed->cand, &ed->phrases, &e);
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

	tell(c, "checking", ed->cand.diff.added.count);
	if (!candidate_slice(&ed->cand)) {
		accepted(c);
		return;
	}
	ask.text = ed->cand.render.text.data;
	ask.size = ed->cand.render.text.size;
	if (!call_ask(c, &ask, LANE_CHECK, on_checked, &e))
		call_fail(c, &e);
}

/* Items that were there before are broken: it is tried without them. False
 * when there are none, or too many. */
static bool
is_broken(struct candidate *cand, const struct answer *answer)
{
	DROP(items) struct items found = {0};

	candidate_find_broken(cand, answer, &found);
	return found.count > 0 && candidate_remove_broken(cand, &found);
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

	if (!render_locate(&ed->cand.render, fault->line, &index, &line)) {
		(void)edit_refuse_unplaced(fault, &e);
		call_fail(c, &e);
		return;
	}
	if (is_broken(&ed->cand, answer)) {
		check(c);
		return;
	}
	item = model_at(ed->cand.slice, index);
	if (items_have(&ed->cand.diff.added, item))
		(void)edit_refuse_item(
			&ed->cand, &ed->phrases, item, answer, line, &e);
	else
		(void)edit_refuse_breakage(&ed->cand, &ed->phrases, &e);
	call_fail(c, &e);
}

static void
on_checked(struct call *c, struct answer *answer)
{
	DROP(answer) struct answer *owned = answer;
	struct edit_transaction *ed = c->state;
	struct err e;

	if (!candidate_is_decided(&ed->cand, owned)) {
		candidate_extend(&ed->cand);
		check(c);
	} else if (owned->fault.kind != DIAGNOSTIC_NONE) {
		faulted(c, owned);
	} else if (owned->outcome != OUTCOME_DONE) {
		(void)edit_refuse_outcome(c, ed->phrases.result, owned, &e);
		call_fail(c, &e);
	} else {
		add_warnings(ed, owned);
		accepted(c);
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
		if (ed->expects && ed->expected != 0)
			return err_advise(e, ERR_CONFLICT,
				"expect_revision is %" PRIu64
				", but this call names no session and none was "
				"made yet; pass the session that you mean; or "
				"omit expect_revision",
				ed->expected);
		ed->cand.cached = cached_model_new(ed->cand.store);
		return true;
	}
	if (ed->expects && !revisions_expect(ed->cand.store,
				   ed->cand.session.id, ed->expected, e))
		return false;
	ed->cand.cached = model_cache_take(ed->cand.cache, ed->cand.store,
		ed->cand.session.id, ed->cand.session.revision, e);
	return ed->cand.cached != NULL;
}

static bool
make_candidate(struct edit_transaction *ed, struct err *e)
{
	assert(ed->cand.cached != NULL); /* load has seen to that */
	ed->cand.base = ed->cand.cached->model;
	ed->cand.index = ed->cand.cached->index;
	ed->cand.model = model_copy(ed->cand.base);
	ed->phrases.is_dry_run = ed->dry_run;
	return ed->op.make(&ed->cand, ed->op.plan, &ed->phrases, e);
}

static void
begin(struct call *c)
{
	struct edit_transaction *ed = c->state;
	struct err e;

	forget_candidate(ed);
	if (!load(c, ed, &e) || !make_candidate(ed, &e))
		call_fail(c, &e);
	else
		check(c);
}

void
edit_transaction_start(struct call *c, const struct edit_operation *op)
{
	struct edit_transaction *ed = mem_new(sizeof(*ed));
	int64_t expected = json_get_int(c->arguments, "expect_revision", -1);

	c->state = ed;
	c->state_free = editing_free;
	ed->op = *op;
	ed->cand.cache = c->server->cache;
	ed->cand.store = c->server->store;
	ed->renumbered = &c->server->renumbered;
	if (ed->op.warnings == NULL)
		ed->op.warnings = json_new_array();
	ed->dry_run = json_get_bool(c->arguments, "dry_run", false);
	ed->expects = expected >= 0;
	ed->expected = (uint64_t)expected;
	call_lock_session(c, session_argument_name(c), true, begin);
}
