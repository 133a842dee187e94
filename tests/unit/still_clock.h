#ifndef TESTS_UNIT_STILL_CLOCK_H
#define TESTS_UNIT_STILL_CLOCK_H

/*
 * The parts of base/clock.h that the loop asks for to notice and to log a long
 * turn, for a test that has a clock of its own: no turn takes any time.
 */

#include "base/clock.h"

int64_t
clock_spent_us(void)
{
	return 0;
}

int64_t
clock_wall_ms(void)
{
	return 0;
}

void
clock_text(int64_t wall_ms, char text[CLOCK_TEXT_SIZE])
{
	(void)wall_ms;
	text[0] = '\0';
}

#endif
