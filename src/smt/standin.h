#ifndef SMT_STANDIN_H
#define SMT_STANDIN_H

/*
 * A name that stands in for a sort of the text while libz3 reads it.
 *
 * libz3's parse API always has a sort List, its command only where no logic is
 * set; so (set-logic ALL)(declare-datatype List ...), which is in many a text,
 * is fine for the one and refused by the other. Under another name of the same
 * length all places stay true, and what libz3 says is turned back byte for
 * byte, since the text itself does not hold that name.
 */

#include <stdbool.h>
#include <stddef.h>

#include "smt/script.h"

/* The name, or NULL if the problem needs none: it declares no sort List, or
 * sets no logic. */
const char *standin_find(
	const struct script *s, const struct script_problem *sp);

/* Takes it in the place of each symbol List; and back, in any bytes. */
void standin_put(char *text, size_t size, const char *name);
void standin_take_back(char *bytes, size_t size, const char *name);

#endif
