#ifndef STORE_KEEP_H
#define STORE_KEEP_H

/*
 * The rows of an edited model: those that die and those that are born. For
 * revisions.c, inside of its transaction.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/err.h"
#include "model/diff.h"
#include "model/model.h"

struct store;

struct keep {
	struct store *store;
	int64_t session;
	struct diff diff;
	int64_t *rows; /* of the candidate's new items, in their order */
	size_t row_count;
};

/* Writes what differs, as revision base->revision + 1. */
bool keep_items(struct keep *k, const struct model *base,
	const struct model *candidate, struct err *e);

/* After the commit: the new items get their rows and ids. */
void keep_mark(const struct keep *k);

void keep_drop(struct keep *k);

#endif
