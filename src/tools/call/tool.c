#include "tools/call/tool.h"

#include <assert.h>
#include <string.h>

#include "base/asset.h"
#include "base/nearest.h"
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

/* --- groups ----------------------------------------------------------- */

static const struct {
	const char *name;
	unsigned bit;
} groups[] = {
	{"core", 1U << TOOL_CORE},
	{"manage", 1U << TOOL_MANAGE},
	{"all", 1U << TOOL_CORE | 1U << TOOL_MANAGE},
};

enum { GROUP_COUNT = sizeof(groups) / sizeof(groups[0]) };

/* `size` bytes of `word` are the group's name; 0 for none. */
static unsigned
find_group(const char *word, size_t size)
{
	for (size_t i = 0; i < GROUP_COUNT; i++) {
		if (strlen(groups[i].name) == size &&
			strncmp(groups[i].name, word, size) == 0)
			return groups[i].bit;
	}
	return 0;
}

static bool
refuse_group(const char *word, size_t size, struct err *e)
{
	return err_set(e, ERR_ARGUMENT,
		"--tools: there is no group \"%.*s\" of tools; it is a list "
		"such as core,manage, or all",
		size < 40 ? (int)size : 40, word);
}

bool
tool_groups_read(const char *list, unsigned *off, struct err *e)
{
	unsigned on = 0;
	size_t size;

	for (const char *at = list;; at += size + 1) {
		unsigned bits;

		size = strcspn(at, ",");
		bits = find_group(at, size);
		if (bits == 0)
			return refuse_group(at, size, e);
		on |= bits;
		if (at[size] == '\0')
			break;
	}
	if ((on & 1U << TOOL_CORE) == 0)
		return err_set(e, ERR_ARGUMENT,
			"--tools: the other groups work on the sessions of "
			"core; say --tools core,%s",
			list);
	*off = find_group("all", strlen("all")) & ~on;
	return true;
}

bool
tool_groups_have(const struct server *server, const struct tool *tool)
{
	return (server->groups_off & 1U << tool->group) == 0;
}

static const struct tool *
refuse_tool(const struct server *server, const char *name, struct err *e)
{
	struct nearest near;

	nearest_init(&near, name);
	(void)err_set(e, ERR_NOT_FOUND, "unknown tool \"%.64s\"; ", name);
	for (size_t i = 0; i < tool_count(); i++) {
		if (tool_groups_have(server, tool_at(i)))
			nearest_offer(&near, tool_at(i)->name);
	}
	if (near.best != NULL) {
		(void)err_add(e, "did you mean \"%s\"?", near.best);
		return NULL;
	}
	(void)err_add(e, "there are:");
	for (size_t i = 0; i < tool_count(); i++) {
		if (tool_groups_have(server, tool_at(i)))
			(void)err_add(e, " %s", tool_at(i)->name);
	}
	return NULL;
}

const struct tool *
tool_groups_find(const struct server *server, const char *name, struct err *e)
{
	const struct tool *tool = tool_find(name);

	if (tool == NULL)
		return refuse_tool(server, name, e);
	if (tool_groups_have(server, tool))
		return tool;
	(void)err_set(e, ERR_NOT_FOUND,
		"the tool %s is switched off: the user started this server "
		"with --tools",
		name);
	return NULL;
}
