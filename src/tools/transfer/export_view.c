#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/coroutine.h"
#include "base/limits.h"
#include "model/deps/index.h"
#include "model/items/model.h"
#include "tools/session/get_history.h"
#include "tools/transfer/model_export.h"
#include "json/json.h"

enum {
	RUNS_SHOWN = 30,
	REVISIONS_SHOWN = 200,
	/* The size of all answers; the newest run and the newest one of the
	 * model itself are shown whatever their size. */
	ANSWERS_MAX = 4 * MIB,
};

/* --- items ---------------------------------------------------------------- */

/* Of the names that it uses only those that some item declares. */
static void
put_names(const struct index_record *record, struct json_object *entry)
{
	static const char *const keys[] = {"declares", "uses"};
	struct json_object *lists[] = {json_new_array(), json_new_array()};

	for (size_t i = 0; i < record->count; i++) {
		const struct index_mention *m = &record->mentions[i];

		if (m->declares || m->word->declares != NULL)
			json_add(lists[!m->declares],
				json_new_string(m->word->name));
	}
	for (int i = 0; i < 2; i++) {
		if (json_count(lists[i]) > 0)
			json_put(entry, keys[i], lists[i]);
		else
			json_free(lists[i]);
	}
}

static void
add_item(const struct item *item, const struct index_record *record,
	struct buf *out)
{
	DROP(json) struct json_object *entry = json_new_object();
	DROP(text) char *text = NULL;

	json_put_string(entry, "name", item->name);
	json_put_string(entry, "note", item->note);
	json_put(
		entry, "content", json_new_string_n(item->content, item->size));
	put_names(record, entry);
	text = json_text(entry);
	buf_add_text(out, text);
}

/* Appends a list of the items. Each is written by itself, since the values of
 * all of them take a hundred times the memory of the text. */
static void
add_items(const struct model *model, struct buf *out)
{
	DROP(index) struct index *ix = index_new();
	struct index_record **records =
		mem_new(model->count * sizeof(struct index_record *));

	/* Copies, since the items may be in the index of a cached model. */
	for (size_t i = 0; i < model->count; i++) {
		DROP(item) struct item *copy = item_copy(model_at(model, i));

		coroutine_pause();
		records[i] = index_add(ix, copy);
	}
	buf_add_char(out, '[');
	for (size_t i = 0; i < model->count; i++) {
		coroutine_pause();
		buf_add_text(out, i > 0 ? "," : "");
		add_item(model_at(model, i), records[i], out);
	}
	buf_add_char(out, ']');
	free(records);
}

/* --- runs ----------------------------------------------------------------- */

/* Adds the answer, which is JSON, unless the answers before it fill the page.
 * With `is_shown` it is added whatever its size, and with the whole solution
 * where the answer has a part of the values only. */
static void
put_answer(struct json_object *run, bool is_shown, size_t *size)
{
	DROP(json)
	struct json_object *text = json_share(json_get(run, "answer"));
	DROP(json)
	struct json_object *solution = json_share(json_get(run, "solution"));

	json_delete(run, "answer");
	json_delete(run, "solution");
	if (text == NULL)
		return;
	*size += json_string_size(text);
	if (is_shown) {
		DROP(json)
		struct json_object *answer = json_read(json_string(text));

		if (json_get_bool(answer, "truncated", false) &&
			solution != NULL)
			json_put(run, "solution", TAKE(solution));
	}
	if (is_shown || *size <= ANSWERS_MAX)
		json_put_json(run, "answer", json_string(text));
}

/* Returns the newest runs, newest first, and behind them the last one of the
 * model itself if it is not among them. */
static struct json_object *
new_runs(const struct model_export *x, struct err *e)
{
	struct json_object *runs =
		runs_newest(x->store, x->session.id, false, RUNS_SHOWN, e);
	bool has_own = false;
	size_t size = 0;

	if (runs == NULL)
		return NULL;
	for (size_t i = 0; i < json_count(runs); i++)
		has_own |= !json_get_bool(json_at(runs, i), "what_if", true);
	if (!has_own) {
		struct json_object *last =
			runs_last(x->store, x->session.id, true, NULL);

		if (last != NULL)
			json_add(runs, last);
	}
	has_own = false;
	for (size_t i = 0; i < json_count(runs); i++) {
		struct json_object *run = json_at(runs, i);
		bool is_own = !json_get_bool(run, "what_if", true);

		put_answer(run, i == 0 || (is_own && !has_own), &size);
		has_own |= is_own;
	}
	return runs;
}

/* --- the whole ------------------------------------------------------------ */

bool
export_view(const struct model_export *x, struct buf *out, struct err *e)
{
	DROP(json) struct json_object *view = NULL;
	DROP(json) struct json_object *runs = new_runs(x, e);
	DROP(json) struct json_object *history = NULL;
	DROP(text) char *text = NULL;

	if (runs == NULL)
		return false;
	history = history_new(x->store, &x->session, REVISIONS_SHOWN, e);
	if (history == NULL)
		return false;
	view = json_new_object_of("format", json_new_string("satchel-view"),
		"satchel", json_new_string(x->header.version), "session",
		json_new_string(x->session.name), "description",
		json_new_string(x->session.description), "revision",
		json_new_int((int64_t)x->model->revision), "latest",
		json_new_int((int64_t)x->session.revision), "status",
		json_new_string(x->header.status), "expectations",
		json_copy(json_get(x->metadata, "expectations")), "runs",
		TAKE(runs), "history", TAKE(history), NULL);
	text = json_text(view);
	/* The items are the last member. */
	buf_add(out, text, strlen(text) - 1);
	buf_add_text(out, ",\"items\":");
	add_items(x->model, out);
	buf_add_char(out, '}');
	return true;
}
