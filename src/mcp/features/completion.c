#include <ctype.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "base/alloc.h"
#include "mcp/features/handlers.h"
#include "mcp/features/prompts.h"
#include "mcp/features/resources.h"
#include "mcp/session/catalog.h"
#include "mcp/session/request.h"
#include "mcp/session/versions.h"
#include "mcp/transport/rpc.h"
#include "model/items/model.h"
#include "store/db/db.h"
#include "store/revisions/revisions.h"
#include "store/sessions/sessions.h"
#include "tools/call/tool.h"
#include "json/json.h"

void
completion_add(struct completion *completion, const char *candidate)
{
	size_t size = strlen(completion->value);

	if (strncasecmp(candidate, completion->value, size) != 0)
		return;
	completion->total++;
	if (json_count(completion->values) < COMPLETION_MAX)
		json_add(completion->values, json_new_string(candidate));
}

static bool
read_reference(const struct json_object *params, struct completion *completion)
{
	const struct json_object *ref = json_get_object(params, "ref");
	const char *type = rpc_get_name(ref, "type");

	completion->is_prompt = type != NULL && strcmp(type, "ref/prompt") == 0;
	if (completion->is_prompt)
		completion->of = rpc_get_name(ref, "name");
	else if (type != NULL && strcmp(type, "ref/resource") == 0)
		completion->of = rpc_get_name(ref, "uri");
	return completion->of != NULL;
}

static bool
read_completion(const struct json_object *params, struct completion *completion,
	struct err *e)
{
	const struct json_object *argument =
		json_get_object(params, "argument");

	if (!read_reference(params, completion))
		return err_set(e, ERR_ARGUMENT,
			"completion/complete needs ref, {\"type\": "
			"\"ref/prompt\", \"name\": ...} or {\"type\": "
			"\"ref/resource\", \"uri\": ...}");
	completion->argument = rpc_get_name(argument, "name");
	completion->value = rpc_get_name(argument, "value");
	if (completion->argument == NULL || completion->value == NULL)
		return err_set(e, ERR_ARGUMENT,
			"completion/complete needs argument, {\"name\": ..., "
			"\"value\": ...}");
	completion->others = json_get_object(
		json_get_object(params, "context"), "arguments");
	return true;
}

static struct json_object *
new_result(struct completion *completion)
{
	bool has_more = completion->total > json_count(completion->values);

	return json_new_object_of("completion",
		json_new_object_of("values", completion->values, "total",
			json_new_int((int64_t)completion->total), "hasMore",
			json_new_bool(has_more), NULL),
		NULL);
}

void
method_complete(struct request *r, const struct json_object *params)
{
	struct completion completion = {0};
	struct err e;

	if (!read_completion(params, &completion, &e)) {
		request_fail(r, &e);
		return;
	}
	completion.values = json_new_array();
	if (r->client->catalog->complete(r->client, &completion, &e)) {
		request_answer(r, new_result(&completion));
		return;
	}
	json_free(completion.values);
	request_fail(r, &e);
}

/* --- what Satchel completes ----------------------------------------------- */

/*
 * Completed by the name of the argument: a session is one in any prompt and in
 * any address. What cannot be completed, as a problem in words, has no values.
 */

enum { NUMBER_SIZE = 24 }; /* of a size_t in digits */

typedef void complete_values(struct client *c, struct completion *completion);

static void
complete_session(struct client *c, struct completion *completion)
{
	DROP(session_list) struct session_list list = {0};
	const struct session_filter filter = {
		.prefix = completion->value, .limit = COMPLETION_MAX};
	struct err e;

	/* A database that is not there yet is not made by asking. */
	if (c->server->store == NULL || !store_exists(c->server->store) ||
		!sessions_list(c->server->store, &filter, &list, &e))
		return;
	for (size_t i = 0; i < list.count; i++)
		completion_add(completion, list.sessions[i].name);
	completion->total = list.total;
}

/* By its name, or by its number if it has none or a digit was written. */
static void
offer_item(const struct model *m, size_t index, struct completion *completion)
{
	const char *name = model_at(m, index)->name;
	char number[NUMBER_SIZE];

	if (name != NULL)
		completion_add(completion, name);
	if (name != NULL && !isdigit((unsigned char)completion->value[0]))
		return;
	(void)snprintf(number, sizeof(number), "%zu", index);
	completion_add(completion, number);
}

/* Of the session that is chosen already. */
static void
complete_item(struct client *c, struct completion *completion)
{
	const char *session = json_get_string(completion->others, "session");
	DROP(model) struct model *m = NULL;
	struct session_info info;
	struct err e;

	if (session == NULL || c->server->store == NULL ||
		!sessions_find(c->server->store, session, &info, &e))
		return;
	m = revisions_load(c->server->store, info.id, REVISION_LAST, &e);
	for (size_t i = 0; m != NULL && i < m->count; i++)
		offer_item(m, i, completion);
}

static const struct {
	const char *argument;
	complete_values *complete;
} completers[] = {
	{"session", complete_session},
	{"item", complete_item},
};

enum { COMPLETER_COUNT = sizeof(completers) / sizeof(completers[0]) };

static bool
check_prompt(const struct completion *completion, struct err *e)
{
	const struct prompt *p = prompts_find(completion->of);

	if (p == NULL)
		return err_set(e, ERR_ARGUMENT,
			"unknown prompt \"%.64s\"; prompts/list names them",
			completion->of);
	return prompt_has(p, completion->argument) ||
	       err_set(e, ERR_ARGUMENT, "prompt %s has no argument \"%.64s\"",
		       completion->of, completion->argument);
}

static bool
check_template(const struct completion *completion, struct err *e)
{
	size_t i = 0;

	while (i < resource_count &&
		strcmp(resource_table[i].uri, completion->of) != 0)
		i++;
	if (i == resource_count)
		return err_set(e, ERR_ARGUMENT,
			"unknown resource template \"%.64s\"; "
			"resources/templates/list names them",
			completion->of);
	return template_has(completion->of, completion->argument) ||
	       err_set(e, ERR_ARGUMENT, "%s has no variable \"%.64s\"",
		       completion->of, completion->argument);
}

bool
handler_completion(
	struct client *c, struct completion *completion, struct err *e)
{
	if (completion->is_prompt ? !check_prompt(completion, e)
				  : !check_template(completion, e))
		return false;
	for (size_t i = 0; i < COMPLETER_COUNT; i++) {
		if (strcmp(completers[i].argument, completion->argument) == 0)
			completers[i].complete(c, completion);
	}
	return true;
}
