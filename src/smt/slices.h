#ifndef SMT_SLICES_H
#define SMT_SLICES_H

/*
 * A set of names of a text, collected first and asked afterwards.
 */

#include <stdbool.h>
#include <stddef.h>

#include "smt/token.h"

struct slices {
	struct slice *at; /* borrowed pieces */
	size_t count, capacity;
};

void slices_add(struct slices *s, struct slice one);
void slices_release(struct slices *s);
void slices_drop(struct slices *s); /* for DROP(slices) */

/* To be called once between the last slices_add and the questions. */
void slices_sort(struct slices *s);

/* Of sorted ones: keeps those that were added more than once, once each. */
void slices_keep_repeated(struct slices *s);

bool slices_have(const struct slices *s, struct slice one);

#endif
