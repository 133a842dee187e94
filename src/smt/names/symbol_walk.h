#ifndef SMT_NAMES_SYMBOL_WALK_H
#define SMT_NAMES_SYMBOL_WALK_H

/*
 * A walk through the commands of a text that tells a scope (smt/names/scope.h)
 * what each symbol is there: a declaration, a use, a variable.
 */

#include "smt/names/scope.h"
#include "smt/text/commands.h"

/* The forms are those of scope->text. */
void symbol_walk_commands(struct scope *scope, const struct commands *forms);

#endif
