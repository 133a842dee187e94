#include "tools/call/tool_groups.h"

#include <stddef.h>
#include <string.h>

#include "base/nearest.h"
#include "tools/call/arguments.h"
#include "tools/call/tool.h"

static const struct {
	const char *name;
	unsigned bit;
} groups[] = {
	{"lite", 1U << TOOL_LITE},
	{"core", 1U << TOOL_LITE | 1U << TOOL_CORE},
	{"manage", 1U << TOOL_MANAGE},
	{"all", 1U << TOOL_LITE | 1U << TOOL_CORE | 1U << TOOL_MANAGE},
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
	if ((on & 1U << TOOL_LITE) == 0)
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
	const struct tool *tool = tool_find(arguments_tool_name(name));

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
