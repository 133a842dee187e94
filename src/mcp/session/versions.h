#ifndef MCP_SESSION_VERSIONS_H
#define MCP_SESSION_VERSIONS_H

/*
 * The protocol versions and how they differ. Clients of the
 * legacy ones agree on a version by `initialize`; those of the modern one name
 * it in the metadata of every request. Both may use the same process.
 *
 * Members that a later version added (titles, annotations, structured content,
 * descriptions) are sent to everyone: no schema of any version forbids them.
 */

#include <stdbool.h>

struct json_object;

struct version {
	const char *name;
	bool is_modern;
	bool has_batches;	   /* several messages in one array */
	bool has_progress_message; /* not only the number */
	bool has_links;		   /* to resources, in a tool's result */
	bool has_elicitation;
	/* An error may go without an id when the message had none to read. In
	 * the others that is not a valid message, and silence is better. */
	bool has_bare_errors;
	int not_found; /* the code for a resource that is not there */
};

/* That of a name, or NULL. */
const struct version *version_find(const char *name);

/*
 * The legacy version for a client that asks for one of that name: that one, or
 * else the latest. Never a modern one: clients reject such an answer to
 * `initialize`.
 */
const struct version *version_agree(const char *name);

/* The modern versions, an array; owned by the caller. */
struct json_object *version_list_modern(void);

#endif
