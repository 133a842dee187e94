#include "tools/call/tool.h"

#include <assert.h>
#include <string.h>

#include "base/asset.h"
#include "json/json.h"

#define TOOL(name, group) ASSET(schema_tools_##name##_json);
#include "tools/call/tools.def"
#undef TOOL

static const struct tool tools[] = {
#define TOOL(name, group) \
	{#name, asset_schema_tools_##name##_json, tool_##name, TOOL_##group},
#include "tools/call/tools.def"
#undef TOOL
};

enum { TOOL_COUNT = sizeof(tools) / sizeof(tools[0]) };

/* Parsed at first need: a server that only solves needs one of them. */
static struct json_object *schemas[TOOL_COUNT];

size_t
tool_count(void)
{
	return TOOL_COUNT;
}

const struct tool *
tool_at(size_t index)
{
	assert(index < TOOL_COUNT);
	return &tools[index];
}

const struct tool *
tool_find(const char *name)
{
	for (size_t i = 0; i < TOOL_COUNT; i++) {
		if (strcmp(tools[i].name, name) == 0)
			return &tools[i];
	}
	return NULL;
}

const struct json_object *
tool_schema(const struct tool *tool)
{
	size_t index = (size_t)(tool - tools);
	struct err e;

	assert(index < TOOL_COUNT);
	if (schemas[index] == NULL) {
		bool parsed = json_parse(tool->schema_text,
			strlen(tool->schema_text), &schemas[index], &e);

		assert(parsed); /* the file is ours */
		(void)parsed;
	}
	return schemas[index];
}
