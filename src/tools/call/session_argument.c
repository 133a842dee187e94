#include "tools/call/session_argument.h"

#include <stdio.h>
#include <string.h>

#include "tools/call/call.h"
#include "json/json.h"

/* --- the sessions of this client ----------------------------------------- */

/* Without the name, if it is among them. */
static struct json_object *
without(const struct json_object *names, const char *name)
{
	struct json_object *others = json_new_array();

	for (size_t i = 0; names != NULL && i < json_count(names); i++) {
		const char *one = json_string(json_at(names, i));

		if (strcmp(one, name) != 0)
			json_add(others, json_new_string(one));
	}
	return others;
}

void
session_argument_forget(struct server *server, const char *name)
{
	struct json_object *others = without(server->used_sessions, name);

	json_free(server->used_sessions);
	server->used_sessions = others;
}

static size_t
count_used(const struct server *server)
{
	return server->used_sessions != NULL ? json_count(server->used_sessions)
					     : 0;
}

void
session_argument_use(struct server *server, const char *name)
{
	size_t count = count_used(server);

	if (count > 0 &&
		strcmp(json_string(json_at(server->used_sessions, count - 1)),
			name) == 0)
		return;
	session_argument_forget(server, name);
	json_add(server->used_sessions, json_new_string(name));
}

const char *
session_argument_name(const struct call *c)
{
	const char *given = json_get_string(c->arguments, "session");
	size_t count = count_used(c->server);

	if (given != NULL)
		return given;
	if (c->server->session != NULL)
		return c->server->session;
	/* Where it has its turn already: others may be opened meanwhile. */
	if (c->turn.session != NULL)
		return c->turn.session;
	return count > 0 ? json_string(
				   json_at(c->server->used_sessions, count - 1))
			 : "";
}

bool
session_argument_is_none(const struct call *c)
{
	return session_argument_name(c)[0] == '\0';
}

/* --- the session of a call ------------------------------------------------ */

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
		/* It was deleted; an edit makes another one. */
		session_argument_forget(server, name);
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
		(void)err_step(e, "%s it with open_session.",
			e->steps > 0 ? "Or create" : "Create");
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
		return err_advise(e, ERR_NOT_FOUND,
			"There is no session \"%s\" yet, the one this server "
			"was started with; add_item makes it; so does "
			"open_session with session: \"%s\"",
			info->name, info->name);
	return err_advise(e, ERR_NOT_FOUND,
		"This call names no session, and no edit has made one yet; "
		"call open_session and pass the name that it returns as "
		"`session` in every call; list_sessions shows the sessions "
		"that exist");
}

/* An edit must not fall into the wrong one of several. */
static bool
refuse_several(const struct server *server, struct err *e)
{
	size_t count = count_used(server);

	(void)err_set(e, ERR_ARGUMENT,
		"This call names no session, and several are in use: ");
	for (size_t i = count; i-- > 0;)
		(void)err_add(e, "%s%s", i + 1 == count ? "" : ", ",
			json_string(json_at(server->used_sessions, i)));
	(void)err_add(e, ". Nothing was changed.");
	(void)err_step(e, "Pass the one that is to be edited as `session`.");
	return err_step(e, "Or make a new one with open_session.");
}

bool
session_argument_for_edit(
	struct call *c, struct session_info *info, bool *exists, struct err *e)
{
	if (!was_given(c) && c->server->session == NULL &&
		count_used(c->server) > 1)
		return refuse_several(c->server, e);
	if (!was_given(c))
		return find_implied(c, info, exists, e);
	*exists = true;
	return find_given(c, info, e);
}

void
session_argument_made(struct call *c, const struct session_info *info)
{
	if (c->server->session == NULL)
		call_name_session(c->server, info->name);
}
