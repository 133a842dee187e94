#include "mcp/identity.h"

#include "mcp/prompts.h"
#include "json/json.h"

struct json_object *
identity_tag(void)
{
	struct json_object *tag = json_new_object();

	json_put_string(tag, "name", "satchel");
	json_put_string(tag, "version", SATCHEL_VERSION);
	return tag;
}

struct json_object *
identity_info(void)
{
	struct json_object *info = identity_tag();

	json_put_string(info, "title", "Satchel");
	json_put_string(info, "description",
		"Keeps an SMT-LIB model through a conversation: every edit is "
		"checked, the model is solved by Z3, the result is exported.");
	return info;
}

/* listChanged is not promised: the lists are those of the program. */
struct json_object *
identity_capabilities(void)
{
	struct json_object *capabilities = json_new_object();

	json_put(capabilities, "tools", json_new_object());
	json_put(capabilities, "prompts", json_new_object());
	return capabilities;
}

const char *
identity_instructions(void)
{
	return prompts_guide("instructions");
}
