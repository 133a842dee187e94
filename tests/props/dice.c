#include "props/dice.h"

#include <stdlib.h>
#include <string.h>

/* splitmix64 */
static uint64_t
next(struct dice *d)
{
	uint64_t z = d->state += 0x9e3779b97f4a7c15;

	z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
	z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
	return z ^ (z >> 31);
}

/* Seeds that follow each other must not give streams that do. */
void
dice_init(struct dice *d, uint64_t seed)
{
	d->state = seed;
	d->state = next(d) ^ (next(d) << 1);
}

unsigned
dice_below(struct dice *d, unsigned count)
{
	return (unsigned)(next(d) % count);
}

bool
dice_says(struct dice *d, unsigned percent)
{
	return dice_below(d, 100) < percent;
}

const char *
dice_pick(struct dice *d, const char *const *words, size_t count)
{
	return words[dice_below(d, (unsigned)count)];
}

uint64_t
dice_argument(int argc, char **argv, const char *name, uint64_t otherwise)
{
	for (int i = 1; i + 1 < argc; i++) {
		if (strcmp(argv[i], name) == 0)
			return strtoull(argv[i + 1], NULL, 10);
	}
	return otherwise;
}
