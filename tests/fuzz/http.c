/* A request over HTTP, behind libmicrohttpd, which reads its lines: first line,
 * headers and body in one text, "METHOD PATH\nName: value\n\nbody". Several of
 * them, with a line "%%" between, share sessions. */

#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/log.h"
#include "base/loop.h"
#include "fuzz/fuzz.h"
#include "mcp/http/door.h"
#include "mcp/http/exchange.h"
#include "mcp/http/hub.h"
#include "mcp/http/mirror.h"
#include "mcp/session/input.h"
#include "mcp/session/request.h"
#include "tools/call/tool.h"
#include "json/json.h"

/* --- a server with methods that end in each way --------------------------- */

static void
run_ping(struct request *r, const struct json_object *params)
{
	(void)params;
	request_answer(r, json_new_object());
}

/* Stays open, and says how far it is. */
static void
run_wait(struct request *r, const struct json_object *params)
{
	(void)params;
	request_progress(r, 1, "waiting");
}

static void
run_ask(struct request *r, const struct json_object *params)
{
	(void)params;
	if ((r->capabilities & CLIENT_ASKED) == 0 ||
		input_response(r, "key") != NULL)
		request_answer(r, json_new_object());
	else
		input_require(r,
			OBJECT("key", OBJECT("method", STRING("roots/list"))),
			"state");
}

static const struct method methods[] = {
	{"initialize", METHOD_LEGACY, 0, method_initialize},
	{"ping", METHOD_LEGACY, 0, run_ping},
	{"server/discover", METHOD_MODERN, METHOD_CACHEABLE, run_ping},
	{"tools/call", METHOD_BOTH, 0, run_wait},
	{"prompts/get", METHOD_BOTH, METHOD_NEEDS_INPUT, run_ask},
	{"subscriptions/listen", METHOD_MODERN, 0, method_listen},
	{"resources/subscribe", METHOD_LEGACY, 0, method_subscribe},
};

static bool
find_stamp(struct client *c, const char *uri, char stamp[CATALOG_STAMP_SIZE])
{
	(void)c, (void)uri;
	memcpy(stamp, "same", sizeof("same"));
	return true;
}

static const struct catalog catalog = {
	.methods = methods,
	.method_count = sizeof(methods) / sizeof(methods[0]),
	.stamp = find_stamp,
};

/* --- a libmicrohttpd without a network ------------------------------------ */

static const union MHD_ConnectionInfo *
no_info(struct MHD_Connection *c, enum MHD_ConnectionInfoType type, ...)
{
	(void)c, (void)type;
	return NULL;
}

static void
stay(struct MHD_Connection *c)
{
	(void)c;
}

static const struct http_library library = {
	.get_connection_info = no_info,
	.suspend_connection = stay,
	.resume_connection = stay,
};

static void
sleep_on(void *argument)
{
	(void)argument;
}

/* --- requests ------------------------------------------------------------- */

/* Cuts the text in place; what is no header is none. */
static char *
read_head(char *text, struct http_head *head)
{
	char *rest = text + strcspn(text, "\n");
	char *path;

	*rest = *rest != '\0' ? '\0' : *rest;
	path = strchr(text, ' ');
	*head = (struct http_head){.method = text, .path = ""};
	if (path != NULL) {
		*path = '\0';
		head->path = path + 1;
	}
	for (char *line = rest + 1; *line != '\0' && *line != '\n';) {
		char *end = line + strcspn(line, "\n");
		char *colon = memchr(line, ':', (size_t)(end - line));
		bool is_last = *end == '\0';

		*end = '\0';
		if (colon != NULL && head->count < HEADERS_MAX) {
			*colon = '\0';
			head->headers[head->count++] = (struct header){
				line, colon + 1 + strspn(colon + 1, " ")};
		}
		if (is_last)
			return end;
		line = end + 1;
		rest = end;
	}
	return rest[1] == '\n' ? rest + 2 : rest + 1;
}

/* Returns the exchange if it is still open. */
static struct exchange *
receive(struct server *server, struct hub *hub, struct exchanges *all,
	const char *text, size_t size)
{
	DROP(text) char *copy = mem_grow(NULL, size + 2, 1);
	const struct door door = {.host = "named.example.com"};
	struct http_refusal refusal = {0};
	struct account who;
	struct http_head head;
	struct exchange *x;
	char *body;

	memcpy(copy, text, size);
	copy[size] = copy[size + 1] = '\0';
	if (strlen(copy) != size) /* libmicrohttpd passes no NUL */
		return NULL;
	body = read_head(copy, &head);
	if (!door_check(&door, &head, &who, &refusal)) {
		REQUIRE(refusal.status >= 400 && refusal.text != NULL);
		return NULL;
	}
	x = exchange_new(all, NULL);
	x->server = server;
	x->takes_stream = true;
	if (body < copy + size)
		exchange_receive(x, body, strlen(body));
	hub_receive(hub, &head, x);
	REQUIRE(x->owner.argument != NULL);
	REQUIRE(x->status >= 200 && x->status <= 503);
	if (!x->is_complete)
		return x;
	REQUIRE(x->out.size > 0 || x->status == 202);
	exchange_close(x);
	return NULL;
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	enum { WAITING_MAX = 64 };
	struct loop *loop = loop_new();
	struct server server = {.loop = loop};
	struct exchanges all = {
		.library = &library, .loop = loop, .wake = sleep_on};
	struct hub *hub = hub_new(&server, &catalog);
	struct exchange *open[WAITING_MAX];
	const char *at = (const char *)data;
	const char *end = at + size;
	size_t count = 0;

	log_set_level(LOG_NOTHING);
	while (at < end && count < WAITING_MAX) {
		const char *next = memmem(
			at, (size_t)(end - at), "\n%%\n", strlen("\n%%\n"));

		open[count] = receive(&server, hub, &all, at,
			(size_t)((next != NULL ? next : end) - at));
		count += open[count] != NULL;
		at = next != NULL ? next + strlen("\n%%\n") : end;
	}
	/* Half of them leave, the others see the end of the server. */
	for (size_t i = 0; i < count / 2; i++)
		exchange_close(open[i]);
	hub_end(hub);
	hub_abort(hub);
	for (size_t i = count / 2; i < count; i++)
		exchange_close(open[i]);
	hub_free(hub);
	REQUIRE(all.held == 0);
	loop_free(loop);
	return 0;
}
