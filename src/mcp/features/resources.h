#ifndef MCP_FEATURES_RESOURCES_H
#define MCP_FEATURES_RESOURCES_H

/*
 * The resources, as a table; resources.def is THE list.
 */

#include <stdbool.h>
#include <stddef.h>

#include "base/buf.h"
#include "base/err.h"

struct json_object;
struct server;

/*
 * Addresses with variables: satchel://session/{session}/items. Of RFC 6570
 * the simple expansion only. A variable stands for at least one character and
 * for no "/"; in an address its value is percent-encoded.
 */
enum {
	TEMPLATE_VARIABLES = 2,
	TEMPLATE_NAME_MAX = 16,
	TEMPLATE_VALUE_MAX = 256, /* bytes, with the NUL */
};

struct template_values {
	size_t count;
	char names[TEMPLATE_VARIABLES][TEMPLATE_NAME_MAX];
	char values[TEMPLATE_VARIABLES][TEMPLATE_VALUE_MAX];
};

/* Whether the address is one of the template's; then with which values. */
bool template_match(
	const char *pattern, const char *uri, struct template_values *values);

/* NULL if it has no such variable. */
const char *template_value(
	const struct template_values *values, const char *name);

/* Whether it has a variable of that name, or any when that is NULL. */
bool template_has(const char *pattern, const char *name);

/* The address with this value for each variable; owned by the caller. */
char *template_fill(const char *pattern, const char *value);

/* Appends the text; ERR_NOT_FOUND if there is none of these values. */
typedef bool resource_text(struct server *server,
	const struct template_values *values, struct buf *out, struct err *e);

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

/* The one that an address is of, with the values of its variables; NULL if
 * none is. */
const struct resource *resource_find(
	const char *uri, struct template_values *values);

/* Whether there is one address for each session, and nothing else. */
bool resource_is_per_session(const struct resource *resource);

/* The arguments for its tool, the caller's. */
struct json_object *resource_arguments(
	const struct resource *resource, const char *session);

#define SHOWN(uri, name, title, mime, tool, arguments, member, description)
#define TEXT(symbol, uri, name, title, mime, description) \
	resource_text resource_##symbol;
#include "mcp/features/resources.def"
#undef SHOWN
#undef TEXT

#endif
