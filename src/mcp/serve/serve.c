/*
 * Input is read when the loop says so and handed on line by line, as long as
 * the output is not full: a client that sends but does not read is not read
 * from. Lines that were read meanwhile wait.
 *
 * A coroutine hands the lines on, so that a long one is decoded in slices. The
 * lines behind it wait for that, since requests count in the order in which
 * they were sent, and no input is read.
 */
#include "mcp/serve/serve.h"

#include <errno.h>
#include <malloc.h>
#include <poll.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/alloc.h"
#include "base/buf.h"
#include "base/clock.h"
#include "base/coroutine.h"
#include "base/limits.h"
#include "base/log.h"
#include "base/loop.h"
#include "base/nearest.h"
#include "base/utf8.h"
#include "mcp/session/input.h"
#include "mcp/session/request.h"
#include "mcp/session/subscription.h"
#include "mcp/session/versions.h"
#include "mcp/transport/output.h"
#include "mcp/transport/rpc.h"
#include "mcp/transport/signals.h"
#include "store/db/db.h"
#include "tools/call/tool.h"
#include "json/json.h"

enum {
	/* With this much to read, a reader sees the result before progress
	 * that is sent now. */
	CONGESTED_BYTES = 64 * KIB,
	/* After that, free memory goes back to the system, and the write-ahead
	 * log into the database: a chat that goes on has made its next call by
	 * then. */
	IDLE_MS = 1000,
};

struct serving {
	struct loop *loop;
	struct store *store;
	struct client *client;
	struct output *output;
	struct lines lines;
	struct watch *input;
	struct watch *signals;
	struct timer *idle;
	struct timer *drain; /* from the end of the input on */
	uint64_t written;    /* when it began to run */
	bool is_dispatching; /* a coroutine hands lines on */
	bool has_ended;	     /* the input */
	bool is_over;	     /* the loop: what is sent now is the last line */
};

static void
stop_if_done(struct serving *s)
{
	if (s->is_over || s->is_dispatching)
		return;
	if (output_is_broken(s->output)) {
		log_info("nobody reads the answers");
		loop_stop(s->loop);
	} else if (s->has_ended && !client_is_busy(s->client) &&
		   output_waiting(s->output) == 0) {
		loop_stop(s->loop);
	}
}

static void
on_idle(void *argument)
{
	struct serving *s = argument;

	s->idle = NULL;
	(void)malloc_trim(0); /* takes a millisecond for a few MiB */
	store_checkpoint(s->store);
}

static void
start_idle_timer(struct serving *s)
{
	timer_free(s->idle);
	s->idle = loop_at(s->loop, clock_now_ms() + IDLE_MS, on_idle, s);
}

static void
send_line(const struct outgoing *m, void *argument)
{
	struct serving *s = argument;

	output_line(s->output, m->text, m->size);
	start_idle_timer(s);
	stop_if_done(s);
}

static bool
is_congested(void *origin, void *argument)
{
	const struct serving *s = argument;

	(void)origin; /* all goes one way */
	return output_waiting(s->output) > CONGESTED_BYTES;
}

/* After the last line: what waits for further ones is over. */
static void
finish_input(struct serving *s)
{
	subscriptions_end(s->client);
	input_end(s->client);
}

/* Hands on the lines that have come; watches the input if there is room for the
 * answers to more. Runs in a coroutine. */
static void
dispatch_lines(void *argument)
{
	struct serving *s = argument;
	enum line_kind kind = LINE_WHOLE;
	const char *text;
	size_t size;

	while (kind != LINE_NONE && output_waiting(s->output) <= LIMIT_UNSENT &&
		!coroutine_is_ending()) {
		kind = lines_next(&s->lines, &text, &size);
		if (kind != LINE_NONE)
			dispatch_line(
				s->client, text, size, kind == LINE_TOO_LONG);
		start_idle_timer(s);
	}
	s->is_dispatching = false;
	if (s->has_ended)
		finish_input(s);
	else
		watch_set(s->input, kind == LINE_NONE ? POLLIN : 0);
	stop_if_done(s);
}

static void
run_lines(struct serving *s)
{
	if (s->is_dispatching)
		return;
	s->is_dispatching = true;
	if (!s->has_ended) /* the lines stay where they are meanwhile */
		watch_set(s->input, 0);
	coroutine_start(s->loop, dispatch_lines, s);
}

/* Ends the server when the reader has taken nothing of what waits for it since
 * the last time; otherwise looks again. */
static void
on_drain_time(void *argument)
{
	struct serving *s = argument;
	uint64_t written = output_written(s->output);

	s->drain = loop_at(
		s->loop, clock_now_ms() + SERVE_DRAIN_MS, on_drain_time, s);
	if (written == s->written && output_waiting(s->output) > 0)
		loop_stop(s->loop);
	s->written = written;
}

static void
end_input(struct serving *s)
{
	log_info("end of input");
	watch_free(s->input);
	s->input = NULL;
	s->has_ended = true;
	lines_end(&s->lines);
	run_lines(s);
	s->written = output_written(s->output);
	s->drain = loop_at(
		s->loop, clock_now_ms() + SERVE_DRAIN_MS, on_drain_time, s);
}

/* One read: the loop says that it does not block. */
static void
on_input(int fd, short events, void *argument)
{
	struct serving *s = argument;
	char bytes[64 * KIB];
	ssize_t size = read(fd, bytes, sizeof(bytes));

	(void)events; /* read says the same, and more */
	if (size < 0 && (errno == EINTR || errno == EAGAIN))
		return;
	if (size < 0)
		log_error("the input cannot be read (errno %d)", errno);
	if (size <= 0) {
		end_input(s);
		return;
	}
	lines_add(&s->lines, bytes, (size_t)size);
	run_lines(s);
}

static void
on_output(void *argument)
{
	struct serving *s = argument;

	if (!output_is_broken(s->output))
		run_lines(s);
	stop_if_done(s);
}

static void
on_signal(int fd, short events, void *argument)
{
	struct serving *s = argument;

	(void)fd; /* that it can be read is all */
	(void)events;
	log_info("asked to end by a signal");
	loop_stop(s->loop);
}

int
mcp_serve(struct loop *loop, struct server *server,
	const struct catalog *catalog, int in_fd, int out_fd)
{
	struct serving s = {.loop = loop, .store = server->store};
	const struct transport wire = {.send = send_line,
		.is_congested = is_congested,
		.argument = &s};
	int signal_fd = signals_open();

	s.client = client_new(server, catalog, &wire);
	s.output = output_new(loop, out_fd, on_output, &s);
	lines_init(&s.lines, LIMIT_MESSAGE);
	s.input = loop_watch(loop, in_fd, POLLIN, on_input, &s);
	if (signal_fd >= 0)
		s.signals = loop_watch(loop, signal_fd, POLLIN, on_signal, &s);
	log_info("serving MCP, version " SATCHEL_VERSION);
	loop_run(loop);
	s.is_over = true;
	subscriptions_end(s.client);
	s.client->is_muted = true;
	coroutine_finish_all(); /* a line may be in the middle of its decoding
				 */
	client_free(s.client);
	timer_free(s.idle);
	timer_free(s.drain);
	watch_free(s.input);
	watch_free(s.signals);
	output_free(s.output);
	lines_release(&s.lines);
	signals_close();
	return EXIT_SUCCESS;
}

/* --- dispatch ------------------------------------------------------------- */

/* A line of a client, as it came. */
struct line {
	const char *text;
	size_t size;
};

/* One that cannot be read, with its id or NULL; it is logged with its
 * beginning. */
static void
refuse_line(struct client *c, const struct line *line,
	const struct json_object *id, enum rpc_code code, const char *why)
{
	enum { LOGGED_BYTES = 120 };
	DROP(json) struct json_object *error = rpc_error(id, code, why, NULL);

	log_warn("unreadable message (%.300s): %.*s%s", why,
		(int)utf8_cut(line->text, line->size, LOGGED_BYTES), line->text,
		line->size > LOGGED_BYTES ? "..." : "");
	if (id != NULL || c->session.version->has_bare_errors ||
		c->wire.has_bare_errors)
		client_send_refusal(c, error);
}

/* --- methods -------------------------------------------------------------- */

static void
run_method(struct request *r, const struct rpc_message *m)
{
	const struct catalog *catalog = r->client->catalog;
	const struct method *method = ROW_AMONG(
		m->method, catalog->methods, catalog->method_count, name);
	bool is_modern = r->version->is_modern;

	if (method == NULL) {
		request_refuse(r, RPC_UNKNOWN_METHOD, "Method not found: %.64s",
			m->method);
	} else if (is_modern && !(method->eras & METHOD_MODERN)) {
		request_refuse(r, RPC_UNKNOWN_METHOD,
			"Method not found: %s is not part of protocol %s",
			method->name, r->version->name);
	} else if (!is_modern && !(method->eras & METHOD_LEGACY)) {
		request_refuse(r, RPC_INVALID_PARAMS,
			"%s needs params._meta with " META_VERSION
			" and " META_CAPABILITIES,
			method->name);
	} else {
		r->method = method;
		/* Of a client that declares nothing nothing can be asked. */
		if (!(method->traits & METHOD_NEEDS_INPUT) ||
			!(r->capabilities & CLIENT_ASKED) ||
			input_begin(r, m->params))
			request_run(r, m->params);
	}
}

/* --- messages ------------------------------------------------------------- */

static void
receive_request(struct client *c, const struct rpc_message *m, bool is_batched)
{
	struct request *r = request_new(c, m->id, m->params);

	if (c->open > OPEN_REQUESTS_MAX)
		request_refuse(r, RPC_INTERNAL,
			"%d requests are open; wait for their answers",
			OPEN_REQUESTS_MAX);
	else if (c->open_weight > LIMIT_REQUESTS_HELD &&
		 c->open_weight > r->weight)
		request_refuse(r, RPC_INTERNAL,
			"the open requests take %zu bytes, and the limit is "
			"%d; wait for their answers, then send this one again",
			c->open_weight, LIMIT_REQUESTS_HELD);
	else if (is_batched && c->batch_sent > LIMIT_UNSENT)
		request_refuse(r, RPC_INTERNAL,
			"the answers to this array have more than %d bytes "
			"already; send the rest of it again",
			LIMIT_UNSENT);
	else if (is_batched && strcmp(m->method, "initialize") == 0)
		request_refuse(r, RPC_INVALID_REQUEST,
			"initialize must not be part of a batch");
	else if (request_read_meta(r, m->params))
		run_method(r, m);
}

static void
receive_message(struct client *c, const struct line *line,
	const struct json_object *value, bool is_batched)
{
	struct rpc_message m;
	struct err e;

	if (!rpc_read(value, &m, &e))
		refuse_line(c, line, m.id, RPC_INVALID_REQUEST, e.text);
	else if (m.kind == RPC_REQUEST)
		receive_request(c, &m, is_batched);
	else if (m.kind == RPC_RESPONSE)
		input_receive(c, m.id, m.result, m.error);
	else if (strcmp(m.method, "notifications/cancelled") == 0)
		client_cancel(c, json_get(m.params, "requestId"));
	else /* calls are served before notifications/initialized, too */
		log_debug("notification %.64s is not for us", m.method);
}

/* Answers go on lines of their own, each when it is there: a message may stand
 * alone whatever it answers. The output holds no hundred large ones. */
static void
receive_batch(struct client *c, const struct line *line,
	const struct json_object *array)
{
	const char *why = NULL;

	if (!c->session.version->has_batches)
		why = "arrays of messages are part of protocol 2025-03-26 "
		      "only; send each message on a line of its own";
	else if (json_count(array) == 0 || json_count(array) > BATCH_MAX)
		why = "an array of messages holds 1 to 100 of them";
	c->batch_sent = 0;
	for (size_t i = 0; why == NULL && i < json_count(array); i++)
		receive_message(c, line, json_at(array, i), true);
	if (why != NULL)
		refuse_line(c, line, NULL, RPC_INVALID_REQUEST, why);
}

static void
receive(struct client *c, const struct line *line,
	const struct json_object *value)
{
	if (json_kind(value) == JSON_ARRAY)
		receive_batch(c, line, value);
	else
		receive_message(c, line, value, false);
}

void
dispatch_message(struct client *c, const struct json_object *value)
{
	/* The text is not logged: it is not there any more. */
	const struct line line = {"", 0};

	receive(c, &line, value);
}

void
dispatch_line(struct client *c, const char *text, size_t size, bool is_cut)
{
	DROP(text) char *repaired = NULL;
	DROP(json) struct json_object *value = NULL;
	DROP(json) struct json_object *id = NULL;
	struct line line = {text, size};
	struct err e;
	bool is_read;

	if (!is_cut && strspn(text, " \t\r") == size)
		return;
	if (!utf8_check(text, size, NULL)) {
		repaired = utf8_repair(text, size, &line.size);
		line.text = repaired;
	}
	if (is_cut)
		err_set(&e, ERR_LIMIT, "a message may have at most %d bytes",
			LIMIT_MESSAGE);
	is_read =
		!is_cut && json_parse_message(line.text, line.size, &value, &e);
	coroutine_pause_early();
	if (coroutine_is_ending())
		return;
	if (!is_read) {
		id = rpc_find_id(line.text, line.size);
		refuse_line(c, &line, id,
			is_cut ? RPC_INVALID_REQUEST : RPC_NOT_JSON, e.text);
	} else {
		receive(c, &line, value);
		coroutine_pause_early(); /* before the value is freed */
	}
}
