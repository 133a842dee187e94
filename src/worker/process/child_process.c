#include "worker/process/child_process.h"

#include <errno.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <unistd.h>

#include "base/alloc.h"
#include "base/buf.h"
#include "base/clock.h"
#include "base/limits.h"
#include "wire/ask.h"
#include "worker/base/answer_stream.h"
#include "worker/base/context.h"
#include "worker/base/watchdog.h"
#include "worker/process/jail.h"
#include "worker/process/script_runner.h"

enum { READ_SIZE = 64 * KIB };

/* Room for the text and what the frame puts around it. */
enum { ASK_CEILING = LIMIT_ASK + MIB };

enum {
	/* libz3 never forgets a name, and gives little memory back: of a
	 * mebibyte in small items, each with a new name, 33 MB stayed. */
	ASKS_MAX = 1000,
	BYTES_MAX = MIB,
	/* Of 4 that stay; at rest one has 40 MiB, most of them shared. */
	RESIDENT_MAX_KIB = 128 * 1024,
};

/* What a child keeps of the asks that it has answered. */
struct stay {
	struct answer_stream out;
	struct ground ground;
	uint64_t owner;
	unsigned asks;
	size_t bytes;
};

/* Waits for the ask; a server that goes away without one ends the
 * process. */
static void
read_ask(int in, struct buf *bytes, struct ask_copy *ask)
{
	static char piece[READ_SIZE];
	struct frame f;
	size_t used;

	for (;;) {
		ssize_t got;

		switch (frame_find(
			bytes->data, bytes->size, ASK_CEILING, &f, &used)) {
		case FRAME_WHOLE:
			if (used != bytes->size || !ask_get(&f, ask))
				_exit(EXIT_FAILURE);
			return;
		case FRAME_TOO_LARGE:
			_exit(EXIT_FAILURE);
		case FRAME_PARTIAL:
			break;
		}
		got = read(in, piece, sizeof(piece));
		if (got < 0 && errno == EINTR)
			continue;
		if (got <= 0)
			_exit(EXIT_SUCCESS);
		buf_add(bytes, piece, (size_t)got);
	}
}

/* True: the ground is as good as before. */
static bool
do_ask(struct answer_stream *out, struct ground *g, const struct ask *ask)
{
	watchdog_begin(clock_now_us() + (int64_t)ask->timeout_ms * 1000);
	answer_stream_next(out);
	answer_put_version(&out->frames, context_version());
	if (ask->kind != ASK_ESCAPE)
		return script_runner_ask(out, g, ask);
	jail_probe_try(out, ask->text, ask->size);
	return false;
}

/* At its most, since little of that is given back. Sanitizers have more. */
static bool
is_small(void)
{
	struct rusage usage;

	return !jail_is_whole() || (getrusage(RUSAGE_SELF, &usage) == 0 &&
					   usage.ru_maxrss < RESIDENT_MAX_KIB);
}

/*
 * A fork costs twenty times what the check of an item does, so a child that
 * nothing has stuck to stays for the next item of the same model.
 */
static bool
may_stay(const struct stay *s, const struct ask *ask)
{
	return ask->owner != 0 && ask->kind == ASK_CHECK &&
	       ask->group_count == 0 && s->asks < ASKS_MAX &&
	       s->bytes < BYTES_MAX && is_small() && !watchdog_is_over();
}

/* Before libz3 reads a text: all threads that it takes are there. A check times
 * nothing, and one that stays is never asked for more than checks. */
static void
close_in(Z3_context c, enum ask_kind kind)
{
	if (kind != ASK_CHECK)
		context_start_timers(c);
	jail_end_threads();
}

/* One ask and its answer. False: that was the last one. */
static bool
serve(struct stay *s, int in)
{
	struct answer_stream *out = &s->out;
	DROP(buf) struct buf bytes;
	struct ask_copy copy;
	const struct ask *ask = &copy.ask;
	bool stays;

	buf_init(&bytes, ASK_CEILING + FRAME_HEAD);
	read_ask(in, &bytes, &copy);
	if (s->asks++ > 0 && ask->owner != s->owner)
		_exit(EXIT_FAILURE);
	if (s->asks == 1)
		close_in(s->ground.c, ask->kind);
	s->owner = ask->owner;
	s->bytes += ask->size;
	stays = do_ask(out, &s->ground, ask) && may_stay(s, ask);
	ask_copy_release(&copy);
	if (stays)
		watchdog_rest();
	answer_put_done(&out->frames, stays);
	answer_stream_send(out);
	return stays;
}

void
child_process_run(Z3_context c, int in, int out)
{
	struct stay s = {.ground = {.c = c}};

	watchdog_start();
	answer_stream_open(&s.out, out);
	while (serve(&s, in))
		;
	/* libz3's teardown is slow and has nothing to save. */
	_exit(EXIT_SUCCESS);
}
