#ifndef MCP_HTTP_MIRROR_H
#define MCP_HTTP_MIRROR_H

/*
 * The headers in which a modern request repeats parts of its body, so that a
 * proxy can route it without reading that: MCP-Protocol-Version, Mcp-Method,
 * Mcp-Name.
 */

#include <stdbool.h>

#include "base/err.h"

struct http_head;
struct json_object;

/* Checks that they are there and say what the message, a request or
 * notification, says. */
bool mirror_check(const struct http_head *head,
	const struct json_object *message, struct err *e);

#endif
