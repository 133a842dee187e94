#include "tools/call/call.h"

#include <inttypes.h>
#include <stdlib.h>

#include "base/alloc.h"
#include "base/clock.h"
#include "store/sessions/sessions.h"
#include "tools/call/reply.h"
#include "json/json.h"

enum { LIST_DEFAULT = 20 };

static struct json_object *
new_entry(const struct session_info *info)
{
	struct json_object *entry = json_new_object();

	json_put_string(entry, "name", info->name);
	if (info->description[0] != '\0')
		json_put_string(entry, "description", info->description);
	json_put_int(entry, "items", (int64_t)info->items);
	json_put_int(entry, "revision", (int64_t)info->revision);
	if (info->last_status[0] != '\0') {
		json_put_string(entry, "last_status", info->last_status);
		json_put_int(entry, "last_status_revision",
			(int64_t)info->last_status_revision);
	}
	json_put_time(entry, "created", info->created_ms);
	json_put_time(entry, "changed", info->changed_ms);
	return entry;
}

static void
add_line(const struct session_info *info, struct buf *text)
{
	char changed[CLOCK_TEXT_SIZE];

	clock_text(info->changed_ms, changed);
	buf_add_format(text, "%s: ", info->name);
	reply_add_count(info->items, "item", text);
	buf_add_format(text, ", revision %" PRIu64, info->revision);
	if (info->last_status[0] != '\0')
		buf_add_format(text, ", %s at revision %" PRIu64,
			info->last_status, info->last_status_revision);
	buf_add_format(text, ", changed %s", changed);
	if (info->description[0] != '\0')
		buf_add_format(text, ": %s", info->description);
	buf_add_char(text, '\n');
}

static bool
read_cursor(struct call *c, int64_t *cursor, struct err *e)
{
	const char *text = json_get_string(c->arguments, "cursor");
	char *end = NULL;

	*cursor = 0;
	if (text == NULL)
		return true;
	*cursor = strtoll(text, &end, 10);
	if (*text != '\0' && *end == '\0' && *cursor > 0)
		return true;
	return err_advise(e, ERR_ARGUMENT,
		"cursor \"%.40s\" did not come from list_sessions; pass "
		"next_cursor of the page before; or omit it for the first page",
		text);
}

static void
reply(struct call *c, const struct session_list *list)
{
	struct json_object *sessions = json_new_array();
	struct reply r;

	reply_init(&r, c);
	reply_add_count(list->total, "session", &r.text);
	buf_add_text(&r.text, ", newest change first.\n");
	for (size_t i = 0; i < list->count; i++) {
		json_add(sessions, new_entry(&list->sessions[i]));
		add_line(&list->sessions[i], &r.text);
	}
	json_put(r.structured, "sessions", sessions);
	json_put_int(r.structured, "total", (int64_t)list->total);
	if (list->has_next) {
		DROP(text) char *cursor = text_format("%" PRId64, list->next);

		json_put_string(r.structured, "next_cursor", cursor);
		buf_add_format(&r.text, "More with cursor: \"%s\".\n", cursor);
	}
	reply_send(&r, c);
}

void
tool_list_sessions(struct call *c)
{
	DROP(session_list) struct session_list list = {0};
	struct session_filter filter = {
		.part = json_get_string(c->arguments, "match"),
		.limit = (size_t)json_get_int(
			c->arguments, "limit", LIST_DEFAULT),
	};
	struct err e;

	if (read_cursor(c, &filter.cursor, &e) &&
		sessions_list(c->server->store, &filter, &list, &e))
		reply(c, &list);
	else
		call_fail(c, &e);
}
