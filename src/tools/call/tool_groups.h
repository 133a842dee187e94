#ifndef TOOLS_CALL_TOOL_GROUPS_H
#define TOOLS_CALL_TOOL_GROUPS_H

/*
 * Which of the tools a server has: those of the groups that --tools names. A
 * tool that is switched off is as unknown to a client as one that never was.
 */

#include <stdbool.h>

#include "base/err.h"

struct server;
struct tool;

/*
 * Reads a list such as "core,json", or "all", into a set of groups (struct
 * server's). False for a group that is none, and for manage without core, to
 * whose tools its messages send a client.
 */
bool tool_groups_read(const char *list, unsigned *groups, struct err *e);

bool tool_groups_have(const struct server *server, const struct tool *tool);

/* Whether it has the tools that work on sessions, to which instructions,
 * prompts and guides send a client. */
bool tool_groups_have_sessions(const struct server *server);

/* The tool, if the server has it; otherwise NULL, with ERR_NOT_FOUND. */
const struct tool *tool_groups_find(
	const struct server *server, const char *name, struct err *e);

#endif
