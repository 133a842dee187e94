#ifndef ADVICE_AROUND_H
#define ADVICE_AROUND_H

/* Why a name is not known, told from what stands around it. */

#include <stdbool.h>

#include "advice/advice.h"
#include "advice/counsel.h"

/*
 * The name under the caret is not known: maybe since it is an argument of a
 * function that only other languages have, or the name that its own define-fun
 * is about to define, or a variable whose binder has ended. Fills the counsel,
 * and moves the caret; false if it is none of these.
 */
bool around_explains(struct counsel *c, const struct scene *s,
	const struct advice_place *where, const char *name);

/* A command inside of another: (and (assert p) q). Likewise. */
bool around_is_command(struct counsel *c, const struct scene *s);

/* Whether an argument of that enclosing form (0 the innermost) is a Bool. */
bool around_wants_bool(const struct scene *s, size_t outward);

/* The first of these, for any place in the arguments. */
bool around_is_foreign(struct counsel *c, const struct scene *s,
	const struct advice_place *where);

#endif
