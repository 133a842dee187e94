#ifndef TESTS_PROPS_DICE_H
#define TESTS_PROPS_DICE_H

/*
 * Numbers that are the same in every run with the same seed.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct dice {
	uint64_t state;
};

void dice_init(struct dice *d, uint64_t seed);
unsigned dice_below(struct dice *d, unsigned count); /* 0 <= n < count */
bool dice_says(struct dice *d, unsigned percent);
const char *dice_pick(struct dice *d, const char *const *words, size_t count);

/* The number behind that name on the command line, such as --seed 7. */
uint64_t dice_argument(
	int argc, char **argv, const char *name, uint64_t otherwise);

#define DICE_PICK(d, words) \
	dice_pick((d), (words), sizeof(words) / sizeof((words)[0]))

#endif
