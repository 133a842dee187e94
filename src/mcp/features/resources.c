#include "mcp/features/resources.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "base/alloc.h"
#include "base/asset.h"
#include "base/buf.h"
#include "base/limits.h"
#include "base/log.h"
#include "base/template.h"
#include "mcp/features/prompts.h"
#include "mcp/session/request.h"
#include "mcp/session/subscription.h"
#include "mcp/session/versions.h"
#include "store/db/db.h"
#include "store/sessions/sessions.h"
#include "tools/call/tool.h"
#include "tools/transfer/model_export.h"
#include "json/json.h"

enum {
	/* Each has half a dozen resources. */
	SESSIONS_PER_PAGE = 15,
};

ASSET(schema_json_dsl_json);

/* --- addresses with variables -------------------------------------------- */

/* Decodes the value of a variable, in which "/" is written %2F. */
static void
decode_value(char *value)
{
	char *slash;

	while ((slash = strcasestr(value, "%2F")) != NULL) {
		*slash = '/';
		memmove(slash + 1, slash + 3, strlen(slash + 3) + 1);
	}
}

bool
uri_match(const char *pattern, const char *uri, char value[URI_VALUE_SIZE])
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
	if (size == 0 || size >= URI_VALUE_SIZE ||
		strcmp(rest + size, strchr(pattern, '}') + 1) != 0)
		return false;
	memcpy(value, rest, size);
	value[size] = '\0';
	decode_value(value);
	return true;
}

bool
uri_has(const char *pattern, const char *name)
{
	const char *open = strchr(pattern, '{');
	size_t size = name != NULL ? strlen(name) : 0;

	if (open == NULL || name == NULL)
		return open != NULL;
	return strncmp(open + 1, name, size) == 0 && open[1 + size] == '}';
}

static bool
add_value(struct buf *out, struct slice name, struct slice body, void *context)
{
	const char *value = *(const char *const *)context;
	const char *slash = strchr(value, '/');

	(void)name, (void)body; /* there is one variable */
	if (slash == NULL)
		return buf_add_text(out, value);
	return buf_add(out, value, (size_t)(slash - value)) &&
	       buf_add_text(out, "%2F") && buf_add_text(out, slash + 1);
}

char *
uri_fill(const char *pattern, const char *value)
{
	DROP(buf) struct buf out;

	buf_init(&out, LIMIT_MESSAGE);
	(void)template_fill(&out, slice_of(pattern), add_value, &value);
	return buf_detach(&out);
}

/* --- texts that no tool shows -------------------------------------------- */

static char *
read_guide(struct server *server, const char *topic, struct err *e)
{
	const struct prompt *guide = prompt_find("topic", topic);

	(void)server; /* it is in the program */
	if (guide == NULL)
		err_set(e, ERR_NOT_FOUND, "there is no guide \"%.64s\"", topic);
	return guide != NULL ? text_copy(guide->text) : NULL;
}

static char *
read_schema(struct server *server, const char *name, struct err *e)
{
	bool is_dsl = strcmp(name, "json_dsl") == 0;
	const struct tool *tool =
		tool_groups_find(server, is_dsl ? "solve_json" : name, e);
	DROP(json) struct json_object *dsl = NULL;

	if (tool == NULL)
		return NULL;
	if (!is_dsl)
		return json_text(tool_schema(tool));
	dsl = json_read(asset_schema_json_dsl_json);
	return json_text(dsl);
}

/* A host brings the data. */
static char *
read_view(struct server *server, const char *value, struct err *e)
{
	DROP(buf) struct buf page;

	(void)server, (void)value, (void)e;
	buf_init(&page, LIMIT_ANSWER);
	export_page("null", &page);
	return buf_detach(&page);
}

/* --- the table ----------------------------------------------------------- */

#define SHOWN(uri, name, title, mime, tool, arguments, member, description) \
	{uri, name, title, mime, description, tool, arguments, member, NULL},
#define TEXT(symbol, uri, name, title, mime, description) \
	{uri, name, title, mime, description, NULL, NULL, NULL, read_##symbol},
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
	struct json_object *arguments = json_read(resource->arguments);

	json_put_string(arguments, "session", session);
	return arguments;
}

const struct resource *
resource_find(const char *uri, char value[URI_VALUE_SIZE])
{
	for (size_t i = 0; i < resource_count; i++) {
		if (uri_match(resource_table[i].uri, uri, value))
			return &resource_table[i];
	}
	return NULL;
}

/* --- lists ------------------------------------------------------------------
 */

/* What one is in a list, and in a link; its key is "uri" or "uriTemplate". */
static struct json_object *
new_entry(const struct resource *resource, const char *key, const char *uri)
{
	return OBJECT(key, STRING(uri), "name", STRING(resource->name), "title",
		STRING(resource->title), "description",
		STRING(resource->description), "mimeType",
		STRING(resource->mime));
}

/* Of the session. */
static struct json_object *
new_session_entry(const struct resource *resource, const char *session)
{
	DROP(text) char *uri = uri_fill(resource->uri, session);
	DROP(text) char *name = text_format("%s/%s", session, resource->name);
	struct json_object *entry = new_entry(resource, "uri", uri);

	json_put_string(entry, "name", name);
	return entry;
}

void
method_templates_list(struct request *r, const struct json_object *params)
{
	struct json_object *list = json_new_array();
	/* Sessions and guides are for those who have the tools of sessions. */
	bool is_whole = tool_groups_have_sessions(r->client->server);

	for (size_t i = 0; i < resource_count; i++) {
		const struct resource *one = &resource_table[i];

		if (uri_has(one->uri, NULL) &&
			(is_whole || one->text == read_schema))
			json_add(list, new_entry(one, "uriTemplate", one->uri));
	}
	request_answer_list(r, params, "resourceTemplates", list);
}

static void
add_guides(const struct resource *resource, struct json_object *entries)
{
	const struct prompt *guide = NULL;

	while ((guide = prompt_next(guide, "topic")) != NULL) {
		const char *topic = json_get_string(guide->head, "topic");
		DROP(text) char *uri = uri_fill(resource->uri, topic);
		DROP(text) char *name = text_format("guide/%s", topic);
		struct json_object *entry = new_entry(resource, "uri", uri);

		json_put_string(entry, "name", name);
		json_put_string(
			entry, "title", json_get_string(guide->head, "title"));
		json_put_string(entry, "description",
			json_get_string(guide->head, "description"));
		json_add(entries, entry);
	}
}

static void
add_session(const struct json_object *session, struct json_object *entries)
{
	const char *name = json_get_string(session, "name");

	for (size_t i = 0; i < resource_count; i++) {
		const struct resource *one = &resource_table[i];
		DROP(text) char *title = NULL;
		struct json_object *entry;

		if (!uri_has(one->uri, "session"))
			continue;
		title = text_format("%s: %s", name, one->title);
		entry = new_session_entry(one, name);
		json_put_string(entry, "title", title);
		json_put_string(entry, "description",
			json_get_string(session, "description"));
		json_put(entry, "annotations",
			OBJECT("lastModified",
				json_share(json_get(session, "changed"))));
		json_add(entries, entry);
	}
}

/* One page, from `at` on; *next is that of the next page, or 0. The first
 * begins with what is always there; a cursor is the number of the session after
 * which it goes on. */
static bool
list_page(const struct server *server, uint64_t at, struct json_object *entries,
	uint64_t *next, struct err *e)
{
	DROP(json) struct json_object *page = NULL;
	const struct json_object *sessions;
	const struct session_filter filter = {.by_id = true,
		.cursor = (int64_t)at,
		.limit = SESSIONS_PER_PAGE};

	if (!tool_groups_have_sessions(server))
		return true;
	for (size_t i = 0; at == 0 && i < resource_count; i++) {
		const struct resource *one = &resource_table[i];

		if (!uri_has(one->uri, NULL))
			json_add(entries, new_entry(one, "uri", one->uri));
		else if (uri_has(one->uri, "topic"))
			add_guides(one, entries);
	}
	/* A database that is not there yet is not made by asking. */
	if (server->store == NULL || !store_exists(server->store))
		return true;
	page = sessions_list(server->store, &filter, e);
	if (page == NULL)
		return false;
	sessions = json_get(page, "sessions");
	for (size_t i = 0; i < json_count(sessions); i++)
		add_session(json_at(sessions, i), entries);
	*next = (uint64_t)json_get_int(page, "next", 0);
	return true;
}

void
method_resources_list(struct request *r, const struct json_object *params)
{
	DROP(json) struct json_object *entries = json_new_array();
	DROP(text) char *cursor = NULL;
	uint64_t at;
	uint64_t next = 0;
	struct err e;

	if (!r->version->is_modern && r->client->session.has_begun)
		subscriptions_add_list(r->client);
	request_forbid_caching(r);
	if (!request_cursor(r, params, &at))
		return;
	if (!list_page(r->client->server, at, entries, &next, &e)) {
		request_fail(r, &e);
		return;
	}
	cursor = next != 0 ? text_format("%" PRIu64, next) : NULL;
	request_answer(r, OBJECT("resources", TAKE(entries), "nextCursor",
				  STRING(cursor)));
}

/* --- links to what was cut ----------------------------------------------- */

/* Whether the resource is asked for with what the result says of itself: its
 * format, its view. */
static bool
shows(const struct resource *resource, const char *tool,
	const struct json_object *structured)
{
	DROP(json) struct json_object *arguments = NULL;
	struct json_member m = {0};

	if (resource->tool == NULL || strcmp(resource->tool, tool) != 0)
		return false;
	arguments = resource_arguments(resource, NULL);
	while (json_next(arguments, &m)) {
		const struct json_object *said = json_get(structured, m.key);

		if (json_kind(said) == json_kind(m.value) &&
			!json_equal(said, m.value))
			return false;
	}
	return true;
}

struct json_object *
resource_link(struct server *server, const char *tool,
	const struct json_object *structured)
{
	struct session_info info;
	struct json_object *link;
	const char *session;
	size_t i = 0;

	/* What solve_model would have answered; and what that has found is what
	 * get_solution shows from then on. */
	if (strcmp(tool, "job") == 0)
		structured = json_get_object(structured, "result");
	if (strcmp(tool, "job") == 0 || strcmp(tool, "solve_model") == 0)
		tool = "get_solution";
	session = json_get_string(structured, "session");
	if (session == NULL || !json_get_bool(structured, "truncated", false))
		return NULL;
	while (i < resource_count &&
		!shows(&resource_table[i], tool, structured))
		i++;
	/* Resources are of the last revision: a text of another one is not
	 * theirs. What is shown as a whole says itself what it is of. */
	if (i == resource_count ||
		(resource_table[i].member != NULL &&
			(!sessions_find(server->store, session, &info, NULL) ||
				(int64_t)info.revision !=
					json_get_int(
						structured, "revision", -1))))
		return NULL;
	link = new_session_entry(&resource_table[i], session);
	json_put_string(link, "type", "resource_link");
	return link;
}

/* --- changes ------------------------------------------------------------- */

uint64_t
resource_version(struct client *c)
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

/* Of that session, or of all; as of its last change and its last solve, unless
 * these are not shown. */
static bool
stamp_session(struct store *store, const char *session, bool shows_changes,
	bool shows_solves, char text[CATALOG_STAMP_SIZE])
{
	struct change_stamp stamp = {0};

	if (store == NULL ? shows_changes
			  : !sessions_stamp(store, session, &stamp, NULL))
		return false;
	/* Four numbers of at most 20 digits. */
	(void)snprintf(text, CATALOG_STAMP_SIZE,
		"%" PRId64 " %" PRId64 " %" PRId64 " %" PRId64, stamp.sessions,
		stamp.newest, shows_changes ? stamp.change : 0,
		shows_solves ? stamp.run : 0);
	return session == NULL || stamp.sessions > 0;
}

bool
resource_stamp(struct client *c, const char *uri, char text[CATALOG_STAMP_SIZE])
{
	char value[URI_VALUE_SIZE];
	const struct resource *resource;
	DROP(text) char *fixed = NULL;

	/* The list of resources changes when a session comes or goes. */
	if (uri == NULL)
		return stamp_session(
			c->server->store, NULL, false, false, text);
	resource = resource_find(uri, value);
	if (resource == NULL)
		return false;
	if (resource->tool == NULL) { /* of the program: it never changes */
		(void)snprintf(text, CATALOG_STAMP_SIZE, "fixed");
		fixed = resource->text(c->server, value, NULL);
		return fixed != NULL;
	}
	return stamp_session(c->server->store, *value != '\0' ? value : NULL,
		true, strcmp(resource->tool, "get_model") != 0, text);
}
