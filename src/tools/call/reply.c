#include "tools/call/reply.h"

#include <inttypes.h>
#include <string.h>

#include "base/alloc.h"
#include "base/limits.h"
#include "base/utf8.h"
#include "model/items/model.h"
#include "tools/call/call.h"
#include "tools/call/values.h"
#include "json/json.h"

void
reply_init(struct reply *r, const struct call *c)
{
	*r = (struct reply){
		.structured = json_new_object(),
		.warnings = json_new_array(),
		.prefix = "",
		.room = call_reply_text(c),
	};
	buf_init(&r->text, LIMIT_ANSWER + KIB);
}

void
reply_put_warnings(struct reply *r)
{
	size_t count = r->warnings != NULL ? json_count(r->warnings) : 0;

	for (size_t i = 0; i < count; i++)
		buf_add_format(&r->text, "%swarning: %s\n", r->prefix,
			json_string(json_at(r->warnings, i)));
	if (count > 0)
		json_put(r->structured, "warnings", TAKE(r->warnings));
	json_free(TAKE(r->warnings));
}

/* What the text shows of an item, if it has a name or note to know it by. */
static void
drop_texts(struct json_object *item)
{
	const struct json_object *list = json_get_array(item, "assertions");

	json_delete(item, "content");
	if (json_get(item, "name") == NULL && json_get(item, "note") == NULL)
		return;
	for (size_t i = 0; list != NULL && i < json_count(list); i++)
		json_delete(json_at(list, i), "text");
}

void
reply_drop_details(struct reply *r, const struct call *c)
{
	static const char *const members[] = {
		"sorts", "solution_smtlib", "statistics", "z3_version", "run"};
	const struct json_object *core = json_get_array(r->structured, "core");
	const struct json_object *solutions =
		json_get_array(r->structured, "solutions");
	const struct json_object *checked =
		json_get_object(r->structured, "checked");

	if (json_get_bool(c->arguments, "detail", false))
		return;
	for (size_t i = 0; i < sizeof(members) / sizeof(members[0]); i++)
		json_delete(r->structured, members[i]);
	/* Nothing was false or open, as it should be. */
	if (checked != NULL && json_get(checked, "undecided") == NULL &&
		json_count(json_get_array(checked, "failed")) == 0)
		json_delete(r->structured, "checked");
	values_compact(json_get_object(r->structured, "values"));
	for (size_t i = 0; solutions != NULL && i < json_count(solutions); i++)
		values_compact(json_at(solutions, i));
	for (size_t i = 0; core != NULL && i < json_count(core); i++)
		drop_texts(json_at(core, i));
}

void
reply_send(struct reply *r, struct call *c)
{
	reply_put_warnings(r);
	call_reply(c, r->text.data, TAKE(r->structured));
	buf_release(&r->text);
}

void
reply_put_model(struct reply *r, const char *session, const struct model *m)
{
	json_put_string(r->structured, "session", session);
	json_put_int(r->structured, "revision", (int64_t)m->revision);
	json_put_int(r->structured, "items", (int64_t)m->count);
}

void
reply_add_state(struct reply *r, const char *session, const struct model *m)
{
	if (session[0] == '\0')
		buf_add_text(&r->text, "No session yet");
	else
		buf_add_format(&r->text, "Session %s", session);
	buf_add_format(&r->text, ", revision %" PRIu64 ", ", m->revision);
	reply_add_count(m->count, "item", &r->text);
	buf_add_text(&r->text, ".\n");
}

void
reply_put_truncated(struct reply *r)
{
	json_put_bool(r->structured, "truncated", true);
}

void
reply_add_count(size_t count, const char *what, struct buf *text)
{
	buf_add_format(text, "%zu %s%s", count, what, count == 1 ? "" : "s");
}

void
reply_add_lines(const char *prefix, const char *message, struct buf *text)
{
	while (*message != '\0') {
		size_t length = strcspn(message, "\n");

		buf_add_text(text, prefix);
		buf_add(text, message, length);
		buf_add_char(text, '\n');
		message += length;
		message += *message == '\n';
	}
}

char *
reply_cut(const char *text, size_t *room, bool *is_cut)
{
	size_t size = strlen(text);
	size_t kept = size <= *room ? size : utf8_cut(text, size, *room);

	*is_cut |= kept < size;
	*room = kept < size ? 0 : *room - kept;
	return text_copy_n(text, kept);
}
