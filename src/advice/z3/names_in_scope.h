#ifndef ADVICE_Z3_NAMES_IN_SCOPE_H
#define ADVICE_Z3_NAMES_IN_SCOPE_H

/* The names that are declared at the place of a fault. */

#include "advice/message/message.h"

/* How a name is declared: "Int", "(Int) Bool", or NULL. */
const char *scope_type(const struct message *c, const char *name);

/* Whether a type is that of a function: "(Int) Bool". */
bool type_is_function(const char *type);

#endif
