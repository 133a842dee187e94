#include "props/seeds.h"

#include "base/clock.h"
#include "props/dice.h"

struct seeds
seeds_read(int argc, char **argv, uint64_t times)
{
	uint64_t seconds = dice_argument(argc, argv, "--seconds", 0);

	return (struct seeds){
		.next = dice_argument(argc, argv, "--seed", 1),
		.left = dice_argument(argc, argv, "--times",
			seconds > 0 ? UINT64_MAX : times),
		.begun_ms = clock_now_ms(),
		.seconds = seconds,
	};
}

bool
seeds_take(struct seeds *s, uint64_t *seed)
{
	int64_t took_ms = clock_now_ms() - s->begun_ms;

	if (s->left == 0 ||
		(s->seconds > 0 && took_ms >= (int64_t)s->seconds * 1000))
		return false;
	s->left--;
	*seed = s->next++;
	return true;
}

int
seeds_took_s(const struct seeds *s)
{
	return (int)((clock_now_ms() - s->begun_ms) / 1000);
}
