#include "store/db/sql.h"

#include <assert.h>
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
		"the file that the server was given as its database of "
		"sessions is none; it was left as it is. Ask the user to "
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
	{0, "the database of sessions could not do it; nothing was "
	    "changed. Repeat the call once; if it fails again, ask the "
	    "user to look at the server's log." WITHOUT_SESSIONS},
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

static bool
cache(struct store *s, const char *sql, struct err *e)
{
	sqlite3_stmt *statement = NULL;
	int code;

	assert(s->cached_count < STORE_CACHED);
	code = sqlite3_prepare_v3(
		s->db, sql, -1, SQLITE_PREPARE_PERSISTENT, &statement, NULL);
	if (code != SQLITE_OK)
		return store_fail(s, code, e);
	s->cached[s->cached_count].sql = sql;
	s->cached[s->cached_count].statement = statement;
	s->cached_count++;
	return true;
}

bool
query_open(struct query *q, struct store *s, const char *sql, struct err *e)
{
	size_t i = 0;

	while (i < s->cached_count && s->cached[i].sql != sql)
		i++;
	if (i == s->cached_count && !cache(s, sql, e))
		return false;
	*q = (struct query){.store = s, .statement = s->cached[i].statement};
	assert(!sqlite3_stmt_busy(q->statement));
	return true;
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

void
query_int(struct query *q, int64_t value)
{
	int code = sqlite3_bind_int64(q->statement, ++q->bound, value);

	assert(code == SQLITE_OK);
	(void)code;
}

void
query_text(struct query *q, const char *text)
{
	int code = sqlite3_bind_text(
		q->statement, ++q->bound, text, -1, SQLITE_STATIC);

	assert(code == SQLITE_OK);
	(void)code;
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
static bool
fail_column(struct query *q, int column, struct err *e)
{
	(void)store_fail(q->store, SQLITE_CORRUPT, e);
	(void)snprintf(q->store->detail, sizeof(q->store->detail),
		"%s: column %d of a row is not as it was written: %s",
		q->store->path, column, sqlite3_sql(q->statement));
	return false;
}

bool
query_next(struct query *q, const char *kinds, bool *found, struct err *e)
{
	int code = sqlite3_step(q->statement);

	if (code != SQLITE_ROW && code != SQLITE_DONE)
		return store_fail(q->store, code, e);
	assert(sqlite3_column_count(q->statement) == (int)strlen(kinds));
	for (int i = 0; code == SQLITE_ROW && kinds[i] != '\0'; i++) {
		if (!column_is(q->statement, i, kinds[i]))
			return fail_column(q, i, e);
	}
	*found = code == SQLITE_ROW;
	return true;
}

bool
query_run(struct query *q, struct err *e)
{
	bool found;
	bool done = query_next(q, "", &found, e);

	(void)sqlite3_reset(q->statement); /* as in query_drop */
	q->bound = 0;
	return done;
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
begin(struct transaction *t, struct store *s, const char *how, struct err *e)
{
	DROP(query) struct query q = {0};

	*t = (struct transaction){.store = s};
	if (!store_open(s, e))
		return false;
	t->is_part = s->has_transaction;
	if (t->is_part)
		return true;
	if (!query_open(&q, s, how, e) || !query_run(&q, e))
		return false;
	t->is_open = true;
	s->has_transaction = true;
	return true;
}

bool
transaction_read(struct transaction *t, struct store *s, struct err *e)
{
	return begin(t, s, "BEGIN", e);
}

bool
transaction_write(struct transaction *t, struct store *s, struct err *e)
{
	return begin(t, s, "BEGIN IMMEDIATE", e);
}

bool
transaction_commit(struct transaction *t, struct err *e)
{
	DROP(query) struct query q = {0};

	if (t->is_part)
		return true;
	if (!query_open(&q, t->store, "COMMIT", e) || !query_run(&q, e))
		return false;
	t->is_open = false;
	t->store->has_transaction = false;
	return true;
}

/* Many failures have rolled back by themselves; then there is nothing to do,
 * and nothing that could be done about a rollback that fails. */
void
transaction_drop(struct transaction *t)
{
	if (t->is_open && !sqlite3_get_autocommit(t->store->db))
		(void)sqlite3_exec(t->store->db, "ROLLBACK", NULL, NULL, NULL);
	if (t->is_open)
		t->store->has_transaction = false;
	t->is_open = false;
}
