#ifndef TESTS_PROPS_EDITS_H
#define TESTS_PROPS_EDITS_H

/*
 * Random edits as values that fit any model: numbers are taken modulo what
 * there is, so that a run stays a run when some of its edits are taken out.
 */

#include <stdbool.h>
#include <stddef.h>

#include "base/buf.h"
#include "model/items/edit.h"
#include "model/items/model.h"
#include "props/dice.h"
#include "props/texts.h"

enum { BATCH_MAX = 4 };

struct change {
	enum edit_op op;
	unsigned index;
	unsigned to;
	char *content;
};

/* What is one revision. */
struct step {
	struct change changes[BATCH_MAX];
	size_t count;
	/* Where old revisions are kept, one comes back instead. */
	bool restores;
};

void step_init(struct step *s, struct dice *d, enum theme theme, size_t items);
void step_release(struct step *s);

/* The candidate; the caller's. */
struct model *step_apply(const struct step *s, const struct model *base);

/* As a call of a .talk, for a model of so many items. */
void step_write(const struct step *s, size_t items, struct buf *out);

#endif
