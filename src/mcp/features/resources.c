#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/clock.h"
#include "base/limits.h"
#include "base/log.h"
#include "mcp/features/handlers.h"
#include "mcp/features/prompts.h"
#include "mcp/features/resource.h"
#include "mcp/session/catalog.h"
#include "mcp/session/client.h"
#include "mcp/session/methods.h"
#include "mcp/session/pagination.h"
#include "mcp/session/request.h"
#include "mcp/session/subscription.h"
#include "mcp/session/versions.h"
#include "mcp/transport/rpc.h"
#include "model/items/model.h"
#include "model/text/render.h"
#include "store/db/db.h"
#include "store/revisions/revisions.h"
#include "store/sessions/sessions.h"
#include "tools/call/tool.h"
#include "tools/call/tool_groups.h"
#include "json/json.h"

/* --- texts that no tool shows --------------------------------------------- */

/* The number of an item, by its name or else by its number. */
static ptrdiff_t
find_item(const struct model *m, const char *which)
{
	ptrdiff_t index = model_find(m, which);
	char *end = NULL;
	unsigned long number;

	if (index >= 0 || *which < '0' || *which > '9')
		return index;
	number = strtoul(which, &end, 10);
	return *end == '\0' && number < m->count ? (ptrdiff_t)number : -1;
}

bool
resource_item(struct server *server, const struct template_values *values,
	struct buf *out, struct err *e)
{
	const char *which = template_value(values, "item");
	DROP(model) struct model *m = NULL;
	struct session_info info;
	ptrdiff_t index;

	if (!sessions_find(
		    server->store, template_value(values, "session"), &info, e))
		return false;
	m = revisions_load(server->store, info.id, REVISION_LAST, e);
	if (m == NULL)
		return false;
	index = find_item(m, which);
	if (index < 0)
		return err_set(e, ERR_NOT_FOUND,
			"session %s has no item \"%.64s\"; it has %zu, "
			"numbered from 0",
			info.name, which, m->count);
	(void)render_items(m, (size_t)index, 1, out);
	return true;
}

bool
resource_guide(struct server *server, const struct template_values *values,
	struct buf *out, struct err *e)
{
	const char *topic = template_value(values, "topic");
	const struct prompt *guide = topics_find(topic);

	(void)server; /* it is in the program */
	if (guide == NULL)
		return err_set(
			e, ERR_NOT_FOUND, "there is no guide \"%.64s\"", topic);
	(void)buf_add_text(out, guide->text);
	return true;
}

bool
resource_schema(struct server *server, const struct template_values *values,
	struct buf *out, struct err *e)
{
	const char *name = template_value(values, "name");
	const struct tool *tool = tool_groups_find(server, name, e);
	DROP(text) char *text = NULL;

	if (tool == NULL)
		return false;
	text = json_text(tool_schema(tool));
	(void)buf_add_text(out, text);
	return true;
}

/* --- lists ------------------------------------------------------------------
 */

static struct json_object *
new_entry(const char *key, const char *uri, const struct resource *resource,
	const char *name, const char *title)
{
	struct json_object *entry = json_new_object();

	json_put_string(entry, key, uri);
	json_put_string(entry, "name", name);
	json_put_string(entry, "title", title);
	json_put_string(entry, "description", resource->description);
	json_put_string(entry, "mimeType", resource->mime);
	return entry;
}

static struct json_object *
new_template(size_t index)
{
	const struct resource *resource = resource_at(index);

	return new_entry("uriTemplate", resource->uri, resource, resource->name,
		resource->title);
}

bool
offer_templates(struct client *c, struct page *page, struct err *e)
{
	(void)c; /* they are the same for all */
	if (page->at > 0)
		return pagination_refuse_cursor(e);
	for (size_t i = 0; i < resource_count(); i++) {
		if (template_has(resource_at(i)->uri, NULL))
			json_add(page->entries, new_template(i));
	}
	return true;
}

static void
add_guides(const struct resource *resource, struct page *page)
{
	for (size_t i = 0; i < topics_count(); i++) {
		const struct json_object *head = topics_at(i)->head;
		const char *topic = json_get_string(head, "topic");
		DROP(text) char *uri = template_fill(resource->uri, topic);
		DROP(text) char *name = text_format("guide/%s", topic);
		struct json_object *entry = new_entry("uri", uri, resource,
			name, json_get_string(head, "title"));

		json_put_string(entry, "description",
			json_get_string(head, "description"));
		json_add(page->entries, entry);
	}
}

/* What is there without any session. */
static void
add_fixed(struct page *page)
{
	for (size_t i = 0; i < resource_count(); i++) {
		const struct resource *resource = resource_at(i);

		if (!template_has(resource->uri, NULL))
			json_add(page->entries,
				new_entry("uri", resource->uri, resource,
					resource->name, resource->title));
		else if (template_has(resource->uri, "topic"))
			add_guides(resource, page);
	}
}

/* Where the protocol has room for it, the time of the last change. */
static struct json_object *
new_annotations(const struct session_info *session)
{
	struct json_object *annotations = json_new_object();
	char changed[CLOCK_TEXT_SIZE];

	clock_text(session->changed_ms, changed);
	json_put_string(annotations, "lastModified", changed);
	return annotations;
}

static void
add_session(const struct session_info *session, struct page *page)
{
	for (size_t i = 0; i < resource_count(); i++) {
		const struct resource *resource = resource_at(i);
		DROP(text) char *uri = NULL;
		DROP(text) char *name = NULL;
		DROP(text) char *title = NULL;
		struct json_object *entry;

		if (!resource_is_per_session(resource))
			continue;
		uri = template_fill(resource->uri, session->name);
		name = text_format("%s/%s", session->name, resource->name);
		title = text_format("%s: %s", session->name, resource->title);
		entry = new_entry("uri", uri, resource, name, title);
		if (session->description[0] != '\0')
			json_put_string(
				entry, "description", session->description);
		json_put(entry, "annotations", new_annotations(session));
		json_add(page->entries, entry);
	}
}

/* How many sessions there is room for on a page; one at least. */
static size_t
count_room(const struct page *page)
{
	size_t each = 0;
	size_t used = json_count(page->entries);

	for (size_t i = 0; i < resource_count(); i++)
		each += resource_is_per_session(resource_at(i));
	if (each == 0 || used + each > PAGE_SIZE)
		return 1;
	return (PAGE_SIZE - used) / each;
}

/* The first page begins with what is always there; a cursor is the number of
 * the session after which it goes on. */
bool
offer_resources(struct client *c, struct page *page, struct err *e)
{
	DROP(session_list) struct session_list list = {0};
	struct session_filter filter = {
		.by_id = true, .cursor = (int64_t)page->at};

	if (page->at == 0)
		add_fixed(page);
	if (page->at > INT64_MAX)
		return pagination_refuse_cursor(e);
	/* A database that is not there yet is not made by asking. */
	if (c->server->store == NULL || !store_exists(c->server->store))
		return true;
	filter.limit = count_room(page);
	if (!sessions_list(c->server->store, &filter, &list, e))
		return false;
	for (size_t i = 0; i < list.count; i++)
		add_session(&list.sessions[i], page);
	page->has_next = list.has_next;
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
tells_of_solves(const struct resource *resource)
{
	return resource->tool != NULL &&
	       strcmp(resource->tool, "get_model") != 0;
}

bool
handler_stamp(struct client *c, const char *uri, char text[CATALOG_STAMP_SIZE])
{
	struct template_values values;
	const struct resource *resource;
	struct change_stamp stamp = {0};
	const char *session;
	struct err e;

	if (uri == NULL)
		return stamp_list(c, text);
	resource = resource_find(uri, &values);
	if (resource == NULL)
		return false;
	session = template_value(&values, "session");
	if (session == NULL && resource->tool == NULL) {
		DROP(buf) struct buf ignored;

		buf_init(&ignored, SIZE_MAX / 2);
		(void)snprintf(text, CATALOG_STAMP_SIZE, "fixed");
		return resource->text(c->server, &values, &ignored, &e);
	}
	if (c->server->store == NULL ||
		!sessions_stamp(c->server->store, session, &stamp, &e))
		return false;
	if (!tells_of_solves(resource))
		stamp.run = 0;
	write_stamp(&stamp, text);
	return session == NULL || stamp.sessions > 0;
}

/* --- resources/read ------------------------------------------------------- */

/* A resource that is read: by calling the tool that shows it, or from here. */
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

static void
answer(const struct read *read, const char *text)
{
	struct err e;

	if (strlen(text) <= LIMIT_REPLY) {
		request_answer_resource(
			read->request, read->uri, read->resource->mime, text);
		return;
	}
	(void)err_set(&e, ERR_LIMIT,
		"this resource has %zu bytes, more than a message may have "
		"(%d); `satchel export` on the command line writes a model of "
		"any size to a file",
		strlen(text), LIMIT_REPLY);
	request_refuse_resource(read->request, read->uri, &e);
}

/* The arguments are those of the address: what the tool says against them it
 * says against the address. */
static void
refuse(const struct read *read, const struct call_result *result)
{
	bool is_ours = result->code == ERR_STORE ||
		       result->code == ERR_SYSTEM || result->code == ERR_WORKER;
	struct err e;

	(void)err_set(
		&e, is_ours ? result->code : ERR_NOT_FOUND, "%s", result->text);
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
	if (read->resource->member != NULL) {
		answer(read, json_get_string(result->structured,
				     read->resource->member));
		return;
	}
	text = json_text(result->structured);
	answer(read, text);
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

static void
read_text(const struct read *read, const struct template_values *values)
{
	DROP(buf) struct buf text;
	struct err e;

	buf_init(&text, LIMIT_ANSWER);
	if (read->resource->text(
		    read->request->client->server, values, &text, &e))
		answer(read, text.data);
	else
		request_refuse_resource(read->request, read->uri, &e);
}

void
handler_read(struct request *r, const char *uri)
{
	struct template_values values;
	const struct resource *resource = resource_find(uri, &values);
	struct read *read;
	struct err e;

	if (resource == NULL) {
		(void)err_set(&e, ERR_NOT_FOUND,
			"Resource not found; resources/list and "
			"resources/templates/list name those that there are");
		request_refuse_resource(r, uri, &e);
		return;
	}
	/* All but the texts of the program itself may change at any time. */
	if (resource->tool != NULL || template_has(resource->uri, "session")) {
		r->ttl_ms = 0;
		r->is_private = true;
	}
	read = mem_new(sizeof(*read));
	read->request = r;
	read->resource = resource;
	read->uri = text_copy(uri);
	end_hooks_add(&r->on_end, on_request_end, read);
	if (resource->tool != NULL)
		show(read, template_value(&values, "session"));
	else
		read_text(read, &values);
}

void
method_resources_list(struct request *r, const struct json_object *params)
{
	struct client *c = r->client;

	/* What a legacy client has listed may become out of date. */
	if (!r->era->is_modern)
		subscription_session_lists(c, CATALOG_RESOURCES);
	r->ttl_ms = 0;
	r->is_private = true;
	pagination_answer(r, params, "resources", c->catalog->list_resources);
}

void
method_templates_list(struct request *r, const struct json_object *params)
{
	pagination_answer(r, params, "resourceTemplates",
		r->client->catalog->list_templates);
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
