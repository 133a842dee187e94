#include "mcp/features/resource.h"

#include <assert.h>
#include <string.h>

#include "base/alloc.h"
#include "tools/call/tool.h"
#include "json/json.h"
#include "json/schema.h"

#define SHOWN(uri, name, title, mime, tool, arguments, member, description) \
	{uri, name, title, mime, description, tool, arguments, member, NULL},
#define TEXT(symbol, uri, name, title, mime, description) \
	{uri, name, title, mime, description, NULL, NULL, NULL, \
		resource_##symbol},
static const struct resource rows[] = {
#include "mcp/features/resources.def"
};
#undef SHOWN
#undef TEXT

enum { ROW_COUNT = sizeof(rows) / sizeof(rows[0]) };

struct json_object *
resource_arguments(const struct resource *resource, const char *session)
{
	struct json_object *arguments = NULL;
	struct err e;
	bool is_read = json_parse(resource->arguments,
		strlen(resource->arguments), &arguments, &e);

	assert(is_read); /* the table is ours */
	(void)is_read;
	if (session != NULL)
		json_put_string(arguments, "session", session);
	return arguments;
}

/* Whether the tool takes these arguments: with some of its formats it may
 * come later than others, and a server may run without it. */
static bool
is_offered(const struct resource *row)
{
	DROP(json) struct json_object *arguments = NULL;
	const struct tool *tool;
	struct err e;

	if (row->tool == NULL)
		return true;
	tool = tool_find(row->tool);
	if (tool == NULL)
		return false;
	arguments = resource_arguments(
		row, template_has(row->uri, "session") ? "x" : NULL);
	return schema_check(
		json_get(tool_schema(tool), "inputSchema"), &arguments, &e);
}

/* The table does not change while the program runs. */
static const struct resource *const *
get_offered(size_t *count)
{
	static const struct resource *offered[ROW_COUNT];
	static size_t offered_count = 0;

	if (offered_count == 0) {
		for (size_t i = 0; i < ROW_COUNT; i++) {
			if (is_offered(&rows[i]))
				offered[offered_count++] = &rows[i];
		}
	}
	*count = offered_count;
	return offered;
}

size_t
resource_count(void)
{
	size_t count;

	(void)get_offered(&count);
	return count;
}

const struct resource *
resource_at(size_t index)
{
	size_t count;
	const struct resource *const *offered = get_offered(&count);

	assert(index < count);
	return offered[index];
}

const struct resource *
resource_find(const char *uri, struct template_values *values)
{
	for (size_t i = 0; i < resource_count(); i++) {
		if (template_match(resource_at(i)->uri, uri, values))
			return resource_at(i);
	}
	return NULL;
}

const struct resource *
resource_of(const char *pattern)
{
	for (size_t i = 0; i < resource_count(); i++) {
		if (strcmp(resource_at(i)->uri, pattern) == 0)
			return resource_at(i);
	}
	return NULL;
}

bool
resource_is_per_session(const struct resource *resource)
{
	return resource->tool != NULL && template_has(resource->uri, "session");
}
