#ifndef MCP_LINK_H
#define MCP_LINK_H

/*
 * Where to read the whole of a text that was cut to fit into a result.
 */

struct json_object;

/* A resource_link to put beside the result of a tool, the caller's; NULL when
 * nothing was cut or no resource has it. */
struct json_object *link_new(
	const char *tool, const struct json_object *structured);

#endif
