#include "mcp/features/link.h"

#include <string.h>

#include "base/alloc.h"
#include "mcp/features/resource.h"
#include "store/sessions/sessions.h"
#include "tools/call/tool.h"
#include "json/json.h"

struct comparing {
	const struct json_object *structured;
};

/* Whether the result says nothing else than what the resource is asked with:
 * its format, its view. */
static bool
is_alike(const char *key, struct json_object *value, void *argument)
{
	const struct comparing *c = argument;
	const struct json_object *said = json_get(c->structured, key);

	return said == NULL || json_kind(said) != json_kind(value) ||
	       json_equal(said, value);
}

static bool
shows(const struct resource *resource, const char *tool,
	const struct json_object *structured)
{
	DROP(json) struct json_object *arguments = NULL;
	struct comparing comparing = {structured};

	if (!resource_is_per_session(resource) ||
		strcmp(resource->tool, tool) != 0)
		return false;
	arguments = resource_arguments(resource, NULL);
	return json_each(arguments, is_alike, &comparing);
}

static struct json_object *
new_link(const struct resource *resource, const char *session)
{
	struct json_object *link = json_new_object();
	DROP(text) char *uri = template_fill(resource->uri, session);
	DROP(text) char *name = text_format("%s/%s", session, resource->name);

	json_put_string(link, "type", "resource_link");
	json_put_string(link, "uri", uri);
	json_put_string(link, "name", name);
	json_put_string(link, "title", resource->title);
	json_put_string(link, "description", resource->description);
	json_put_string(link, "mimeType", resource->mime);
	return link;
}

/* What solve_model has found is what get_solution shows from then on. */
static const char *
shown_by(const char *tool)
{
	return strcmp(tool, "solve_model") == 0 ? "get_solution" : tool;
}

/* Whether the tool was asked for a revision that the resources, which are of
 * the last one, do not have. */
static bool
is_of_the_past(struct server *server, const char *tool,
	const struct json_object *structured)
{
	const struct json_object *takes =
		json_get(json_get(tool_schema(tool_find(tool)), "inputSchema"),
			"properties");
	struct session_info info;
	struct err ignored;

	if (!json_find(takes, "revision", NULL))
		return false;
	return !sessions_find(server->store,
		       json_get_string(structured, "session"), &info,
		       &ignored) ||
	       (int64_t)info.revision !=
		       json_get_int(structured, "revision", -1);
}

struct json_object *
link_new(struct server *server, const char *tool,
	const struct json_object *structured)
{
	const char *session;

	/* What solve_model would have answered. */
	if (strcmp(tool, "job") == 0) {
		structured = json_get_object(structured, "result");
		tool = "solve_model";
	}
	session = json_get_string(structured, "session");
	tool = shown_by(tool);
	if (session == NULL || !json_get_bool(structured, "truncated", false) ||
		is_of_the_past(server, tool, structured))
		return NULL;
	for (size_t i = 0; i < resource_count(); i++) {
		if (shows(resource_at(i), tool, structured))
			return new_link(resource_at(i), session);
	}
	return NULL;
}
