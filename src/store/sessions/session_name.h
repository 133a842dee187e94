#ifndef STORE_SESSIONS_SESSION_NAME_H
#define STORE_SESSIONS_SESSION_NAME_H

/*
 * What a session may be called: 1 to 64 of A-Za-z0-9._-, not starting with
 * "." or "-".
 */

#include <stdbool.h>

#include "base/err.h"
#include "base/limits.h"

/* ERR_ARGUMENT says which rule is broken. */
bool session_name_check(const char *name, struct err *e);

/* A new one, such as model-2026-11-20-k7qm; hardly ever taken already. */
void session_name_make(char name[LIMIT_NAME + 1]);

#endif
