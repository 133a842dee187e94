#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include "base/alloc.h"
#include "base/err.h"
#include "conformance/fixtures.h"
#include "mcp/features/resources.h"
#include "mcp/session/request.h"
#include "json/json.h"

static const char pattern[] = "test://template/{id}/data";

static const struct fixture_resource {
	const char *uri;
	const char *name;
	const char *mime;
	const char *text;
	const char *blob;
} resources[] = {
	{"test://static-text", "static-text", "text/plain",
		"This is the content of the static text resource.", NULL},
	{"test://static-binary", "static-binary", "image/png", NULL,
		FIXTURE_PNG},
	{"test://watched-resource", "watched-resource", "text/plain",
		"Somebody may be watching.", NULL},
};

enum { RESOURCE_COUNT = sizeof(resources) / sizeof(resources[0]) };

static struct json_object *
new_entry(size_t index)
{
	struct json_object *entry = json_new_object();

	json_put_string(entry, "uri", resources[index].uri);
	json_put_string(entry, "name", resources[index].name);
	json_put_string(entry, "description", "A fixture of the suite.");
	json_put_string(entry, "mimeType", resources[index].mime);
	return entry;
}

void
fixture_resources_list(struct request *r, const struct json_object *params)
{
	struct json_object *list = json_new_array();

	for (size_t i = 0; i < RESOURCE_COUNT; i++)
		json_add(list, new_entry(i));
	request_answer_list(r, params, "resources", list);
}

void
fixture_templates_list(struct request *r, const struct json_object *params)
{
	struct json_object *list = json_new_array();
	struct json_object *entry = json_new_object();

	json_put_string(entry, "uriTemplate", pattern);
	json_put_string(entry, "name", "template");
	json_put_string(entry, "description", "A fixture of the suite.");
	json_put_string(entry, "mimeType", "application/json");
	json_add(list, entry);
	request_answer_list(r, params, "resourceTemplates", list);
}

static const struct fixture_resource *
find(const char *uri)
{
	for (size_t i = 0; i < RESOURCE_COUNT; i++) {
		if (strcmp(resources[i].uri, uri) == 0)
			return &resources[i];
	}
	return NULL;
}

static void
answer(struct request *r, const struct fixture_resource *resource)
{
	struct json_object *result = fixture_json("{'contents': [{}]}");
	struct json_object *content =
		json_at(json_get_array(result, "contents"), 0);

	json_put_string(content, "uri", resource->uri);
	json_put_string(content, "mimeType", resource->mime);
	json_put_string(content, "text", resource->text);
	json_put_string(content, "blob", resource->blob);
	request_answer(r, result);
}

void
fixture_resources_read(struct request *r, const struct json_object *params)
{
	const char *uri =
		request_require(r, params, "uri", "the address of a resource");
	const struct fixture_resource *resource =
		uri != NULL ? find(uri) : NULL;
	char id[TEMPLATE_VALUE_SIZE];
	struct err e;

	if (uri == NULL)
		return;
	if (resource != NULL) {
		answer(r, resource);
	} else if (template_match(pattern, uri, id)) {
		DROP(text)
		char *text = text_format("{\"id\": \"%s\", \"templateTest\": "
					 "true, \"data\": \"Data for ID: %s\"}",
			id, id);

		request_answer_resource(r, uri, "application/json", text);
	} else {
		(void)err_set(&e, ERR_NOT_FOUND, "Resource not found");
		request_refuse_resource(r, uri, &e);
	}
}

bool
fixture_stamp(struct client *c, const char *uri, char stamp[CATALOG_STAMP_SIZE])
{
	(void)c; /* the same for all */
	(void)snprintf(stamp, CATALOG_STAMP_SIZE, "never changes");
	return uri == NULL || find(uri) != NULL;
}
