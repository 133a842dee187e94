#ifndef TOOLS_CALL_SESSION_ARGUMENT_H
#define TOOLS_CALL_SESSION_ARGUMENT_H

/*
 * Which session a call means: its argument `session`; without one --session;
 * without that the one that this process's client opened or edited last. An
 * edit needs to name it where it has used several. Where it has used none the
 * first kept edit makes one, under a fresh name. Nothing here makes a session,
 * so that a refused edit leaves no trace.
 */

#include <stdbool.h>

#include "base/err.h"
#include "store/sessions/sessions.h"

struct call;
struct server;

/* The name, or "" as long as there is none. */
const char *session_argument_name(const struct call *c);

/* Whether the call names none, and there is none that it could mean. */
bool session_argument_is_none(const struct call *c);

/* The session, which must exist; ERR_NOT_FOUND says how to get one. */
bool session_argument_find(
	struct call *c, struct session_info *info, struct err *e);

/*
 * For an edit: *exists is false where the first kept edit is to make it (then
 * `info` is that of an empty session, with the name that it will get or ""). A
 * name that the call gives must exist.
 */
bool session_argument_for_edit(
	struct call *c, struct session_info *info, bool *exists, struct err *e);

/* The client has opened or edited this one; it is deleted. */
void session_argument_use(struct server *server, const char *name);
void session_argument_forget(struct server *server, const char *name);

/* The session that session_argument_for_edit found missing has been made. */
void session_argument_made(struct call *c, const struct session_info *info);

#endif
