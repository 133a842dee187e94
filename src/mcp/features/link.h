#ifndef MCP_FEATURES_LINK_H
#define MCP_FEATURES_LINK_H

/*
 * Where to read the whole of a text that was cut to fit into a result.
 */

struct json_object;
struct server;

/* A resource_link to put beside the result of a tool, the caller's; NULL when
 * nothing was cut or no resource has it, as of an earlier revision. */
struct json_object *link_new(struct server *server, const char *tool,
	const struct json_object *structured);

#endif
