#include <inttypes.h>
#include <string.h>

#include "base/alloc.h"
#include "base/buf.h"
#include "base/clock.h"
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
	EDITS_SHOWN = 100, /* of one revision */
	TIME_DIGITS = 6,
};

/* --- changes -------------------------------------------------------------- */

static void
show_change(char sign, const struct numbered *change, struct buf *diff)
{
	const struct item *item = change->item;
	DROP(model) struct model *one = model_new();
	DROP(buf) struct buf lines;
	DROP(text) char *number = text_format("%zu", change->number);
	size_t width = strlen(number);

	buf_init(&lines, diff->ceiling);
	model_insert(one, 0, item_new(item->content, item->name, item->note));
	(void)render_items(one, 0, 1, &lines);
	if (lines.size == 0)
		(void)buf_add_text(&lines, "0 | (too long to be shown)\n");
	for (const char *at = lines.data; *at != '\0';) {
		size_t length = strcspn(at, "\n");
		bool is_first = at == lines.data;

		(void)buf_add_format(diff, "%c %*s%.*s\n", sign, (int)width,
			is_first ? number : "", (int)length - 1, at + 1);
		at += length;
		at += *at == '\n';
	}
}

/* --- revisions ------------------------------------------------------------ */

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

static void
put_time(struct json_object *object, int64_t at_ms, char at[CLOCK_TEXT_SIZE])
{
	clock_text(at_ms, at);
	json_put_string(object, "at", at);
}

/* An edit that begins with the name of its tool says it. */
static void
add_edits(const struct revision_info *revision, const char *at,
	const struct json_object *edits, struct buf *text)
{
	bool is_said = json_count(edits) == 1 &&
		       strncmp(json_string(json_at(edits, 0)), revision->tool,
			       strlen(revision->tool)) == 0;

	(void)buf_add_format(text, "Revision %" PRIu64 ", %s:%s%s",
		revision->number, at, is_said ? "" : " ",
		is_said ? "" : revision->tool);
	for (size_t i = 0; i < json_count(edits); i++)
		(void)buf_add_format(text, "%s%s",
			i > 0	  ? "; "
			: is_said ? " "
				  : ": ",
			json_string(json_at(edits, i)));
	(void)buf_add_char(text, '\n');
}

/* An object, the caller's; `diff` is "" or lines of show_change.
 */
static struct json_object *
new_revision_entry(const struct revision_info *revision, const char *diff,
	struct buf *text)
{
	struct json_object *entry = json_new_object();
	struct json_object *edits = new_edits(revision->summary);
	char at[CLOCK_TEXT_SIZE];

	json_put_int(entry, "revision", (int64_t)revision->number);
	put_time(entry, revision->at_ms, at);
	json_put_string(entry, "tool", revision->tool);
	json_put(entry, "edits", edits);
	add_edits(revision, at, edits, text);
	if (*diff != '\0')
		json_put_string(entry, "diff", diff);
	reply_add_lines("  ", diff, text);
	return entry;
}

/* --- runs ----------------------------------------------------------------- */

static void
put_json(const char *text, const char *key, struct json_object *entry)
{
	struct json_object *value = json_read(text);

	if (value != NULL)
		json_put(entry, key, value);
}

/* prove asks whether the contrary has a solution. */
static const char *
status_of(const struct run *run, const struct json_object *entry)
{
	const struct json_object *options = json_get(entry, "options");

	if (options == NULL || json_get_string(options, "property") == NULL)
		return run->status;
	if (strcmp(run->status, status_name(STATUS_UNSAT)) == 0)
		return "proved";
	return strcmp(run->status, status_name(STATUS_SAT)) == 0 ? "refuted"
								 : run->status;
}

/* Likewise. */
static struct json_object *
new_run_entry(const struct run *run, struct buf *text)
{
	struct json_object *entry = json_new_object();
	char at[CLOCK_TEXT_SIZE];

	json_put_int(entry, "run", run->id);
	json_put_int(entry, "revision", (int64_t)run->revision);
	put_time(entry, run->at_ms, at);
	put_json(run->options, "options", entry);
	json_put_string(entry, "status", status_of(run, entry));
	json_put_bool(entry, "what_if", !run->plain);
	json_put(entry, "solve_time",
		json_new_decimal((double)run->solve_us / 1e6, TIME_DIGITS));
	json_put_string(entry, "z3_version", run->z3_version);
	json_put_string(entry, "text_hash", run->text_hash);
	(void)buf_add_format(text, "  Run %" PRId64 ", %s: %s, %.3f s%s.%s%s\n",
		run->id, at, json_get_string(entry, "status"),
		(double)run->solve_us / 1e6,
		run->plain ? "" : ", with changes that were not kept",
		run->options != NULL ? " " : "",
		run->options != NULL ? run->options : "");
	put_json(run->objectives, "objectives", entry);
	if (json_get_array(entry, "objectives") != NULL)
		objectives_add_lines(
			json_get_array(entry, "objectives"), "    ", text);
	return entry;
}

enum {
	COUNT_DEFAULT = 20,
	CHANGES_SHOWN = 200, /* of one revision */
	DIFF_MAX = 16 * KIB,
};

/* What is shown, and how much of it there is room for. */
struct history {
	struct store *store;
	struct session_info session;
	uint64_t count; /* revisions wanted */
	bool wants_diff;
	uint64_t from;
	uint64_t end; /* after the last revision that is shown */
	size_t room;
	struct revision_list revisions;
	struct run_list runs;
	struct model *model; /* of the revision before; NULL: no diff */
	struct model *first; /* of the one before the first shown; likewise */
	size_t next_run;
	struct json_object *list;
	struct json_object *run_list;
	struct buf text;
};

/* Of two sessions places say nothing, so their numbers count. */
static bool
goes_before(const struct numbered *added, const struct numbered *removed,
	bool by_number)
{
	return by_number ? added->number < removed->number
			 : added->item->place < removed->item->place;
}

/* In order; a version goes before the one that is put in its place. */
static void
show_diff(const struct diff *d, bool by_number, struct buf *diff)
{
	const size_t count = d->removed.count + d->added.count;
	size_t removed = 0;
	size_t added = 0;
	size_t left = 0;

	while (removed + added < count) {
		bool is_added =
			removed == d->removed.count ||
			(added < d->added.count &&
				goes_before(&d->added.at[added],
					&d->removed.at[removed], by_number));

		if (removed + added >= CHANGES_SHOWN || diff->overflowed)
			left++;
		else if (is_added)
			show_change('+', &d->added.at[added], diff);
		else
			show_change('-', &d->removed.at[removed], diff);
		removed += !is_added;
		added += is_added;
	}
	if (diff->overflowed || left > 0) {
		diff->ceiling += KIB; /* for this one line */
		(void)buf_add_format(diff, "... and %zu more changes\n",
			left + diff->overflowed);
	}
}

static bool
add_diff(struct history *h, struct buf *diff, struct err *e)
{
	DROP(diff) struct diff d = {0};
	DROP(model) struct model *before = h->model;

	if (before == NULL)
		return true;
	h->model = model_copy(before);
	if (!revisions_move(
		    h->store, h->session.id, h->model, before->revision + 1, e))
		return false;
	diff_find(&d, before, h->model);
	show_diff(&d, false, diff);
	return true;
}

static bool
add_revision(
	struct history *h, const struct revision_info *revision, struct err *e)
{
	DROP(buf) struct buf diff;

	buf_init(&diff, DIFF_MAX);
	if (!add_diff(h, &diff, e))
		return false;
	json_add(h->list, new_revision_entry(revision, diff.data, &h->text));
	return true;
}

/* Those that solved a revision before this one. */
static void
add_runs(struct history *h, uint64_t revision)
{
	while (h->next_run < h->runs.count &&
		h->runs.runs[h->next_run].revision < revision)
		json_add(h->run_list,
			new_run_entry(&h->runs.runs[h->next_run++], &h->text));
}

/* What the revisions shown change in all, where they are several. */
static void
add_difference(
	struct history *h, struct json_object *structured, struct buf *text)
{
	DROP(buf) struct buf lines;
	DROP(diff) struct diff d = {0};

	buf_init(&lines, DIFF_MAX);
	if (h->first == NULL || h->end - h->from < 2)
		return;
	diff_settle(h->first, h->model);
	diff_find(&d, h->first, h->model);
	show_diff(&d, false, &lines);
	json_put_string(structured, "difference", lines.data);
	(void)buf_add_format(text,
		"From revision %" PRIu64 " to %" PRIu64 ":%s\n", h->from - 1,
		h->end - 1, lines.size > 0 ? "" : " no difference.");
	reply_add_lines("  ", lines.data, text);
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
choose(struct history *h, int64_t from, struct err *e)
{
	uint64_t last = h->session.revision;

	if (from > (int64_t)last)
		return err_advise(e, ERR_ARGUMENT,
			"from_revision %" PRId64
			" is out of range: the last revision is %" PRIu64
			"; omit from_revision for the last ones; or send a "
			"smaller number",
			from, last);
	if (from > 0)
		h->from = (uint64_t)from;
	else if (from == 0 || last < h->count)
		h->from = 1;
	else
		h->from = last - h->count + 1;
	h->end = h->from + h->count;
	return true;
}

static bool
load_first(struct history *h, struct err *e)
{
	h->first = revisions_load(h->store, h->session.id, h->from - 1, e);
	if (h->first != NULL)
		h->model = model_copy(h->first);
	return h->first != NULL;
}

/* Runs of the empty model, too, when the history is shown from its start. */
static bool
load(struct history *h, struct err *e)
{
	const struct run_span span = {
		h->from > 1 ? h->from : 0, h->end, LIMIT_RUNS};

	return revisions_list(h->store, h->session.id, h->from,
		       (size_t)(h->end - h->from), &h->revisions, e) &&
	       runs_list(h->store, h->session.id, &span, &h->runs, e) &&
	       (!h->wants_diff || load_first(h, e));
}

/* Where the page before begins. */
static uint64_t
page_before(const struct history *h)
{
	return h->from > h->count ? h->from - h->count : 1;
}

static bool
fill(struct history *h, int64_t from, struct err *e)
{
	h->list = json_new_array();
	h->run_list = json_new_array();
	buf_init(&h->text, LIMIT_ANSWER);
	return choose(h, from, e) && load(h, e) && add_all(h, e);
}

static void
release(struct history *h)
{
	json_free(h->list);
	json_free(h->run_list);
	revision_list_release(&h->revisions);
	run_list_release(&h->runs);
	model_free(h->model);
	model_free(h->first);
	buf_release(&h->text);
}

struct json_object *
history_new(struct store *s, const struct session_info *session, uint64_t count,
	struct err *e)
{
	struct history h = {
		.store = s,
		.session = *session,
		.count = count,
		.wants_diff = true,
		.room = SIZE_MAX,
	};
	struct json_object *structured = NULL;

	if (fill(&h, -1, e))
		structured = json_new_object_of("revisions", TAKE(h.list),
			"runs", TAKE(h.run_list), NULL);
	release(&h);
	return structured;
}

static void
reply(struct history *h, struct call *c)
{
	struct reply r;

	reply_init(&r, c);
	(void)buf_add_format(&r.text, "Session %s, revision %" PRIu64 ".\n",
		h->session.name, h->session.revision);
	json_put_string(r.structured, "session", h->session.name);
	json_put_int(r.structured, "revision", (int64_t)h->session.revision);
	json_put(r.structured, "revisions", TAKE(h->list));
	json_put(r.structured, "runs", TAKE(h->run_list));
	if (h->from > 1) {
		json_put_int(r.structured, "previous", (int64_t)page_before(h));
		(void)buf_add_format(&r.text,
			"Earlier: from_revision %" PRIu64 ".\n",
			page_before(h));
	}
	(void)buf_add(&r.text, h->text.data, h->text.size);
	add_difference(h, r.structured, &r.text);
	if (h->end <= h->session.revision) {
		json_put_int(r.structured, "next", (int64_t)h->end);
		(void)buf_add_format(
			&r.text, "More: from_revision %" PRIu64 ".\n", h->end);
	}
	if (h->runs.count == LIMIT_RUNS)
		warnings_add(r.warnings,
			"only the newest %d solves of a session are kept; "
			"older ones are gone",
			LIMIT_RUNS);
	reply_send(&r, c);
}

/* --- another session ------------------------------------------------------ */

/* Of the last revision of the session, or where the call says, to the last of
 * the other one. */
static bool
load_both(struct call *c, const char *name, struct session_info sessions[2],
	struct model *models[2], struct err *e)
{
	struct store *store = c->server->store;
	int64_t from = json_get_int(c->arguments, "from_revision", -1);

	if (!session_argument_find(c, &sessions[0], e) ||
		!sessions_find(store, name, &sessions[1], e))
		return false;
	models[0] = revisions_load(store, sessions[0].id,
		from < 0 ? REVISION_LAST : (uint64_t)from, e);
	if (models[0] != NULL)
		models[1] =
			revisions_load(store, sessions[1].id, REVISION_LAST, e);
	return models[1] != NULL;
}

static void
reply_difference(struct call *c, const struct session_info sessions[2],
	struct model *const models[2])
{
	DROP(diff) struct diff d = {0};
	DROP(buf) struct buf lines;
	struct reply r;

	buf_init(&lines, DIFF_MAX);
	diff_compare(&d, models[0], models[1]);
	show_diff(&d, true, &lines);
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

static void
compare(struct call *c, const char *name)
{
	struct session_info sessions[2];
	struct model *models[2] = {NULL, NULL};
	struct err e;

	if (load_both(c, name, sessions, models, &e))
		reply_difference(c, sessions, models);
	else
		call_fail(c, &e);
	model_free(models[0]);
	model_free(models[1]);
}

void
tool_get_history(struct call *c)
{
	const char *other = json_get_string(c->arguments, "compare");
	struct history h = {
		.store = c->server->store,
		.count = (uint64_t)json_get_int(
			c->arguments, "count", COUNT_DEFAULT),
		.wants_diff = json_get_bool(c->arguments, "diff", false),
		.room = call_reply_text(c),
	};
	struct err e;

	if (other != NULL) {
		compare(c, other);
		return;
	}
	if (session_argument_find(c, &h.session, &e) &&
		fill(&h, json_get_int(c->arguments, "from_revision", -1), &e))
		reply(&h, c);
	else
		call_fail(c, &e);
	release(&h);
}
