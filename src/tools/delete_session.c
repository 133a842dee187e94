#include "tools/call.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/limits.h"
#include "store/sessions.h"
#include "tools/notes.h"
#include "tools/resolve.h"
#include "json/json.h"

static void
reply(struct call *c, const struct session_info *info, bool scrubbed)
{
	struct json_object *structured = json_new_object();
	struct json_object *notes = json_new_array();
	DROP(buf) struct buf text;

	buf_init(&text, LIMIT_REPLY);
	json_put_string(structured, "session", info->name);
	json_put_bool(structured, "deleted", true);
	json_put_int(structured, "revision", (int64_t)info->revision);
	json_put_int(structured, "items", (int64_t)info->items);
	buf_add_format(&text,
		"Deleted session %s for good, with %zu item%s and %" PRIu64
		" revision%s.\n",
		info->name, info->items, info->items == 1 ? "" : "s",
		info->revision, info->revision == 1 ? "" : "s");
	if (!scrubbed)
		notes_add(notes,
			"another program is reading the database, so traces of "
			"the text may stay in its log until a Satchel server "
			"closes it");
	notes_finish(notes, structured, "", &text);
	call_reply(c, text.data, structured);
}

static void
begin(struct call *c)
{
	struct server *server = c->server;
	struct session_info info;
	bool scrubbed;
	struct err e;

	if (!resolve_session(c, &info, &e) ||
		!sessions_delete(server->store, info.id, &scrubbed, &e)) {
		call_fail(c, &e);
		return;
	}
	if (server->own_session != NULL &&
		strcmp(server->own_session, info.name) == 0) {
		free(server->own_session);
		server->own_session = NULL;
	}
	reply(c, &info, scrubbed);
}

void
tool_delete_session(struct call *c)
{
	call_in_turn(c, resolve_name(c), true, begin);
}
