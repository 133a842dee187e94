#ifndef SMT_WALK_H
#define SMT_WALK_H

/*
 * A walk through the commands of a text that tells a scope (smt/scope.h) what
 * each symbol is there: a declaration, a use, a variable.
 */

#include "smt/forms.h"
#include "smt/scope.h"

/* The forms are those of scope->text. */
void walk_forms(struct scope *scope, const struct forms *forms);

#endif
