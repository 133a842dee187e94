#ifndef STORE_DB_SQL_H
#define STORE_DB_SQL_H

/*
 * SQLite as the files of this folder use it: statements and transactions that
 * clean up behind themselves, and failures in words. Nothing here is for
 * other folders.
 *
 *	DROP(query) struct query q = {0};
 *
 *	if (!query_open(&q, s, "SELECT name FROM session WHERE id = ?", e))
 *		return false;
 *	query_int(&q, id);
 *	if (!query_next(&q, &found, e))
 *		return false;
 */

#include <sqlite3.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/err.h"
#include "store/db/db.h"

enum { STORE_CACHED = 96, STORE_DETAIL_MAX = 512 };

struct cached_model;

struct store {
	sqlite3 *db; /* NULL: not open */
	char *path;
	char detail[STORE_DETAIL_MAX];
	/* Prepared statements, by the address of their text. */
	struct {
		const char *sql;
		sqlite3_stmt *statement;
	} cached[STORE_CACHED];
	size_t cached_count;
	bool has_transaction;	    /* one is open, and its owner is alive */
	struct cached_model *shelf; /* of shelf.c */
	/* How often another file came to stand at the path. */
	unsigned replaced;
	/* Of presence.c. */
	bool presence_is_open;
	int presence_fd;
	int64_t presence; /* this server's number, or 0 */
};

/* Fills *e with what a client can do about SQLite's code and keeps the detail
 * for the log. Always false. */
bool store_fail(struct store *s, int code, struct err *e);

/* A statement in use; dropping it puts it back. */
struct query {
	struct store *store;
	sqlite3_stmt *statement;
	int bound;
};

/* `sql` is a literal: its address is what it is cached by. */
bool query_open(
	struct query *q, struct store *s, const char *sql, struct err *e);
void query_drop(struct query *q);

/* Bind the next parameter. Texts are borrowed until the query is dropped;
 * NULL is SQL's NULL. */
void query_int(struct query *q, int64_t value);
void query_text(struct query *q, const char *text);

/*
 * The next row, if there is one. A file may hold anything, whatever its schema
 * says, so each column of a row is checked before anybody reads it, and one
 * that is not as `kinds` has it makes the file damaged:
 *
 *	n	a number from 0 to QUERY_NUMBER_MAX; N: or NULL
 *	i	any integer
 *	t	UTF-8 without NUL, of at most LIMIT_ANSWER bytes; T: or NULL
 */
bool query_next(struct query *q, const char *kinds, bool *found, struct err *e);

/* What JSON carries exactly; and one more is a number, too. */
#define QUERY_NUMBER_MAX ((INT64_C(1) << 53) - 1)
/* Runs what returns no rows, and makes it ready to be bound again. */
bool query_run(struct query *q, struct err *e);

/* Columns from 0. Text is "" for NULL, and borrowed until the next row; the
 * copy is NULL for NULL. */
int64_t query_get_int(struct query *q, int column);
const char *query_get_text(struct query *q, int column);
char *query_copy_text(struct query *q, int column);

/* Several statements that see, or make, one state. Rolled back when it is
 * dropped before its commit. One inside of another is a part of that, and its
 * commit is that one's. */
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
