#ifndef STORE_DB_TRANSACTION_H
#define STORE_DB_TRANSACTION_H

/*
 * Several statements that see, or make, one state. Not for other rooms.
 */

#include <stdbool.h>

#include "base/err.h"
#include "store/db/sql.h"

/* Rolled back when it is dropped before its commit. One inside of another is a
 * part of that, and its commit is that one's. */
struct transaction {
	struct store *store;
	bool is_open; /* and to be closed by this */
	bool is_part;
};

/* Opens the store, too. A writer takes its lock at once: a reader that turned
 * into a writer would be refused without waiting. */
bool transaction_read(struct transaction *t, struct store *s, struct err *e);
bool transaction_write(struct transaction *t, struct store *s, struct err *e);
bool transaction_commit(struct transaction *t, struct err *e);
void transaction_drop(struct transaction *t);

#endif
