#ifndef MODEL_ITEMS_ORDER_KEY_H
#define MODEL_ITEMS_ORDER_KEY_H

/*
 * Places: numbers that rise from item to item of a model and never change, so
 * that an item is found, and two are put in order, without counting, and an
 * insert touches no other item.
 */

#include <stdbool.h>
#include <stdint.h>

/* The distance where there is room on one side: for 2^18 of them each way. */
#define PLACE_GAP (INT64_C(1) << 44)

/*
 * A place behind *low (NULL: there is nothing before) and before *high (NULL:
 * nothing behind). `recent` is the place that was given last: inserts come in
 * runs, so a new item next to that one stands close to it and leaves the room
 * to those that follow. False when there is no room.
 */
bool order_key_between(const int64_t *low, const int64_t *high, int64_t recent,
	int64_t *place);

#endif
