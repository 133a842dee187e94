#include "mcp/features/handlers.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "base/alloc.h"
#include "mcp/features/completion.h"
#include "mcp/features/prompt.h"
#include "mcp/features/prompts.h"
#include "mcp/features/resource.h"
#include "mcp/session/client.h"
#include "model/items/model.h"
#include "store/revisions/revisions.h"
#include "store/sessions/session_query.h"
#include "store/sessions/sessions.h"
#include "tools/call/tool.h"
#include "tools/call/tool_groups.h"
#include "json/json.h"

/*
 * Completed by the name of the argument: a session is one in any prompt and in
 * any address. What cannot be completed, as a problem in words, has no values.
 */

enum { NUMBER_SIZE = 24 }; /* of a size_t in digits */

typedef void complete_values(struct client *c, struct completion *completion);

static void
complete_session(struct client *c, struct completion *completion)
{
	DROP(session_query_list) struct session_query_list list = {0};
	struct err e;

	if (c->server->store == NULL ||
		!session_query_complete(c->server->store, completion->value,
			COMPLETION_MAX, &list, &e))
		return;
	for (size_t i = 0; i < list.count; i++)
		completion_add(completion, list.entries[i].name);
	completion->total = list.total;
}

/* By its name, or by its number if it has none or a digit was written. */
static void
offer_item(const struct model *m, size_t index, struct completion *completion)
{
	const char *name = model_at(m, index)->name;
	char number[NUMBER_SIZE];

	if (name != NULL)
		completion_offer(completion, name);
	if (name != NULL && !isdigit((unsigned char)completion->value[0]))
		return;
	(void)snprintf(number, sizeof(number), "%zu", index);
	completion_offer(completion, number);
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

static void
complete_topic(struct client *c, struct completion *completion)
{
	(void)c; /* they are in the program */
	for (size_t i = 0; i < topics_count(); i++)
		completion_offer(completion,
			json_get_string(topics_at(i)->head, "topic"));
}

static void
complete_tool(struct client *c, struct completion *completion)
{
	for (size_t i = 0; i < tool_count(); i++) {
		if (tool_groups_have(c->server, tool_at(i)))
			completion_offer(completion, tool_at(i)->name);
	}
}

static const struct {
	const char *argument;
	complete_values *complete;
} completers[] = {
	{"session", complete_session},
	{"item", complete_item},
	{"topic", complete_topic},
	{"name", complete_tool},
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
	if (resource_of(completion->of) == NULL)
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
