#ifndef SMT_NAMES_BUILTIN_H
#define SMT_NAMES_BUILTIN_H

/*
 * The names that libz3 brings along: functions, constants, sorts and words of
 * the term language, of all theories.
 */

#include <stdbool.h>
#include <stddef.h>

#include "smt/text/lexer.h"

bool builtin_has(const char *name);
bool builtin_has_slice(struct slice name); /* also bv5 and such, is-C not */

extern const char *const builtin_names[]; /* in order, and NULL after them */

#endif
