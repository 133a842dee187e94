#include "tools/edit_reply.h"

#include <stdlib.h>

#include "base/alloc.h"
#include "model/model.h"
#include "model/renumber.h"
#include "tools/call.h"
#include "tools/editing.h"
#include "tools/notes.h"
#include "json/json.h"

enum {
	RANGES_MAX = 8,	   /* of renumbered items */
	NUMBERS_MAX = 100, /* of deleted items */
};

/* `item 3 "limit"` */
static void
add_item_name(size_t index, const char *name, struct buf *out)
{
	buf_add_format(out, "item %zu", index);
	if (name[0] != '\0')
		buf_add_format(out, " \"%s\"", name);
}

static void
add_cascaded(const struct editing *ed, struct buf *out)
{
	size_t count = ed->done_count - 1;

	buf_add_format(out, " and the %zu that depended on it: ", count);
	/* The last one is the first in the model. */
	for (size_t i = ed->done_count, shown = 0; i-- > 0;) {
		if (&ed->dones[i] == editing_done(ed))
			continue;
		if (shown == NUMBERS_MAX) {
			buf_add_text(out, ", ...");
			return;
		}
		if (shown++ > 0)
			buf_add_text(out, ", ");
		add_item_name(ed->dones[i].index, ed->dones[i].name, out);
	}
}

static void
describe(const struct editing *ed, struct buf *out)
{
	static const char *const verbs[][2] = {
		[EDIT_ADD] = {"Added ", "Would add "},
		[EDIT_REPLACE] = {"Replaced ", "Would replace "},
		[EDIT_DELETE] = {"Deleted ", "Would delete "},
		[EDIT_MOVE] = {"Moved ", "Would move "},
		[EDIT_CLEAR] = {"Removed all ", "Would remove all "},
	};
	const struct edit_done *done = editing_done(ed);

	buf_add_text(out, verbs[done->op][ed->dry_run]);
	if (done->op == EDIT_CLEAR)
		buf_add_format(out, "%zu items", done->count);
	else
		add_item_name(done->index, done->name, out);
	if (ed->done_count > 1)
		add_cascaded(ed, out);
	buf_add_char(out, '.');
	if (ed->dry_run)
		buf_add_text(out,
			" Z3 accepts the model that this gives. Nothing was "
			"changed (dry_run).");
}

/* The numbers that the deleted items had, in their order. */
static struct json_object *
list_deleted(const struct editing *ed)
{
	struct json_object *numbers = json_new_array();

	for (size_t i = ed->done_count; i-- > 0;)
		json_add(numbers, json_new_int((int64_t)ed->dones[i].index));
	return numbers;
}

static void
put_place(const struct editing *ed, struct json_object *answer)
{
	const struct edit_done *done = editing_done(ed);

	if (done->op == EDIT_DELETE) {
		json_put(answer, "deleted", list_deleted(ed));
	} else if (done->op != EDIT_CLEAR) {
		json_put_int(answer, "index", (int64_t)done->index);
		if (done->name[0] != '\0')
			json_put_string(answer, "name", done->name);
	}
}

void
edit_reply(struct call *c, const struct editing *ed)
{
	const struct model *now = ed->dry_run ? ed->base : ed->candidate;
	struct json_object *answer = json_new_object();
	struct json_object *warnings = notes_of(&ed->allowed);
	DROP(buf) struct buf text;
	DROP(buf) struct buf message;
	DROP(buf) struct buf renumbered;

	buf_init(&text, LIMIT_REPLY);
	buf_init(&message, LIMIT_REPLY);
	buf_init(&renumbered, LIMIT_REPLY);
	describe(ed, &message);
	renumber_describe(ed->dones, ed->done_count, RANGES_MAX, &renumbered);
	json_put_string(answer, "message", message.data);
	if (ed->session.name[0] != '\0')
		json_put_string(answer, "session", ed->session.name);
	json_put_int(answer, "revision", (int64_t)now->revision);
	json_put_int(answer, "items", (int64_t)now->count);
	put_place(ed, answer);
	if (ed->dry_run)
		json_put_bool(answer, "dry_run", true);
	buf_add_format(&text, "%s\n", message.data);
	notes_add_state(ed->session.name, now, &text);
	if (renumbered.size > 0) {
		json_put_string(answer, "renumbered", renumbered.data);
		buf_add_format(&text, "Renumbered: %s\n", renumbered.data);
	}
	notes_finish(warnings, answer, "", &text);
	call_reply(c, text.data, answer);
}
