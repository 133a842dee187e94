#ifndef TESTS_PROPS_TEXTS_H
#define TESTS_PROPS_TEXTS_H

/*
 * Random items: of few names, so that they meet. Most names mean the same most
 * of the time (x is an Int), so that about half of the edits are accepted; the
 * rest is redeclared, overloaded, shadowed, misspelt and of the wrong sort.
 */

#include "base/buf.h"
#include "props/dice.h"

void texts_add_item(struct dice *d, struct buf *out);

#endif
