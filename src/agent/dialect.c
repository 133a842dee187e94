#include "agent/agent.h"

#include <stdlib.h>
#include <string.h>

#include "base/limits.h"
#include "base/nearest.h"

/* --- what both have ------------------------------------------------------- */

void
model_reply_init(struct model_reply *r)
{
	*r = (struct model_reply){0};
	buf_init(&r->text, LIMIT_MESSAGE);
	buf_init(&r->refusal, LIMIT_MESSAGE);
}

void
model_reply_release(struct model_reply *r)
{
	for (size_t i = 0; i < r->call_count; i++) {
		free(r->calls[i].id);
		free(r->calls[i].name);
		free(r->calls[i].result);
		buf_release(&r->calls[i].text);
		json_free(r->calls[i].arguments);
	}
	buf_release(&r->text);
	buf_release(&r->refusal);
}

static void
add_piece(struct model_reply *r, struct buf *to, const char *piece)
{
	if (piece != NULL && !buf_add_text(to, piece))
		r->is_too_large = true;
}

static void
set_end(struct model_reply *r, const char *name)
{
	if (name == NULL)
		return;
	if (strcmp(name, "length") == 0 || strcmp(name, "max_tokens") == 0)
		r->end = FINISHED_AT_LENGTH;
	else if (strcmp(name, "refusal") == 0 ||
		 strcmp(name, "content_filter") == 0)
		r->end = REFUSED;
	else
		r->end = FINISHED;
}

static void
set_text(struct model_reply *r, char **to, const char *text)
{
	if (text == NULL || *text == '\0')
		return;
	if (strnlen(text, CALL_NAME_MAX + 1) > CALL_NAME_MAX) {
		r->is_too_large = true;
		return;
	}
	free(*to);
	*to = text_copy(text);
}

/* A count may be missing, negative or absurd, and later events may take back
 * what earlier ones said: the largest that can be is the count. */
static int64_t
count_tokens(int64_t before, int64_t said)
{
	if (said > TOKENS_MAX)
		said = TOKENS_MAX;
	return said > before ? said : before;
}

/* A piece of the call at that place, a new one if there is none. Some endpoints
 * give all calls of a reply one place, others give no id. */
static void
add_call(struct model_reply *r, int64_t place, const char *id, const char *name,
	const char *piece)
{
	struct tool_call *call = r->calls + r->call_count;

	if (id != NULL && *id == '\0')
		id = NULL;
	while (call > r->calls &&
		(call[-1].place != place ||
			(id != NULL && strcmp(call[-1].id, id) != 0)))
		call--;
	if (call > r->calls) {
		call--;
	} else if (r->call_count == CALLS_MAX) {
		r->is_too_large = true;
		return;
	} else {
		call = &r->calls[r->call_count++];
		call->place = place;
		call->id = text_format("call_%zu", r->call_count);
		call->name = text_copy("");
		buf_init(&call->text, LIMIT_ITEM);
	}
	set_text(r, &call->id, id);
	set_text(r, &call->name, name);
	add_piece(r, &call->text, piece);
}

/* The tools of MCP, where their schema is called `schema`; each as a member of
 * another object when that has a `name`. */
static struct json_object *
convert_tools(
	const struct json_object *tools, const char *schema, const char *name)
{
	struct json_object *all = json_new_array();

	for (size_t i = 0; i < json_count(tools); i++) {
		const struct json_object *one = json_at(tools, i);
		struct json_object *tool = OBJECT("name",
			json_share(json_get(one, "name")), "description",
			json_share(json_get(one, "description")), schema,
			json_share(json_get(one, "inputSchema")));

		json_add(all, name == NULL ? tool
					   : OBJECT("type", STRING(name), name,
						     tool));
	}
	return all;
}

/* --- OpenAI --------------------------------------------------------------- */

/* No max_tokens: newer models of OpenAI refuse it, and others do not know what
 * came in its place. */
static struct json_object *
openai_request(const char *model, const char *system,
	struct json_object *messages, struct json_object *tools)
{
	struct json_object *all = json_new_array_of(
		OBJECT("role", STRING("system"), "content", STRING(system)),
		NULL);

	for (size_t i = 0; i < json_count(messages); i++)
		json_add(all, json_share(json_at(messages, i)));
	return OBJECT("model", STRING(model), "stream", json_new_bool(true),
		"stream_options", OBJECT("include_usage", json_new_bool(true)),
		"messages", all, "tools",
		convert_tools(tools, "parameters", "function"));
}

/* Arguments that were no JSON go back as {}: servers parse what they get. */
static void
openai_add_reply(struct json_object *messages, const struct model_reply *r)
{
	struct json_object *calls = r->call_count > 0 ? json_new_array() : NULL;

	json_add(messages, OBJECT("role", STRING("assistant"), "content",
				   STRING(r->text.data), "tool_calls", calls));
	for (size_t i = 0; i < r->call_count; i++) {
		const struct tool_call *call = &r->calls[i];
		DROP(text) char *arguments = json_text(call->arguments);

		json_add(calls,
			OBJECT("id", STRING(call->id), "type",
				STRING("function"), "function",
				OBJECT("name", STRING(call->name), "arguments",
					STRING(arguments))));
		json_add(messages, OBJECT("role", STRING("tool"),
					   "tool_call_id", STRING(call->id),
					   "content", STRING(call->result)));
	}
}

static void
openai_read_event(struct model_reply *r, const struct json_object *event)
{
	const struct json_object *choices = json_get_array(event, "choices");
	const struct json_object *usage = json_get(event, "usage");
	const struct json_object *choice, *delta, *calls;

	r->input_tokens = count_tokens(
		r->input_tokens, json_get_int(usage, "prompt_tokens", 0));
	r->output_tokens = count_tokens(
		r->output_tokens, json_get_int(usage, "completion_tokens", 0));
	if (choices == NULL || json_count(choices) == 0)
		return;
	choice = json_at(choices, 0);
	delta = json_get(choice, "delta");
	if (delta == NULL) /* it does not stream */
		delta = json_get(choice, "message");
	calls = json_get_array(delta, "tool_calls");
	for (size_t i = 0; calls != NULL && i < json_count(calls); i++) {
		const struct json_object *call = json_at(calls, i);
		const struct json_object *function = json_get(call, "function");

		/* Who sends a call at once sometimes leaves out the index. */
		add_call(r, json_get_int(call, "index", (int64_t)r->call_count),
			json_get_string(call, "id"),
			json_get_string(function, "name"),
			json_get_string(function, "arguments"));
	}
	set_end(r, json_get_string(choice, "finish_reason"));
	add_piece(r, &r->text, json_get_string(delta, "content"));
	add_piece(r, &r->refusal, json_get_string(delta, "refusal"));
}

/* --- Anthropic ------------------------------------------------------------ */

/* Tools and instructions are the same in each request: where they are kept,
 * that is cheaper. */
static struct json_object *
anthropic_request(const char *model, const char *system,
	struct json_object *messages, struct json_object *tools)
{
	enum { REPLY_TOKENS = 8192 }; /* at most; it must be said */

	return OBJECT("model", STRING(model), "stream", json_new_bool(true),
		"max_tokens", json_new_int(REPLY_TOKENS), "system",
		json_new_array_of(OBJECT("type", STRING("text"), "text",
					  STRING(system), "cache_control",
					  OBJECT("type", STRING("ephemeral"))),
			NULL),
		"messages", json_share(messages), "tools",
		convert_tools(tools, "input_schema", NULL));
}

static void
anthropic_add_reply(struct json_object *messages, const struct model_reply *r)
{
	struct json_object *content = json_new_array();
	struct json_object *results = json_new_array();

	if (r->text.size > 0)
		json_add(content, OBJECT("type", STRING("text"), "text",
					  STRING(r->text.data)));
	for (size_t i = 0; i < r->call_count; i++) {
		const struct tool_call *call = &r->calls[i];

		json_add(content,
			OBJECT("type", STRING("tool_use"), "id",
				STRING(call->id), "name", STRING(call->name),
				"input", json_share(call->arguments)));
		json_add(results,
			OBJECT("type", STRING("tool_result"), "tool_use_id",
				STRING(call->id), "content",
				STRING(call->result), "is_error",
				json_new_bool(call->is_error)));
	}
	json_add(messages,
		OBJECT("role", STRING("assistant"), "content", content));
	if (r->call_count > 0)
		json_add(messages, OBJECT("role", STRING("user"), "content",
					   json_share(results)));
	json_free(results);
}

/* What a cache takes or gives is not among the input_tokens. */
static void
read_usage(struct model_reply *r, const struct json_object *usage)
{
	static const char *const parts[] = {"input_tokens",
		"cache_creation_input_tokens", "cache_read_input_tokens"};
	int64_t input = 0;

	for (size_t i = 0; i < sizeof(parts) / sizeof(parts[0]); i++)
		input += count_tokens(0, json_get_int(usage, parts[i], 0));
	r->input_tokens = count_tokens(r->input_tokens, input);
	r->output_tokens = count_tokens(
		r->output_tokens, json_get_int(usage, "output_tokens", 0));
}

/* The content of a reply that does not stream: its texts and calls, each of
 * them whole. */
static void
read_content(struct model_reply *r, const struct json_object *content)
{
	for (size_t i = 0; content != NULL && i < json_count(content); i++) {
		const struct json_object *block = json_at(content, i);
		const struct json_object *input = json_get(block, "input");
		DROP(text) char *arguments = json_text(input);

		if (input != NULL)
			add_call(r, (int64_t)i, json_get_string(block, "id"),
				json_get_string(block, "name"), arguments);
		add_piece(r, &r->text, json_get_string(block, "text"));
	}
}

static void
anthropic_read_event(struct model_reply *r, const struct json_object *event)
{
	const struct json_object *delta = json_get(event, "delta");
	const struct json_object *block = json_get(event, "content_block");
	const char *kind = json_get_string(block, "type");
	const char *piece = json_get_string(delta, "partial_json");

	read_usage(r, json_get(json_get(event, "message"), "usage"));
	read_usage(r, json_get(event, "usage"));
	read_content(r, json_get_array(event, "content"));
	set_end(r, json_get_string(event, "stop_reason"));
	set_end(r, json_get_string(delta, "stop_reason"));
	if (piece != NULL || (kind != NULL && strcmp(kind, "tool_use") == 0))
		add_call(r, json_get_int(event, "index", 0),
			json_get_string(block, "id"),
			json_get_string(block, "name"), piece);
	add_piece(r, &r->text, json_get_string(block, "text"));
	add_piece(r, &r->text, json_get_string(delta, "text"));
}

const struct dialect *
dialect_find(const char *name)
{
	static const struct dialect dialects[] = {
		{"openai", "https://api.openai.com/v1", "/chat/completions",
			"OPENAI_API_KEY", "Authorization: Bearer ", NULL,
			openai_request, openai_add_reply, openai_read_event},
		{"anthropic", "https://api.anthropic.com", "/v1/messages",
			"ANTHROPIC_API_KEY", "x-api-key: ",
			"anthropic-version: 2023-06-01", anthropic_request,
			anthropic_add_reply, anthropic_read_event},
	};

	return ROW_IN(name, dialects, name);
}
