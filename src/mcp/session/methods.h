#ifndef MCP_SESSION_METHODS_H
#define MCP_SESSION_METHODS_H

/*
 * The methods of the protocol; methods.def is THE list.
 *
 * A method ends its request, at once or later (see request.h). The parameters
 * are an object or NULL, borrowed for the call.
 */

struct json_object;
struct request;

typedef void method_run(struct request *r, const struct json_object *params);

enum method_eras {
	METHOD_LEGACY = 1,
	METHOD_MODERN = 2,
	METHOD_BOTH = METHOD_LEGACY | METHOD_MODERN,
};

enum method_traits {
	METHOD_CACHEABLE = 1,	/* a modern client may keep the result */
	METHOD_NEEDS_INPUT = 2, /* from the client, sometimes: input.h */
};

struct method {
	const char *name;
	enum method_eras eras;
	unsigned traits;
	method_run *run;
};

#define METHOD(symbol, name, eras, traits) method_run method_##symbol;
#include "mcp/session/methods.def"
#undef METHOD

#endif
