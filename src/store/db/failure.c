#include <stdio.h>

#include "base/alloc.h"
#include "base/wording.h"
#include "store/db/db.h"
#include "store/db/sql.h"

#define WITHOUT_SESSIONS " {solve_smtlib} works without the database."
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
	DROP(text) char *advice = NULL;
	const char *said =
		s->shared->db != NULL &&
				sqlite3_errcode(s->shared->db) != SQLITE_OK
			? sqlite3_errmsg(s->shared->db)
			: sqlite3_errstr(code);

	s->shared->has_met_lock = (code & 0xff) == SQLITE_BUSY;
	/* A detail that does not fit is cut; it is for the log only. */
	(void)snprintf(s->shared->detail, sizeof(s->shared->detail),
		"%s: %s (SQLite code %d)", s->shared->path, said, code);
	while (failure->code != 0 && failure->code != (code & 0xff))
		failure++;
	advice = wording_text(failure->advice);
	return err_set(e, ERR_STORE, "%s", advice);
}

bool
store_execute(struct store *s, const char *sql, struct err *e)
{
	int code = sqlite3_exec(s->shared->db, sql, NULL, NULL, NULL);

	return code == SQLITE_OK || store_fail(s, code, e);
}
