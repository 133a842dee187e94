#ifndef TESTS_FORMULAS_MANGLE_H
#define TESTS_FORMULAS_MANGLE_H

/* Texts with a fault, most of them. */

#include "base/buf.h"
#include "props/dice.h"

/* Adds the text with a token left out, doubled or in the place of another. */
void mangle(const char *text, struct dice *dice, struct buf *out);

#endif
