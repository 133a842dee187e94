#include "mcp/features/prompts.h"

#include <assert.h>
#include <stdint.h>
#include <string.h>

#include "base/alloc.h"
#include "base/asset.h"
#include "base/template.h"
#include "mcp/session/request.h"
#include "mcp/transport/rpc.h"
#include "tools/call/tool.h"
#include "json/json.h"
#include "json/schema.h"

/* --- a file --------------------------------------------------------------- */

static const char rule[] = "\n---\n";
/* In the place of an argument: what the guide says of the `pattern`. */
static const char section[] = "section of the guide";

void
prompt_read(struct prompt *p, const char *source)
{
	const char *end = strstr(source, rule);
	DROP(text) char *head = NULL;

	assert(end != NULL);
	head = text_copy_n(source, (size_t)(end - source));
	p->head = json_read(head);
	assert(p->head != NULL);
	p->text = end + strlen(rule);
}

/* The index-th argument that the head declares; NULL after the last. */
static const struct json_object *
declared(const struct prompt *p, size_t index)
{
	const struct json_object *list = json_get_array(p->head, "arguments");

	if (list == NULL || index >= json_count(list))
		return NULL;
	return json_at(list, index);
}

bool
prompt_has(const struct prompt *p, const char *name)
{
	const struct json_object *d;

	for (size_t i = 0; (d = declared(p, i)) != NULL; i++) {
		if (strcmp(json_get_string(d, "name"), name) == 0)
			return true;
	}
	return false;
}

/* Of the arguments: strings, and the required ones not empty. */
static struct json_object *
new_schema(const struct prompt *p)
{
	struct json_object *properties = json_new_object();
	struct json_object *required = json_new_array();
	const struct json_object *d;

	for (size_t i = 0; (d = declared(p, i)) != NULL; i++) {
		bool is_required = json_get_bool(d, "required", false);

		json_put(properties, json_get_string(d, "name"),
			OBJECT("type", STRING("string"), "minLength",
				json_new_int(is_required), "maxLength",
				json_new_int(PROMPT_ARGUMENT_MAX),
				"description",
				json_share(json_get(d, "description"))));
		if (is_required)
			json_add(required, json_share(json_get(d, "name")));
	}
	return OBJECT("type", STRING("object"), "properties", properties,
		"required", required, "additionalProperties",
		json_new_bool(false));
}

bool
prompt_check(
	const struct prompt *p, struct json_object **arguments, struct err *e)
{
	DROP(json) struct json_object *schema = new_schema(p);

	return schema_check(schema, arguments, e);
}

/* --- sections of the guide on patterns ------------------------------------ */

static const char heading[] = "\n## ";

/* How many letters of the words the title has: "no_overlap" is found in "No
 * overlap", "alldifferent" in "All different". */
static size_t
count_common(const char *title, const char *words)
{
	enum { WORD_MIN = 3 };
	static const char blanks[] = " -_,.:/()";
	DROP(buf) struct buf joined;
	size_t count = 0;

	buf_init(&joined, PROMPT_ARGUMENT_MAX);
	for (; *title != '\n' && *title != '\0'; title++)
		if (strchr(blanks, *title) == NULL)
			buf_add_char(&joined, *title);
	for (; *words != '\0'; words += strspn(words, blanks)) {
		size_t size = strcspn(words, blanks);
		DROP(text) char *word = text_copy_n(words, size);

		if (size >= WORD_MIN && strcasestr(joined.data, word) != NULL)
			count += size;
		words += size;
	}
	return count;
}

/* The section of the guide whose title fits best; all of it if none does. */
static void
add_pattern(struct buf *out, const char *words)
{
	const struct prompt *guide = prompt_find("topic", "patterns");
	const char *best;
	size_t most = 0;
	const char *end;

	assert(guide != NULL);
	best = guide->text;
	for (const char *at = best; (at = strstr(at, heading)) != NULL;) {
		size_t common;

		at += strlen(heading);
		common = count_common(at, words);
		if (common > most) {
			most = common;
			best = at;
		}
	}
	end = most > 0 ? strstr(best, heading) : NULL;
	buf_add(out, best, end != NULL ? (size_t)(end - best) : strlen(best));
}

/* --- the text with its arguments ------------------------------------------ */

static bool
add_argument(
	struct buf *out, struct slice name, struct slice body, void *context)
{
	const struct json_object *arguments = context;
	DROP(text) char *key = text_copy_n(name.start, name.length);
	const char *value = json_get_string(arguments, key);
	const char *pattern = json_get_string(arguments, "pattern");

	(void)body; /* there are no loops */
	if (slice_is(name, section))
		add_pattern(out, pattern != NULL ? pattern : "");
	else if (value != NULL)
		buf_add_text(out, value);
	return true;
}

struct json_object *
prompt_fill(const struct prompt *p, struct json_object *arguments)
{
	DROP(buf) struct buf out;

	/* What goes in was checked: the text is bounded by that. */
	buf_init(&out, SIZE_MAX / 2);
	(void)template_fill(&out, slice_of(p->text), add_argument, arguments);
	return STRING(out.data);
}

/* --- all of them ---------------------------------------------------------- */

#define PROMPT(name) ASSET(prompts_##name##_md);
#include "mcp/features/prompts.def"
#undef PROMPT

static const char *const sources[] = {
#define PROMPT(name) asset_prompts_##name##_md,
#include "mcp/features/prompts.def"
#undef PROMPT
};

enum { PROMPT_COUNT = sizeof(sources) / sizeof(sources[0]) };

static struct prompt prompts[PROMPT_COUNT];

const struct prompt *
prompt_next(const struct prompt *p, const char *member)
{
	for (size_t i = p != NULL ? (size_t)(p - prompts) + 1 : 0;
		i < PROMPT_COUNT; i++) {
		if (prompts[i].head == NULL)
			prompt_read(&prompts[i], sources[i]);
		if (json_find(prompts[i].head, member, NULL))
			return &prompts[i];
	}
	return NULL;
}

const struct prompt *
prompt_find(const char *member, const char *value)
{
	const struct prompt *p = NULL;

	while ((p = prompt_next(p, member)) != NULL &&
		strcmp(json_get_string(p->head, member), value) != 0)
		;
	return p;
}

/* --- prompts/list and prompts/get ----------------------------------------- */

void
method_prompts_list(struct request *r, const struct json_object *params)
{
	struct json_object *list = json_new_array();
	const struct prompt *p = NULL;

	while (tool_groups_have_sessions(r->client->server) &&
		(p = prompt_next(p, "name")) != NULL)
		json_add(list, json_copy(p->head));
	request_answer_list(r, params, "prompts", list);
}

void
method_prompts_get(struct request *r, const struct json_object *params)
{
	const char *name =
		request_require(r, params, "name", "the name of a prompt");
	const struct prompt *p =
		name != NULL ? prompt_find("name", name) : NULL;
	DROP(json) struct json_object *arguments = NULL;
	struct json_object *message;
	struct err e;

	if (name == NULL)
		return;
	arguments = json_copy(json_get(params, "arguments"));
	if (p == NULL) {
		request_refuse(r, RPC_INVALID_PARAMS,
			"unknown prompt \"%.64s\"; prompts/list names them",
			name);
	} else if (!prompt_check(p, &arguments, &e)) {
		request_fail(r, &e);
	} else {
		message = OBJECT("role", STRING("user"), "content",
			OBJECT("type", STRING("text"), "text",
				prompt_fill(p, arguments)));
		request_answer(r,
			OBJECT("description",
				json_copy(json_get(p->head, "description")),
				"messages", json_new_array_of(message, NULL)));
	}
}
