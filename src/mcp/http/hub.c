#include "mcp/http/hub.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/queue.h>
#include <sys/random.h>

#include "base/alloc.h"
#include "base/buf.h"
#include "base/clock.h"
#include "base/coroutine.h"
#include "base/limits.h"
#include "base/loop.h"
#include "mcp/http/door.h"
#include "mcp/http/exchange.h"
#include "mcp/http/mirror.h"
#include "mcp/serve/serve.h"
#include "mcp/session/request.h"
#include "mcp/session/subscription.h"
#include "mcp/session/versions.h"
#include "mcp/transport/rpc.h"
#include "tools/call/tool.h"
#include "json/json.h"

enum {
	RPC_HEADER_MISMATCH = -32020,
	/* "2025-11-25", capabilities in two digits, random bytes. */
	SESSION_ID_SIZE = 64,
	ID_RANDOM = 16,
	/* Messages that wait for the stream of a session. */
	BACKLOG_MAX = 64 * KIB,
};

struct post;

/* A legacy session. */
struct http_session {
	TAILQ_ENTRY(http_session) link;
	char id[SESSION_ID_SIZE];
	struct client *client;
	struct post *stream; /* the open GET, or NULL */
	struct buf backlog;  /* lines for it */
	size_t posts;	     /* that are open */
	bool is_listed;	     /* it has an id */
};

TAILQ_HEAD(http_sessions, http_session);
LIST_HEAD(posts, post);

struct hub {
	struct server *server;
	const struct catalog *catalog;
	struct http_sessions sessions; /* most recently used first */
	size_t session_count;
	struct posts posts;
};

/* A POST or a GET: the origin of its requests. It lives as long as its exchange
 * and its requests do. */
struct post {
	LIST_ENTRY(post) link;
	struct hub *hub;
	struct server *server;	   /* of the account */
	struct exchange *exchange; /* NULL: it is over */
	struct client *client;
	struct http_session *session; /* NULL: the client is its own */
	struct timer *end;	      /* frees it from the loop */
	bool is_modern;
	bool is_stream; /* a GET */
	bool is_batch;
	/* Requests that end now are not counted. */
	bool is_dispatching;
	/* A coroutine decodes the body or hands the message on, and frees the
	 * post if it is over then. */
	bool is_receiving;
	size_t open; /* requests */
};

/* --- messages to clients -------------------------------------------------- */

/* Which status a modern reply has: an error that the protocol itself makes is
 * one of HTTP, too. */
static unsigned
status_of(const struct post *p, const struct outgoing *m)
{
	if (m->is_bare)
		return MHD_HTTP_BAD_REQUEST;
	if (!p->is_modern || m->error == 0)
		return MHD_HTTP_OK;
	if (m->error == RPC_UNKNOWN_METHOD)
		return MHD_HTTP_NOT_FOUND;
	return m->is_early || m->error == RPC_MISSING_CAPABILITY
		       ? MHD_HTTP_BAD_REQUEST
		       : MHD_HTTP_OK;
}

/* Sends to the stream of the session, or keeps it for that; what has no room
 * is lost, as it is for a client that is not there. */
static void
send_to_session(struct http_session *s, const struct outgoing *m)
{
	if (s->stream != NULL) {
		exchange_event(s->stream->exchange, m->text, m->size);
	} else if (s->backlog.size + m->size + 1 <= BACKLOG_MAX) {
		(void)buf_add(&s->backlog, m->text, m->size);
		(void)buf_add_char(&s->backlog, '\n');
	}
}

/* The argument is the session, or NULL for a client without one. */
static void
on_send(const struct outgoing *m, void *argument)
{
	struct http_session *s = argument;
	const struct post *p = m->origin;

	if (p == NULL && s != NULL)
		send_to_session(s, m);
	if (p == NULL || p->exchange == NULL)
		return; /* nobody is there */
	if (!m->is_reply || p->is_batch)
		exchange_event(p->exchange, m->text, m->size);
	else
		exchange_answer(p->exchange, status_of(p, m), m->text, m->size);
}

static bool
is_congested(void *origin, void *argument)
{
	const struct post *p = origin;

	(void)argument;
	/* Progress is an event, and who takes no stream takes none. */
	return p == NULL || p->exchange == NULL || !p->exchange->takes_stream ||
	       exchange_is_congested(p->exchange);
}

static void
session_free(struct http_session *s)
{
	client_free(s->client);
	buf_release(&s->backlog);
	free(s);
}

static void
post_free(struct post *p)
{
	LIST_REMOVE(p, link);
	timer_free(p->end);
	if (p->session == NULL)
		client_free(p->client);
	else if (--p->session->posts == 0 && !p->session->is_listed)
		session_free(p->session);
	free(p);
}

static void
on_post_end(void *argument)
{
	struct post *p = argument;

	p->end = NULL;
	post_free(p);
}

/* From the loop: whoever ended the request still uses its client. */
static void
on_ended(void *origin, void *argument)
{
	struct post *p = origin;

	(void)argument;
	if (p == NULL || p->is_dispatching || --p->open > 0)
		return;
	if (p->exchange != NULL)
		exchange_complete(p->exchange);
	else
		p->end = loop_at(
			p->hub->server->loop, clock_now_ms(), on_post_end, p);
}

static struct client *
new_client(const struct hub *h, struct server *server, struct http_session *s)
{
	const struct transport wire = {.send = on_send,
		.is_congested = is_congested,
		.ended = on_ended,
		.argument = s,
		.has_bare_errors = true};

	return client_new(server, h->catalog, &wire);
}

/* --- sessions ------------------------------------------------------------- */

static struct http_session *
session_new(const struct post *p)
{
	struct http_session *s = mem_new(sizeof(*s));

	s->client = new_client(p->hub, p->server, s);
	buf_init(&s->backlog, BACKLOG_MAX);
	return s;
}

static void
list_session(struct hub *h, struct http_session *s)
{
	TAILQ_INSERT_HEAD(&h->sessions, s, link);
	h->session_count++;
	s->is_listed = true;
}

static void
drop_session(struct hub *h, struct http_session *s)
{
	TAILQ_REMOVE(&h->sessions, s, link);
	h->session_count--;
	session_free(s);
}

/* Makes room for one session more; false if all of them are in use. */
static bool
make_room(struct hub *h)
{
	struct http_session *s;

	if (h->session_count < HTTP_SESSIONS_MAX)
		return true;
	TAILQ_FOREACH_REVERSE(s, &h->sessions, http_sessions, link)
	{
		if (s->posts == 0) {
			drop_session(h, s);
			return true;
		}
	}
	return false;
}

/* Gives an id to a session that has just agreed. */
static void
make_id(struct http_session *s)
{
	uint8_t random[ID_RANDOM];
	int size;

	if (getrandom(random, sizeof(random), 0) != (ssize_t)sizeof(random))
		abort(); /* as few bytes as that come at once */
	size = snprintf(s->id, sizeof(s->id), "%s.%02x.",
		s->client->session.version->name,
		s->client->session.capabilities);
	for (size_t i = 0; i < sizeof(random); i++)
		size += snprintf(s->id + size, sizeof(s->id) - (size_t)size,
			"%02x", random[i]);
}

/* Reads what an id says was agreed upon; false if it is none of ours. */
static bool
read_id(struct http_session *s, const char *id)
{
	static const char hexadecimal[] = "0123456789abcdef";
	struct client *c = s->client;
	size_t size = strcspn(id, ".");
	DROP(text) char *name = text_copy_n(id, size);
	const struct version *version = version_find(name);
	const char *after = id + size;

	if (version == NULL || version->is_modern || *after != '.' ||
		strlen(after) != 4 + 2 * ID_RANDOM || after[3] != '.' ||
		strspn(after + 1, hexadecimal) != 2 ||
		strspn(after + 4, hexadecimal) != 2 * ID_RANDOM ||
		strlen(id) >= sizeof(s->id))
		return false;
	(void)snprintf(s->id, sizeof(s->id), "%s", id);
	c->session.version = version;
	c->session.capabilities = (unsigned)strtoul(after + 1, NULL, 16);
	c->session.has_begun = true;
	return true;
}

/* Returns the session of an id, which goes on if it was of an earlier run;
 * NULL if there can be none, or no room. That of another account is not seen:
 * the id is then one of an earlier run. */
static struct http_session *
find_session(const struct post *p, const char *id)
{
	struct hub *h = p->hub;
	struct http_session *s;

	TAILQ_FOREACH(s, &h->sessions, link) {
		if (s->client->server == p->server && strcmp(s->id, id) == 0) {
			TAILQ_REMOVE(&h->sessions, s, link);
			TAILQ_INSERT_HEAD(&h->sessions, s, link);
			return s;
		}
	}
	s = session_new(p);
	if (read_id(s, id) && make_room(h)) {
		list_session(h, s);
		return s;
	}
	session_free(s);
	return NULL;
}

/* --- posts ---------------------------------------------------------------- */

static void
cancel_all(struct post *p)
{
	bool was_dispatching = p->is_dispatching;

	p->is_dispatching = true;
	client_cancel_all(p->client);
	p->is_dispatching = was_dispatching;
	p->open = 0;
}

/* To leave is to cancel, but for legacy requests. */
static bool
on_leave(void *argument)
{
	struct post *p = argument;

	if (p->is_modern)
		cancel_all(p);
	return p->is_modern || p->is_stream;
}

static void
on_close(void *argument)
{
	struct post *p = argument;

	p->exchange = NULL;
	if (p->session != NULL && p->session->stream == p)
		p->session->stream = NULL;
	if (p->is_modern)
		cancel_all(p);
	if (p->open == 0 && !p->is_receiving)
		post_free(p);
}

/* The exchange has an owner from now on. */
static struct post *
post_new(struct hub *h, struct exchange *x)
{
	struct post *p = mem_new(sizeof(*p));

	p->hub = h;
	p->server = x->server;
	p->exchange = x;
	x->owner = (struct exchange_owner){
		.on_leave = on_leave, .on_close = on_close, .argument = p};
	LIST_INSERT_HEAD(&h->posts, p, link);
	return p;
}

/* Answers with an error of JSON-RPC that no client has made. */
static void
refuse(struct post *p, unsigned status, const struct json_object *id, int code,
	const char *text)
{
	DROP(json) struct json_object *error = rpc_error(id, code, text, NULL);
	DROP(text) char *line = json_text(error);

	exchange_answer(p->exchange, status, line, strlen(line));
}

static void
dispatch(struct post *p, const struct json_object *value)
{
	const struct request *r;

	p->is_batch = json_kind(value) == JSON_ARRAY &&
		      p->client->session.version->has_batches;
	p->client->origin = p;
	p->is_dispatching = true;
	dispatch_message(p->client, value);
	p->is_dispatching = false;
	p->client->origin = NULL;
	TAILQ_FOREACH(r, &p->client->requests, link)
		p->open += r->origin == p;
	if (p->open == 0 && p->exchange != NULL)
		exchange_complete(p->exchange);
}

/* --- the modern era ------------------------------------------------------- */

static void
receive_modern(struct post *p, const struct http_head *head,
	const struct json_object *message)
{
	const struct json_object *params = json_get_object(message, "params");
	const struct json_object *id = json_get(message, "id");
	struct err e;

	p->is_modern = true;
	if (!rpc_is_id(id))
		id = NULL;
	if (json_kind(message) != JSON_OBJECT ||
		!json_find(message, "method", NULL))
		refuse(p, MHD_HTTP_BAD_REQUEST, id, RPC_INVALID_REQUEST,
			"the body must be one request or notification");
	else if (!json_find(
			 json_get_object(params, "_meta"), META_VERSION, NULL))
		refuse(p, MHD_HTTP_BAD_REQUEST, id, RPC_INVALID_PARAMS,
			"params._meta needs " META_VERSION
			" and " META_CAPABILITIES);
	else if (!mirror_check(head, message, &e))
		refuse(p, MHD_HTTP_BAD_REQUEST, id, RPC_HEADER_MISMATCH,
			e.text);
	else
		dispatch(p, message);
}

/* --- the legacy eras ------------------------------------------------------ */

static bool
is_method(const struct json_object *message, const char *name)
{
	const char *method = json_kind(message) == JSON_OBJECT
				     ? rpc_get_name(message, "method")
				     : NULL;

	return method != NULL && strcmp(method, name) == 0;
}

/* The session becomes one when the client has agreed. */
static void
initialize(struct post *p, const struct json_object *message)
{
	struct http_session *s;

	if (!make_room(p->hub)) {
		refuse(p, MHD_HTTP_SERVICE_UNAVAILABLE, json_get(message, "id"),
			RPC_INTERNAL,
			"too many sessions are in use; try again later");
		return;
	}
	s = session_new(p);
	p->client = s->client;
	p->session = s;
	s->posts++;
	dispatch(p, message);
	if (s->client->session.has_begun) {
		make_id(s);
		list_session(p->hub, s);
		p->exchange->session = text_copy(s->id);
	}
}

/* For a client that keeps no session: what it does not say is the default of
 * the protocol. */
static void
receive_alone(struct post *p, const struct version *version,
	const struct json_object *message)
{
	if (is_method(message, "resources/subscribe") ||
		is_method(message, "resources/unsubscribe")) {
		refuse(p, MHD_HTTP_BAD_REQUEST, json_get(message, "id"),
			RPC_INVALID_REQUEST,
			"subscriptions belong to a session: send the header "
			"Mcp-Session-Id that initialize was answered with");
		return;
	}
	p->client = new_client(p->hub, p->server, NULL);
	p->client->session.version =
		version != NULL ? version : version_find("2025-03-26");
	dispatch(p, message);
}

static void
receive_legacy(struct post *p, const struct http_head *head,
	const struct json_object *message)
{
	const char *name = http_header(head, "MCP-Protocol-Version");
	const char *id = http_header(head, "Mcp-Session-Id");
	const struct version *version =
		name != NULL ? version_find(name) : NULL;

	if (name != NULL && version == NULL) {
		refuse(p, MHD_HTTP_BAD_REQUEST, NULL, RPC_UNSUPPORTED_VERSION,
			"MCP-Protocol-Version is none that this server knows");
	} else if (is_method(message, "initialize")) {
		initialize(p, message);
	} else if (id == NULL) {
		receive_alone(p, version, message);
	} else {
		p->session = find_session(p, id);
		if (p->session == NULL) {
			refuse(p, MHD_HTTP_NOT_FOUND, NULL, RPC_INVALID_REQUEST,
				"there is no such session; begin with "
				"initialize");
			return;
		}
		p->session->posts++;
		p->client = p->session->client;
		dispatch(p, message);
	}
}

/* --- requests ------------------------------------------------------------- */

/* The message of a body that was decoded. */
static void
receive_message(struct post *p, const struct http_head *head,
	const struct json_object *message)
{
	const char *name = http_header(head, "MCP-Protocol-Version");
	const struct version *version =
		name != NULL ? version_find(name) : NULL;

	if (!exchange_weigh(p->exchange, json_weight(message))) {
		refuse(p, MHD_HTTP_SERVICE_UNAVAILABLE, NULL, RPC_INTERNAL,
			"the server is busy; try again in a moment");
	} else if ((version != NULL && version->is_modern) ||
		   json_find(json_get_object(json_get_object(message, "params"),
				     "_meta"),
			   META_VERSION, NULL)) {
		p->client = new_client(p->hub, p->server, NULL);
		receive_modern(p, head, message);
	} else {
		receive_legacy(p, head, message);
	}
}

/* A post whose body has come. */
struct arrival {
	struct post *post;
	struct http_head head; /* as long as the exchange lives */
};

/* Runs in a coroutine: the body is decoded in slices. */
static void
receive_post(void *argument)
{
	/* The caller's is gone when this is resumed. */
	const struct arrival arrival = *(const struct arrival *)argument;
	struct post *p = arrival.post;
	size_t size = p->exchange->body.size;
	DROP(text) char *body = buf_detach(&p->exchange->body);
	DROP(json) struct json_object *value = NULL;
	DROP(json) struct json_object *id = NULL;
	bool is_read;
	struct err e;

	(void)exchange_weigh(p->exchange, size); /* it was let in */
	is_read = json_parse_message(body, size, &value, &e);
	coroutine_pause_early();
	if (p->exchange != NULL && is_read) {
		receive_message(p, &arrival.head, value);
	} else if (p->exchange != NULL) {
		id = rpc_find_id(body, size);
		refuse(p, MHD_HTTP_BAD_REQUEST, id, RPC_NOT_JSON, e.text);
	}
	p->is_receiving = false;
	if (p->exchange == NULL && p->open == 0)
		post_free(p);
	coroutine_pause_early(); /* before the value is freed */
}

/* A second stream takes the place of the first, whose peer may be gone without
 * a word. */
static void
open_stream(struct post *p, const char *id)
{
	struct http_session *s = find_session(p, id);
	const char *text;
	size_t size;

	if (s == NULL) {
		refuse(p, MHD_HTTP_NOT_FOUND, NULL, RPC_INVALID_REQUEST,
			"there is no such session; begin with initialize");
		return;
	}
	if (s->stream != NULL)
		exchange_complete(s->stream->exchange);
	p->session = s;
	p->client = s->client;
	p->is_stream = true;
	s->posts++;
	s->stream = p;
	exchange_comment(p->exchange);
	for (text = s->backlog.data; *text != '\0'; text += size + 1) {
		size = strcspn(text, "\n");
		exchange_event(p->exchange, text, size);
	}
	buf_clear(&s->backlog);
}

void
hub_receive(struct hub *h, const struct http_head *head, struct exchange *x)
{
	struct post *p = post_new(h, x);

	if (strcmp(head->method, "GET") == 0) {
		open_stream(p, http_header(head, "Mcp-Session-Id"));
	} else if (x->is_body_dropped) {
		refuse(p,
			x->is_body_too_long ? MHD_HTTP_CONTENT_TOO_LARGE
					    : MHD_HTTP_SERVICE_UNAVAILABLE,
			NULL, RPC_INVALID_REQUEST,
			x->is_body_too_long
				? "a message may have at most 16 MiB"
				: "the server is busy; try again in a moment");
	} else {
		p->is_receiving = true;
		coroutine_start(h->server->loop, receive_post,
			&(struct arrival){.post = p, .head = *head});
	}
}

/* --- all of it ------------------------------------------------------------ */

struct hub *
hub_new(struct server *server, const struct catalog *catalog)
{
	struct hub *h = mem_new(sizeof(*h));

	h->server = server;
	h->catalog = catalog;
	TAILQ_INIT(&h->sessions);
	LIST_INIT(&h->posts);
	return h;
}

bool
hub_is_busy(const struct hub *h)
{
	const struct post *p;

	LIST_FOREACH(p, &h->posts, link)
	{
		if (p->exchange != NULL && p->client != NULL &&
			client_is_busy(p->client))
			return true;
	}
	return false;
}

void
hub_end(struct hub *h)
{
	struct post *next;

	for (struct post *p = LIST_FIRST(&h->posts); p != NULL; p = next) {
		next = LIST_NEXT(p, link);
		if (p->client == NULL)
			continue;
		subscriptions_end(p->client);
		client_refuse_all(p->client,
			"the server ends; send this again in a moment");
		if (p->exchange != NULL)
			exchange_complete(p->exchange);
	}
}

void
hub_abort(struct hub *h)
{
	struct post *p;

	LIST_FOREACH(p, &h->posts, link)
	if (p->exchange != NULL)
		exchange_abort(p->exchange);
}

void
hub_free(struct hub *h)
{
	struct http_session *s;

	while (!LIST_EMPTY(&h->posts)) {
		struct post *p = LIST_FIRST(&h->posts);

		p->is_dispatching = true;
		if (p->client != NULL)
			client_cancel_all(p->client);
		post_free(p);
	}
	while ((s = TAILQ_FIRST(&h->sessions)) != NULL)
		drop_session(h, s);
	free(h);
}
