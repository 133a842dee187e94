#ifndef MCP_FEATURES_HANDLERS_H
#define MCP_FEATURES_HANDLERS_H

/*
 * The functions of catalog_satchel; what each one does is said in catalog.h.
 */

#include <stdbool.h>
#include <stdint.h>

#include "mcp/session/catalog.h"

/* offer_tools.c */
page_fill offer_tools;
void handler_call(
	struct request *r, const char *name, struct json_object *arguments);

/* offer_prompts.c */
page_fill offer_prompts;
void handler_prompt(struct request *r, const char *name,
	const struct json_object *arguments);

/* offer_resources.c */
page_fill offer_resources;
page_fill offer_templates;
bool handler_stamp(
	struct client *c, const char *uri, char stamp[CATALOG_STAMP_SIZE]);
uint64_t handler_version(struct client *c);

/* handler_read.c */
void handler_read(struct request *r, const char *uri);

/* handler_completion.c */
bool handler_completion(
	struct client *c, struct completion *completion, struct err *e);

#endif
