#ifndef MCP_SESSION_CATALOG_H
#define MCP_SESSION_CATALOG_H

/*
 * What a server offers: its tools, prompts and resources. Everything else in
 * this folder is the protocol, and is the same for any catalog; what Satchel
 * offers is catalog_satchel of features/.
 *
 * The functions that get a request end it, at once or later, or ask
 * the client something (input.h) and are called again with the responses. What
 * they get is borrowed for the call, unless something else is said.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/err.h"

struct client;
struct json_object;
struct request;

/* A page of a long list. */
struct page {
	struct json_object *entries; /* an array, to add to */
	uint64_t at;   /* the first one wanted, in the list's own counting */
	uint64_t next; /* what `at` of the next page is; 0 if there is none */
};

enum catalog_lists {
	CATALOG_TOOLS = 1,
	CATALOG_PROMPTS = 2,
	CATALOG_RESOURCES = 4,
};

enum {
	CATALOG_STAMP_SIZE = 96,
	COMPLETION_MAX = 100, /* values in an answer; the protocol's limit */
};

/* What the value of an argument may become, for an argument of a prompt or a
 * variable in the address of a resource. */
struct completion {
	bool is_prompt;			  /* else a template of resources */
	const char *of;			  /* its name, or its URI template */
	const char *argument;		  /* its argument or variable */
	const char *value;		  /* as far as it is written */
	const struct json_object *others; /* known arguments, or NULL */
	/* The answer. */
	struct json_object *values;
	size_t total; /* with those that had no room */
};

/* Adds a candidate, if it begins like the value (letter case is free). */
void completion_add(struct completion *completion, const char *candidate);

struct catalog {
	unsigned changing; /* the lists that may change while it runs */

	/* All of them, an array of the caller's. */
	struct json_object *(*list_tools)(struct client *c);
	struct json_object *(*list_prompts)(struct client *c);
	struct json_object *(*list_templates)(struct client *c);
	/* One page; at least one entry, if there is any. */
	bool (*list_resources)(
		struct client *c, struct page *page, struct err *e);

	/* The arguments are taken. */
	void (*call)(struct request *r, const char *tool,
		struct json_object *arguments); /* or NULL */
	/* The arguments may be any value, or NULL. */
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

	/* A number that, as long as it is the same, says that no stamp has
	 * changed: read often. NULL if none ever changes. */
	uint64_t (*version)(struct client *c);
};

#endif
