#include "tools/call/session_argument.h"

#include <stdio.h>
#include <stdlib.h>

#include "base/alloc.h"
#include "tools/call/call.h"
#include "json/json.h"

const char *
session_argument_name(const struct call *c)
{
	const char *given = json_get_string(c->arguments, "session");

	if (given != NULL)
		return given;
	if (c->server->session != NULL)
		return c->server->session;
	return c->server->own_session != NULL ? c->server->own_session : "";
}

static bool
was_given(const struct call *c)
{
	return json_get_string(c->arguments, "session") != NULL;
}

/* Looks for a session that nobody promised; its absence is no failure. */
static bool
find_implied(
	struct call *c, struct session_info *info, bool *exists, struct err *e)
{
	struct server *server = c->server;
	const char *name = session_argument_name(c);

	*info = (struct session_info){0};
	*exists = false;
	if (name[0] == '\0')
		return true;
	if (sessions_find(c->server->store, name, info, e)) {
		*exists = true;
		return true;
	}
	if (e->code != ERR_NOT_FOUND)
		return false;
	*info = (struct session_info){0};
	if (server->session != NULL) {
		(void)snprintf(info->name, sizeof(info->name), "%s", name);
	} else {
		/* It was deleted; the next edit makes another one. */
		free(server->own_session);
		server->own_session = NULL;
	}
	return true;
}

/* Whoever names a session wants to go on with it. */
static bool
find_given(struct call *c, struct session_info *info, struct err *e)
{
	if (sessions_find(c->server->store, session_argument_name(c), info, e))
		return true;
	if (e->code == ERR_NOT_FOUND)
		(void)err_add(e, " open_session creates it.");
	return false;
}

bool
session_argument_find(struct call *c, struct session_info *info, struct err *e)
{
	bool exists;

	if (was_given(c))
		return find_given(c, info, e);
	if (!find_implied(c, info, &exists, e))
		return false;
	if (exists)
		return true;
	if (info->name[0] != '\0')
		return err_set(e, ERR_NOT_FOUND,
			"There is no session \"%s\" yet, the one this server "
			"was started with. add_item makes it, as does "
			"open_session with session: \"%s\".",
			info->name, info->name);
	return err_set(e, ERR_NOT_FOUND,
		"This call names no session, and no edit has made one yet. "
		"Call open_session first and pass the name that it returns as "
		"`session` in every call; list_sessions shows the sessions "
		"that exist.");
}

bool
session_argument_for_edit(
	struct call *c, struct session_info *info, bool *exists, struct err *e)
{
	if (!was_given(c))
		return find_implied(c, info, exists, e);
	*exists = true;
	return find_given(c, info, e);
}

void
session_argument_made(struct call *c, const struct session_info *info)
{
	struct server *server = c->server;

	if (server->session != NULL)
		return;
	free(server->own_session);
	server->own_session = text_copy(info->name);
	call_name_session(server, info->name);
}
