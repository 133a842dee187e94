#ifndef STORE_DELTA_H
#define STORE_DELTA_H

/*
 * What lies between two revisions of a session, in items; and how to get from
 * the one to the other without loading either. The cost is that of the items
 * that differ.
 */

#include <stdbool.h>
#include <stdint.h>

#include "base/err.h"
#include "model/diff.h"
#include "model/model.h"

struct store;

/* Items in the order of their models; one reference each. */
struct delta {
	struct items gone; /* in revision `from` only */
	struct items come; /* in revision `to` only */
};

/* Fills `d`, which need not be initialised. Either revision may be the later
 * one; both have to be there. */
bool delta_load(struct store *s, int64_t session, uint64_t from, uint64_t to,
	struct delta *d, struct err *e);
void delta_release(struct delta *d);
void delta_drop(struct delta *d); /* for DROP(delta) */

/*
 * Makes of a model at `from` that at `to`; the revision is the caller's to
 * set. False, and the model half changed, when it was none at `from`.
 */
bool delta_apply(const struct delta *d, struct model *m);

/* The same with new versions, to be kept as a revision behind `from`. */
bool delta_repeat(const struct delta *d, struct model *m);

#endif
