#ifndef MCP_FEATURES_RESOURCES_H
#define MCP_FEATURES_RESOURCES_H

/*
 * The resources, as a table; resources.def is THE list.
 */

#include <stdbool.h>
#include <stddef.h>

#include "base/err.h"
#include "base/limits.h"
#include "mcp/session/request.h"

struct server;

/*
 * Addresses with at most one variable: satchel://session/{session}/items. What
 * it stands for are names, in which only the "/" of OWNER/NAME is encoded, as
 * %2F.
 */
enum { URI_VALUE_SIZE = LIMIT_SESSION + 3 };

/* Whether the address is one of the template's; then with that value, "" where
 * there is no variable. */
bool uri_match(
	const char *pattern, const char *uri, char value[URI_VALUE_SIZE]);

/* Whether it has the variable of that name, or any when that is NULL. */
bool uri_has(const char *pattern, const char *name);

/* The address with this value; owned by the caller. */
char *uri_fill(const char *pattern, const char *value);

/* The text, the caller's; ERR_NOT_FOUND if there is none of this value. */
typedef char *resource_text(
	struct server *server, const char *value, struct err *e);

struct resource {
	const char *uri; /* with or without variables */
	const char *name;
	const char *title;
	const char *mime;
	const char *description;
	/* What a tool shows; NULL for the others. */
	const char *tool;
	const char *arguments; /* JSON */
	const char *member;    /* of its structured result, or NULL */
	resource_text *text;   /* of the others */
};

extern const struct resource resource_table[];
extern const size_t resource_count;

/* The one that an address is of, with the value of its variable; NULL if none
 * is. */
const struct resource *resource_find(
	const char *uri, char value[URI_VALUE_SIZE]);

/* The arguments for its tool, the caller's. */
struct json_object *resource_arguments(
	const struct resource *resource, const char *session);

/* A resource_link to add to the result of a tool, the caller's; NULL when
 * nothing was cut or no resource has it, as of an earlier revision. */
struct json_object *resource_link(struct server *server, const char *tool,
	const struct json_object *structured);

/* As struct catalog wants them. */
bool resource_stamp(
	struct client *c, const char *uri, char text[CATALOG_STAMP_SIZE]);
uint64_t resource_version(struct client *c);

#endif
