#ifndef TOOLS_IN_FORCE_H
#define TOOLS_IN_FORCE_H

/* The names of a script at a place of it: pop takes declarations away. */

#include "base/err.h"
#include "smt/allowed.h"
#include "tools/known.h"

struct in_force {
	struct known known; /* owners are lines */
	struct known gone;
};

/* At that line of the text; `f` need not be initialised. */
void in_force_find(
	struct in_force *f, const struct allowed *text, unsigned line);
void in_force_drop(struct in_force *f); /* for DROP(in_force) */

/* Adds to a message about a name that is not known that pop took it. */
void in_force_explain(
	const struct in_force *f, const struct fault *fault, struct err *e);

#endif
