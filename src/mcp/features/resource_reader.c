/* Resources are read: by calling the tool that shows them, or from here. */

#include <string.h>

#include "base/alloc.h"
#include "base/limits.h"
#include "mcp/features/handlers.h"
#include "mcp/features/resource.h"
#include "mcp/features/resources_read.h"
#include "mcp/session/client.h"
#include "mcp/session/request.h"
#include "tools/call/tool.h"
#include "json/json.h"

static void
answer(struct request *r, const struct resource *resource, const char *text)
{
	struct err e;

	if (strlen(text) <= LIMIT_REPLY) {
		resources_read_answer(r, r->uri, resource->mime, text);
		return;
	}
	(void)err_set(&e, ERR_LIMIT,
		"this resource has %zu bytes, more than a message may have "
		"(%d); `satchel export` on the command line writes a model of "
		"any size to a file",
		strlen(text), LIMIT_REPLY);
	resources_read_refuse(r, r->uri, &e);
}

/* --- shown by a tool ------------------------------------------------------ */

/* The arguments are those of the address: what the tool says against them it
 * says against the address. */
static void
refuse(struct request *r, const struct call_result *result)
{
	bool is_ours = result->code == ERR_STORE ||
		       result->code == ERR_SYSTEM || result->code == ERR_WORKER;
	struct err e;

	(void)err_set(
		&e, is_ours ? result->code : ERR_NOT_FOUND, "%s", result->text);
	resources_read_refuse(r, r->uri, &e);
}

static void
on_done(struct call *call, const struct call_result *result, void *argument)
{
	struct request *r = argument;
	struct template_values values;
	const struct resource *resource = resource_find(r->uri, &values);
	DROP(text) char *text = NULL;

	(void)call; /* it ends with this */
	r->call = NULL;
	if (result->is_error) {
		refuse(r, result);
		return;
	}
	if (resource->member != NULL) {
		answer(r, resource,
			json_get_string(result->structured, resource->member));
		return;
	}
	text = json_text(result->structured);
	answer(r, resource, text);
}

static void
show(struct request *r, const struct resource *resource, const char *session)
{
	const struct call_sink sink = {
		.done = on_done,
		.argument = r,
		.reply_text = LIMIT_ANSWER,
	};
	struct call *call =
		call_start(r->client->server, tool_find(resource->tool),
			resource_arguments(resource, session), &sink);

	/* Without a call it is over, and the request is gone. */
	if (call != NULL)
		r->call = call;
}

/* --- by itself ------------------------------------------------------------ */

static void
read_text(struct request *r, const struct resource *resource,
	const struct template_values *values)
{
	DROP(buf) struct buf text;
	struct err e;

	buf_init(&text, LIMIT_ANSWER);
	if (resource->text(r->client->server, values, &text, &e))
		answer(r, resource, text.data);
	else
		resources_read_refuse(r, r->uri, &e);
}

void
handler_read(struct request *r, const char *uri)
{
	struct template_values values;
	const struct resource *resource = resource_find(uri, &values);
	struct err e;

	r->uri = text_copy(uri);
	if (resource == NULL) {
		(void)err_set(&e, ERR_NOT_FOUND,
			"Resource not found; resources/list and "
			"resources/templates/list name those that there are");
		resources_read_refuse(r, uri, &e);
		return;
	}
	/* All but the texts of the program itself may change at any time. */
	if (resource->tool != NULL || template_has(resource->uri, "session")) {
		r->ttl_ms = 0;
		r->is_private = true;
	}
	if (resource->tool != NULL)
		show(r, resource, template_value(&values, "session"));
	else
		read_text(r, resource, &values);
}
