#include "model/items/order_key.h"

#include <stddef.h>

/* The part of the room that a run of inserts takes with each of them. */
enum { RUN_SHARE = 64 };

bool
order_key_between(
	const int64_t *low, const int64_t *high, int64_t recent, int64_t *place)
{
	/* Unsigned, since the distance may be the whole range. */
	uint64_t room;
	uint64_t step;

	if (low == NULL && high == NULL) {
		*place = 0;
		return true;
	}
	if (high == NULL)
		room = (uint64_t)INT64_MAX - (uint64_t)*low;
	else if (low == NULL)
		room = (uint64_t)*high - (uint64_t)INT64_MIN;
	else
		room = (uint64_t)*high - (uint64_t)*low;
	if (room < 2)
		return false;
	step = room / 2;
	if (low == NULL || high == NULL)
		step = step < PLACE_GAP ? step : PLACE_GAP;
	else if (room >= RUN_SHARE && (*low == recent || *high == recent))
		step = room / RUN_SHARE;
	if (high == NULL || (low != NULL && *high != recent))
		*place = (int64_t)((uint64_t)*low + step);
	else
		*place = (int64_t)((uint64_t)*high - step);
	return true;
}
