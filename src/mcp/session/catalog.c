#include "mcp/session/catalog.h"

#include "mcp/features/handlers.h"

const struct catalog catalog_satchel = {
	.changing = CATALOG_RESOURCES,
	.list_tools = offer_tools,
	.list_prompts = offer_prompts,
	.list_resources = offer_resources,
	.list_templates = offer_templates,
	.call = handler_call,
	.get = handler_prompt,
	.read = handler_read,
	.complete = handler_completion,
	.stamp = handler_stamp,
	.version = handler_version,
};
