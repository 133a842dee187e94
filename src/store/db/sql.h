#ifndef STORE_DB_SQL_H
#define STORE_DB_SQL_H

/*
 * SQLite as the files of store/ use it: a connection, statements that clean up
 * after themselves, and failures in words. Not for other rooms.
 *
 *	DROP(query) struct query q = {0};
 *
 *	query_start(&q, s, e, "SELECT name FROM session WHERE id > ?", "i", id);
 *	while (query_next(&q, "t"))
 *		add(query_get_text(&q, 0));
 *	return query_ok(&q);
 */

#include <sqlite3.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/queue.h>

#include "base/err.h"
#include "store/db/account.h"

struct coroutine;
struct format;
struct json_object;
struct store_waiter;

enum { STORE_CACHED = 112, STORE_DETAIL_MAX = 512 };

/* The connection to a file, which the stores of all accounts share. */
struct store_shared {
	sqlite3 *db; /* NULL: not open */
	/* What the program expects: format_current, or a test's. */
	const struct format *format;
	char *path;
	char detail[STORE_DETAIL_MAX];
	/* Prepared statements, by the address of their text. */
	struct {
		const char *sql;
		sqlite3_stmt *statement;
	} cached[STORE_CACHED];
	size_t cached_count;
	bool has_transaction; /* one is open, and its owner is alive */
	/*
	 * The use of the connection. A coroutine that gives way in the middle
	 * of a statement or a transaction keeps the connection, and the others
	 * wait in the order of their arrival.
	 */
	struct {
		size_t depth; /* statements and transactions in use */
		struct coroutine *owner;
		TAILQ_HEAD(store_waiters, store_waiter) waiters;
	} use;
	/* SQLite is not to wait for the lock of another process: the caller
	 * does, and has_met_lock says that the last failure was that. */
	bool waits_outside;
	bool has_met_lock;
	uint64_t version; /* as sessions_version saw it last */
	/* How often another file came to stand at the path. */
	unsigned generation;
	int server_fd;	/* a socket; -1: none yet */
	int64_t server; /* its number, or 0 */
};

struct store {
	struct store_shared *shared;
	bool is_lent; /* another store frees what is shared */
	struct account account;
};

/*
 * SQL for statements that read the table session; the account is a parameter,
 * such as "?2", that is bound to store.account.id. Whatever a client names by a
 * name or a number is looked up under the first of them.
 */
#define SESSION_IS_VISIBLE(account) \
	"(session.account = " account " OR EXISTS (SELECT 1 FROM share" \
	" WHERE share.session = session.id" \
	" AND share.account = " account "))"
/* The session's name as that account knows it. */
#define SESSION_NAME(account) \
	"CASE session.account WHEN " account " THEN" \
	" substr(session.name, instr(session.name, '/') + 1)" \
	" WHEN 0 THEN 'local/' || session.name ELSE session.name END"

/* Fills *e with what a client can do about SQLite's code and keeps the detail
 * for the log. Always false. */
bool store_fail(struct store *s, int code, struct err *e);

/* Runs statements that return nothing; they are not cached. */
bool store_execute(struct store *s, const char *sql, struct err *e);

/* ERR_NOT_FOUND: the session is gone. Always false. */
bool store_fail_session(struct err *e);

/* A statement in use; dropping it puts it back. */
struct query {
	struct store *store;
	struct err *e;
	sqlite3_stmt *statement;
	bool is_using; /* the connection; until it is dropped */
	bool has_failed;
};

/* Begins and ends the use of the connection by the current coroutine, which may
 * do so several times. */
void store_enter(struct store *s);
void store_leave(struct store *s);

/*
 * Prepares a statement and binds its parameters; a failure is that of the first
 * query_next. Outside of a transaction it opens the store, too, and sees, or
 * makes, a state of its own: one statement needs no transaction, but must not
 * be in use while another begins. `sql` is a literal: its address is what it is
 * cached by. `types` has a letter per parameter: i for an int64_t (or a
 * uint64_t up to INT64_MAX), t for a text, borrowed until the query is dropped,
 * j for a JSON value, bound as its text; NULL is SQL's NULL.
 */
void query_start(struct query *q, struct store *s, struct err *e,
	const char *sql, const char *types, ...);
void query_drop(struct query *q);

/*
 * The next row; false when there is none, or after a failure. A file may hold
 * anything, whatever its schema says, so each column of a row is checked before
 * anybody reads it, and one that is not as `kinds` has it makes the file
 * damaged:
 *
 *	n	a number from 0 to QUERY_NUMBER_MAX; N: or NULL
 *	i	any integer
 *	t	UTF-8 without NUL, of at most LIMIT_ANSWER bytes; T: or NULL
 *
 * and likewise, but other values in an object: b for a truth value, c for
 * milliseconds of the wall clock (JSON has clock_text), s for microseconds
 * (seconds; no member for what is no duration, which earlier versions kept), J
 * for JSON or NULL (its value).
 */
bool query_next(struct query *q, const char *kinds);

/* The next row as an object, the caller's: a member for each column that is not
 * NULL, of the column's name. NULL as query_next is false. */
struct json_object *query_next_object(struct query *q, const char *kinds);

/* All rows, the caller's; NULL after a failure. */
struct json_object *query_array(struct query *q, const char *kinds);

/* What JSON carries exactly; and one more is a number, too. */
#define QUERY_NUMBER_MAX ((INT64_C(1) << 53) - 1)

/* False after a failure, which is in the query's error. */
bool query_ok(const struct query *q);

/* Columns from 0. Text is "" for NULL, and borrowed until the next row; the
 * copy is NULL for NULL. */
int64_t query_get_int(struct query *q, int column);
const char *query_get_text(struct query *q, int column);
char *query_copy_text(struct query *q, int column);

/* Runs a statement that returns no rows, in a transaction_write of its own if
 * none is open. */
bool query_run(struct store *s, struct err *e, const char *sql,
	const char *types, ...);

/* After a statement that writes a row of a session: ERR_NOT_FOUND when it wrote
 * none because the session is gone. */
bool query_wrote(const struct store *s, struct err *e);

#endif
