#ifndef STORE_DB_SERVER_LOCK_H
#define STORE_DB_SERVER_LOCK_H

/*
 * Whether a server that uses the database still lives. Each has a number of
 * its own and holds the lock of that byte of a file beside the database, which
 * stays empty. The kernel lets go of the lock when the process ends, however
 * it ends; so nothing has to be tidied up, and a process number that is used
 * again does not deceive.
 */

#include <stdbool.h>
#include <stdint.h>

#include "base/err.h"

struct store;

/* The number of this server, taken at the first call. */
bool server_lock_take(struct store *s, int64_t *number, struct err *e);

/* Whether the server of that number lives. */
bool server_lock_check(
	struct store *s, int64_t number, bool *lives, struct err *e);

/* Lets go; for store_free. */
void server_lock_release(struct store *s);

#endif
