#ifndef STORE_CHANGES_H
#define STORE_CHANGES_H

/*
 * Which rows an edited model needs, and which places its new rows get. Pure.
 *
 * An item of the candidate is kept, its row untouched, when the base has the
 * same row and the kept rows follow each other as they do in the base; every
 * other item is a new row, and every row of the base that is not kept dies.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "model/model.h"

struct changes {
	int64_t *dead; /* rows */
	size_t dead_count;
	bool *is_kept; /* of each item of the candidate */
};

/* Fills `c`, which need not be initialised. The cost is that of looking at
 * the items that differ, and of one comparison for each of the others. */
void changes_find(struct changes *c, const struct model *base,
	const struct model *candidate);
void changes_drop(struct changes *c);

/* The distance of keys when there is room on one side. */
#define CHANGES_GAP (INT64_C(1) << 40)

/*
 * Keys for `count` new neighbours that stand behind the key *low (NULL: they
 * are the first) and before *high (NULL: the last): the first of them and the
 * step to the next. False when there is no room; then the session's keys have
 * to be spread anew.
 */
bool changes_place(const int64_t *low, const int64_t *high, size_t count,
	int64_t *first, int64_t *step);

#endif
