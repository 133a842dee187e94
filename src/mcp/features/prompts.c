#include "mcp/features/prompts.h"

#include <assert.h>
#include <stdint.h>
#include <string.h>

#include "base/alloc.h"
#include "base/asset.h"
#include "base/buf.h"
#include "base/nearest.h"
#include "mcp/features/handlers.h"
#include "mcp/session/catalog.h"
#include "mcp/session/request.h"
#include "mcp/session/versions.h"
#include "mcp/transport/rpc.h"
#include "tools/call/tool.h"
#include "json/json.h"
#include "json/schema.h"

/* --- a file --------------------------------------------------------------- */

static const char rule[] = "\n---\n";
/* In the place of an argument: what the guide says of the `pattern`. */
static const char section[] = "section of the guide";

bool
prompt_read(struct prompt *p, const char *source, struct err *e)
{
	const char *end = strstr(source, rule);
	DROP(json) struct json_object *head = NULL;

	if (end == NULL)
		return err_set(e, ERR_TEXT, "no line --- after the head");
	if (!json_parse(source, (size_t)(end - source), &head, e))
		return false;
	if (json_kind(head) != JSON_OBJECT)
		return err_set(e, ERR_TEXT, "the head must be an object");
	p->head = TAKE(head);
	p->text = end + strlen(rule);
	return true;
}

static const char *
name_of(const struct prompt *p)
{
	return json_get_string(p->head, "name");
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
			json_new_object_of("type", json_new_string("string"),
				"minLength", json_new_int(is_required),
				"maxLength", json_new_int(PROMPT_ARGUMENT_MAX),
				"description",
				json_copy(json_get(d, "description")), NULL));
		if (is_required)
			json_add(required, json_copy(json_get(d, "name")));
	}
	return json_new_object_of("type", json_new_string("object"),
		"properties", properties, "required", required,
		"additionalProperties", json_new_bool(false), NULL);
}

bool
prompt_check(
	const struct prompt *p, struct json_object **arguments, struct err *e)
{
	DROP(json) struct json_object *schema = new_schema(p);

	return schema_check(schema, arguments, e);
}

static const char *
argument_of(const struct json_object *arguments, const char *key)
{
	const char *value = json_get_string(arguments, key);

	return value != NULL ? value : "";
}

static void
add_argument(struct buf *out, const struct json_object *arguments,
	const char *name, size_t size)
{
	DROP(text) char *key = text_copy_n(name, size);
	const struct json_object *value = json_get(arguments, key);

	if (value != NULL && json_kind(value) == JSON_STRING)
		(void)buf_add(out, json_string(value), json_string_size(value));
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
			(void)buf_add_char(&joined, *title);
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
add_pattern(struct buf *out, const char *guide, const char *words)
{
	const char *best = NULL;
	size_t most = 0;

	for (const char *at = guide; (at = strstr(at, heading)) != NULL;) {
		size_t common;

		at += strlen(heading);
		common = count_common(at, words);
		if (common > most) {
			most = common;
			best = at;
		}
	}
	if (best == NULL) {
		(void)buf_add_text(out, guide);
	} else {
		const char *end = strstr(best, heading);

		(void)buf_add(out, best,
			end != NULL ? (size_t)(end - best) : strlen(best));
	}
}

/* --- the text with its arguments ------------------------------------------ */

struct json_object *
prompt_fill(const struct prompt *p, const struct json_object *arguments)
{
	const struct prompt *patterns = guides_find("patterns");
	DROP(buf) struct buf out;
	const char *at = p->text;

	assert(patterns != NULL);
	/* What goes in was checked: the text is bounded by that. */
	buf_init(&out, SIZE_MAX / 2);
	for (;;) {
		const char *open = strstr(at, "{{");
		const char *close = open != NULL ? strstr(open, "}}") : NULL;

		if (close == NULL)
			break;
		(void)buf_add(&out, at, (size_t)(open - at));
		open += strlen("{{");
		if (strncmp(open, section, strlen(section)) == 0)
			add_pattern(&out, patterns->text,
				argument_of(arguments, "pattern"));
		else
			add_argument(
				&out, arguments, open, (size_t)(close - open));
		at = close + strlen("}}");
	}
	(void)buf_add_text(&out, at);
	return json_new_string_n(out.data, out.size);
}

/* --- all of them ---------------------------------------------------------- */

#define PROMPT(name) ASSET(prompts_##name##_md);
#define GUIDE(name) ASSET(prompts_##name##_md);
#include "mcp/features/prompts.def"
#undef PROMPT
#undef GUIDE

/* Texts of the same kind; each is parsed at the first use of any. */
struct collection {
	const char *member; /* of the head, that tells them apart */
	size_t count;
	const char *const *sources;
	struct prompt *all;
};

#define PROMPT(name) asset_prompts_##name##_md,
#define GUIDE(name)
static const char *const prompt_sources[] = {
#include "mcp/features/prompts.def"
};
#undef PROMPT
#undef GUIDE

#define PROMPT(name)
#define GUIDE(name) asset_prompts_##name##_md,
static const char *const guide_sources[] = {
#include "mcp/features/prompts.def"
};
#undef PROMPT
#undef GUIDE

enum {
	PROMPT_COUNT = sizeof(prompt_sources) / sizeof(prompt_sources[0]),
	GUIDE_COUNT = sizeof(guide_sources) / sizeof(guide_sources[0]),
};

static struct prompt all_prompts[PROMPT_COUNT];
static struct prompt all_guides[GUIDE_COUNT];

static const struct collection prompts = {
	"name", PROMPT_COUNT, prompt_sources, all_prompts};
static const struct collection guides = {
	"topic", GUIDE_COUNT, guide_sources, all_guides};

static const struct prompt *
entry_at(const struct collection *c, size_t index)
{
	struct prompt *p = &c->all[index];
	bool is_whole = true;
	struct err e;

	if (index >= c->count)
		return NULL;
	if (p->head == NULL)
		is_whole = prompt_read(p, c->sources[index], &e);
	assert(is_whole); /* the files are part of the program */
	(void)is_whole;
	return p;
}

static const struct prompt *
find(const struct collection *c, const char *value)
{
	const struct prompt *p;

	for (size_t i = 0; (p = entry_at(c, i)) != NULL; i++) {
		if (strcmp(json_get_string(p->head, c->member), value) == 0)
			return p;
	}
	return NULL;
}

const struct prompt *
prompts_at(size_t index)
{
	return entry_at(&prompts, index);
}

const struct prompt *
guides_at(size_t index)
{
	return entry_at(&guides, index);
}

const struct prompt *
prompts_find(const char *name)
{
	return find(&prompts, name);
}

const struct prompt *
guides_find(const char *topic)
{
	return find(&guides, topic);
}

/* --- prompts/list and prompts/get ----------------------------------------- */

struct json_object *
handler_prompts(struct client *c)
{
	struct json_object *list = json_new_array();
	const struct prompt *p;

	if (!tool_groups_have_sessions(c->server))
		return list;
	for (size_t i = 0; (p = prompts_at(i)) != NULL; i++)
		json_add(list, json_copy(p->head));
	return list;
}

static void
refuse_unknown(struct request *r, const char *name)
{
	const struct prompt *p;
	struct nearest n;

	nearest_init(&n, name);
	for (size_t i = 0; (p = prompts_at(i)) != NULL; i++)
		nearest_offer(&n, name_of(p));
	request_refuse(r, RPC_INVALID_PARAMS, "unknown prompt \"%.64s\"; %s%s",
		name,
		n.best != NULL ? "did you mean " : "prompts/list names them",
		n.best != NULL ? n.best : "");
}

/* One message of the user, with the filled text. */
static struct json_object *
new_prompt(const struct prompt *p, const struct json_object *arguments)
{
	struct json_object *content =
		json_new_object_of("type", json_new_string("text"), "text",
			prompt_fill(p, arguments), NULL);
	struct json_object *message = json_new_object_of(
		"role", json_new_string("user"), "content", content, NULL);

	return json_new_object_of("description",
		json_copy(json_get(p->head, "description")), "messages",
		json_new_array_of(message, NULL), NULL);
}

void
handler_prompt(struct request *r, const char *name,
	const struct json_object *arguments)
{
	const struct prompt *p = prompts_find(name);
	DROP(json) struct json_object *checked = json_copy(arguments);
	struct err e;

	if (p == NULL)
		refuse_unknown(r, name);
	else if (prompt_check(p, &checked, &e))
		request_answer(r, new_prompt(p, checked));
	else
		request_fail(r, &e);
}

void
method_prompts_list(struct request *r, const struct json_object *params)
{
	request_answer_list(r, params, "prompts",
		r->client->catalog->list_prompts(r->client));
}

void
method_prompts_get(struct request *r, const struct json_object *params)
{
	const char *name = rpc_get_name(params, "name");

	if (name == NULL)
		request_refuse(r, RPC_INVALID_PARAMS,
			"prompts/get needs name, the name of a prompt");
	else
		r->client->catalog->get(r, name, json_get(params, "arguments"));
}
