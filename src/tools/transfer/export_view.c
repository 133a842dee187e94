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
	/* Of answers; the newest run is shown whatever its size. */
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

/* Newest first. */
static struct json_object *
new_runs(const struct model_export *x, struct err *e)
{
	struct json_object *runs =
		runs_newest(x->store, x->session.id, false, RUNS_SHOWN, e);
	size_t size = 0;

	for (size_t i = 0; runs != NULL && i < json_count(runs); i++) {
		struct json_object *run = json_at(runs, i);
		DROP(json)
		struct json_object *answer =
			json_share(json_get(run, "answer"));

		json_delete(run, "solution");
		json_delete(run, "answer");
		if (answer == NULL)
			continue;
		size += json_string_size(answer);
		if (i == 0 || size <= ANSWERS_MAX)
			json_put_json(run, "answer", json_string(answer));
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
