#ifndef STORE_DB_SERVER_LOCK_H
#define STORE_DB_SERVER_LOCK_H

/*
 * Whether a server that uses the database still lives. Each has a number of
 * its own and holds the lock of that byte of a file beside the database, which
 * stays empty. The kernel releases the lock when the process ends, however
 * it ends; so nothing has to be tidied up, and a process number that is used
 * again does not deceive.
 */

#include <stdbool.h>
#include <stdint.h>

#include "base/alloc.h"
#include "base/err.h"

struct server_lock;
struct store;

/* Opens no file yet. */
struct server_lock *server_lock_new(void);
void server_lock_free(struct server_lock *l); /* unlocks; NULL is fine */
DROP_POINTER_BY(server_lock, server_lock_free)

/* The number of this server for that database, taken at the first call. */
bool server_lock_take(
	struct server_lock *l, struct store *s, int64_t *number, struct err *e);

/* Whether the server of that number lives. */
bool server_lock_check(struct server_lock *l, struct store *s, int64_t number,
	bool *lives, struct err *e);

#endif
