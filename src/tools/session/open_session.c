#include "tools/call/call.h"

#include <inttypes.h>

#include "base/alloc.h"
#include "base/limits.h"
#include "model/items/model.h"
#include "model/text/render.h"
#include "store/revisions/revisions.h"
#include "store/sessions/sessions.h"
#include "tools/call/reply.h"
#include "json/json.h"

/* The name that is asked for: the call's, else the server's; NULL: a fresh
 * one, as for a branch without a name. */
static const char *
wanted_name(const struct call *c)
{
	const char *given = json_get_string(c->arguments, "session");

	if (given != NULL || json_get_string(c->arguments, "copy_of") != NULL)
		return given;
	return c->server->session;
}

static bool
find_or_make(
	struct call *c, struct session_info *info, bool *created, struct err *e)
{
	int64_t revision = json_get_int(c->arguments, "revision", -1);
	const char *description = json_get_string(c->arguments, "description");
	const struct session_start start = {
		.name = wanted_name(c),
		.description = description,
		.copy_of = json_get_string(c->arguments, "copy_of"),
		.has_revision = revision >= 0,
		.revision = (uint64_t)revision,
	};

	if (start.has_revision && start.copy_of == NULL)
		return err_advise(e, ERR_ARGUMENT,
			"revision says from where to branch, so it goes with "
			"copy_of; pass copy_of too; or read an old revision "
			"with {get_model}");
	if (start.name == NULL || start.copy_of != NULL) {
		*created = true;
		return sessions_create(c->server->store, &start, info, e);
	}
	if (!sessions_open(c->server->store, start.name, info, created, e))
		return false;
	if (description == NULL)
		return true;
	return sessions_describe(c->server->store, info->id, description, e) &&
	       sessions_find(c->server->store, start.name, info, e);
}

/* Bytes of an outline: what a session is about, not all of it. */
enum { OUTLINE_MAX = 2 * KIB };

static void
reply(struct call *c, const struct session_info *info, const struct model *m,
	bool created)
{
	const char *copy_of = json_get_string(c->arguments, "copy_of");
	const char *description = created ? "" : info->description;
	struct reply r;
	DROP(buf) struct buf outline;
	DROP(text) char *shown = NULL;

	reply_init(&r, c);
	r.room = OUTLINE_MAX;
	buf_init(&outline, LIMIT_MODEL);
	render_outline(m, &outline);
	shown = reply_cut(
		&r, "the outline", outline.data, "; get_model shows the items");
	reply_put_model(&r, info->name, m);
	json_put_bool(r.structured, "created", created);
	if (description[0] != '\0')
		json_put_string(r.structured, "description", description);
	if (m->count > 0)
		json_put_string(r.structured, "outline", shown);
	buf_add_text(&r.text, created ? "Created. " : "Resumed. ");
	reply_add_state(&r, info->name, m);
	if (copy_of != NULL)
		buf_add_format(&r.text, "It is a branch of %s.\n", copy_of);
	if (description[0] != '\0')
		buf_add_format(&r.text, "%s\n", description);
	if (info->expectations > 0) {
		reply_add_count(info->expectations, "expectation", &r.text);
		buf_add_text(&r.text, ": the tool expect checks them.\n");
	}
	buf_add_text(&r.text, shown);
	reply_send(&r, c);
}

static void
begin(struct call *c)
{
	DROP(model) struct model *m = NULL;
	struct session_info info = {0};
	bool created = false;
	struct err e;

	if (find_or_make(c, &info, &created, &e))
		m = model_cache_read(c->server->cache, c->server->store,
			info.id, info.revision, &e);
	if (m == NULL) {
		call_fail(c, &e);
		return;
	}
	if (c->turn.sessions[0][0] == '\0')
		session_argument_made(c, &info);
	session_argument_use(c->server, info.name);
	reply(c, &info, m, created);
}

void
tool_open_session(struct call *c)
{
	const char *source = json_get_string(c->arguments, "copy_of");
	const char *name = source != NULL ? source : wanted_name(c);

	if (source != NULL && wanted_name(c) != NULL)
		call_lock_branch(c, wanted_name(c));
	call_lock_session(c, name != NULL ? name : "", true, begin);
}
