#include "solver/child.h"

#include <errno.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/buf.h"
#include "base/clock.h"
#include "base/limits.h"
#include "solver/context.h"
#include "solver/escape.h"
#include "solver/report.h"
#include "solver/run.h"
#include "solver/watchdog.h"
#include "wire/ask.h"

enum { READ_SIZE = 64 * KIB };

/* Room for the text and what the frame puts around it. */
enum { ASK_CEILING = LIMIT_MODEL + LIMIT_MESSAGE };

/* Waits for the ask; a server that goes away without one ends the process. */
static void
read_ask(int in, struct buf *bytes, struct ask *ask)
{
	static char piece[READ_SIZE];
	struct frame f;
	size_t used;

	for (;;) {
		ssize_t got;

		switch (frame_find(
			bytes->data, bytes->size, ASK_CEILING, &f, &used)) {
		case FRAME_WHOLE:
			if (!ask_get(&f, ask))
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

void
child_run(Z3_context c, int in, int out)
{
	struct buf bytes;
	struct ask ask = {0};

	watchdog_start();
	buf_init(&bytes, ASK_CEILING + FRAME_HEAD);
	read_ask(in, &bytes, &ask);
	watchdog_begin(clock_now_us() + (int64_t)ask.timeout_ms * 1000);
	report_open(out);
	answer_put_version(report_frames(), context_version());
	if (ask.kind == ASK_ESCAPE)
		escape_try(ask.text, ask.size);
	else
		run_ask(c, &ask);
	answer_put_done(report_frames());
	report_send();
	/* libz3's teardown is slow and has nothing to save. */
	_exit(EXIT_SUCCESS);
}
