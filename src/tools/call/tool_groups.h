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
 * Reads a list such as "core,manage", or "all", into the groups that it leaves
 * out (struct server's groups_off). False for a group that is none, and without
 * core: messages of the other groups send a client to its tools.
 */
bool tool_groups_read(const char *list, unsigned *off, struct err *e);

bool tool_groups_have(const struct server *server, const struct tool *tool);

/* The tool, if the server has it; otherwise NULL, with ERR_NOT_FOUND. */
const struct tool *tool_groups_find(
	const struct server *server, const char *name, struct err *e);

#endif
