#ifndef MCP_SESSION_CATALOG_H
#define MCP_SESSION_CATALOG_H

/*
 * What a server offers. Everything else in this folder is the protocol, and is
 * the same for any catalog; that of Satchel is catalog_satchel of features/.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct client;
struct json_object;
struct request;

/*
 * A method ends its request, at once or later (see request.h), or asks the
 * client something (input.h) and is run again with the responses. The
 * parameters are an object or NULL, borrowed for the call.
 */
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

/* The list of Satchel's is methods.def. */
#define METHOD(symbol, name, eras, traits) method_run method_##symbol;
#include "mcp/session/methods.def"
#undef METHOD

enum { CATALOG_STAMP_SIZE = 96 };

/* Tools and prompts stay the same while it runs, resources do not. */
struct catalog {
	const struct method *methods;
	size_t method_count;

	/*
	 * A text that becomes another one when what is read at the URI does;
	 * for a URI of NULL, when the list of resources does. False if there
	 * is no such resource.
	 */
	bool (*stamp)(struct client *c, const char *uri,
		char stamp[CATALOG_STAMP_SIZE]);

	/* A number that, as long as it is the same, says that no stamp has
	 * changed: read often. NULL if none ever changes. */
	uint64_t (*version)(struct client *c);
};

extern const struct catalog catalog_satchel;

#endif
