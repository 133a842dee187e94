#include "base/watches.h"

#include <assert.h>
#include <errno.h>
#include <poll.h>
#include <stdlib.h>

#include "base/alloc.h"

struct watch {
	int fd;
	short events;
	loop_on_ready *on_ready; /* NULL when dropped */
	void *argument;
};

void
watches_release(struct watches *w)
{
	for (size_t i = 0; i < w->count; i++)
		free(w->list[i]);
	free(w->list);
	free(w->fds);
	*w = (struct watches){0};
}

struct watch *
watches_add(struct watches *w, int fd, short events, loop_on_ready *on_ready,
	void *argument)
{
	struct watch *watch = mem_new(sizeof(*watch));

	assert(fd >= 0 && on_ready != NULL);
	*watch = (struct watch){fd, events, on_ready, argument};
	w->list = mem_room(
		w->list, w->count, &w->capacity, sizeof(struct watch *));
	w->list[w->count++] = watch;
	return watch;
}

void
watch_set(struct watch *w, short events)
{
	w->events = events;
}

void
watch_free(struct watch *w)
{
	if (w != NULL)
		w->on_ready = NULL;
}

static bool
is_active(const struct watch *w)
{
	return w->on_ready != NULL && w->events != 0;
}

bool
watches_is_waiting(const struct watches *w)
{
	for (size_t i = 0; i < w->count; i++) {
		if (is_active(w->list[i]))
			return true;
	}
	return false;
}

/* Lets go of the dropped ones and writes poll's list of the others. */
static void
prepare(struct watches *w)
{
	size_t kept = 0;

	for (size_t i = 0; i < w->count; i++) {
		if (w->list[i]->on_ready == NULL)
			free(w->list[i]);
		else
			w->list[kept++] = w->list[i];
	}
	w->count = w->polled = kept;
	w->fds = mem_grow(w->fds, kept, sizeof(struct pollfd));
	for (size_t i = 0; i < kept; i++) {
		const struct watch *watch = w->list[i];

		/* poll passes over a negative descriptor. */
		w->fds[i] =
			(struct pollfd){.fd = is_active(watch) ? watch->fd : -1,
				.events = watch->events};
	}
}

void
watches_poll(struct watches *w, int wait_ms)
{
	prepare(w);
	if (poll(w->fds, (nfds_t)w->polled, wait_ms) >= 0)
		return;
	/* What else it can say is a bug of ours or a machine without memory. */
	assert(errno == EINTR);
	for (size_t i = 0; i < w->polled; i++)
		w->fds[i].revents = 0;
}

void
watches_call(struct watches *w, const bool *stopped)
{
	for (size_t i = 0; i < w->polled && !*stopped; i++) {
		const struct watch *watch = w->list[i];
		short events = w->fds[i].revents;

		/* A callback before this one may have changed its mind. */
		events &= watch->events | POLLHUP | POLLERR | POLLNVAL;
		if (events != 0 && is_active(watch))
			watch->on_ready(watch->fd, events, watch->argument);
	}
}
