#ifndef TOOLS_HINTS_SYMBOLS_AT_H
#define TOOLS_HINTS_SYMBOLS_AT_H

/* The names of a script at a place of it: pop takes declarations away. */

#include "base/err.h"
#include "smt/rules/command_policy.h"
#include "tools/hints/declared_symbols.h"

struct symbols_at {
	struct declared_symbols known; /* owners are lines */
	struct declared_symbols gone;
};

/* At that line of the text; `f` need not be initialised. */
void symbols_at_find(
	struct symbols_at *f, const struct admitted_text *text, unsigned line);
void symbols_at_drop(struct symbols_at *f); /* for DROP(symbols_at) */

/* Adds to a message about a name that is not known that pop took it. */
void symbols_at_explain(const struct symbols_at *f,
	const struct diagnostic *fault, struct err *e);

#endif
