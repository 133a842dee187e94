#include "mcp/features/handlers.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "base/alloc.h"
#include "base/clock.h"
#include "base/log.h"
#include "mcp/features/prompt.h"
#include "mcp/features/prompts.h"
#include "mcp/features/resource.h"
#include "mcp/session/client.h"
#include "store/db/change_counter.h"
#include "store/db/db.h"
#include "store/sessions/sessions.h"
#include "tools/call/tool.h"
#include "json/json.h"

/* --- lists ---------------------------------------------------------------- */

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
 * the session that it goes on behind. */
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
		!change_counter_version(c->server->store, &version, &e))
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
		!change_counter_read(c->server->store, NULL, &stamp, &e))
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
		!change_counter_read(c->server->store, session, &stamp, &e))
		return false;
	if (!tells_of_solves(resource))
		stamp.run = 0;
	write_stamp(&stamp, text);
	return session == NULL || stamp.sessions > 0;
}
