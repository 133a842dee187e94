#include "solver/report.h"

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
report_open(int fd)
{
	report.fd = fd;
	buf_init(&report.frames, LIMIT_ANSWER);
	report_next();
}

void
report_next(void)
{
	report.has_phase = false;
	report.standins.count = 0;
}

struct buf *
report_frames(void)
{
	return &report.frames;
}

void
report_standins(const struct standins *standins)
{
	/* What is there already was said under the other names. */
	if (report.fd >= 0 && report.standins.count > 0 &&
		!standins_are_same(&report.standins, standins))
		report_send();
	report.standins = *standins;
}

void
report_send(void)
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
report_send_late(void)
{
	if (clock_now_us() - report.sent_us >= LATE_US)
		report_send();
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
report_phase(enum phase phase)
{
	put_phase(phase);
	if (report.frames.size > 0)
		report_send();
}

void
report_phase_late(enum phase phase)
{
	put_phase(phase);
	report_send_late();
}

void
report_fault(const struct fault *fault)
{
	answer_put_fault(&report.frames, fault);
	report_send();
}
