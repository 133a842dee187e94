#include "store/db/sql.h"

#include <assert.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/alloc.h"
#include "base/limits.h"
#include "base/utf8.h"

#define WITHOUT_SESSIONS " solve_smtlib works without the database."
#define DAMAGED \
	"the database of sessions is damaged. Ask the user to put a backup " \
	"in its place or to move it away, so that a new one is " \
	"made." WITHOUT_SESSIONS

/* By SQLite's primary code; the last one is for all others. */
static const struct failure {
	int code;
	const char *advice;
} failures[] = {
	{SQLITE_BUSY,
		"the database of sessions was in use by another process for "
		"more than 5 seconds; nothing was changed, repeat the call"},
	{SQLITE_LOCKED,
		"the database of sessions was in use by another process for "
		"more than 5 seconds; nothing was changed, repeat the call"},
	{SQLITE_FULL,
		"the disk with the database of sessions is full; nothing was "
		"changed. Ask the user to free some space (what a deleted "
		"session took is used again), then repeat the call"},
	{SQLITE_READONLY,
		"the database of sessions cannot be written; nothing was "
		"changed. Ask the user to make the file and its folder "
		"writable, or to start the server with --db and another "
		"file." WITHOUT_SESSIONS},
	{SQLITE_PERM,
		"the database of sessions may not be opened. Ask the user to "
		"check the file's permissions, or to start the server with "
		"--db and another file." WITHOUT_SESSIONS},
	{SQLITE_CANTOPEN,
		"the database of sessions cannot be opened. Ask the user to "
		"check that its folder exists and is writable, or to start "
		"the server with --db and another file." WITHOUT_SESSIONS},
	{SQLITE_NOTADB,
		"the file that the server was given is not a database of "
		"sessions; it was left as it is. Ask the user to "
		"start the server with --db and another "
		"file." WITHOUT_SESSIONS},
	{SQLITE_CORRUPT, DAMAGED},
	/* Tables that lack a column, rows that break their own rules. */
	{SQLITE_ERROR, DAMAGED},
	{SQLITE_CONSTRAINT, DAMAGED},
	{SQLITE_MISMATCH, DAMAGED},
	{SQLITE_IOERR,
		"the disk with the database of sessions reports an error; "
		"nothing was changed. Repeat the call once; if it fails "
		"again, ask the user to check the disk and its free "
		"space." WITHOUT_SESSIONS},
	{SQLITE_TOOBIG,
		"this is too large for one entry of the database; send less "
		"at once"},
	{0, "the database of sessions failed; nothing was changed. Repeat the "
	    "call once; if it fails again, ask the user to look at the "
	    "server's log." WITHOUT_SESSIONS},
};

bool
store_fail(struct store *s, int code, struct err *e)
{
	const struct failure *failure = failures;
	const char *said = s->db != NULL && sqlite3_errcode(s->db) != SQLITE_OK
				   ? sqlite3_errmsg(s->db)
				   : sqlite3_errstr(code);

	/* A detail that does not fit is cut; it is for the log only. */
	(void)snprintf(s->detail, sizeof(s->detail), "%s: %s (SQLite code %d)",
		s->path, said, code);
	while (failure->code != 0 && failure->code != (code & 0xff))
		failure++;
	return err_set(e, ERR_STORE, "%s", failure->advice);
}

/* NULL after a failure. */
static sqlite3_stmt *
find_statement(struct store *s, const char *sql, struct err *e)
{
	sqlite3_stmt *statement = NULL;
	int code;

	for (size_t i = 0; i < s->cached_count; i++) {
		if (s->cached[i].sql == sql)
			return s->cached[i].statement;
	}
	assert(s->cached_count < STORE_CACHED);
	code = sqlite3_prepare_v3(
		s->db, sql, -1, SQLITE_PREPARE_PERSISTENT, &statement, NULL);
	if (code != SQLITE_OK) {
		(void)store_fail(s, code, e);
		return NULL;
	}
	s->cached[s->cached_count].sql = sql;
	s->cached[s->cached_count++].statement = statement;
	return statement;
}

static void
start(struct query *q, const char *sql, const char *types, va_list values)
{
	q->statement = find_statement(q->store, sql, q->e);
	q->has_failed = q->statement == NULL;
	if (q->has_failed)
		return;
	assert(!sqlite3_stmt_busy(q->statement));
	for (int i = 0; types[i] != '\0'; i++) {
		int code = types[i] == 'i'
				   ? sqlite3_bind_int64(q->statement, i + 1,
					     va_arg(values, int64_t))
				   : sqlite3_bind_text(q->statement, i + 1,
					     va_arg(values, const char *), -1,
					     SQLITE_STATIC);

		assert(code == SQLITE_OK);
		(void)code;
	}
}

void
query_start(struct query *q, struct store *s, struct err *e, const char *sql,
	const char *types, ...)
{
	va_list values;

	*q = (struct query){.store = s, .e = e};
	va_start(values, types);
	start(q, sql, types, values);
	va_end(values);
}

void
query_drop(struct query *q)
{
	if (q->statement == NULL)
		return;
	/* It returns the code of the last step, which was looked at there. */
	(void)sqlite3_reset(q->statement);
	(void)sqlite3_clear_bindings(q->statement); /* always SQLITE_OK */
	q->statement = NULL;
}

static bool
is_text(sqlite3_stmt *row, int column)
{
	const char *text = (const char *)sqlite3_column_text(row, column);
	size_t size = (size_t)sqlite3_column_bytes(row, column);

	return text != NULL && size <= LIMIT_ANSWER &&
	       memchr(text, '\0', size) == NULL && utf8_check(text, size, NULL);
}

static bool
column_is(sqlite3_stmt *row, int column, char kind)
{
	int type = sqlite3_column_type(row, column);
	int64_t number;

	if (type == SQLITE_NULL)
		return kind == 'N' || kind == 'T';
	if (kind == 't' || kind == 'T')
		return type == SQLITE_TEXT && is_text(row, column);
	if (type != SQLITE_INTEGER)
		return false;
	number = sqlite3_column_int64(row, column);
	return kind == 'i' || (number >= 0 && number <= QUERY_NUMBER_MAX);
}

/* The log learns which column it is. */
static void
fail_column(struct query *q, int column)
{
	q->has_failed = true;
	(void)store_fail(q->store, SQLITE_CORRUPT, q->e);
	(void)snprintf(q->store->detail, sizeof(q->store->detail),
		"%s: column %d of a row is not as it was written: %s",
		q->store->path, column, sqlite3_sql(q->statement));
}

bool
query_next(struct query *q, const char *kinds)
{
	int code;

	if (q->has_failed)
		return false;
	code = sqlite3_step(q->statement);
	if (code != SQLITE_ROW && code != SQLITE_DONE) {
		q->has_failed = true;
		return store_fail(q->store, code, q->e);
	}
	assert(sqlite3_column_count(q->statement) == (int)strlen(kinds));
	for (int i = 0; code == SQLITE_ROW && kinds[i] != '\0'; i++) {
		if (!column_is(q->statement, i, kinds[i])) {
			fail_column(q, i);
			return false;
		}
	}
	return code == SQLITE_ROW;
}

bool
query_ok(const struct query *q)
{
	return !q->has_failed;
}

int64_t
query_get_int(struct query *q, int column)
{
	return sqlite3_column_int64(q->statement, column);
}

const char *
query_get_text(struct query *q, int column)
{
	const unsigned char *text = sqlite3_column_text(q->statement, column);

	return text != NULL ? (const char *)text : "";
}

char *
query_copy_text(struct query *q, int column)
{
	return text_copy(
		(const char *)sqlite3_column_text(q->statement, column));
}

static bool
run(struct query *q, const char *sql, const char *types, va_list values)
{
	start(q, sql, types, values);
	(void)query_next(q, "");
	return query_ok(q);
}

bool
query_run(
	struct store *s, struct err *e, const char *sql, const char *types, ...)
{
	DROP(query) struct query q = {.store = s, .e = e};
	va_list values;
	bool done;

	va_start(values, types);
	done = run(&q, sql, types, values);
	va_end(values);
	return done;
}

bool
query_run_in_session(
	struct store *s, struct err *e, const char *sql, const char *types, ...)
{
	DROP(query) struct query q = {.store = s, .e = e};
	va_list values;
	bool done;

	va_start(values, types);
	done = run(&q, sql, types, values);
	va_end(values);
	if (done && sqlite3_changes(s->db) == 0)
		return err_advise(e, ERR_NOT_FOUND,
			"the session has been deleted; list_sessions shows "
			"those that exist; open_session makes a new one");
	return done;
}
