#include "tools/call/call.h"

#include <inttypes.h>
#include <stdlib.h>

#include "base/alloc.h"
#include "store/sessions/sessions.h"
#include "tools/call/reply.h"
#include "json/json.h"

enum { LIST_DEFAULT = 20 };

static void
add_line(const struct json_object *session, struct buf *text)
{
	const char *status = json_get_string(session, "last_status");
	const char *description = json_get_string(session, "description");

	buf_add_format(text, "%s: ", json_get_string(session, "name"));
	reply_add_count(
		(size_t)json_get_int(session, "items", 0), "item", text);
	buf_add_format(text, ", revision %" PRId64,
		json_get_int(session, "revision", 0));
	if (status != NULL)
		buf_add_format(text, ", %s at revision %" PRId64, status,
			json_get_int(session, "last_status_revision", 0));
	buf_add_format(
		text, ", changed %s", json_get_string(session, "changed"));
	if (description != NULL)
		buf_add_format(text, ": %s", description);
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
		"cursor \"%.40s\" did not come from {list_sessions}; pass "
		"next_cursor of the page before; or omit it for the first page",
		text);
}

static void
reply(struct call *c, const struct json_object *page)
{
	struct json_object *sessions = json_get(page, "sessions");
	struct reply r;

	reply_init(&r, c);
	reply_add_count(
		(size_t)json_get_int(page, "total", 0), "session", &r.text);
	buf_add_text(&r.text, ", newest change first.\n");
	for (size_t i = 0; i < json_count(sessions); i++)
		add_line(json_at(sessions, i), &r.text);
	json_put(r.structured, "sessions", json_share(sessions));
	json_put(r.structured, "total", json_copy(json_get(page, "total")));
	if (json_get(page, "next") != NULL) {
		DROP(text) char *cursor = json_text(json_get(page, "next"));

		json_put_string(r.structured, "next_cursor", cursor);
		buf_add_format(&r.text, "More with cursor: \"%s\".\n", cursor);
	}
	reply_send(&r, c);
}

void
tool_list_sessions(struct call *c)
{
	DROP(json) struct json_object *page = NULL;
	struct session_filter filter = {
		.part = json_get_string(c->arguments, "match"),
		.limit = (size_t)json_get_int(
			c->arguments, "limit", LIST_DEFAULT),
	};
	struct err e;

	if (read_cursor(c, &filter.cursor, &e))
		page = sessions_list(c->server->store, &filter, &e);
	if (page != NULL)
		reply(c, page);
	else
		call_fail(c, &e);
}
