#include "base/asset.h"
#include "tools/call/tool.h"

#define TOOL(name, group, turn) ASSET(schema_tools_##name##_json);
#include "tools/call/tools.def"
#undef TOOL

const struct tool tool_list[] = {
#define TOOL(name, group, turn) \
	{#name, asset_schema_tools_##name##_json, tool_##name, TOOL_##group, \
		TURN_##turn},
#include "tools/call/tools.def"
#undef TOOL
};

const size_t tool_list_count = sizeof(tool_list) / sizeof(tool_list[0]);
