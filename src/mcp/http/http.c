#include "mcp/http/http.h"

#include <assert.h>
#include <malloc.h>
#include <netinet/in.h>
#include <poll.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/queue.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <unistd.h>

#include "base/alloc.h"
#include "base/clock.h"
#include "base/coroutine.h"
#include "base/limits.h"
#include "base/log.h"
#include "base/loop.h"
#include "mcp/http/door.h"
#include "mcp/http/exchange.h"
#include "mcp/http/hub.h"
#include "mcp/http/library.h"
#include "mcp/http/metrics.h"
#include "mcp/transport/signals.h"
#include "store/accounts/accounts.h"
#include "store/db/db.h"
#include "tools/call/tool.h"
#include "tools/solve/job.h"

enum {
	/* Bytes of one connection: twice what the first line and the headers
	 * may have. */
	CONNECTION_MEMORY = 32 * KIB,
	/* After that, free memory goes back to the system. */
	IDLE_MS = 1000,
	/* Descriptors for the database, workers and what else there is. */
	OTHER_DESCRIPTORS = 512,
};

/* A connection, known from its beginning: its memory is libmicrohttpd's. */
struct visitor {
	TAILQ_ENTRY(visitor) link;
	int fd;
	bool is_known; /* it has passed the door */
};

/* The server as an account has it: calls, jobs and sessions of its own. The
 * database, the cache and the workers are shared. */
struct tenant {
	SLIST_ENTRY(tenant) link;
	struct account account;
	struct server server;
	/* Requests since the second began. */
	int64_t second_ms;
	int64_t requests;
};

struct http {
	SLIST_HEAD(tenants, tenant) tenants;
	struct loop *loop;
	struct server *server;
	const struct http_library *library;
	struct MHD_Daemon *daemon;
	struct exchanges exchanges;
	struct door door;
	struct hub *hub;
	TAILQ_HEAD(visitors, visitor) visitors; /* oldest first */
	size_t visitor_count;
	struct watch *watch;
	struct watch *signals;
	struct timer *timer; /* of libmicrohttpd */
	bool is_running;     /* its daemon */
	bool is_woken;	     /* while it was running */
	struct timer *idle;
	struct timer *end;
	int64_t grace_ends_ms; /* 0: the server goes on */
	int signal_fd;
};

/* --- the daemon in the loop ----------------------------------------------- */

static void run(struct http *h);

static void
on_time(void *argument)
{
	struct http *h = argument;

	h->timer = NULL;
	run(h);
}

static void
set_timer(struct http *h, int64_t after_ms)
{
	timer_free(h->timer);
	h->timer = loop_at(h->loop, clock_now_ms() + after_ms, on_time, h);
}

/* Has the loop run the daemon soon. The caller may be in the middle of a
 * callback of libmicrohttpd. */
static void
wake(void *argument)
{
	struct http *h = argument;

	h->is_woken = h->is_running;
	if (!h->is_running)
		set_timer(h, 0);
}

/* Rounds up: a timer that fires too early would only be set again. */
static void
run(struct http *h)
{
	MHD_UNSIGNED_LONG_LONG wait_ms;

	h->is_running = true;
	h->is_woken = false;
	(void)h->library->run(h->daemon); /* fails only without a daemon */
	h->is_running = false;
	if (h->is_woken)
		set_timer(h, 0);
	else if (h->library->get_timeout(h->daemon, &wait_ms) == MHD_YES)
		set_timer(h, (int64_t)wait_ms + (wait_ms > 0));
}

static void
on_idle(void *argument)
{
	struct http *h = argument;

	h->idle = NULL;
	(void)malloc_trim(0); /* takes a millisecond for a few MiB */
	store_checkpoint(h->server->store);
}

static void
on_ready(int fd, short events, void *argument)
{
	struct http *h = argument;

	(void)fd, (void)events; /* libmicrohttpd looks itself */
	timer_free(h->idle);
	h->idle = loop_at(h->loop, clock_now_ms() + IDLE_MS, on_idle, h);
	run(h);
}

/* --- connections ---------------------------------------------------------- */

/* Connections that send nothing must not keep others out: the oldest that has
 * not shown a token gives way. */
static void
make_room(const struct http *h)
{
	struct visitor *v;

	TAILQ_FOREACH(v, &h->visitors, link) {
		if (!v->is_known) {
			(void)shutdown(v->fd, SHUT_RDWR); /* or it is closed */
			v->is_known = true;		  /* it has gone */
			return;
		}
	}
}

static void
on_connection(void *argument, struct MHD_Connection *connection,
	void **socket_context, enum MHD_ConnectionNotificationCode what)
{
	struct http *h = argument;
	struct visitor *v = *socket_context;

	if (what == MHD_CONNECTION_NOTIFY_CLOSED) {
		if (v == NULL)
			return;
		TAILQ_REMOVE(&h->visitors, v, link);
		h->visitor_count--;
		free(v);
		*socket_context = NULL;
		return;
	}
	v = mem_new(sizeof(*v));
	v->fd = h->library
			->get_connection_info(
				connection, MHD_CONNECTION_INFO_CONNECTION_FD)
			->connect_fd;
	TAILQ_INSERT_TAIL(&h->visitors, v, link);
	*socket_context = v;
	if (++h->visitor_count >= HTTP_CONNECTIONS_MAX)
		make_room(h);
}

static void
remember(const struct http *h, struct MHD_Connection *connection)
{
	const union MHD_ConnectionInfo *info = h->library->get_connection_info(
		connection, MHD_CONNECTION_INFO_SOCKET_CONTEXT);
	struct visitor *v = info != NULL ? info->socket_context : NULL;

	if (v != NULL)
		v->is_known = true;
}

/* --- accounts ------------------------------------------------------------- */

static struct tenant *
new_tenant(struct http *h, const struct account *who)
{
	struct tenant *t = mem_new(sizeof(*t));

	t->account = *who;
	t->server = *h->server;
	t->server.store = store_new_for(h->server->store, who);
	/* The folder would show what others have exported. */
	t->server.export_dir = NULL;
	t->server.sessions.used = NULL;
	t->server.open = (struct call_list){0};
	t->server.unsaved_ends = NULL;
	SLIST_INSERT_HEAD(&h->tenants, t, link);
	return t;
}

static struct tenant *
find_tenant(struct http *h, const struct account *who)
{
	struct tenant *t;

	SLIST_FOREACH(t, &h->tenants, link)
	{
		if (t->account.id == who->id &&
			t->account.is_reader == who->is_reader)
			return t;
	}
	return new_tenant(h, who);
}

/* Refuses what may be sent again in a second. */
static enum MHD_Result
refuse_for_now(const struct http *h, struct MHD_Connection *connection,
	unsigned status, const char *text)
{
	return exchange_refuse(
		&h->exchanges, connection, status, text, "Retry-After", "1");
}

/* Returns the server of an account; the local user has the one of main. NULL if
 * it asks for more than its limit. */
static struct server *
find_server(struct http *h, const struct account *who)
{
	int64_t now_ms = clock_now_ms();
	struct tenant *t;

	if (who->id == LOCAL_ACCOUNT)
		return h->server;
	t = find_tenant(h, who);
	store_set_limits(t->server.store, &who->limits);
	if (now_ms - t->second_ms >= 1000) {
		t->second_ms = now_ms;
		t->requests = 0;
	}
	return ++t->requests <= who->limits.requests ? &t->server : NULL;
}

/* No call is open any more, but for those in the background. */
static void
free_tenants(struct http *h)
{
	struct tenant *t;

	while ((t = SLIST_FIRST(&h->tenants)) != NULL) {
		SLIST_REMOVE_HEAD(&h->tenants, link);
		background_job_stop(&t->server);
		coroutine_finish_all(); /* what they had found is kept */
		timer_free(t->server.open.turn_timer);
		store_free(t->server.store);
		free(t);
	}
}

/* --- requests ------------------------------------------------------------- */

static enum MHD_Result
add_header(void *argument, enum MHD_ValueKind kind, const char *name,
	const char *value)
{
	struct http_head *head = argument;

	(void)kind; /* the one that was asked for */
	if (head->count == HEADERS_MAX) {
		head->has_more = true;
		return MHD_NO;
	}
	head->headers[head->count++] =
		(struct header){name, value != NULL ? value : ""};
	return MHD_YES;
}

static void
read_head(const struct http *h, struct MHD_Connection *connection,
	const char *path, const char *method, struct http_head *head)
{
	*head = (struct http_head){.method = method, .path = path};
	(void)h->library->get_connection_values(
		connection, MHD_HEADER_KIND, add_header, head);
}

/* Whether the client takes streams: it says so, or nothing. */
static bool
takes_stream(const struct http_head *head)
{
	const char *accept = http_header(head, "Accept");

	return accept == NULL || strstr(accept, "text/event-stream") != NULL ||
	       strstr(accept, "*/*") != NULL;
}

/* --- for whoever runs the server ------------------------------------------ */

/* Returns whether the request comes from this machine. */
static bool
is_local(const struct http *h, struct MHD_Connection *connection)
{
	const union MHD_ConnectionInfo *info = h->library->get_connection_info(
		connection, MHD_CONNECTION_INFO_CLIENT_ADDRESS);
	const struct sockaddr *peer = info != NULL ? info->client_addr : NULL;
	const struct sockaddr_in *four = (const void *)peer;
	const struct sockaddr_in6 *six = (const void *)peer;

	if (peer == NULL)
		return false;
	if (peer->sa_family == AF_INET6)
		return IN6_IS_ADDR_LOOPBACK(&six->sin6_addr);
	return peer->sa_family != AF_INET ||
	       ntohl(four->sin_addr.s_addr) >> 24 == IN_LOOPBACKNET;
}

static bool
is_ready(const struct http *h)
{
	struct store *s =
		h->door.accounts != NULL ? h->door.accounts : h->server->store;
	struct err e;
	bool exist;

	return h->grace_ends_ms == 0 && accounts_exist(s, &exist, &e);
}

/* Sets *result to the answer and returns true if the path is one of those that
 * need no account. */
static bool
answer_probe(struct http *h, struct MHD_Connection *connection,
	const struct http_head *head, enum MHD_Result *result)
{
	struct http_refusal r = {.status = MHD_HTTP_OK, .text = "ok\n"};
	bool is_metrics = strcmp(head->path, "/metrics") == 0;
	bool asks_ready = strcmp(head->path, "/readyz") == 0;
	DROP(buf) struct buf text;

	buf_init(&text, MIB);
	if (!is_metrics && !asks_ready && strcmp(head->path, "/healthz") != 0)
		return false;
	if (!door_check_probe(&h->door, head, &r)) {
		/* it says why */
	} else if (is_metrics && !is_local(h, connection)) {
		r = (struct http_refusal){.status = MHD_HTTP_FORBIDDEN,
			.text = "The metrics are for this machine.\n"};
	} else if (is_metrics) {
		metrics_write(h->server, &text);
		r.text = text.data;
	} else if (asks_ready && !is_ready(h)) {
		r = (struct http_refusal){
			.status = MHD_HTTP_SERVICE_UNAVAILABLE,
			.text = "not ready\n"};
	}
	*result = exchange_refuse(
		&h->exchanges, connection, r.status, r.text, NULL, NULL);
	return true;
}

/*
 * Called by libmicrohttpd with the headers, then with pieces of the body, then
 * without a piece at its end, and again after each suspension. A response that
 * is queued in the first call closes the connection without reading the body.
 */
static enum MHD_Result
/* NOLINTNEXTLINE(readability-function-size): the library passes them. */
on_request(void *argument, struct MHD_Connection *connection, const char *path,
	const char *method, const char *version, const char *data, size_t *size,
	void **context)
{
	struct http *h = argument;
	struct exchange *x = *context;
	struct http_head head;
	struct http_refusal refusal;
	struct account who;
	struct server *server;
	enum MHD_Result result;

	(void)version; /* 1.0 and 1.1 are treated alike */
	if (x != NULL && *size > 0) {
		exchange_receive(x, data, *size);
		*size = 0;
		return MHD_YES;
	}
	if (x != NULL && x->owner.argument != NULL)
		return exchange_respond(x);
	read_head(h, connection, path, method, &head);
	if (x != NULL) {
		(void)h->library->set_connection_option(connection,
			MHD_CONNECTION_OPTION_TIMEOUT, (unsigned)HTTP_IDLE_S);
		hub_receive(h->hub, &head, x);
		return exchange_respond(x);
	}
	if (answer_probe(h, connection, &head, &result))
		return result;
	if (!door_check(&h->door, &head, &who, &refusal)) {
		log_debug("http: refused with %u", refusal.status);
		return exchange_refuse(&h->exchanges, connection,
			refusal.status, refusal.text, refusal.header,
			refusal.value);
	}
	remember(h, connection);
	server = find_server(h, &who);
	if (server == NULL)
		return refuse_for_now(h, connection, MHD_HTTP_TOO_MANY_REQUESTS,
			"The account has as many requests per second as it "
			"may; send this one again in a second.\n");
	if (h->grace_ends_ms != 0)
		return refuse_for_now(h, connection,
			MHD_HTTP_SERVICE_UNAVAILABLE, "The server ends.\n");
	x = exchange_new(&h->exchanges, connection);
	x->server = server;
	x->takes_stream = takes_stream(&head);
	*context = x;
	return MHD_YES;
}

static void
on_completed(void *argument, struct MHD_Connection *connection, void **context,
	enum MHD_RequestTerminationCode code)
{
	(void)argument, (void)connection, (void)code;
	if (*context != NULL)
		exchange_close(*context);
	*context = NULL;
}

/* Paths are compared as they come. */
static size_t
keep_escapes(void *argument, struct MHD_Connection *connection, char *text)
{
	(void)argument, (void)connection;
	return strlen(text);
}

__attribute__((format(printf, 2, 0))) static void
on_log(void *argument, const char *format, va_list arguments)
{
	char line[256];

	(void)argument;
	if (vsnprintf(line, sizeof(line), format, arguments) > 0) {
		line[strcspn(line, "\n")] = '\0';
		log_debug("libmicrohttpd: %s", line);
	}
}

/* --- the life ------------------------------------------------------------- */

static void
on_end(void *argument)
{
	struct http *h = argument;

	h->end = NULL;
	loop_stop(h->loop);
}

/* Ends when no client waits for an answer, and at the end of the grace at the
 * latest: what is open then is refused, so that its clients know, and there is
 * a moment for the answers to leave. */
static void
on_grace_time(void *argument)
{
	enum { LOOK_MS = 50 };
	struct http *h = argument;
	int64_t now_ms = clock_now_ms();

	if (now_ms < h->grace_ends_ms && hub_is_busy(h->hub)) {
		h->end = loop_at(h->loop, now_ms + LOOK_MS, on_grace_time, h);
		return;
	}
	hub_end(h->hub);
	h->end = loop_at(h->loop, now_ms + HTTP_DRAIN_MS, on_end, h);
	wake(h);
}

static void
on_signal(int fd, short events, void *argument)
{
	struct http *h = argument;

	(void)fd, (void)events; /* that it can be read is all */
	log_info("asked to end by a signal");
	watch_free(TAKE(h->signals));
	h->grace_ends_ms = clock_now_ms() + HTTP_GRACE_MS;
	on_grace_time(h);
}

/* Each connection takes a descriptor. */
static unsigned
connections_max(void)
{
	struct rlimit files;
	rlim_t room;

	if (getrlimit(RLIMIT_NOFILE, &files) != 0)
		return HTTP_CONNECTIONS_MAX / 2;
	files.rlim_cur = files.rlim_max;
	(void)setrlimit(RLIMIT_NOFILE, &files); /* fewer, otherwise */
	(void)getrlimit(RLIMIT_NOFILE, &files);
	room = files.rlim_cur > 2 * (rlim_t)OTHER_DESCRIPTORS
		       ? files.rlim_cur - OTHER_DESCRIPTORS
		       : files.rlim_cur / 2;
	return room < HTTP_CONNECTIONS_MAX ? (unsigned)room
					   : HTTP_CONNECTIONS_MAX;
}

static bool
start(struct http *h, int fd, struct err *e)
{
	const union MHD_DaemonInfo *info;

	h->daemon = h->library->start_daemon(
		MHD_USE_EPOLL | MHD_ALLOW_SUSPEND_RESUME | MHD_USE_ERROR_LOG, 0,
		NULL, NULL, on_request, h, MHD_OPTION_EXTERNAL_LOGGER, on_log,
		h, MHD_OPTION_LISTEN_SOCKET, fd, MHD_OPTION_NOTIFY_COMPLETED,
		on_completed, h, MHD_OPTION_NOTIFY_CONNECTION, on_connection, h,
		MHD_OPTION_CONNECTION_LIMIT, connections_max(),
		MHD_OPTION_CONNECTION_MEMORY_LIMIT, (size_t)CONNECTION_MEMORY,
		MHD_OPTION_CONNECTION_TIMEOUT, (unsigned)HTTP_STALLED_S,
		MHD_OPTION_UNESCAPE_CALLBACK, keep_escapes, h,
		MHD_OPTION_STRICT_FOR_CLIENT, 1, MHD_OPTION_END);
	if (h->daemon == NULL)
		return err_set(e, ERR_SYSTEM, "libmicrohttpd cannot start");
	info = h->library->get_daemon_info(h->daemon, MHD_DAEMON_INFO_EPOLL_FD);
	assert(info != NULL); /* it was started with epoll */
	h->watch = loop_watch(h->loop, info->epoll_fd, POLLIN, on_ready, h);
	return true;
}

/* All suspended connections are resumed before the daemon is stopped, which
 * cannot be done otherwise. */
static void
stop(struct http *h)
{
	hub_abort(h->hub);
	h->library->stop_daemon(h->daemon);
	coroutine_finish_all(); /* posts may be in the middle of their decoding
				 */
	hub_free(h->hub);
	free_tenants(h);
	store_free(h->door.accounts);
	timer_free(h->timer);
	timer_free(h->idle);
	timer_free(h->end);
	watch_free(h->watch);
	watch_free(h->signals);
	signals_close();
}

/* --- who is let in -------------------------------------------------------- */

/* Finds out who is let in, and refuses options that do not go with it. */
static bool
choose_access(const struct http *h, const struct http_options *options,
	const struct http_address *address, enum http_access *access,
	struct err *e)
{
	bool exist;

	if (!accounts_exist(h->server->store, &exist, e))
		return false;
	if (options->no_token && exist)
		return err_set(e, ERR_ARGUMENT,
			"--no-token is for a database without accounts, and "
			"this one has some; say --db and another file");
	if (address->is_remote && !exist)
		return err_set(e, ERR_ARGUMENT,
			"other machines reach %s, so whoever comes needs an "
			"account, and there is none: make one with satchel "
			"account add NAME; or listen on 127.0.0.1",
			address->host);
	if (options->identity_header != NULL &&
		(address->path == NULL || !exist))
		return err_set(e, ERR_ARGUMENT,
			"--identity-header needs --http unix:PATH, which only "
			"the proxy may reach, and accounts: satchel account "
			"add NAME makes one");
	if (options->identity_header != NULL)
		*access = HTTP_IDENTITY;
	else if (exist)
		*access = HTTP_ACCOUNTS;
	else
		*access = options->no_token ? HTTP_ANYBODY : HTTP_TOKEN;
	return true;
}

static void
set_door(struct http *h, const struct http_options *options,
	const struct http_address *address, enum http_access access)
{
	h->door.host = options->host;
	h->door.is_unix = address->path != NULL;
	h->door.needs_token = access == HTTP_TOKEN;
	h->door.identity_header = options->identity_header;
	/* A connection of its own is never in the middle of a transaction, so
	 * that no request waits to be let in. */
	if (access == HTTP_ACCOUNTS || access == HTTP_IDENTITY)
		h->door.accounts = store_new(h->server->db_path);
}

/* Opens the address; -1 with an error for people. */
static int
open_address(struct http *h, const struct http_options *options,
	struct http_address *address, enum http_access *access, struct err *e)
{
	int fd;

	if (!http_address_read(options->address, address, e) ||
		!choose_access(h, options, address, access, e))
		return -1;
	h->library = http_library_load(e);
	fd = h->library != NULL ? http_address_listen(address, e) : -1;
	if (fd >= 0 && *access == HTTP_IDENTITY &&
		!http_address_check_mode(address, e)) {
		(void)close(fd); /* nothing was sent */
		http_address_unlink(address);
		return -1;
	}
	return fd;
}

static void
say_ready(struct http *h, const struct http_address *address,
	enum http_access access, http_on_ready *on_ready_)
{
	char token[TOKEN_SIZE] = "";

	if (access == HTTP_TOKEN) {
		token_make(token);
		sha256(token, strlen(token), h->door.token);
	}
	on_ready_(address, access, token);
	explicit_bzero(token, sizeof(token));
	if (address->is_remote)
		log_warn("nothing is encrypted here: put a proxy with TLS "
			 "before this address (docs/server.md)");
}

bool
mcp_serve_http(struct loop *loop, struct server *server,
	const struct catalog *catalog, const struct http_options *options,
	http_on_ready *on_ready_, struct err *e)
{
	struct http h = {.loop = loop, .server = server};
	struct http_address address;
	enum http_access access = HTTP_TOKEN;
	int fd = open_address(&h, options, &address, &access, e);

	if (fd < 0)
		return false;
	h.exchanges = (struct exchanges){.library = h.library,
		.loop = loop,
		.wake = wake,
		.argument = &h};
	TAILQ_INIT(&h.visitors);
	SLIST_INIT(&h.tenants);
	set_door(&h, options, &address, access);
	if (!start(&h, fd, e))
		return false;
	server->names_sessions = true;
	server->counts = mem_new(tool_list_count * sizeof(*server->counts));
	h.hub = hub_new(server, catalog);
	h.signal_fd = signals_open();
	if (h.signal_fd >= 0)
		h.signals =
			loop_watch(loop, h.signal_fd, POLLIN, on_signal, &h);
	say_ready(&h, &address, access, on_ready_);
	run(&h);
	loop_run(loop);
	stop(&h);
	free(TAKE(server->counts));
	http_address_unlink(&address);
	return true;
}
