#ifndef BASE_CLOCK_H
#define BASE_CLOCK_H

/*
 * Three clocks: one that never jumps, for deadlines; one of this process's
 * processor time; one for people.
 */

#include <stdint.h>

/* Monotonic, from an arbitrary origin that all processes of a boot share. */
int64_t clock_now_us(void);
int64_t clock_now_ms(void);

/* Processor time of all threads. */
int64_t clock_spent_us(void);

/* Wall time: milliseconds since 1970-01-01 UTC. */
int64_t clock_wall_ms(void);

enum { CLOCK_TEXT_SIZE = sizeof("2026-01-02T03:04:05Z") };

/* RFC 3339 in UTC, to the second: 2026-01-02T03:04:05Z */
void clock_text(int64_t wall_ms, char text[CLOCK_TEXT_SIZE]);

#endif
