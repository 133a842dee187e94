#ifndef TOOLS_SESSION_GET_HISTORY_H
#define TOOLS_SESSION_GET_HISTORY_H

/*
 * The history of a session, for other rooms that show it.
 */

#include <stdint.h>

#include "base/err.h"

struct json_object;
struct session_info;
struct store;

/* {revisions, runs} as in get_history's result, of the last `count` revisions
 * with their differences. The caller's; NULL on failure. */
struct json_object *history_new(struct store *s,
	const struct session_info *session, uint64_t count, struct err *e);

#endif
