#ifndef TESTS_PROPS_WORLD_H
#define TESTS_PROPS_WORLD_H

/*
 * Where the models of a run live: in memory, or as in the product in a
 * database that two servers share, each with its shelf. Then the edits are
 * made by one or the other, who has to catch up, and old revisions come back.
 */

#include <stdbool.h>

#include "model/deps/index.h"
#include "model/items/diff.h"
#include "model/items/model.h"
#include "props/edits.h"
#include "store/revisions/revisions.h"

struct store;

struct world {
	/* From world_begin on; borrowed. */
	struct model *model;
	struct index *index;
	/* Of a stored one. */
	struct store *stores[2];
	struct model_cache caches[2];
	struct cached_model *shelved;
	int64_t session;
	size_t steps;
	char folder[200];
};

void world_init(struct world *w, bool is_stored);
void world_release(struct world *w);

/* The turn of a server: model and index are as the next step finds them, until
 * it is kept or left. */
void world_begin(struct world *w);
/* The candidate of a step; the caller's. */
struct model *world_make(struct world *w, const struct step *s);
/* Takes the candidate. */
void world_keep(struct world *w, const struct diff *d, struct model *candidate);
void world_leave(struct world *w);

/* As a call of a .talk. */
void world_write(const struct world *w, const struct step *s, struct buf *out);

#endif
