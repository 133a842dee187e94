#include "mcp/prompts.h"

#include <assert.h>
#include <stdbool.h>
#include <string.h>

#include "base/asset.h"
#include "base/nearest.h"
#include "mcp/methods.h"
#include "mcp/pages.h"
#include "mcp/prompt.h"
#include "mcp/request.h"
#include "mcp/rpc.h"
#include "json/json.h"

#define PROMPT(name) ASSET(prompts_##name##_md);
#define GUIDE(name) ASSET(prompts_##name##_md);
#include "mcp/prompts.def"
#undef PROMPT
#undef GUIDE

#define PROMPT(name) asset_prompts_##name##_md,
#define GUIDE(name)
static const char *const prompt_sources[] = {
#include "mcp/prompts.def"
};
#undef PROMPT
#undef GUIDE

#define PROMPT(name)
#define GUIDE(name) asset_prompts_##name##_md,
static const char *const guide_sources[] = {
#include "mcp/prompts.def"
};
#undef PROMPT
#undef GUIDE

enum {
	PROMPT_COUNT = sizeof(prompt_sources) / sizeof(prompt_sources[0]),
	GUIDE_COUNT = sizeof(guide_sources) / sizeof(guide_sources[0]),
};

static struct prompt all_prompts[PROMPT_COUNT];
static struct prompt all_guides[GUIDE_COUNT];

/* The files are part of the program: a broken one is a bug. */
static void
read_all(const char *const sources[], size_t count, struct prompt *list)
{
	struct err e;

	for (size_t i = 0; i < count && list[i].head == NULL; i++) {
		bool is_whole = prompt_read(&list[i], sources[i], &e);

		assert(is_whole);
		(void)is_whole; /* where assert is off */
	}
}

static const struct prompt *
find_named(const struct prompt *list, size_t count, const char *name)
{
	for (size_t i = 0; i < count; i++) {
		const char *own = json_get_string(list[i].head, "name");

		if (strcmp(own, name) == 0)
			return &list[i];
	}
	return NULL;
}

size_t
prompts_count(void)
{
	return PROMPT_COUNT;
}

const struct prompt *
prompts_at(size_t index)
{
	assert(index < PROMPT_COUNT);
	read_all(prompt_sources, PROMPT_COUNT, all_prompts);
	return &all_prompts[index];
}

const struct prompt *
prompts_find(const char *name)
{
	read_all(prompt_sources, PROMPT_COUNT, all_prompts);
	return find_named(all_prompts, PROMPT_COUNT, name);
}

const char *
prompts_guide(const char *name)
{
	const struct prompt *guide;

	read_all(guide_sources, GUIDE_COUNT, all_guides);
	guide = find_named(all_guides, GUIDE_COUNT, name);
	assert(guide != NULL);
	return guide->text;
}

void
method_prompts_list(struct request *r, const struct json_object *params)
{
	struct json_object *result;
	struct json_object *list;

	if (!pages_are_one(r, params))
		return;
	list = json_new_array();
	for (size_t i = 0; i < prompts_count(); i++)
		json_add(list, json_copy(prompts_at(i)->head));
	result = json_new_object();
	json_put(result, "prompts", list);
	request_answer(r, result);
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
method_prompts_get(struct request *r, const struct json_object *params)
{
	const char *name = rpc_get_name(params, "name");
	const struct json_object *arguments = json_get(params, "arguments");
	const struct prompt *p;
	struct err e;

	if (name == NULL) {
		request_refuse(r, RPC_INVALID_PARAMS,
			"prompts/get needs name, the name of a prompt");
		return;
	}
	p = prompts_find(name);
	if (p == NULL) {
		refuse_unknown(r, name);
		return;
	}
	if (arguments != NULL && json_kind(arguments) != JSON_OBJECT) {
		request_refuse(r, RPC_INVALID_PARAMS,
			"arguments of prompt %s must be an object of strings",
			name);
		return;
	}
	if (prompt_check(p, arguments, &e))
		request_answer(r, new_prompt(p, arguments));
	else
		request_refuse(r, RPC_INVALID_PARAMS, "%s", e.text);
}
