#ifndef TOOLS_CALL_SESSION_ARGUMENT_H
#define TOOLS_CALL_SESSION_ARGUMENT_H

/*
 * Which session a call means: its argument `session`; without one --session;
 * without that the session of this server, which its first kept edit makes
 * under a fresh name. Nothing here makes a session, so that a refused edit
 * leaves no trace.
 */

#include <stdbool.h>

#include "base/err.h"
#include "store/sessions/sessions.h"

struct call;

/* The name, or "" as long as the server's own session is not made. */
const char *session_argument_name(const struct call *c);

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

/* The session that session_argument_for_edit found missing has been made. */
void session_argument_made(struct call *c, const struct session_info *info);

#endif
