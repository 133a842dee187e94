#include "tools/call/tool.h"

#include <assert.h>
#include <string.h>

#include "base/alloc.h"
#include "base/buf.h"
#include "base/nearest.h"
#include "json/json.h"

const struct tool *
tool_find(const char *name)
{
	return ROW_AMONG(name, tool_list, tool_list_count, name);
}

/* Parsed at first need: a server that only solves needs one of them. */
const struct json_object *
tool_schema(const struct tool *tool)
{
	static struct json_object **schemas;
	size_t index = (size_t)(tool - tool_list);

	assert(index < tool_list_count);
	if (schemas == NULL)
		schemas = mem_new(tool_list_count * sizeof(schemas[0]));
	if (schemas[index] == NULL)
		schemas[index] = json_read(tool->schema_text);
	assert(schemas[index] != NULL); /* the file is ours */
	return schemas[index];
}

/* --- groups --------------------------------------------------------------- */

static const struct {
	const char *name;
	unsigned bits;
} known_groups[] = {
	{"lite", 1U << TOOL_LITE},
	{"core", 1U << TOOL_LITE | 1U << TOOL_CORE},
	{"manage", 1U << TOOL_MANAGE},
	{"json", 1U << TOOL_JSON},
	{"protocol", 1U << TOOL_PROTOCOL},
	{"memo", 1U << TOOL_MEMO},
	{"all", (1U << TOOL_GROUP_COUNT) - 1},
};

/* core,manage */
static const unsigned default_groups =
	1U << TOOL_LITE | 1U << TOOL_CORE | 1U << TOOL_MANAGE;

enum { GROUP_COUNT = sizeof(known_groups) / sizeof(known_groups[0]) };

bool
tool_groups_read(const char *list, unsigned *groups, struct err *e)
{
	unsigned on = 0;
	size_t size;

	for (const char *at = list;; at += size + 1) {
		size_t i = 0;

		size = strcspn(at, ",");
		while (i < GROUP_COUNT &&
			(strlen(known_groups[i].name) != size ||
				strncmp(known_groups[i].name, at, size) != 0))
			i++;
		if (i == GROUP_COUNT)
			return err_set(e, ERR_ARGUMENT,
				"--tools: there is no group \"%.*s\" of tools; "
				"it is a list of core, manage, json, protocol "
				"and memo, or lite, or all",
				size < 40 ? (int)size : 40, at);
		on |= known_groups[i].bits;
		if (at[size] == '\0')
			break;
	}
	if ((on & 1U << TOOL_MANAGE) != 0 && (on & 1U << TOOL_LITE) == 0)
		return err_set(e, ERR_ARGUMENT,
			"--tools: the group manage works on the sessions of "
			"core; say --tools core,%s",
			list);
	*groups = on;
	return true;
}

static bool
has_group(const struct server *server, enum tool_group group)
{
	unsigned groups = server->groups != 0 ? server->groups : default_groups;

	return (groups & 1U << group) != 0;
}

bool
tool_groups_have(const struct server *server, const struct tool *tool)
{
	return has_group(server, tool->group);
}

bool
tool_groups_have_sessions(const struct server *server)
{
	return has_group(server, TOOL_LITE);
}

static const struct tool_alias {
	/* cppcheck-suppress unusedStructMember ; ROW_IN has its offset */
	const char *word;
	const char *tool;
} tool_aliases[] = {
#define ALIAS(tool, word, argument, convert)
#define TOOL_ALIAS(word, tool) {word, tool},
#include "tools/call/aliases.def"
#undef ALIAS
#undef TOOL_ALIAS
};

static const struct tool *
refuse_tool(const struct server *server, const char *name, struct err *e)
{
	DROP(buf) struct buf names;
	struct nearest near = {.word = name};

	buf_init(&names, ERR_TEXT_MAX);
	for (size_t i = 0; i < tool_list_count; i++) {
		if (!tool_groups_have(server, &tool_list[i]))
			continue;
		nearest_offer(&near, tool_list[i].name);
		buf_add_format(&names, " %s", tool_list[i].name);
	}
	err_set(e, ERR_NOT_FOUND, "unknown tool \"%.64s\"; ", name);
	if (near.best != NULL)
		err_add(e, "did you mean \"%s\"?", near.best);
	else
		err_add(e, "there are:%s", names.data);
	return NULL;
}

const struct tool *
tool_groups_find(const struct server *server, const char *name, struct err *e)
{
	const struct tool *tool = tool_find(name);
	const struct tool_alias *alias = ROW_IN(name, tool_aliases, word);
	const char *group = NULL;

	/* Another tool stands for one that is switched off. */
	if (alias != NULL && (tool == NULL || !tool_groups_have(server, tool)))
		tool = tool_find(alias->tool);
	if (tool == NULL)
		return refuse_tool(server, name, e);
	if (tool_groups_have(server, tool))
		return tool;
	for (size_t i = 0; i < GROUP_COUNT && group == NULL; i++) {
		if ((known_groups[i].bits & 1U << tool->group) != 0)
			group = known_groups[i].name;
	}
	err_set(e, ERR_NOT_FOUND,
		"the tool %s is switched off; the user can start this server "
		"with the group %s in --tools",
		name, group);
	return NULL;
}
