#ifndef MCP_SESSION_CATALOG_H
#define MCP_SESSION_CATALOG_H

/*
 * What a server offers: its tools, prompts and resources. Everything else in
 * this folder is the protocol, and is the same for any catalog; what Satchel
 * offers is catalog_satchel of features/.
 *
 * The functions that get a request end it, at once or later, or ask
 * the client something (client_requests.h) and are called again with the
 * replies. What they get is borrowed for the call.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/err.h"

struct client;
struct completion;
struct json_object;
struct request;

struct page {
	struct json_object *entries; /* an array, to add to */
	uint64_t at; /* the first one wanted, in the list's own counting */
	bool has_next;
	uint64_t next; /* what `at` will be then */
};

/* False, with an error: ERR_ARGUMENT if no cursor leads there. */
typedef bool page_fill(struct client *c, struct page *page, struct err *e);

enum catalog_lists {
	CATALOG_TOOLS = 1,
	CATALOG_PROMPTS = 2,
	CATALOG_RESOURCES = 4,
};

enum { CATALOG_STAMP_SIZE = 96 };

struct catalog {
	unsigned changing; /* the lists that may change while it runs */

	page_fill *list_tools;
	page_fill *list_prompts;
	page_fill *list_resources;
	page_fill *list_templates;

	/* The arguments are taken. */
	void (*call)(struct request *r, const char *tool,
		struct json_object *arguments); /* or NULL */
	void (*get)(struct request *r, const char *prompt,
		const struct json_object *arguments); /* or NULL */
	void (*read)(struct request *r, const char *uri);

	/* Fills `completion`; ERR_ARGUMENT if there is nothing of that name. */
	bool (*complete)(
		struct client *c, struct completion *completion, struct err *e);

	/*
	 * A text that becomes another one when what is read at the URI does;
	 * for a URI of NULL, when the list of resources does. False if there
	 * is no such resource.
	 */
	bool (*stamp)(struct client *c, const char *uri,
		char stamp[CATALOG_STAMP_SIZE]);

	/* A number that, as long as it is the same, tells that no stamp has
	 * changed: looked at often. NULL if none ever changes. */
	uint64_t (*version)(struct client *c);
};

#endif
