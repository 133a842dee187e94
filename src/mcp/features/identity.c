#include "mcp/features/identity.h"

#include <string.h>

#include "base/alloc.h"
#include "mcp/features/prompts.h"
#include "mcp/session/catalog.h"
#include "mcp/transport/base64.h"
#include "json/json.h"

struct json_object *
identity_tag(void)
{
	struct json_object *tag = json_new_object();

	json_put_string(tag, "name", "satchel");
	json_put_string(tag, "version", SATCHEL_VERSION);
	return tag;
}

/* A satchel with a check mark. */
static const char icon[] =
	"<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 32 32'>"
	"<path d='M10 11V8a6 6 0 0 1 12 0v3' fill='none' stroke='#7a4b1e' "
	"stroke-width='2.5'/>"
	"<rect x='3' y='11' width='26' height='17' rx='3' fill='#b5722f'/>"
	"<path d='M10 19.5l4.5 4.5 8-8.5' fill='none' stroke='#fff' "
	"stroke-width='3' stroke-linecap='round' stroke-linejoin='round'/>"
	"</svg>";

static struct json_object *
new_icons(void)
{
	struct json_object *icons = json_new_array();
	struct json_object *entry = json_new_object();
	struct json_object *sizes = json_new_array();
	DROP(text) char *data = base64_encode(icon, strlen(icon));
	DROP(text)
	char *uri = text_format("data:image/svg+xml;base64,%s", data);

	json_add(sizes, json_new_string("any"));
	json_put_string(entry, "src", uri);
	json_put_string(entry, "mimeType", "image/svg+xml");
	json_put(entry, "sizes", sizes);
	json_add(icons, entry);
	return icons;
}

struct json_object *
identity_info(void)
{
	struct json_object *info = identity_tag();

	json_put_string(info, "title", "Satchel");
	json_put_string(info, "description",
		"Keeps an SMT-LIB model through a conversation: every edit is "
		"checked, the model is solved by Z3, the result is exported.");
	json_put(info, "icons", new_icons());
	return info;
}

static struct json_object *
new_part(const struct catalog *catalog, enum catalog_lists list)
{
	struct json_object *part = json_new_object();

	if ((catalog->changing & list) != 0)
		json_put_bool(part, "listChanged", true);
	return part;
}

struct json_object *
identity_capabilities(const struct catalog *catalog)
{
	struct json_object *capabilities = json_new_object();
	struct json_object *resources = new_part(catalog, CATALOG_RESOURCES);

	json_put_bool(resources, "subscribe", true);
	json_put(capabilities, "tools", new_part(catalog, CATALOG_TOOLS));
	json_put(capabilities, "prompts", new_part(catalog, CATALOG_PROMPTS));
	json_put(capabilities, "resources", resources);
	json_put(capabilities, "completions", json_new_object());
	json_put(capabilities, "logging", json_new_object());
	return capabilities;
}

const char *
identity_instructions(void)
{
	return prompts_guide("instructions");
}
