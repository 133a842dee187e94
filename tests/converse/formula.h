#ifndef TESTS_CONVERSE_FORMULA_H
#define TESTS_CONVERSE_FORMULA_H

/*
 * Formulas over a handful of Bool constants and of functions with one Bool
 * argument, in prefix notation, a letter each: what they mean is found by
 * trying, in a few lines that are plainly right.
 *
 *	p q r s t	constants		f g	functions (one argument)
 *	z		the argument of the function that is defined
 *	T F ! & | > =	true false not and or => =
 */

#include <stdbool.h>

#include "base/buf.h"
#include "props/dice.h"

enum { CONSTANTS = 5, FUNCTIONS = 2, FORMULA_MAX = 64 };

#define CONSTANT_LETTERS "pqrst"
#define FUNCTION_LETTERS "fg"

struct formula {
	char letters[FORMULA_MAX];
};

/* Sets of names have a bit per constant, then one per function. */
unsigned name_bit(char letter);

/* What functions mean, and the value of each constant. */
struct meaning {
	const struct formula *bodies[FUNCTIONS]; /* NULL: not defined */
	unsigned values;
};

/* Mostly of these names; `z` too in the body of a function. */
void formula_make(
	struct formula *f, struct dice *d, unsigned known, bool is_body);
void formula_of(struct formula *f, const char *letters);

void formula_write(const struct formula *f, struct buf *out);
unsigned formula_uses(const struct formula *f);

/* All functions that it uses are defined. */
bool formula_holds(const struct formula *f, const struct meaning *m);

#endif
