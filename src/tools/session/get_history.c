#include "tools/call/call.h"

#include <inttypes.h>

#include "base/alloc.h"
#include "base/limits.h"
#include "store/revisions/changes.h"
#include "store/revisions/revisions.h"
#include "store/runs/runs.h"
#include "tools/call/session_argument.h"
#include "tools/call/warnings.h"
#include "tools/session/history_entries.h"
#include "json/json.h"

enum {
	COUNT_DEFAULT = 20,
	CHANGES_SHOWN = 200, /* of one revision */
	DIFF_MAX = 16 * KIB,
};

/* What is shown, and how much of it there is room for. */
struct history {
	struct call *call;
	struct session_info session;
	uint64_t from;
	uint64_t end; /* behind the last revision that is shown */
	size_t room;
	struct revision_list revisions;
	struct run_list runs;
	struct change_list changes;
	size_t next_change;
	size_t next_run;
	struct json_object *list;
	struct json_object *run_list;
	struct buf text;
};

static bool
add_change(struct history *h, const struct change *change, struct buf *diff,
	struct err *e)
{
	struct item *item = changes_item(
		h->call->server->store, h->session.id, change->row, e);

	if (item == NULL)
		return false;
	history_entries_add_change(change, item, diff);
	item_free(item);
	return true;
}

/* The changes of that revision; those of the next one come next. */
static bool
add_diff(struct history *h, uint64_t revision, struct buf *diff, struct err *e)
{
	size_t shown = 0;
	size_t left = 0;

	for (; h->next_change < h->changes.count; h->next_change++) {
		const struct change *change =
			&h->changes.changes[h->next_change];

		if (change->revision != revision)
			break;
		if (shown == CHANGES_SHOWN || diff->overflowed) {
			left++;
			continue;
		}
		if (!add_change(h, change, diff, e))
			return false;
		shown++;
	}
	if (diff->overflowed || left > 0) {
		diff->ceiling += KIB; /* for this one line */
		(void)buf_add_format(diff, "... and %zu more changes\n",
			left + diff->overflowed);
	}
	return true;
}

static bool
add_revision(
	struct history *h, const struct revision_info *revision, struct err *e)
{
	DROP(buf) struct buf diff;

	buf_init(&diff, DIFF_MAX);
	if (!add_diff(h, revision->number, &diff, e))
		return false;
	json_add(h->list,
		history_entries_revision(revision, diff.data, &h->text));
	return true;
}

/* Those that solved a revision before this one. */
static void
add_runs(struct history *h, uint64_t revision)
{
	while (h->next_run < h->runs.count &&
		h->runs.runs[h->next_run].revision < revision)
		json_add(h->run_list,
			history_entries_run(
				&h->runs.runs[h->next_run++], &h->text));
}

/* As many as there is room for, but one at least. */
static bool
add_all(struct history *h, struct err *e)
{
	uint64_t shown = h->from;

	for (size_t i = 0; i < h->revisions.count; i++) {
		const struct revision_info *revision =
			&h->revisions.revisions[i];

		if (i > 0 && h->text.size > h->room)
			break;
		add_runs(h, revision->number);
		if (!add_revision(h, revision, e))
			return false;
		shown = revision->number + 1;
	}
	h->end = shown;
	add_runs(h, h->end);
	return true;
}

/* --- the call ------------------------------------------------------------- */

/* The last ones, or those from where the call says. */
static bool
choose(struct history *h, struct err *e)
{
	const struct json_object *arguments = h->call->arguments;
	uint64_t last = h->session.revision;
	uint64_t count =
		(uint64_t)json_get_int(arguments, "count", COUNT_DEFAULT);
	int64_t from = json_get_int(arguments, "from_revision", -1);

	if (from > (int64_t)last)
		return err_set(e, ERR_ARGUMENT,
			"from_revision %" PRId64 " is out of range: the last "
			"revision is %" PRIu64
			"; omit from_revision for the last ones.",
			from, last);
	if (from > 0)
		h->from = (uint64_t)from;
	else if (from == 0 || last < count)
		h->from = 1;
	else
		h->from = last - count + 1;
	h->end = h->from + count;
	return true;
}

/* Runs of the empty model, too, when the history is shown from its start. */
static bool
load(struct history *h, struct err *e)
{
	struct store *store = h->call->server->store;
	const struct run_span span = {
		h->from > 1 ? h->from : 0, h->end, LIMIT_RUNS};

	return revisions_list(store, h->session.id, h->from,
		       (size_t)(h->end - h->from), &h->revisions, e) &&
	       runs_list(store, h->session.id, &span, &h->runs, e) &&
	       (!json_get_bool(h->call->arguments, "diff", false) ||
		       changes_list(store, h->session.id, h->from, h->end,
			       &h->changes, e));
}

/* Where the page before begins. */
static uint64_t
before(const struct history *h)
{
	uint64_t count = (uint64_t)json_get_int(
		h->call->arguments, "count", COUNT_DEFAULT);

	return h->from > count ? h->from - count : 1;
}

static void
reply(struct history *h)
{
	struct json_object *structured = json_new_object();
	struct json_object *notes = json_new_array();
	DROP(buf) struct buf text;

	buf_init(&text, LIMIT_ANSWER);
	(void)buf_add_format(&text, "Session %s, revision %" PRIu64 ".\n",
		h->session.name, h->session.revision);
	json_put_string(structured, "session", h->session.name);
	json_put_int(structured, "revision", (int64_t)h->session.revision);
	json_put(structured, "revisions", TAKE(h->list));
	json_put(structured, "runs", TAKE(h->run_list));
	if (h->from > 1) {
		json_put_int(structured, "previous", (int64_t)before(h));
		(void)buf_add_format(&text,
			"Earlier: from_revision %" PRIu64 ".\n", before(h));
	}
	(void)buf_add(&text, h->text.data, h->text.size);
	if (h->end <= h->session.revision) {
		json_put_int(structured, "next", (int64_t)h->end);
		(void)buf_add_format(
			&text, "More: from_revision %" PRIu64 ".\n", h->end);
	}
	if (h->runs.count == LIMIT_RUNS)
		warnings_add(notes,
			"only the newest %d solves of a session are kept, and "
			"these are so many; older ones are gone",
			LIMIT_RUNS);
	warnings_finish(notes, structured, "", &text);
	call_reply(h->call, text.data, structured);
}

static void
begin(struct call *c)
{
	struct history h = {.call = c, .room = call_reply_text(c)};
	struct err e;

	h.list = json_new_array();
	h.run_list = json_new_array();
	buf_init(&h.text, LIMIT_ANSWER);
	if (session_argument_find(c, &h.session, &e) && choose(&h, &e) &&
		load(&h, &e) && add_all(&h, &e))
		reply(&h);
	else
		call_fail(c, &e);
	json_free(h.list);
	json_free(h.run_list);
	revision_list_release(&h.revisions);
	run_list_release(&h.runs);
	change_list_release(&h.changes);
	buf_release(&h.text);
}

void
tool_get_history(struct call *c)
{
	call_lock_session(c, session_argument_name(c), false, begin);
}
