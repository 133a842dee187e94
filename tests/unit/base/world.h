#ifndef TESTS_UNIT_BASE_WORLD_H
#define TESTS_UNIT_BASE_WORLD_H

/*
 * A loop, two pipes, and what the callbacks did with them. A callback's
 * argument is the world.
 */

#include "unit/unit.h"

#include <fcntl.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/alloc.h"
#include "base/loop.h"

struct world {
	struct loop *loop;
	int a[2];
	int b[2];
	struct watch *watch_a;
	struct watch *watch_b;
	struct timer *timer;
	int calls;
	int calls_b;
	int order[8]; /* descriptors and other marks */
	int order_count;
	short events;
};

static inline int
world_setup(void **state)
{
	struct world *w = mem_new(sizeof(*w));

	w->loop = loop_new();
	*state = w;
	return pipe2(w->a, O_CLOEXEC) != 0 || pipe2(w->b, O_CLOEXEC) != 0;
}

static inline int
world_teardown(void **state)
{
	struct world *w = *state;

	loop_free(w->loop);
	for (int i = 0; i < 2; i++) {
		(void)close(w->a[i]); /* a test may have closed it */
		(void)close(w->b[i]);
	}
	free(w);
	return 0;
}

static inline void
make_readable(const int pipe_fds[2])
{
	assert_int_equal(write(pipe_fds[1], "x", 1), 1);
}

static inline void
count(int fd, short events, void *argument)
{
	struct world *w = argument;

	(void)fd;
	w->calls++;
	w->events = events;
}

static inline void
count_b(int fd, short events, void *argument)
{
	struct world *w = argument;

	(void)fd;
	(void)events;
	w->calls_b++;
}

static inline void
remember(int fd, short events, void *argument)
{
	struct world *w = argument;

	(void)events;
	w->order[w->order_count++] = fd;
}

static inline void
count_and_free_both(int fd, short events, void *argument)
{
	struct world *w = argument;

	count(fd, events, w);
	watch_free(w->watch_a);
	watch_free(w->watch_b);
	w->watch_a = w->watch_b = NULL;
}

#endif
