#include "tools/memo/get_memo.h"

#include <string.h>

#include "base/alloc.h"
#include "tools/call/call.h"
#include "tools/call/reply.h"
#include "json/json.h"

void
memo_reply(struct call *c, const struct session_info *info)
{
	struct err e;
	DROP(json)
	struct json_object *metadata =
		session_metadata_load(c->server->store, info->id, &e);
	struct json_object *lines;
	struct reply r;

	if (metadata == NULL) {
		call_fail(c, &e);
		return;
	}
	reply_init(&r, c);
	lines = json_new_array();
	for (const char *at = json_get_string(metadata, "memo"); *at != '\0';
		at += at[0] == '\n') {
		size_t size = strcspn(at, "\n");

		json_add(lines, json_new_string_n(at, size));
		buf_add_format(&r.text, "%zu | %.*s\n", json_count(lines),
			(int)size, at);
		at += size;
	}
	if (json_count(lines) == 0)
		buf_add_format(&r.text,
			"The memo of session %s is empty; edit_memo with "
			"line_start 1 begins it.\n",
			info->name);
	json_put_string(r.structured, "session", info->name);
	json_put(r.structured, "lines", lines);
	reply_send(&r, c);
}

void
tool_get_memo(struct call *c)
{
	struct session_info info;
	struct err e;

	if (session_argument_find(c, &info, &e))
		memo_reply(c, &info);
	else
		call_fail(c, &e);
}
