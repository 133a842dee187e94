#ifndef MCP_OFFERS_H
#define MCP_OFFERS_H

/*
 * The functions of catalog_satchel; what each one does is said in catalog.h.
 */

#include <stdbool.h>
#include <stdint.h>

#include "mcp/catalog.h"

/* offer_tools.c */
page_fill offer_tools;
void offer_call(
	struct request *r, const char *name, struct json_object *arguments);

/* offer_prompts.c */
page_fill offer_prompts;
void offer_prompt(struct request *r, const char *name,
	const struct json_object *arguments);

/* offer_resources.c */
page_fill offer_resources;
page_fill offer_templates;
bool offer_stamp(
	struct client *c, const char *uri, char stamp[CATALOG_STAMP_SIZE]);
uint64_t offer_version(struct client *c);

/* offer_read.c */
void offer_read(struct request *r, const char *uri);

/* offer_completion.c */
bool offer_completion(
	struct client *c, struct completion *completion, struct err *e);

#endif
