#include "base/log.h"
#include "mcp/features/prompts.h"
#include "mcp/features/resources.h"
#include "mcp/session/request.h"
#include "mcp/session/versions.h"
#include "mcp/transport/rpc.h"
#include "tools/call/tool.h"
#include "json/json.h"

static const struct method methods[] = {
#define METHOD(symbol, name, eras, traits) \
	{name, eras, traits, method_##symbol},
#include "mcp/session/methods.def"
#undef METHOD
};

const struct catalog catalog_satchel = {
	.methods = methods,
	.method_count = sizeof(methods) / sizeof(methods[0]),
	.stamp = resource_stamp,
	.version = resource_version,
};

/* NULL where none of the tools is there that they are about. */
static struct json_object *
new_instructions(const struct server *server)
{
	return tool_groups_have_sessions(server)
		       ? STRING(prompt_find("name", "instructions")->text)
		       : NULL;
}

static struct json_object *
new_info(void)
{
	struct json_object *info = new_server_tag();

	json_put_string(info, "title", "Satchel");
	json_put_string(info, "description",
		"Keeps an SMT-LIB model through a conversation: every edit is "
		"checked, the model is solved by Z3, the result is exported.");
	return info;
}

static struct json_object *
new_capabilities(void)
{
	return OBJECT("tools", json_new_object(), "prompts", json_new_object(),
		"resources",
		OBJECT("subscribe", json_new_bool(true), "listChanged",
			json_new_bool(true)),
		"completions", json_new_object(), "logging", json_new_object());
}

static void
begin_session(struct client *c, const struct version *agreed,
	const struct json_object *params)
{
	const struct json_object *info = json_get_object(params, "clientInfo");
	const char *name = json_get_string(info, "name");
	const char *version = json_get_string(info, "version");

	c->session.version = agreed;
	c->session.capabilities = client_capabilities(
		json_get_object(params, "capabilities"), agreed);
	c->session.has_begun = true;
	log_info("client %.64s %.32s, protocol %s",
		name != NULL ? name : "without a name",
		version != NULL ? version : "", agreed->name);
}

void
method_initialize(struct request *r, const struct json_object *params)
{
	const char *version = rpc_get_name(params, "protocolVersion");
	const struct version *agreed;

	if (version == NULL) {
		request_refuse(r, RPC_INVALID_PARAMS,
			"initialize needs protocolVersion, a string such as "
			"\"%s\"",
			version_agree("")->name);
		return;
	}
	agreed = version_agree(version);
	begin_session(r->client, agreed, params);
	request_answer(r,
		OBJECT("protocolVersion", STRING(agreed->name), "capabilities",
			new_capabilities(), "serverInfo", new_info(),
			"instructions", new_instructions(r->client->server)));
}

void
method_ping(struct request *r, const struct json_object *params)
{
	(void)params; /* it has none */
	request_answer(r, json_new_object());
}

void
method_discover(struct request *r, const struct json_object *params)
{
	(void)params; /* it has none but the metadata */
	request_answer(
		r, OBJECT("_meta", OBJECT(META_SERVER, new_info()),
			   "supportedVersions", version_list_modern(),
			   "capabilities", new_capabilities(), "instructions",
			   new_instructions(r->client->server)));
}
