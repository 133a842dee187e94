#include "solver/turns.h"

enum {
	/* What is easy for the incremental core it decides within this time. */
	QUICK_US = 300000,
	/* Its second turn at once, where there are quantifiers: the strategy
	 * is the same core behind simplifiers, and gets lost as often. */
	QUANTIFIED_US = 10000000,
	/* A turn of it beside the one of the strategy before. */
	GROWTH = 4,
	/* More than any job has (600 s), and no overflow. */
	SPENT_MAX_US = 1000000000,
};

struct turns
turns_begin(void)
{
	return (struct turns){.way = WAY_SIMPLE, .spent_us = QUICK_US};
}

bool
turns_next(struct turns *turns, bool is_cut)
{
	enum way other = turns->way == WAY_SIMPLE ? WAY_LOGIC : WAY_SIMPLE;

	if (is_cut && turns->has_quantifiers && turns->way == WAY_SIMPLE &&
		turns->spent_us == QUICK_US) {
		turns->spent_us = QUANTIFIED_US;
		return true;
	}
	turns->has_given_up[turns->way] = !is_cut;
	if (turns->has_given_up[other]) {
		turns->spent_us = 0;
		return is_cut;
	}
	if (!is_cut)
		turns->spent_us = 0;
	else if (other == WAY_SIMPLE && turns->spent_us < SPENT_MAX_US)
		turns->spent_us *= GROWTH;
	turns->way = other;
	return true;
}
