#include "worker/base/answer_stream.h"

#include <errno.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/limits.h"

enum { LATE_US = 2000 };

void
answer_stream_open(struct answer_stream *s, int fd)
{
	*s = (struct answer_stream){0};
	s->fd = fd;
	buf_init(&s->frames, LIMIT_ANSWER);
	answer_stream_next(s);
}

void
answer_stream_next(struct answer_stream *s)
{
	s->phase = PHASE_WAITING; /* which no worker reports */
	s->aliases.count = 0;
}

void
answer_stream_sort_aliases(
	struct answer_stream *s, const struct sort_aliases *aliases)
{
	/* What is there already was said under the other names. */
	if (s->fd >= 0 && s->aliases.count > 0)
		answer_stream_send(s);
	s->aliases = *aliases;
}

void
answer_stream_send(struct answer_stream *s)
{
	const char *at = s->frames.data;
	size_t left = s->frames.size;

	/* An answer that is too large is cut short, and seen as such. */
	if (s->frames.overflowed)
		_exit(EXIT_FAILURE);
	sort_aliases_revert(s->frames.data, s->frames.size, &s->aliases);
	while (left > 0) {
		ssize_t written = write(s->fd, at, left);

		if (written < 0 && errno == EINTR)
			continue;
		if (written <= 0)
			_exit(EXIT_FAILURE);
		at += written;
		left -= (size_t)written;
	}
	buf_clear(&s->frames);
	s->sent_us = clock_now_us();
}

void
answer_stream_send_late(struct answer_stream *s)
{
	if (clock_now_us() - s->sent_us >= LATE_US)
		answer_stream_send(s);
}

static void
put_phase(struct answer_stream *s, enum phase phase)
{
	if (s->phase == phase)
		return;
	s->phase = phase;
	answer_put_phase(&s->frames, phase);
}

void
answer_stream_phase(struct answer_stream *s, enum phase phase)
{
	put_phase(s, phase);
	if (s->frames.size > 0)
		answer_stream_send(s);
}

void
answer_stream_phase_late(struct answer_stream *s, enum phase phase)
{
	put_phase(s, phase);
	answer_stream_send_late(s);
}

void
answer_stream_fault(struct answer_stream *s, const struct diagnostic *fault)
{
	answer_put_fault(&s->frames, fault);
	answer_stream_send(s);
}
