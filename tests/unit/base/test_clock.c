/* clang-format off */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>
/* clang-format on */

#include <poll.h>
#include <time.h>

#include "base/clock.h"

static void
deadlines_never_go_back(void **state)
{
	int64_t before = clock_now_us();

	(void)state;
	for (int i = 0; i < 1000; i++) {
		int64_t now = clock_now_us();

		assert_true(now >= before);
		before = now;
	}
}

static void
milliseconds_and_microseconds_agree(void **state)
{
	int64_t before = clock_now_us() / 1000;
	int64_t now = clock_now_ms();
	int64_t after = clock_now_us() / 1000;

	(void)state;
	assert_true(before <= now && now <= after);
}

static void
the_time_that_is_spent_stands_still_in_sleep(void **state)
{
	int64_t spent_us = clock_spent_us();
	volatile unsigned work = 0;

	(void)state;
	(void)poll(NULL, 0, 50);
	assert_in_range(clock_spent_us() - spent_us, 0, 49999);
	while (clock_spent_us() == spent_us)
		work++;
}

static void
the_wall_clock_is_that_of_the_system(void **state)
{
	int64_t before = (int64_t)time(NULL) - 1; /* time() is coarse */
	int64_t now = clock_wall_ms() / 1000;
	int64_t after = (int64_t)time(NULL) + 1;

	(void)state;
	assert_true(before <= now && now <= after);
}

static void
the_epoch_is_written_as_such(void **state)
{
	char text[CLOCK_TEXT_SIZE];

	(void)state;
	clock_text(0, text);
	assert_string_equal(text, "1970-01-01T00:00:00Z");
}

static void
a_time_is_written_to_the_second(void **state)
{
	char text[CLOCK_TEXT_SIZE];

	(void)state;
	clock_text(1767323045999, text);
	assert_string_equal(text, "2026-01-02T03:04:05Z");
}

static void
the_last_second_of_four_digit_years_fits(void **state)
{
	char text[CLOCK_TEXT_SIZE];

	(void)state;
	clock_text(253402300799000, text);
	assert_string_equal(text, "9999-12-31T23:59:59Z");
}

static void
a_time_that_does_not_fit_is_a_dash(void **state)
{
	char text[CLOCK_TEXT_SIZE];

	(void)state;
	clock_text(253402300800000, text);
	assert_string_equal(text, "-");
	clock_text(INT64_MAX, text);
	assert_string_equal(text, "-");
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(deadlines_never_go_back),
		cmocka_unit_test(milliseconds_and_microseconds_agree),
		cmocka_unit_test(the_time_that_is_spent_stands_still_in_sleep),
		cmocka_unit_test(the_wall_clock_is_that_of_the_system),
		cmocka_unit_test(the_epoch_is_written_as_such),
		cmocka_unit_test(a_time_is_written_to_the_second),
		cmocka_unit_test(the_last_second_of_four_digit_years_fits),
		cmocka_unit_test(a_time_that_does_not_fit_is_a_dash),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
