#include <inttypes.h>
#include <string.h>

#include "base/alloc.h"
#include "base/buf.h"
#include "base/coroutine.h"
#include "base/limits.h"
#include "model/items/diff.h"
#include "model/text/render.h"
#include "store/revisions/revisions.h"
#include "store/runs/runs.h"
#include "tools/call/call.h"
#include "tools/call/reply.h"
#include "tools/call/values.h"
#include "tools/session/get_history.h"
#include "wire/answer.h"
#include "json/json.h"

enum {
	COUNT_DEFAULT = 20,
	EDITS_SHOWN = 100,   /* of one revision */
	CHANGES_SHOWN = 200, /* likewise */
	DIFF_MAX = 16 * KIB,
};

/* --- changes -------------------------------------------------------------- */

static void
show_change(
	const char *sign, const struct model *m, size_t number, struct buf *out)
{
	DROP(buf) struct buf lines;

	buf_init(&lines, out->ceiling);
	if (render_items(m, number, 1, &lines) == 0)
		buf_add_format(
			&lines, "%zu | (too long to be shown)\n", number);
	reply_add_lines(sign, lines.data, out);
}

/* Of two sessions places say nothing, so their numbers count. */
static bool
is_before(const struct numbered *added, const struct numbered *removed,
	bool by_number)
{
	return by_number ? added->number < removed->number
			 : added->item->place < removed->item->place;
}

/* In order; a version goes before the one that is put in its place. */
static void
show_diff(const struct diff *d, const struct model *const models[2],
	bool by_number, struct buf *out)
{
	const size_t count = d->removed.count + d->added.count;
	size_t removed = 0;
	size_t added = 0;
	size_t left = 0;

	while (removed + added < count) {
		bool is_added =
			added < d->added.count &&
			(removed == d->removed.count ||
				is_before(&d->added.at[added],
					&d->removed.at[removed], by_number));

		if (removed + added >= CHANGES_SHOWN || out->overflowed)
			left++;
		else if (is_added)
			show_change("+ ", models[1], d->added.at[added].number,
				out);
		else
			show_change("- ", models[0],
				d->removed.at[removed].number, out);
		removed += !is_added;
		added += is_added;
	}
	if (out->overflowed || left > 0) {
		out->ceiling += KIB; /* for this one line */
		buf_add_format(out, "... and %zu more changes\n",
			left + out->overflowed);
	}
}

/* --- entries -------------------------------------------------------------- */

static struct json_object *
new_edits(const char *summary)
{
	struct json_object *edits = json_new_array();
	size_t left = 0;

	while (*summary != '\0') {
		size_t length = strcspn(summary, "\n");

		if (json_count(edits) < EDITS_SHOWN)
			json_add(edits, json_new_string_n(summary, length));
		else
			left++;
		summary += length;
		summary += *summary == '\n';
	}
	if (left > 0) {
		DROP(text) char *more = text_format("and %zu more", left);

		json_add(edits, json_new_string(more));
	}
	return edits;
}

/* Makes a revision of the store an entry, and adds the same as lines; `diff` is
 * "" or lines of show_diff. */
static void
add_revision_entry(
	struct json_object *revision, const char *diff, struct buf *text)
{
	const char *tool = json_get_string(revision, "tool");
	const char *author = json_get_string(revision, "author");
	struct json_object *edits =
		new_edits(json_get_string(revision, "summary"));
	const char *first =
		json_count(edits) > 0 ? json_string(json_at(edits, 0)) : "";
	/* An edit that begins with the name of its tool says it. */
	bool is_said = json_count(edits) == 1 &&
		       strncmp(first, tool, strlen(tool)) == 0;

	buf_add_format(text, "Revision %" PRId64 ", %s%s%s:",
		json_get_int(revision, "revision", 0),
		json_get_string(revision, "at"), author != NULL ? ", by " : "",
		author != NULL ? author : "");
	if (!is_said)
		buf_add_format(
			text, " %s%s", tool, json_count(edits) > 0 ? ":" : "");
	for (size_t i = 0; i < json_count(edits); i++)
		buf_add_format(text, "%s %s", i > 0 ? ";" : "",
			json_string(json_at(edits, i)));
	buf_add_char(text, '\n');
	reply_add_lines("  ", diff, text);
	json_delete(revision, "summary");
	json_put(revision, "edits", edits);
	if (*diff != '\0')
		json_put_string(revision, "diff", diff);
}

/* Likewise of a run. */
static void
add_run_entry(struct json_object *run, struct buf *text)
{
	const struct json_object *options = json_get(run, "options");
	const char *status = json_get_string(run, "status");
	DROP(text) char *asked = json_text(options);

	/* prove asks whether the contrary has a solution. */
	if (json_get_string(options, "property") != NULL) {
		bool is_sat = strcmp(status, status_name(STATUS_SAT)) == 0;

		if (is_sat || strcmp(status, status_name(STATUS_UNSAT)) == 0)
			json_put_string(
				run, "status", is_sat ? "refuted" : "proved");
	}
	buf_add_format(text, "  Run %" PRId64 ", %s: %s",
		json_get_int(run, "run", 0), json_get_string(run, "at"),
		json_get_string(run, "status"));
	run_add_time(run, text);
	buf_add_format(text, "%s.%s%s\n",
		json_get_bool(run, "what_if", false)
			? ", with changes that were not kept"
			: "",
		options != NULL ? " " : "", options != NULL ? asked : "");
	if (json_get_array(run, "objectives") != NULL)
		objectives_add_lines(
			json_get_array(run, "objectives"), "    ", text);
}

/* --- the history ---------------------------------------------------------- */

/* A part of a history. */
struct history {
	struct store *store;
	struct session_info session;
	uint64_t from;
	uint64_t end; /* after the last revision that is shown */
	/* As the store has them, and those that are shown, as entries. */
	struct json_object *revisions, *runs, *revision_list, *run_list;
	/* The models before the first revision and at the last that is shown;
	 * NULL where no differences are wanted. */
	struct model *first;
	struct model *last;
	struct buf text; /* the same as lines */
};

static void
release(struct history *h)
{
	json_free(h->revision_list);
	json_free(h->run_list);
	json_free(h->revisions);
	json_free(h->runs);
	model_free(h->first);
	model_free(h->last);
	buf_release(&h->text);
}

static bool
add_revision(struct history *h, struct json_object *revision, struct err *e)
{
	uint64_t number = (uint64_t)json_get_int(revision, "revision", 0);
	DROP(model) struct model *before = h->last;
	DROP(diff) struct diff d = {0};
	DROP(buf) struct buf diff;

	buf_init(&diff, DIFF_MAX);
	if (before != NULL) {
		h->last = model_copy(before);
		if (!revisions_move(
			    h->store, h->session.id, h->last, number, e))
			return false;
		diff_find(&d, before, h->last);
		show_diff(&d, (const struct model *[]){before, h->last}, false,
			&diff);
	}
	add_revision_entry(revision, diff.data, &h->text);
	json_add(h->revision_list, json_share(revision));
	h->end = number + 1;
	return true;
}

/* Those that solved a revision before this one. */
static void
add_runs(struct history *h, int64_t revision)
{
	for (size_t i = json_count(h->run_list); i < json_count(h->runs); i++) {
		struct json_object *run = json_at(h->runs, i);

		if (json_get_int(run, "revision", 0) >= revision)
			return;
		add_run_entry(run, &h->text);
		json_add(h->run_list, json_share(run));
	}
}

/* The last revisions, or those from where the call says: as many as there is
 * room for, but one at least. */
static bool
fill(struct history *h, int64_t from, size_t count, bool wants_diff,
	size_t room, struct err *e)
{
	uint64_t last = h->session.revision;

	if (from > (int64_t)last)
		return err_advise(e, ERR_ARGUMENT,
			"from_revision %" PRId64
			" is out of range: the last revision is %" PRIu64
			"; omit from_revision for the last ones; or send a "
			"smaller number",
			from, last);
	h->from = 1;
	if (from > 0)
		h->from = (uint64_t)from;
	else if (from < 0 && last >= count)
		h->from = last - count + 1;
	h->end = h->from;
	h->revision_list = json_new_array();
	h->run_list = json_new_array();
	buf_init(&h->text, LIMIT_ANSWER);
	h->revisions =
		revisions_list(h->store, h->session.id, h->from, count, e);
	/* Of the empty model, too, when it is shown from its start. */
	if (h->revisions != NULL)
		h->runs = runs_list(h->store, h->session.id,
			h->from > 1 ? h->from : 0, h->from + count, e);
	if (h->runs != NULL && wants_diff)
		h->first =
			revisions_load(h->store, h->session.id, h->from - 1, e);
	if (h->runs == NULL || (wants_diff && h->first == NULL))
		return false;
	if (wants_diff)
		h->last = model_copy(h->first);
	for (size_t i = 0; i < json_count(h->revisions) &&
			   (i == 0 || h->text.size <= room);
		i++) {
		struct json_object *one = json_at(h->revisions, i);

		coroutine_pause();
		add_runs(h, json_get_int(one, "revision", 0));
		if (!add_revision(h, one, e))
			return false;
	}
	add_runs(h, (int64_t)h->end);
	return true;
}

struct json_object *
history_new(struct store *s, const struct session_info *session, uint64_t count,
	struct err *e)
{
	struct history h = {.store = s, .session = *session};
	struct json_object *structured = NULL;

	if (fill(&h, -1, (size_t)count, true, SIZE_MAX, e))
		structured = json_new_object_of("revisions",
			TAKE(h.revision_list), "runs", TAKE(h.run_list), NULL);
	release(&h);
	return structured;
}

/* --- the reply ------------------------------------------------------------ */

/* What the revisions shown change in all, where they are several. */
static void
add_difference(struct history *h, struct reply *r)
{
	DROP(buf) struct buf lines;
	DROP(diff) struct diff d = {0};

	buf_init(&lines, DIFF_MAX);
	if (h->first == NULL || h->end - h->from < 2)
		return;
	diff_share_items(h->first, h->last);
	diff_find(&d, h->first, h->last);
	show_diff(
		&d, (const struct model *[]){h->first, h->last}, false, &lines);
	json_put_string(r->structured, "difference", lines.data);
	buf_add_format(&r->text,
		"From revision %" PRIu64 " to %" PRIu64 ":%s\n", h->from - 1,
		h->end - 1, lines.size > 0 ? "" : " no difference.");
	reply_add_lines("  ", lines.data, &r->text);
}

static void
reply(struct history *h, struct call *c, uint64_t count)
{
	uint64_t previous = h->from > count ? h->from - count : 1;
	struct reply r;

	reply_init(&r, c);
	buf_add_format(&r.text, "Session %s, revision %" PRIu64 ".\n",
		h->session.name, h->session.revision);
	json_put_string(r.structured, "session", h->session.name);
	json_put_int(r.structured, "revision", (int64_t)h->session.revision);
	json_put(r.structured, "revisions", TAKE(h->revision_list));
	json_put(r.structured, "runs", TAKE(h->run_list));
	if (h->from > 1) {
		json_put_int(r.structured, "previous", (int64_t)previous);
		buf_add_format(&r.text, "Earlier: from_revision %" PRIu64 ".\n",
			previous);
	}
	buf_add(&r.text, h->text.data, h->text.size);
	add_difference(h, &r);
	if (h->end <= h->session.revision) {
		json_put_int(r.structured, "next", (int64_t)h->end);
		buf_add_format(
			&r.text, "More: from_revision %" PRIu64 ".\n", h->end);
	}
	if (json_count(h->runs) == LIMIT_RUNS)
		warnings_add(r.warnings,
			"only the newest %d solves of a session are kept; "
			"older ones are gone",
			LIMIT_RUNS);
	reply_send(&r, c);
}

/* --- another session ------------------------------------------------------ */

static void
reply_difference(struct call *c, const struct session_info sessions[2],
	const struct model *const models[2])
{
	DROP(diff) struct diff d = {0};
	DROP(buf) struct buf lines;
	struct reply r;

	buf_init(&lines, DIFF_MAX);
	diff_compare(&d, models[0], models[1]);
	show_diff(&d, models, true, &lines);
	reply_init(&r, c);
	json_put_string(r.structured, "session", sessions[0].name);
	json_put_int(r.structured, "revision", (int64_t)models[0]->revision);
	json_put_string(r.structured, "difference", lines.data);
	buf_add_format(&r.text,
		"From session %s, revision %" PRIu64
		", to %s, revision %" PRIu64 ": ",
		sessions[0].name, models[0]->revision, sessions[1].name,
		models[1]->revision);
	if (d.removed.count + d.added.count == 0)
		buf_add_text(&r.text, "the same items.\n");
	else
		buf_add_format(&r.text,
			"%zu only in the first (-), %zu only in the second "
			"(+).\n%s",
			d.removed.count, d.added.count, lines.data);
	reply_send(&r, c);
}

/* Of the last revision of the session, or where the call says, to the last of
 * the other one. */
static void
compare(struct call *c, const char *name)
{
	struct store *store = c->server->store;
	int64_t from = json_get_int(c->arguments, "from_revision", -1);
	DROP(model) struct model *first = NULL;
	DROP(model) struct model *second = NULL;
	struct session_info sessions[2];
	struct err e;

	if (session_argument_find(c, &sessions[0], &e) &&
		sessions_find(store, name, &sessions[1], &e))
		first = revisions_load(store, sessions[0].id,
			from < 0 ? REVISION_LAST : (uint64_t)from, &e);
	if (first != NULL)
		second = revisions_load(
			store, sessions[1].id, REVISION_LAST, &e);
	if (second != NULL)
		reply_difference(
			c, sessions, (const struct model *[]){first, second});
	else
		call_fail(c, &e);
}

void
tool_get_history(struct call *c)
{
	const char *other = json_get_string(c->arguments, "compare");
	size_t count =
		(size_t)json_get_int(c->arguments, "count", COUNT_DEFAULT);
	struct history h = {.store = c->server->store};
	struct err e;

	if (other != NULL) {
		compare(c, other);
		return;
	}
	if (session_argument_find(c, &h.session, &e) &&
		fill(&h, json_get_int(c->arguments, "from_revision", -1), count,
			json_get_bool(c->arguments, "diff", false),
			call_reply_text(c), &e))
		reply(&h, c, count);
	else
		call_fail(c, &e);
	release(&h);
}
