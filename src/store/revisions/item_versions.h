#ifndef STORE_REVISIONS_ITEM_VERSIONS_H
#define STORE_REVISIONS_ITEM_VERSIONS_H

/*
 * The rows of an edited model: those that die and those that are born. For
 * revisions.c, inside of its transaction.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/err.h"
#include "model/items/diff.h"
#include "model/items/model.h"

struct store;

struct item_versions {
	struct store *store;
	int64_t session;
	struct diff diff;
	int64_t *rows; /* of the candidate's new items, in their order */
	size_t row_count;
};

/* Writes what differs, as revision base->revision + 1. */
bool item_versions_close(struct item_versions *k, const struct model *base,
	const struct model *candidate, struct err *e);

/* After the commit: the new items get their rows and ids. */
void item_versions_mark(const struct item_versions *k);

void item_versions_drop(struct item_versions *k);

#endif
