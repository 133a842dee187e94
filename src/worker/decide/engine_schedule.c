#include "worker/decide/engine_schedule.h"

enum {
	/* What is easy for the incremental core it decides within this time. */
	QUICK_US = 300000,
	/* The same where the finite-domain solver waits. */
	QUICK_FINITE_US = 40000,
	/* Its second turn at once, where there are quantifiers: the strategy
	 * is the same core behind simplifiers, and gets lost as often. */
	QUANTIFIED_US = 10000000,
	ROUND_US = 300000,
	/* A turn beside the one of the round before. */
	GROWTH = 4,
	/* More than any job has (600 s), and no overflow. */
	ROUND_MAX_US = 1000000000,
};

static bool
is_single(uint32_t set)
{
	return (set & (set - 1)) == 0;
}

static bool
has(const struct engine_schedule *s, enum engine engine)
{
	return (s->left & ENGINE_BIT(engine)) != 0;
}

struct engine_schedule
engine_schedule_begin(uint32_t engines)
{
	struct engine_schedule s = {.left = engines, .round_us = ROUND_US};

	while (!has(&s, s.engine))
		s.engine++;
	if (is_single(engines))
		s.spent_us = 0;
	else
		s.spent_us = has(&s, ENGINE_FINITE_DOMAIN) ? QUICK_FINITE_US
							   : QUICK_US;
	return s;
}

static void
advance(struct engine_schedule *s)
{
	do {
		s->engine++;
		if (s->engine < ENGINE_COUNT)
			continue;
		s->engine = 0;
		if (s->round_us < ROUND_MAX_US)
			s->round_us *= GROWTH;
	} while (!has(s, s->engine));
}

bool
engine_schedule_next(struct engine_schedule *s, bool is_cut)
{
	bool is_first =
		s->spent_us == QUICK_US || s->spent_us == QUICK_FINITE_US;

	if (is_cut && is_first && s->has_quantifiers &&
		s->engine == ENGINE_INCREMENTAL) {
		s->spent_us = QUANTIFIED_US;
		return true;
	}
	if (!is_cut)
		s->left &= ~ENGINE_BIT(s->engine);
	if (s->left == 0)
		return false;
	advance(s);
	s->spent_us = is_single(s->left) ? 0 : s->round_us;
	/* It decides in one go or never, and begins anew in each turn. */
	if (s->engine == ENGINE_FINITE_DOMAIN)
		s->spent_us *= GROWTH;
	return true;
}
