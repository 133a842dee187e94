#include "base/clock.h"

#include <string.h>
#include <time.h>

static int64_t
read_us(clockid_t clock)
{
	struct timespec now = {0};

	(void)clock_gettime(clock, &now); /* cannot fail for these clocks */
	return (int64_t)now.tv_sec * 1000000 + now.tv_nsec / 1000;
}

int64_t
clock_now_us(void)
{
	return read_us(CLOCK_MONOTONIC);
}

int64_t
clock_now_ms(void)
{
	return clock_now_us() / 1000;
}

int64_t
clock_spent_us(void)
{
	return read_us(CLOCK_PROCESS_CPUTIME_ID);
}

int64_t
clock_wall_ms(void)
{
	return read_us(CLOCK_REALTIME) / 1000;
}

void
clock_text(int64_t wall_ms, char text[CLOCK_TEXT_SIZE])
{
	time_t seconds = (time_t)(wall_ms / 1000);
	struct tm parts = {0};

	if (gmtime_r(&seconds, &parts) == NULL ||
		strftime(text, CLOCK_TEXT_SIZE, "%Y-%m-%dT%H:%M:%SZ", &parts) ==
			0)
		memcpy(text, "-", sizeof("-"));
}
