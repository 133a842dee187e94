/*
 * completion/complete: by the name of the argument, for a session is one in any
 * prompt and in any address. What cannot be completed, as a problem in words,
 * has no values.
 */
#include <ctype.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "base/alloc.h"
#include "base/coroutine.h"
#include "base/nearest.h"
#include "mcp/features/prompts.h"
#include "mcp/features/resources.h"
#include "mcp/session/request.h"
#include "mcp/transport/rpc.h"
#include "model/items/model.h"
#include "store/db/db.h"
#include "store/revisions/revisions.h"
#include "store/sessions/sessions.h"
#include "tools/call/tool.h"
#include "json/json.h"

enum {
	VALUES_MAX = 100, /* in an answer; the protocol's limit */
	NUMBER_SIZE = 24, /* of a size_t in digits */
};

struct completion {
	const char *value; /* as far as it is written */
	struct json_object *values;
	size_t total; /* with those that had no room */
};

/* Adds a candidate, if it begins like the value (letter case is free). */
static void
add_candidate(struct completion *completion, const char *candidate)
{
	size_t size = strlen(completion->value);

	if (strncasecmp(candidate, completion->value, size) != 0)
		return;
	completion->total++;
	if (json_count(completion->values) < VALUES_MAX)
		json_add(completion->values, STRING(candidate));
}

static void
complete_session(struct store *store, struct completion *completion)
{
	DROP(json) struct json_object *page = NULL;
	const struct session_filter filter = {
		.prefix = completion->value, .limit = VALUES_MAX};
	const struct json_object *sessions;
	struct err e;

	/* A database that is not there yet is not made by asking. */
	if (store != NULL && store_exists(store))
		page = sessions_list(store, &filter, &e);
	if (page == NULL)
		return;
	sessions = json_get(page, "sessions");
	for (size_t i = 0; i < json_count(sessions); i++)
		add_candidate(completion,
			json_get_string(json_at(sessions, i), "name"));
	completion->total = (size_t)json_get_int(page, "total", 0);
}

/* Of the session that is chosen already: an item's name, or its number if it
 * has none or a digit was written. */
static void
complete_item(
	struct store *store, const char *session, struct completion *completion)
{
	DROP(model) struct model *m = NULL;
	struct session_info info;
	struct err e;

	if (session == NULL || store == NULL ||
		!sessions_find(store, session, &info, &e))
		return;
	m = revisions_load(store, info.id, REVISION_LAST, &e);
	for (size_t i = 0; m != NULL && i < m->count; i++) {
		const char *name = model_at(m, i)->name;
		char number[NUMBER_SIZE];

		coroutine_pause();
		if (name != NULL)
			add_candidate(completion, name);
		if (name != NULL &&
			!isdigit((unsigned char)completion->value[0]))
			continue;
		(void)snprintf(number, sizeof(number), "%zu", i);
		add_candidate(completion, number);
	}
}

/* Whether there is what is to be completed: a prompt with the argument, or a
 * template of resources with the variable. */
static bool
check_reference(const struct json_object *ref, const char *argument,
	const char *value, struct err *e)
{
	const char *type = rpc_get_name(ref, "type");
	bool is_prompt = type != NULL && strcmp(type, "ref/prompt") == 0;
	bool is_resource = type != NULL && strcmp(type, "ref/resource") == 0;
	const char *of = rpc_get_name(ref, is_prompt ? "name" : "uri");
	const struct prompt *p;
	bool is_there;

	if ((!is_prompt && !is_resource) || of == NULL)
		return err_set(e, ERR_ARGUMENT,
			"completion/complete needs ref, {\"type\": "
			"\"ref/prompt\", \"name\": ...} or {\"type\": "
			"\"ref/resource\", \"uri\": ...}");
	if (argument == NULL || value == NULL)
		return err_set(e, ERR_ARGUMENT,
			"completion/complete needs argument, {\"name\": ..., "
			"\"value\": ...}");
	p = is_prompt ? prompt_find("name", of) : NULL;
	is_there = is_prompt ? p != NULL && prompt_has(p, argument)
			     : ROW_AMONG(of, resource_table, resource_count,
				       uri) != NULL &&
				       uri_has(of, argument);
	return is_there ||
	       err_set(e, ERR_ARGUMENT,
		       "there is no \"%.64s\" with an argument \"%.64s\"; "
		       "prompts/list and resources/templates/list say what "
		       "there is",
		       of, argument);
}

void
method_complete(struct request *r, const struct json_object *params)
{
	const struct json_object *given = json_get(params, "argument");
	const struct json_object *others =
		json_get(json_get(params, "context"), "arguments");
	const char *argument = rpc_get_name(given, "name");
	struct completion completion = {.value = rpc_get_name(given, "value")};
	struct store *store = r->client->server->store;
	struct err e;

	if (!check_reference(
		    json_get(params, "ref"), argument, completion.value, &e)) {
		request_fail(r, &e);
		return;
	}
	completion.values = json_new_array();
	if (strcmp(argument, "session") == 0)
		complete_session(store, &completion);
	else if (strcmp(argument, "item") == 0)
		complete_item(
			store, json_get_string(others, "session"), &completion);
	request_answer(r,
		OBJECT("completion",
			OBJECT("values", completion.values, "total",
				json_new_int((int64_t)completion.total),
				"hasMore",
				json_new_bool(completion.total >
					      json_count(completion.values)))));
}
