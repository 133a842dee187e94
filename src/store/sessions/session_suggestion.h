#ifndef STORE_SESSIONS_SESSION_SUGGESTION_H
#define STORE_SESSIONS_SESSION_SUGGESTION_H

/*
 * What to say about a session that there is not.
 */

#include <stdbool.h>

#include "base/err.h"

struct store;

/* ERR_NOT_FOUND with the name that was meant, or else the latest names; for
 * use inside of a transaction. Always false. */
bool session_suggestion_refuse(
	struct store *s, const char *name, struct err *e);

#endif
