#include "mcp/features/completion.h"

#include <string.h>
#include <strings.h>

#include "mcp/session/catalog.h"
#include "mcp/session/client.h"
#include "mcp/session/methods.h"
#include "mcp/session/request.h"
#include "mcp/transport/rpc.h"
#include "json/json.h"

void
completion_add(struct completion *completion, const char *value)
{
	completion->total++;
	if (json_count(completion->values) < COMPLETION_MAX)
		json_add(completion->values, json_new_string(value));
}

void
completion_offer(struct completion *completion, const char *candidate)
{
	size_t size = strlen(completion->value);

	if (strncasecmp(candidate, completion->value, size) == 0)
		completion_add(completion, candidate);
}

static const struct reference {
	const char *type;
	const char *key;
	bool is_prompt;
} references[] = {
	{"ref/prompt", "name", true},
	{"ref/resource", "uri", false},
};

enum { REFERENCE_COUNT = sizeof(references) / sizeof(references[0]) };

static bool
read_reference(const struct json_object *params, struct completion *completion)
{
	const struct json_object *ref = json_get_object(params, "ref");
	const char *type = rpc_get_name(ref, "type");

	for (size_t i = 0; type != NULL && i < REFERENCE_COUNT; i++) {
		if (strcmp(references[i].type, type) != 0)
			continue;
		completion->is_prompt = references[i].is_prompt;
		completion->of = rpc_get_name(ref, references[i].key);
	}
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
	struct json_object *result = json_new_object();
	struct json_object *answer = json_new_object();
	size_t count = json_count(completion->values);

	json_put(answer, "values", completion->values);
	json_put_int(answer, "total", (int64_t)completion->total);
	json_put_bool(answer, "hasMore", completion->total > count);
	json_put(result, "completion", answer);
	return result;
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
