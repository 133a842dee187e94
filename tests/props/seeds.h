#ifndef TESTS_PROPS_SEEDS_H
#define TESTS_PROPS_SEEDS_H

/*
 * The runs of a program that tries what chance makes of seeds, one after the
 * other: --seed of the first, --times or --seconds of all.
 */

#include <stdbool.h>
#include <stdint.h>

struct seeds {
	uint64_t next; /* to be tried, or in a later run of the program */
	uint64_t left;
	int64_t begun_ms;
	uint64_t seconds; /* 0: no matter */
};

/* `times`: where the command line says neither. */
struct seeds seeds_read(int argc, char **argv, uint64_t times);

/* False when there were as many, or the time is over. */
bool seeds_take(struct seeds *s, uint64_t *seed);

int seeds_took_s(const struct seeds *s);

#endif
