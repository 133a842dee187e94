#ifndef TOOLS_RESOLVE_H
#define TOOLS_RESOLVE_H

/*
 * Which session a call means: its argument `session`; without one --session;
 * without that the session of this server, which its first kept edit makes
 * under a fresh name. Nothing here makes a session, so that a refused edit
 * leaves no trace.
 */

#include <stdbool.h>

#include "base/err.h"
#include "store/sessions.h"

struct call;

/* The name, or "" as long as the server's own session is not made. */
const char *resolve_name(const struct call *c);

/* The session, which must exist; ERR_NOT_FOUND says how to get one. */
bool resolve_session(struct call *c, struct session_info *info, struct err *e);

/*
 * For an edit: *exists is false where the first kept edit is to make it (then
 * `info` is that of an empty session, with the name that it will get or ""). A
 * name that the call gives must exist.
 */
bool resolve_for_edit(
	struct call *c, struct session_info *info, bool *exists, struct err *e);

/* The session that resolve_for_edit found missing has been made. */
void resolve_made(struct call *c, const struct session_info *info);

#endif
