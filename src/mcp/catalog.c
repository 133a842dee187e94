#include "mcp/catalog.h"

#include "mcp/offers.h"

const struct catalog catalog_satchel = {
	.changing = CATALOG_RESOURCES,
	.list_tools = offer_tools,
	.list_prompts = offer_prompts,
	.list_resources = offer_resources,
	.list_templates = offer_templates,
	.call = offer_call,
	.get = offer_prompt,
	.read = offer_read,
	.complete = offer_completion,
	.stamp = offer_stamp,
	.version = offer_version,
};
