#include "tools/edit/edit_reply.h"

#include "base/alloc.h"
#include "base/limits.h"
#include "model/items/diff.h"
#include "tools/call/call.h"
#include "tools/call/warnings.h"
#include "tools/edit/edit_transaction.h"
#include "json/json.h"

enum {
	RANGES_MAX = 8,	   /* of renumbered items */
	NUMBERS_MAX = 100, /* of deleted items */
};

static void
add_cascaded(const struct edit_transaction *ed, struct buf *out)
{
	buf_add_format(
		out, " and the %zu that depended on it: ", ed->broken.count);
	for (size_t i = 0; i < ed->broken.count; i++) {
		const struct numbered *broken = &ed->broken.at[i];

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
	ed->kind->describe(ed, out);
	if (ed->broken.count > 0)
		add_cascaded(ed, out);
	buf_add_char(out, '.');
	if (ed->dry_run)
		buf_add_text(out,
			" Z3 accepts the model that this gives. Nothing was "
			"changed (dry_run).");
	if (ed->verdict.sentence != NULL)
		buf_add_format(out, " %s", ed->verdict.sentence);
}

static struct json_object *
make_answer(const struct edit_transaction *ed, const struct model *now,
	const struct buf *message)
{
	struct json_object *answer = json_new_object();

	json_put_string(answer, "message", message->data);
	if (ed->session.name[0] != '\0')
		json_put_string(answer, "session", ed->session.name);
	json_put_int(answer, "revision", (int64_t)now->revision);
	json_put_int(answer, "items", (int64_t)now->count);
	if (ed->kind->put != NULL)
		ed->kind->put(ed, answer);
	if (ed->dry_run)
		json_put_bool(answer, "dry_run", true);
	json_put_string(answer, "status", ed->verdict.status);
	if (ed->verdict.core != NULL)
		json_put(answer, "core", json_copy(ed->verdict.core));
	return answer;
}

void
edit_reply(struct call *c, struct edit_transaction *ed)
{
	const struct model *now = ed->dry_run ? ed->base : ed->candidate;
	struct json_object *answer;
	DROP(buf) struct buf text;
	DROP(buf) struct buf message;
	DROP(buf) struct buf renumbered;

	buf_init(&text, LIMIT_REPLY);
	buf_init(&message, LIMIT_REPLY);
	buf_init(&renumbered, LIMIT_REPLY);
	describe(ed, &message);
	answer = make_answer(ed, now, &message);
	buf_add_format(&text, "%s\n", message.data);
	warnings_add_state(ed->session.name, now, &text);
	diff_describe_numbers(&ed->diff, ed->base->count, RANGES_MAX, &renumbered);
	if (renumbered.size > 0) {
		json_put_string(answer, "renumbered", renumbered.data);
		buf_add_format(&text, "Renumbered: %s\n", renumbered.data);
	}
	warnings_finish(TAKE(ed->warnings), answer, "", &text);
	call_reply(c, text.data, answer);
}
