#ifndef STORE_UNKNOWN_H
#define STORE_UNKNOWN_H

/*
 * What to say about a session that there is not.
 */

#include <stdbool.h>

#include "base/err.h"

struct store;

/* ERR_NOT_FOUND with the name that was meant, or else the latest names; for
 * use inside of a transaction. Always false. */
bool unknown_refuse(struct store *s, const char *name, struct err *e);

#endif
