#include "mcp/features/resources.h"

#include <assert.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/clock.h"
#include "base/limits.h"
#include "base/log.h"
#include "language/json_dsl.h"
#include "mcp/features/handlers.h"
#include "mcp/features/prompts.h"
#include "mcp/session/catalog.h"
#include "mcp/session/request.h"
#include "mcp/session/subscription.h"
#include "mcp/session/versions.h"
#include "mcp/transport/rpc.h"
#include "store/db/db.h"
#include "store/sessions/sessions.h"
#include "tools/call/tool.h"
#include "tools/transfer/model_export.h"
#include "json/json.h"

enum {
	/* Each has half a dozen resources. */
	SESSIONS_PER_PAGE = 15,
};

/* --- addresses with variables --------------------------------------------- */

bool
template_match(
	const char *pattern, const char *uri, char value[TEMPLATE_VALUE_SIZE])
{
	size_t prefix = strcspn(pattern, "{");
	const char *rest = uri + prefix;
	size_t size;

	value[0] = '\0';
	if (strncmp(pattern, uri, prefix) != 0)
		return false;
	if (pattern[prefix] == '\0')
		return *rest == '\0';
	size = strcspn(rest, "/?#");
	if (size == 0 || size >= TEMPLATE_VALUE_SIZE ||
		strcmp(rest + size, strchr(pattern, '}') + 1) != 0)
		return false;
	memcpy(value, rest, size);
	value[size] = '\0';
	return true;
}

bool
template_has(const char *pattern, const char *name)
{
	const char *open = strchr(pattern, '{');
	size_t size = name != NULL ? strlen(name) : 0;

	if (open == NULL || name == NULL)
		return open != NULL;
	return strncmp(open + 1, name, size) == 0 && open[1 + size] == '}';
}

char *
template_fill(const char *pattern, const char *value)
{
	size_t prefix = strcspn(pattern, "{");

	if (pattern[prefix] == '\0')
		return text_copy(pattern);
	return text_format("%.*s%s%s", (int)prefix, pattern, value,
		strchr(pattern, '}') + 1);
}

/* --- the table ------------------------------------------------------------ */

#define SHOWN(uri, name, title, mime, tool, arguments, member, description) \
	{uri, name, title, mime, description, tool, arguments, member, NULL},
#define TEXT(symbol, uri, name, title, mime, description) \
	{uri, name, title, mime, description, NULL, NULL, NULL, \
		resource_##symbol},
const struct resource resource_table[] = {
#include "mcp/features/resources.def"
};
#undef SHOWN
#undef TEXT

const size_t resource_count =
	sizeof(resource_table) / sizeof(resource_table[0]);

struct json_object *
resource_arguments(const struct resource *resource, const char *session)
{
	struct json_object *arguments = NULL;
	struct err e;
	bool is_read = json_parse(resource->arguments,
		strlen(resource->arguments), &arguments, &e);

	assert(is_read); /* the table is ours */
	(void)is_read;
	json_put_string(arguments, "session", session);
	return arguments;
}

const struct resource *
resource_find(const char *uri, char value[TEMPLATE_VALUE_SIZE])
{
	for (size_t i = 0; i < resource_count; i++) {
		if (template_match(resource_table[i].uri, uri, value))
			return &resource_table[i];
	}
	return NULL;
}

/* --- texts that no tool shows --------------------------------------------- */

bool
resource_guide(struct server *server, const char *topic, struct buf *out,
	struct err *e)
{
	const struct prompt *guide = guides_find(topic);

	(void)server; /* it is in the program */
	if (guide == NULL)
		return err_set(
			e, ERR_NOT_FOUND, "there is no guide \"%.64s\"", topic);
	(void)buf_add_text(out, guide->text);
	return true;
}

bool
resource_schema(
	struct server *server, const char *name, struct buf *out, struct err *e)
{
	bool is_dsl = strcmp(name, "json_dsl") == 0;
	const struct tool *tool =
		tool_groups_find(server, is_dsl ? "solve_json" : name, e);
	DROP(text) char *text = NULL;

	if (tool == NULL)
		return false;
	text = json_text(is_dsl ? json_dsl_schema() : tool_schema(tool));
	(void)buf_add_text(out, text);
	return true;
}

bool
resource_view(struct server *server, const char *value, struct buf *out,
	struct err *e)
{
	(void)server, (void)value, (void)e; /* a host brings the data */
	export_page("null", out);
	return true;
}

/* --- lists ------------------------------------------------------------------
 */

/* Sessions and guides are for those who have the tools of sessions. */
static bool
is_offered(const struct client *c, const struct resource *resource)
{
	return resource->text == resource_schema ||
	       tool_groups_have_sessions(c->server);
}

static struct json_object *
new_entry(const char *key, const char *uri, const struct resource *resource,
	const char *name, const char *title)
{
	return json_new_object_of(key, json_new_string(uri), "name",
		json_new_string(name), "title", json_new_string(title),
		"description", json_new_string(resource->description),
		"mimeType", json_new_string(resource->mime), NULL);
}

struct json_object *
handler_templates(struct client *c)
{
	struct json_object *list = json_new_array();

	for (size_t i = 0; i < resource_count; i++) {
		const struct resource *r = &resource_table[i];

		if (template_has(r->uri, NULL) && is_offered(c, r))
			json_add(list, new_entry("uriTemplate", r->uri, r,
					       r->name, r->title));
	}
	return list;
}

static void
add_guides(const struct resource *resource, struct page *page)
{
	const struct prompt *guide;

	for (size_t i = 0; (guide = guides_at(i)) != NULL; i++) {
		const char *topic = json_get_string(guide->head, "topic");
		DROP(text) char *uri = template_fill(resource->uri, topic);
		DROP(text) char *name = text_format("guide/%s", topic);
		struct json_object *entry = new_entry("uri", uri, resource,
			name, json_get_string(guide->head, "title"));

		json_put_string(entry, "description",
			json_get_string(guide->head, "description"));
		json_add(page->entries, entry);
	}
}

/* What is there without any session. */
static void
add_fixed(struct page *page)
{
	for (size_t i = 0; i < resource_count; i++) {
		const struct resource *resource = &resource_table[i];

		if (!template_has(resource->uri, NULL))
			json_add(page->entries,
				new_entry("uri", resource->uri, resource,
					resource->name, resource->title));
		else if (template_has(resource->uri, "topic"))
			add_guides(resource, page);
	}
}

static void
add_session(const struct session_info *session, struct page *page)
{
	for (size_t i = 0; i < resource_count; i++) {
		const struct resource *resource = &resource_table[i];
		DROP(text) char *uri = NULL;
		DROP(text) char *name = NULL;
		DROP(text) char *title = NULL;
		char changed[CLOCK_TEXT_SIZE];
		struct json_object *entry;

		if (!template_has(resource->uri, "session"))
			continue;
		uri = template_fill(resource->uri, session->name);
		name = text_format("%s/%s", session->name, resource->name);
		title = text_format("%s: %s", session->name, resource->title);
		entry = new_entry("uri", uri, resource, name, title);
		if (session->description[0] != '\0')
			json_put_string(
				entry, "description", session->description);
		clock_text(session->changed_ms, changed);
		json_put(entry, "annotations",
			json_new_object_of("lastModified",
				json_new_string(changed), NULL));
		json_add(page->entries, entry);
	}
}

/* The first page begins with what is always there; a cursor is the number of
 * the session after which it goes on. */
bool
handler_resources(struct client *c, struct page *page, struct err *e)
{
	DROP(session_list) struct session_list list = {0};
	const struct session_filter filter = {.by_id = true,
		.cursor = (int64_t)page->at,
		.limit = SESSIONS_PER_PAGE};

	if (!tool_groups_have_sessions(c->server))
		return true;
	if (page->at == 0)
		add_fixed(page);
	/* A database that is not there yet is not made by asking. */
	if (c->server->store == NULL || !store_exists(c->server->store))
		return true;
	if (!sessions_list(c->server->store, &filter, &list, e))
		return false;
	for (size_t i = 0; i < list.count; i++)
		add_session(&list.sessions[i], page);
	if (list.has_next)
		page->next = (uint64_t)list.next;
	return true;
}

/* --- changes -------------------------------------------------------------- */

uint64_t
handler_version(struct client *c)
{
	uint64_t version = 0;
	struct err e;

	/* A database in trouble says so when it is used; here it is as if
	 * nothing had changed. */
	if (c->server->store != NULL &&
		!sessions_version(c->server->store, &version, &e))
		log_debug("cannot look for changes: %s", e.text);
	return version;
}

static void
write_stamp(const struct change_stamp *stamp, char text[CATALOG_STAMP_SIZE])
{
	/* Four numbers of at most 20 digits. */
	(void)snprintf(text, CATALOG_STAMP_SIZE,
		"%" PRId64 " %" PRId64 " %" PRId64 " %" PRId64, stamp->sessions,
		stamp->newest, stamp->change, stamp->run);
}

/* Of the list of resources: it changes when a session comes or goes. */
static bool
stamp_list(struct client *c, char text[CATALOG_STAMP_SIZE])
{
	struct change_stamp stamp = {0};
	struct err e;

	if (c->server->store != NULL &&
		!sessions_stamp(c->server->store, NULL, &stamp, &e))
		return false;
	stamp.change = 0;
	stamp.run = 0;
	write_stamp(&stamp, text);
	return true;
}

/* The items alone are the same after a solve. */
static bool
shows_solves(const struct resource *resource)
{
	return strcmp(resource->tool, "get_model") != 0;
}

bool
handler_stamp(struct client *c, const char *uri, char text[CATALOG_STAMP_SIZE])
{
	char value[TEMPLATE_VALUE_SIZE];
	const struct resource *resource;
	struct change_stamp stamp = {0};
	const char *session;
	struct err e;

	if (uri == NULL)
		return stamp_list(c, text);
	resource = resource_find(uri, value);
	if (resource == NULL)
		return false;
	if (resource->tool == NULL) {
		DROP(buf) struct buf ignored;

		buf_init(&ignored, SIZE_MAX / 2);
		(void)snprintf(text, CATALOG_STAMP_SIZE, "fixed");
		return resource->text(c->server, value, &ignored, &e);
	}
	session = value[0] != '\0' ? value : NULL;
	if (c->server->store == NULL ||
		!sessions_stamp(c->server->store, session, &stamp, &e))
		return false;
	if (!shows_solves(resource))
		stamp.run = 0;
	write_stamp(&stamp, text);
	return session == NULL || stamp.sessions > 0;
}

/* --- resources/read ------------------------------------------------------- */

/* A resource that is read by calling the tool that shows it. */
struct read {
	struct request *request;
	const struct resource *resource;
	char *uri;
	struct call *call; /* while a tool works on it; or NULL */
};

static void
on_request_end(void *argument)
{
	struct read *read = argument;

	if (read->call != NULL)
		call_cancel(read->call);
	free(read->uri);
	free(read);
}

/* The arguments are those of the address: what the tool says against them it
 * says against the address. */
static void
refuse(const struct read *read, const struct call_result *result)
{
	bool is_ours = result->error->code == ERR_STORE ||
		       result->error->code == ERR_SYSTEM ||
		       result->error->code == ERR_WORKER;
	struct err e;

	(void)err_set(&e, is_ours ? result->error->code : ERR_NOT_FOUND, "%s",
		result->text);
	request_refuse_resource(read->request, read->uri, &e);
}

static void
on_done(struct call *call, const struct call_result *result, void *argument)
{
	struct read *read = argument;
	DROP(text) char *text = NULL;

	(void)call; /* it ends with this */
	read->call = NULL;
	if (result->is_error) {
		refuse(read, result);
		return;
	}
	if (read->resource->member != NULL)
		text = text_copy(json_get_string(
			result->structured, read->resource->member));
	else
		text = json_text(result->structured);
	request_answer_resource(
		read->request, read->uri, read->resource->mime, text);
}

static void
show(struct read *read, const char *session)
{
	const struct call_sink sink = {
		.done = on_done,
		.argument = read,
		.reply_text = LIMIT_ANSWER,
	};
	struct call *call = call_start(read->request->client->server,
		tool_find(read->resource->tool),
		resource_arguments(read->resource, session), &sink);

	/* Without a call it is over, and the request is gone. */
	if (call != NULL)
		read->call = call;
}

/* A text of the program itself. */
static void
read_text(struct request *r, const struct resource *resource, const char *uri,
	const char *value)
{
	DROP(buf) struct buf text;
	struct err e;

	buf_init(&text, LIMIT_ANSWER);
	if (resource->text(r->client->server, value, &text, &e))
		request_answer_resource(r, uri, resource->mime, text.data);
	else
		request_refuse_resource(r, uri, &e);
}

void
handler_read(struct request *r, const char *uri)
{
	char value[TEMPLATE_VALUE_SIZE];
	const struct resource *resource = resource_find(uri, value);
	struct read *read;
	struct err e;

	if (resource == NULL) {
		(void)err_set(&e, ERR_NOT_FOUND,
			"Resource not found; resources/list and "
			"resources/templates/list name those that exist");
		request_refuse_resource(r, uri, &e);
		return;
	}
	if (resource->tool == NULL) {
		read_text(r, resource, uri, value);
		return;
	}
	/* It may change at any time. */
	r->cache.ttl_ms = 0;
	r->cache.is_private = true;
	read = mem_new(sizeof(*read));
	read->request = r;
	read->resource = resource;
	read->uri = text_copy(uri);
	end_hooks_add(&r->on_end, on_request_end, read);
	show(read, value[0] != '\0' ? value : NULL);
}

void
method_resources_list(struct request *r, const struct json_object *params)
{
	struct client *c = r->client;
	struct page page = {0};
	struct json_object *result;
	struct err e;

	if (!r->era->is_modern)
		subscription_list_was_read(c);
	r->cache.ttl_ms = 0;
	r->cache.is_private = true;
	page.entries = json_new_array();
	if (!request_cursor(params, &page.at, &e) ||
		!c->catalog->list_resources(c, &page, &e)) {
		json_free(page.entries);
		request_fail(r, &e);
		return;
	}
	result = json_new_object();
	json_put(result, "resources", page.entries);
	if (page.next != 0) {
		DROP(text) char *cursor = text_format("%" PRIu64, page.next);

		json_put_string(result, "nextCursor", cursor);
	}
	request_answer(r, result);
}

void
method_templates_list(struct request *r, const struct json_object *params)
{
	request_answer_list(r, params, "resourceTemplates",
		r->client->catalog->list_templates(r->client));
}

void
method_resources_read(struct request *r, const struct json_object *params)
{
	const char *uri = rpc_get_name(params, "uri");

	if (uri == NULL) {
		request_refuse(r, RPC_INVALID_PARAMS,
			"resources/read needs uri, the address of a resource");
		return;
	}
	r->client->catalog->read(r, uri);
}
