#ifndef ADVICE_MEANT_H
#define ADVICE_MEANT_H

/* What a name that is not known most likely meant. */

#include <stdbool.h>

#include "advice/advice.h"
#include "advice/counsel.h"
#include "advice/words.h"

/* The cause and steps of a name that other languages have. False if it is
 * none; then nothing is added. */
bool meant_word(struct counsel *c, enum word_use use, const char *name);

/* The same of a name that only a later item declares. */
bool meant_late(
	struct counsel *c, const struct advice_place *where, const char *name);

/* Likewise of bv5, a bit-vector literal without its width, and of x.y, a field
 * of a declared x as other languages write it. */
bool meant_bits(struct counsel *c, const char *name);
bool meant_field(
	struct counsel *c, const struct advice_place *where, const char *name);

enum meant_as {
	MEANT_SORT,
	MEANT_CONSTANT, /* a term of one word: no built-in function is meant */
	MEANT_FUNCTION,
};

/*
 * Did-you-mean: a step with the nearest name of those declared, of that use,
 * and built in. Nothing if none is near. Uses the parts {1} and {2}.
 */
void meant_nearest(struct counsel *c, enum meant_as as, const char *name,
	const struct advice_place *where);

/* How a name is declared: "Int", "(Int) Bool", or NULL. */
const char *meant_type(const struct advice_place *where, const char *name);

/*
 * The cause and steps of a constructor or field that Z3 does not know yet:
 * those of a datatype with parameters it knows only behind a mention of the
 * sort with its arguments, as `sort` is, or NULL. False for any other name.
 */
bool meant_unmentioned(struct counsel *c, const struct advice_place *where,
	const char *name, const char *sort);

/* Some of the names in scope, for when none is near: a step, if any fits. */
void meant_scope(
	struct counsel *c, const struct advice_place *where, enum meant_as as);

/* Whether a type of a place is that of a function: "(Int) Bool". */
bool meant_is_function(const char *type);

#endif
