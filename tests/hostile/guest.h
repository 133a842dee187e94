#ifndef HOSTILE_GUEST_H
#define HOSTILE_GUEST_H

/*
 * A client without manners: it has the server's pipes in its hands and writes
 * bytes, not messages. For cmocka tests: what goes wrong here fails the test.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/buf.h"
#include "replay/place.h"
#include "replay/process.h"

struct guest {
	struct place place;
	struct process server;
	struct buf heard; /* and not yet taken as a line */
	char *line;	  /* the last one */
};

/* Setup and teardown of a test; *state is a struct guest with a server that
 * was not greeted. */
int guest_arrive(void **state);
int guest_leave(void **state);

/* A test with a guest g of its own. */
#define GUEST_TEST(sentence) \
	TEST_ON(sentence, guest_arrive, guest_leave, struct guest *g)

/* Starts another server in the same place. */
void guest_start(struct guest *g);

/* initialize of 2025-11-25, and its answer. */
void guest_greet(struct guest *g);

/* Writes all of it, waiting for the server to read; reads nothing. */
void guest_send(struct guest *g, const void *bytes, size_t size);
void guest_say(struct guest *g, const char *line); /* and a newline */

/* The next line, borrowed until the next call; NULL if none came in time or
 * the stream has ended. */
const char *guest_hear(struct guest *g, int64_t within_ms);

/* The next line must hold the piece. */
void guest_expect(struct guest *g, const char *piece);

/* A ping is answered, and nothing before it. */
void guest_expect_silence(struct guest *g);

struct guest_raw {
	const char *line;
	const char *answer; /* a piece of it; NULL: silence */
};

/* Greets, says each line and expects its answer and no other. */
void guest_expect_each(
	struct guest *g, const struct guest_raw *raws, size_t count);

/* Waits for its end: exit code 0 in that time, and no process left. */
void guest_expect_end(struct guest *g, int64_t within_ms);

/* Closes what it writes to, or reads from. */
void guest_close_in(struct guest *g);
void guest_close_out(struct guest *g);

/* Calls a solve that takes for ever, and waits until a worker is at it; the
 * worker. */
pid_t guest_start_endless(struct guest *g, int id);

/* Whether the process is gone in that time. */
bool guest_sees_gone(pid_t pid, int64_t within_ms);

int64_t guest_rss_kib(const struct guest *g);
/* Whether it needs no more than that, soon. */
bool guest_sees_small(const struct guest *g, int64_t most_kib);
/* Whether the server comes to rest soon: waits and does not compute. */
bool guest_sees_rest(const struct guest *g);

#endif
