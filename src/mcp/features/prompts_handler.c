#include "base/nearest.h"
#include "mcp/features/handlers.h"
#include "mcp/features/prompt.h"
#include "mcp/features/prompts.h"
#include "mcp/session/request.h"
#include "mcp/transport/rpc.h"
#include "json/json.h"

static struct json_object *
new_entry(size_t index)
{
	return json_copy(prompts_at(index)->head);
}

bool
offer_prompts(struct client *c, struct page *page, struct err *e)
{
	(void)c; /* they are the same for all */
	return pages_fill_numbered(page, prompts_count(), new_entry, e);
}

static void
refuse_unknown(struct request *r, const char *name)
{
	struct nearest n;

	nearest_init(&n, name);
	for (size_t i = 0; i < prompts_count(); i++)
		nearest_offer(&n, json_get_string(prompts_at(i)->head, "name"));
	if (n.best != NULL)
		request_refuse(r, RPC_INVALID_PARAMS,
			"unknown prompt \"%.64s\"; did you mean \"%s\"?", name,
			n.best);
	else
		request_refuse(r, RPC_INVALID_PARAMS,
			"unknown prompt \"%.64s\"; prompts/list names them",
			name);
}

/* One message of the user, with the filled text. */
static struct json_object *
new_prompt(const struct prompt *p, const struct json_object *arguments)
{
	struct json_object *result = json_new_object();
	struct json_object *messages = json_new_array();
	struct json_object *message = json_new_object();
	struct json_object *content = json_new_object();

	json_put_string(content, "type", "text");
	json_put(content, "text", prompt_fill(p, arguments));
	json_put_string(message, "role", "user");
	json_put(message, "content", content);
	json_add(messages, message);
	json_put_string(
		result, "description", json_get_string(p->head, "description"));
	json_put(result, "messages", messages);
	return result;
}

void
handler_prompt(struct request *r, const char *name,
	const struct json_object *arguments)
{
	const struct prompt *p = prompts_find(name);
	struct err e = {0};

	if (p == NULL)
		refuse_unknown(r, name);
	else if (prompt_check(p, arguments, &e))
		request_answer(r, new_prompt(p, arguments));
	else
		request_refuse(r, RPC_INVALID_PARAMS, "%s", e.text);
}
