#include "tools/session/history_entries.h"

#include <inttypes.h>
#include <string.h>

#include "base/alloc.h"
#include "base/clock.h"
#include "base/limits.h"
#include "model/items/model.h"
#include "model/text/render.h"
#include "store/revisions/changes.h"
#include "store/revisions/revisions.h"
#include "store/runs/runs.h"
#include "tools/call/warnings.h"
#include "wire/answer.h"
#include "json/json.h"

enum {
	EDITS_SHOWN = 100, /* of one revision */
	TIME_DIGITS = 6,
};

/* --- changes -------------------------------------------------------------- */

void
history_entries_add_change(
	const struct change *change, const struct item *item, struct buf *diff)
{
	DROP(model) struct model *one = model_new();
	DROP(buf) struct buf lines;
	DROP(text) char *number = text_format("%zu", change->index);
	char sign = change->is_added ? '+' : '-';
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

struct json_object *
history_entries_revision(const struct revision_info *revision, const char *diff,
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
	warnings_add_lines("  ", diff, text);
	return entry;
}

/* --- runs ----------------------------------------------------------------- */

/* Sessions of older servers have runs without them. */
static void
put_options(const struct run *run, struct json_object *entry)
{
	struct json_object *options;
	struct err ignored;

	if (run->options != NULL &&
		json_parse(
			run->options, strlen(run->options), &options, &ignored))
		json_put(entry, "options", options);
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

struct json_object *
history_entries_run(const struct run *run, struct buf *text)
{
	struct json_object *entry = json_new_object();
	char at[CLOCK_TEXT_SIZE];

	json_put_int(entry, "run", run->id);
	json_put_int(entry, "revision", (int64_t)run->revision);
	put_time(entry, run->at_ms, at);
	put_options(run, entry);
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
	return entry;
}
