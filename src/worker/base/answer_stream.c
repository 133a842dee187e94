#include "worker/base/answer_stream.h"

#include <errno.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/limits.h"

enum { LATE_US = 2000 };

static struct {
	int fd;
	int64_t sent_us;
	bool has_phase;
	enum phase phase; /* the last one that was reported */
	struct buf frames;
	struct standins standins;
} report = {.fd = -1};

void
answer_stream_open(int fd)
{
	report.fd = fd;
	buf_init(&report.frames, LIMIT_ANSWER);
	answer_stream_next();
}

void
answer_stream_next(void)
{
	report.has_phase = false;
	report.standins.count = 0;
}

struct buf *
answer_stream_frames(void)
{
	return &report.frames;
}

void
answer_stream_standins(const struct standins *standins)
{
	/* What is there already was said under the other names. */
	if (report.fd >= 0 && report.standins.count > 0 &&
		!standins_are_same(&report.standins, standins))
		answer_stream_send();
	report.standins = *standins;
}

void
answer_stream_send(void)
{
	const char *at = report.frames.data;
	size_t left = report.frames.size;

	/* An answer that is too large is cut short, and seen as such. */
	if (report.frames.overflowed)
		_exit(EXIT_FAILURE);
	standins_take_back(
		report.frames.data, report.frames.size, &report.standins);
	while (left > 0) {
		ssize_t written = write(report.fd, at, left);

		if (written < 0 && errno == EINTR)
			continue;
		if (written <= 0)
			_exit(EXIT_FAILURE);
		at += written;
		left -= (size_t)written;
	}
	buf_clear(&report.frames);
	report.sent_us = clock_now_us();
}

void
answer_stream_send_late(void)
{
	if (clock_now_us() - report.sent_us >= LATE_US)
		answer_stream_send();
}

static void
put_phase(enum phase phase)
{
	if (report.has_phase && report.phase == phase)
		return;
	report.has_phase = true;
	report.phase = phase;
	answer_put_phase(&report.frames, phase);
}

void
answer_stream_phase(enum phase phase)
{
	put_phase(phase);
	if (report.frames.size > 0)
		answer_stream_send();
}

void
answer_stream_phase_late(enum phase phase)
{
	put_phase(phase);
	answer_stream_send_late();
}

void
answer_stream_fault(const struct diagnostic *fault)
{
	answer_put_fault(&report.frames, fault);
	answer_stream_send();
}
