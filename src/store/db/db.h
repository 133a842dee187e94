#ifndef STORE_DB_DB_H
#define STORE_DB_DB_H

/*
 * The database: one SQLite file that several servers may share. What is
 * committed survives kill -9 and power loss (WAL, synchronous=FULL); writers
 * wait for each other for up to 5 s; deleted text is overwritten
 * (secure_delete). Every function of store/ that fails leaves the database as
 * it was, with ERR_STORE and a sentence for the client, which never shows a
 * path or a code of SQLite; those are in store_detail, for the log.
 *
 * A struct store is not to be used across fork; its descriptors are CLOEXEC.
 */

#include <stdbool.h>
#include <stdint.h>

#include "base/alloc.h"
#include "base/err.h"
#include "store/db/account.h"

struct store;

/* Does not touch the file yet. The path is copied. */
struct store *store_new(const char *path);
void store_free(struct store *s); /* NULL is fine */

/*
 * Makes a store of the same file for an account: what is looked up by name or
 * number is what that account may see, and what is made is its own. It shares
 * the connection of the store that it is made from, and is freed before that.
 */
struct store *store_new_for(struct store *s, const struct account *account);
const struct account *store_account(const struct store *s);
void store_set_limits(struct store *s, const struct account_limits *limits);
DROP_POINTER_BY(store, store_free)

/* Whether there is a database file, so that opening it makes nothing. */
bool store_exists(const struct store *s);

/*
 * Opens the file, if it is not open yet, making it (mode 0600) and its folders
 * (0700). Refuses what is not a database of ours, and one of a later format;
 * migrates one of an earlier format (format.h). A file that was moved or
 * deleted is left for the one at the path. After a failure it may be tried
 * again. All other functions of store/ open by themselves.
 */
bool store_open(struct store *s, struct err *e);

/* The last failure of this store in SQLite's words, with path and code; for
 * the log only. "" if there was none. Valid until the next call. */
const char *store_detail(const struct store *s);

/*
 * Brings what stands in the log beside the file (-wal) into the file, as far as
 * it can without waiting for anybody. Who copies the file alone has all of it
 * then, and the next write begins the log anew: there is room for it on a full
 * disk. Does nothing (NULL too) when it is not open.
 */
void store_checkpoint(struct store *s);

/* Waits for the others, and cuts the log to nothing. False: they kept on. */
bool store_truncate_log(struct store *s);

/* Several statements that see, or make, one state. Rolled back when it is
 * dropped before its commit. One inside of another is a part of that, and its
 * commit is that one's. Not for other rooms. */
struct transaction {
	struct store *store;
	bool is_using; /* the connection; until it is dropped */
	bool is_open;  /* and to be closed by this */
	bool is_part;
};

/* Opens the store, too, as a statement outside of a transaction does. A writer
 * takes its lock at once: a reader that turned into a writer would be refused
 * without waiting. */
bool transaction_read(struct transaction *t, struct store *s, struct err *e);
bool transaction_write(struct transaction *t, struct store *s, struct err *e);
bool transaction_commit(struct transaction *t, struct err *e);
void transaction_drop(struct transaction *t);

/* Writes a copy of the database into a file, which it replaces, while servers
 * go on. */
bool store_backup(struct store *s, const char *path, struct err *e);

/* Makes the database of such a copy, which stays as it is and is checked.
 * ERR_CONFLICT if there is a database: a server may be using it. */
bool store_restore(struct store *s, const char *path, struct err *e);

/*
 * The number of the server that has this store, from the first call until the
 * store is freed: a socket has it as its name, so that it ends with the
 * process, however that ends. Servers of other network namespaces do not see
 * it.
 */
bool store_server(struct store *s, int64_t *number, struct err *e);

/* Whether the server of that number lives; true if that cannot be found out. */
bool store_server_lives(int64_t number);

#endif
