#ifndef ADVICE_SLIPS_INFIX_H
#define ADVICE_SLIPS_INFIX_H

/* Operators between their arguments, as most languages write them. */

#include <stddef.h>

/*
 * x + y > 3, where a term is expected: how it is written, "(> (+ x y) 3)", with
 * the ranks that operators have elsewhere; on the heap. NULL if it is not
 * arguments with an operator between each two.
 */
char *infix_rewrite(const char *text, size_t size);

#endif
