#ifndef BASE_WATCHES_H
#define BASE_WATCHES_H

/*
 * The watches of a loop, and what poll says of them. A dropped watch stays in
 * the list without its callback until the next turn begins, since the turn at
 * hand may be about to call it. For base/loop.c, whose header says what a
 * watch promises.
 */

#include <stdbool.h>
#include <stddef.h>

#include "base/loop.h"

struct pollfd;

struct watches {
	struct watch **list;
	size_t count;
	size_t capacity;
	struct pollfd *fds; /* of the first `polled` of the list */
	size_t polled;
};

/* All zero is an empty one. */
void watches_release(struct watches *w); /* frees every watch in it */

/* watch_free takes it out again. */
struct watch *watches_add(struct watches *w, int fd, short events,
	loop_on_ready *on_ready, void *argument);

/* Whether one of them is waited for. */
bool watches_is_waiting(const struct watches *w);

/* poll()s all there are; may return early, as on a signal. */
void watches_poll(struct watches *w, int wait_ms);

/* Calls those that poll found ready until *stopped. */
void watches_call(struct watches *w, const bool *stopped);

#endif
