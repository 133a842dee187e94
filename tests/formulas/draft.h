#ifndef TESTS_FORMULAS_DRAFT_H
#define TESTS_FORMULAS_DRAFT_H

/* A random text: declarations, definitions and assertions, a line each. */

#include "base/buf.h"
#include "formulas/grammar.h"

/* Adds the text; what it declares is known to the grammar from then on. */
void draft_add(struct grammar *g, struct buf *out);

#endif
