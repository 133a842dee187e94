#include "unit/unit.h"

#include <poll.h>
#include <time.h>

#include "base/clock.h"

TEST(deadlines_never_go_back)
{
	int64_t before = clock_now_us();

	for (int i = 0; i < 1000; i++) {
		int64_t now = clock_now_us();

		assert_true(now >= before);
		before = now;
	}
}

TEST(milliseconds_and_microseconds_agree)
{
	int64_t before = clock_now_us() / 1000;
	int64_t now = clock_now_ms();
	int64_t after = clock_now_us() / 1000;

	assert_true(before <= now && now <= after);
}

TEST(the_time_that_is_spent_stands_still_in_sleep)
{
	int64_t spent_us = clock_spent_us();
	volatile unsigned work = 0;

	(void)poll(NULL, 0, 50);
	assert_in_range(clock_spent_us() - spent_us, 0, 49999);
	while (clock_spent_us() == spent_us)
		work++;
}

TEST(the_wall_clock_is_that_of_the_system)
{
	int64_t before = (int64_t)time(NULL) - 1; /* time() is coarse */
	int64_t now = clock_wall_ms() / 1000;
	int64_t after = (int64_t)time(NULL) + 1;

	assert_true(before <= now && now <= after);
}

static void
assert_written(int64_t wall_ms, const char *wanted)
{
	char text[CLOCK_TEXT_SIZE];

	clock_text(wall_ms, text);
	assert_string_equal(text, wanted);
}

TEST(a_time_is_written_to_the_second_or_as_a_dash)
{
	assert_written(0, "1970-01-01T00:00:00Z");
	assert_written(1767323045999, "2026-01-02T03:04:05Z");
	assert_written(253402300799000, "9999-12-31T23:59:59Z");
	assert_written(253402300800000, "-");
	assert_written(INT64_MAX, "-");
}
