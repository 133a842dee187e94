#include "tools/call/call.h"

#include <inttypes.h>

#include "base/alloc.h"
#include "store/revisions/revisions.h"
#include "store/sessions/sessions.h"
#include "tools/call/reply.h"
#include "json/json.h"

static void
reply(struct call *c, const struct session_info *info, bool is_deleted,
	bool is_scrubbed)
{
	struct reply r;

	reply_init(&r, c);
	json_put_string(r.structured, "session", info->name);
	json_put_bool(r.structured, "deleted", is_deleted);
	json_put_int(r.structured, "revision", (int64_t)info->revision);
	json_put_int(r.structured, "items", (int64_t)info->items);
	if (is_deleted)
		buf_add_format(&r.text,
			"Deleted session %s for good, with %zu item%s and "
			"%" PRIu64 " revision%s.\n",
			info->name, info->items, info->items == 1 ? "" : "s",
			info->revision, info->revision == 1 ? "" : "s");
	else
		buf_add_format(&r.text,
			"Nothing was deleted: the user was asked and did not "
			"agree to delete session %s.\n",
			info->name);
	if (!is_scrubbed)
		warnings_add(r.warnings,
			"another program is reading the database, so traces of "
			"the text may stay in its log until a Satchel server "
			"closes it");
	reply_send(&r, c);
}

static void
delete_permanently(struct call *c, const struct session_info *info)
{
	struct server *server = c->server;
	bool scrubbed;
	struct err e;

	if (!sessions_delete(server->store, info->id, &scrubbed, &e)) {
		call_fail(c, &e);
		return;
	}
	session_argument_forget(server, info->name);
	model_cache_forget(server->cache, info->id);
	reply(c, info, true, scrubbed);
}

void
tool_delete_session(struct call *c)
{
	DROP(text) char *message = NULL;
	struct session_info info;
	struct err e;

	if (!sessions_find(
		    c->server->store, session_argument_name(c), &info, &e)) {
		call_fail(c, &e);
		return;
	}
	message = text_format(
		"Delete the Satchel session \"%s\" for good? Its model (%zu "
		"item%s) and its history (%" PRIu64 " revision%s) cannot be "
		"brought back.",
		info.name, info.items, info.items == 1 ? "" : "s",
		info.revision, info.revision == 1 ? "" : "s");
	switch (call_get_consent(c, message)) {
	case CONSENT_YES:
		delete_permanently(c, &info);
		break;
	case CONSENT_NO:
		reply(c, &info, false, true);
		break;
	case CONSENT_LATER:
		break;
	}
}
