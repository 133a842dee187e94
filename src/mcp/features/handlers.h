#ifndef MCP_FEATURES_HANDLERS_H
#define MCP_FEATURES_HANDLERS_H

/*
 * The functions of catalog_satchel; catalog.h says what each one does.
 */

#include <stdbool.h>
#include <stdint.h>

#include "mcp/session/catalog.h"

struct json_object;
struct server;

extern const struct catalog catalog_satchel;

struct json_object *handler_tools(struct client *c);
void handler_call(
	struct request *r, const char *name, struct json_object *arguments);

struct json_object *handler_prompts(struct client *c);
void handler_prompt(struct request *r, const char *name,
	const struct json_object *arguments);

struct json_object *handler_templates(struct client *c);
bool handler_resources(struct client *c, struct page *page, struct err *e);
void handler_read(struct request *r, const char *uri);
bool handler_stamp(
	struct client *c, const char *uri, char stamp[CATALOG_STAMP_SIZE]);
uint64_t handler_version(struct client *c);

bool handler_completion(
	struct client *c, struct completion *completion, struct err *e);

/* A resource_link to put beside the result of a tool, the caller's; NULL when
 * nothing was cut or no resource has it, as of an earlier revision. */
struct json_object *link_new(struct server *server, const char *tool,
	const struct json_object *structured);

#endif
