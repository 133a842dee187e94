#include "mcp/transport/output.h"

#include <errno.h>
#include <limits.h>
#include <poll.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/alloc.h"
#include "base/buf.h"
#include "base/limits.h"
#include "base/loop.h"

/*
 * Without O_NONBLOCK a write must not block: a pipe or a stream socket that
 * polls as writable has room for PIPE_BUF bytes on Linux. SIGPIPE is ignored
 * (signals.h).
 */

enum {
	/* While the input is paused, only the answers to running calls and to
	 * one line are added; a client with more to read is broken. */
	CEILING = 4 * LIMIT_UNSENT,
	/* For poll, which reports errors in any case. */
	ERRORS_ONLY = POLLPRI,
};

struct output {
	int fd;
	bool is_broken;
	struct buf queue;
	size_t sent; /* bytes of the queue's beginning */
	uint64_t written;
	struct watch *watch;
	output_on_change *on_change;
	void *argument;
};

size_t
output_waiting(const struct output *o)
{
	return o->queue.size - o->sent;
}

uint64_t
output_written(const struct output *o)
{
	return o->written;
}

bool
output_is_broken(const struct output *o)
{
	return o->is_broken;
}

static void
set_broken(struct output *o)
{
	o->is_broken = true;
	buf_clear(&o->queue);
	o->sent = 0;
	watch_free(TAKE(o->watch));
}

static void
flush(struct output *o)
{
	struct pollfd ready = {.fd = o->fd, .events = POLLOUT};
	size_t left;

	while ((left = output_waiting(o)) > 0 && poll(&ready, 1, 0) > 0) {
		ssize_t size = write(o->fd, o->queue.data + o->sent,
			left < PIPE_BUF ? left : PIPE_BUF);

		if (size < 0 && errno == EAGAIN)
			break;
		if (size < 0 && errno != EINTR) {
			set_broken(o);
			return;
		}
		if (size > 0) {
			o->sent += (size_t)size;
			o->written += (uint64_t)size;
		}
	}
	/* Moves the rest to the front, rarely enough to stay linear. */
	if (o->sent >= o->queue.size / 2) {
		buf_consume(&o->queue, o->sent);
		o->sent = 0;
		buf_shrink(&o->queue);
	}
	watch_set(o->watch, output_waiting(o) > 0 ? POLLOUT : ERRORS_ONLY);
}

static void
on_ready(int fd, short events, void *argument)
{
	struct output *o = argument;

	(void)fd; /* the one in o */
	if ((events & (POLLERR | POLLHUP | POLLNVAL)) != 0)
		set_broken(o);
	else
		flush(o);
	o->on_change(o->argument);
}

struct output *
output_new(
	struct loop *loop, int fd, output_on_change *on_change, void *argument)
{
	struct output *o = mem_new(sizeof(*o));

	o->fd = fd;
	buf_init(&o->queue, CEILING);
	o->watch = loop_watch(loop, fd, ERRORS_ONLY, on_ready, o);
	o->on_change = on_change;
	o->argument = argument;
	return o;
}

void
output_free(struct output *o)
{
	if (o == NULL)
		return;
	watch_free(o->watch);
	buf_release(&o->queue);
	free(o);
}

void
output_line(struct output *o, const char *text, size_t size)
{
	if (o->is_broken)
		return;
	if (!buf_add(&o->queue, text, size) || !buf_add_char(&o->queue, '\n')) {
		set_broken(o);
		return;
	}
	flush(o);
}
