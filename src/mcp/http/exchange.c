#include "mcp/http/exchange.h"

#include <poll.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/clock.h"
#include "base/limits.h"
#include "base/loop.h"

enum {
	/* An answer that is there by then is JSON. */
	STREAM_AFTER_MS = 1000,
	/* Between two comments of a quiet stream: proxies and clients close
	 * one that is quiet for a minute. */
	KEEP_ALIVE_MS = 15000,
	/* A stream that is not read is ended when it holds that much; the
	 * replies to an array of messages have LIMIT_UNSENT and one more. */
	OUT_MAX = LIMIT_UNSENT + 2 * LIMIT_REPLY,
	CONGESTED_BYTES = 64 * KIB,
	/* Bytes of all requests and responses together. */
	HELD_MAX = 512 * MIB,
	/* libmicrohttpd asks for pieces of that size. */
	PIECE = 16 * KIB,
};

struct exchange *
exchange_new(struct exchanges *all, struct MHD_Connection *connection)
{
	struct exchange *x = mem_new(sizeof(*x));

	x->all = all;
	x->connection = connection;
	x->status = MHD_HTTP_OK;
	buf_init(&x->body, LIMIT_MESSAGE);
	buf_init(&x->out, OUT_MAX);
	return x;
}

/* Keeps account of the memory that it holds. */
static void
count(struct exchange *x)
{
	size_t now = x->body.size + x->weight + x->out.size;

	x->all->held += now - x->counted;
	x->counted = now;
}

static void
stop_watching(struct exchange *x)
{
	watch_free(TAKE(x->peer));
}

void
exchange_close(struct exchange *x)
{
	if (x->owner.on_close != NULL)
		x->owner.on_close(x->owner.argument);
	stop_watching(x);
	timer_free(x->timer);
	x->all->held -= x->counted;
	buf_release(&x->body);
	buf_release(&x->out);
	free(x->session);
	free(x);
}

void
exchange_receive(struct exchange *x, const char *bytes, size_t size)
{
	if (x->is_body_dropped)
		return;
	x->is_body_too_long = !buf_add(&x->body, bytes, size);
	x->is_body_dropped =
		x->is_body_too_long || x->all->held + size > HELD_MAX;
	if (x->is_body_dropped) {
		buf_clear(&x->body);
		buf_shrink(&x->body);
	}
	count(x);
}

bool
exchange_weigh(struct exchange *x, size_t weight)
{
	buf_clear(&x->body);
	buf_shrink(&x->body);
	x->weight = weight;
	count(x);
	return x->all->held <= HELD_MAX;
}

/* --- waking up ------------------------------------------------------------ */

/* Lets libmicrohttpd go on with it. */
static void
resume(struct exchange *x)
{
	if (!x->is_suspended)
		return;
	x->is_suspended = false;
	stop_watching(x);
	x->all->library->resume_connection(x->connection);
	x->all->wake(x->all->argument);
}

static void on_time(void *argument);

static void
set_timer(struct exchange *x, int64_t after_ms)
{
	timer_free(x->timer);
	x->timer = loop_at(x->all->loop, clock_now_ms() + after_ms, on_time, x);
}

/* Adds bytes to the stream; one that is too long is cut off. */
static void
add(struct exchange *x, const char *text, size_t size)
{
	if (!buf_add(&x->out, text, size))
		x->is_broken = true;
	count(x);
}

static void
begin_stream(struct exchange *x)
{
	if (x->is_stream)
		return;
	x->is_stream = true;
	set_timer(x, KEEP_ALIVE_MS);
}

void
exchange_comment(struct exchange *x)
{
	begin_stream(x);
	if (x->sent == x->out.size)
		add(x, ":\n\n", 3);
	set_timer(x, KEEP_ALIVE_MS);
	resume(x);
}

/* The wait was long, or the stream was quiet. */
static void
on_time(void *argument)
{
	struct exchange *x = argument;

	x->timer = NULL;
	if (!x->is_complete)
		exchange_comment(x);
}

static void
on_peer(int fd, short events, void *argument)
{
	struct exchange *x = argument;

	(void)fd, (void)events; /* all of them say that it has left */
	stop_watching(x);
	x->has_left = true;
	if (x->owner.on_leave == NULL || !x->owner.on_leave(x->owner.argument))
		return;
	x->is_broken = true;
	resume(x);
}

static void
suspend(struct exchange *x)
{
	const union MHD_ConnectionInfo *info =
		x->all->library->get_connection_info(
			x->connection, MHD_CONNECTION_INFO_CONNECTION_FD);

	if (!x->has_left && info != NULL)
		x->peer = loop_watch(
			x->all->loop, info->connect_fd, POLLRDHUP, on_peer, x);
	x->is_suspended = true;
	x->all->library->suspend_connection(x->connection);
}

/* --- what is sent --------------------------------------------------------- */

void
exchange_answer(
	struct exchange *x, unsigned status, const char *text, size_t size)
{
	if (x->is_complete)
		return;
	if (x->is_stream && text != NULL)
		exchange_event(x, text, size);
	else if (text != NULL)
		add(x, text, size);
	if (!x->is_stream)
		x->status = status;
	x->is_complete = true;
	resume(x);
}

void
exchange_event(struct exchange *x, const char *text, size_t size)
{
	static const char before[] = "event: message\ndata: ";

	if (x->is_complete)
		return;
	begin_stream(x);
	add(x, before, strlen(before));
	add(x, text, size);
	add(x, "\n\n", 2);
	resume(x);
}

void
exchange_complete(struct exchange *x)
{
	if (x->is_complete)
		return;
	if (!x->is_stream)
		x->status = MHD_HTTP_ACCEPTED;
	x->is_complete = true;
	resume(x);
}

void
exchange_abort(struct exchange *x)
{
	x->is_broken = true;
	resume(x);
}

bool
exchange_is_congested(const struct exchange *x)
{
	return x->out.size - x->sent > CONGESTED_BYTES;
}

/* --- libmicrohttpd -------------------------------------------------------- */

/* Gives a piece of the stream, or suspends the connection until there is one:
 * to return 0 without that would be asked again at once, for ever. */
static ssize_t
on_read(void *argument, uint64_t position, char *bytes, size_t most)
{
	struct exchange *x = argument;
	size_t left = x->out.size - x->sent;
	size_t size = left < most ? left : most;

	(void)position; /* it is that of x->sent */
	if (x->is_broken)
		return MHD_CONTENT_READER_END_WITH_ERROR;
	if (size == 0 && x->is_complete)
		return MHD_CONTENT_READER_END_OF_STREAM;
	if (size == 0) {
		suspend(x);
		return 0;
	}
	memcpy(bytes, x->out.data + x->sent, size);
	x->sent += size;
	if (x->sent >= x->out.size / 2) { /* rarely enough to stay linear */
		buf_consume(&x->out, x->sent);
		x->sent = 0;
		buf_shrink(&x->out);
		count(x);
	}
	return (ssize_t)size;
}

static enum MHD_Result
queue(const struct exchanges *all, struct MHD_Connection *connection,
	unsigned status, struct MHD_Response *response)
{
	const struct http_library *library = all->library;
	enum MHD_Result result;

	if (response == NULL)
		return MHD_NO; /* no memory: the connection is closed */
	(void)library->add_response_header(
		response, "X-Content-Type-Options", "nosniff");
	result = library->queue_response(connection, status, response);
	library->destroy_response(response);
	return result;
}

static enum MHD_Result
queue_stream(struct exchange *x)
{
	const struct http_library *library = x->all->library;
	struct MHD_Response *response = library->create_response_from_callback(
		MHD_SIZE_UNKNOWN, PIECE, on_read, x, NULL);

	if (response == NULL)
		return MHD_NO;
	(void)library->add_response_header(
		response, "Content-Type", "text/event-stream");
	(void)library->add_response_header(
		response, "Cache-Control", "no-cache");
	(void)library->add_response_header(response, "X-Accel-Buffering", "no");
	if (x->session != NULL)
		(void)library->add_response_header(
			response, "Mcp-Session-Id", x->session);
	return queue(x->all, x->connection, x->status, response);
}

static enum MHD_Result
queue_answer(struct exchange *x)
{
	const struct http_library *library = x->all->library;
	size_t size = x->out.size;
	char *text = size > 0 ? buf_detach(&x->out) : text_copy("");
	struct MHD_Response *response = library->create_response_from_buffer(
		size, text, MHD_RESPMEM_MUST_FREE);

	if (response == NULL) {
		free(text);
		return MHD_NO;
	}
	if (size > 0)
		(void)library->add_response_header(
			response, "Content-Type", "application/json");
	(void)library->add_response_header(
		response, "Cache-Control", "no-store");
	if (x->status == MHD_HTTP_SERVICE_UNAVAILABLE)
		(void)library->add_response_header(
			response, "Retry-After", "1");
	if (x->session != NULL)
		(void)library->add_response_header(
			response, "Mcp-Session-Id", x->session);
	return queue(x->all, x->connection, x->status, response);
}

enum MHD_Result
exchange_respond(struct exchange *x)
{
	if (x->is_queued)
		return MHD_YES;
	if (x->is_broken)
		return MHD_NO;
	if (!x->is_stream && !x->is_complete) {
		if (x->takes_stream && x->timer == NULL)
			set_timer(x, STREAM_AFTER_MS);
		suspend(x);
		return MHD_YES;
	}
	x->is_queued = true;
	return x->is_stream ? queue_stream(x) : queue_answer(x);
}

enum MHD_Result
exchange_refuse(const struct exchanges *all, struct MHD_Connection *connection,
	unsigned status, const char *text, const char *header,
	const char *value)
{
	struct MHD_Response *response =
		all->library->create_response_from_buffer(strlen(text),
			(void *)(uintptr_t)text, MHD_RESPMEM_MUST_COPY);

	if (response != NULL) {
		(void)all->library->add_response_header(
			response, "Content-Type", "text/plain; charset=utf-8");
		if (header != NULL)
			(void)all->library->add_response_header(
				response, header, value);
	}
	return queue(all, connection, status, response);
}
