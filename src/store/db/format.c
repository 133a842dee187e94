#include "store/db/format.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <unistd.h>

#include "base/alloc.h"
#include "base/asset.h"
#include "store/db/sql.h"

enum { APPLICATION_ID = 0x5361746c };

/* --- the current format --------------------------------------------------- */

ASSET(schema_store_sql);

#define MIGRATION(n) ASSET(schema_migrations_##n##_sql);
#include "store/db/migrations.def"
#undef MIGRATION

enum {
	BEFORE_MIGRATIONS = FORMAT_FIRST,
#define MIGRATION(n) FORMAT_##n,
#include "store/db/migrations.def"
#undef MIGRATION
	FORMAT_END
};

#define MIGRATION(n) \
	_Static_assert(FORMAT_##n == (n), "migrations are in order");
#include "store/db/migrations.def"
#undef MIGRATION

static const char *const migrations[] = {
#define MIGRATION(n) asset_schema_migrations_##n##_sql,
#include "store/db/migrations.def"
#undef MIGRATION
	NULL};

const struct format format_current = {
	.version = FORMAT_END - 1,
	.schema = asset_schema_store_sql,
	.migrations = migrations,
};

/* --- what a file is ------------------------------------------------------- */

static bool
refuse(struct store *s, int64_t version, struct err *e)
{
	int64_t known = s->shared->format->version;

	(void)snprintf(s->shared->detail, sizeof(s->shared->detail),
		"%s: format %" PRId64 ", known is %" PRId64, s->shared->path,
		version, known);
	if (version > known)
		return err_set(e, ERR_STORE,
			"the database of sessions belongs to a newer version "
			"of Satchel (its format is %" PRId64 ", this server "
			"knows %" PRId64 "); nothing was changed. Ask the user "
			"to restart this server, so that the newer version "
			"runs, or to start it with --db and another file. "
			"{solve_smtlib} works without the database.",
			version, known);
	return err_set(e, ERR_STORE,
		"the database of sessions was made by another version of "
		"Satchel that is too old (its format is %" PRId64
		", this server knows %d to %" PRId64 "); it was left as it is. "
		"Ask the user to move the file away, so that a new one is "
		"made, or to start this server with --db and another file; "
		"`satchel export` of that version saves a model, and `satchel "
		"import` brings it here. {solve_smtlib} works without the "
		"database.",
		version, FORMAT_FIRST, known);
}

/* Reads as many numbers of the open file as the statement has columns. The
 * statement is not cached, since the database is not set up yet. */
static bool
read_numbers(struct store *s, const char *sql, int64_t *numbers, int count,
	struct err *e)
{
	sqlite3_stmt *statement = NULL;
	int code = sqlite3_prepare_v2(s->shared->db, sql, -1, &statement, NULL);

	if (code == SQLITE_OK)
		code = sqlite3_step(statement);
	for (int i = 0; i < count; i++)
		numbers[i] = code == SQLITE_ROW
				     ? sqlite3_column_int64(statement, i)
				     : 0;
	if (code != SQLITE_ROW)
		store_fail(s, code, e);
	(void)sqlite3_finalize(statement); /* repeats the code of the step */
	return code == SQLITE_ROW;
}

bool
format_read(struct store *s, int64_t *version, struct err *e)
{
	return read_numbers(s, "PRAGMA user_version", version, 1, e);
}

bool
format_check(struct store *s, struct err *e)
{
	int64_t version;

	return format_read(s, &version, e) &&
	       (version == s->shared->format->version || refuse(s, version, e));
}

/* Sets *version to 0 if the file is empty. Refuses other programs' files and
 * formats that cannot be migrated, before a byte of them is changed. */
static bool
identify(struct store *s, int64_t *version, struct err *e)
{
	int64_t numbers[3];
	int64_t application;
	int64_t tables;

	if (!read_numbers(s,
		    "SELECT application_id, user_version,"
		    " (SELECT count(*) FROM sqlite_schema)"
		    " FROM pragma_application_id, pragma_user_version",
		    numbers, 3, e))
		return false;
	application = numbers[0];
	*version = numbers[1];
	tables = numbers[2];
	if (application == 0 && *version == 0 && tables == 0)
		return true;
	if (application != APPLICATION_ID || *version < 1)
		return store_fail(s, SQLITE_NOTADB, e);
	return (*version >= FORMAT_FIRST &&
		       *version <= s->shared->format->version) ||
	       refuse(s, *version, e);
}

/* --- the copy ------------------------------------------------------------- */

/* Returns the path of the copy of a file of that format; the caller's. */
static char *
copy_path(const struct store *s, int64_t version)
{
	return text_format("%s.format-%" PRId64, s->shared->path, version);
}

/* Removes what a server left that was killed after its migration. */
static void
remove_copies(const struct store *s)
{
	for (int64_t v = FORMAT_FIRST; v < s->shared->format->version; v++) {
		DROP(text) char *path = copy_path(s, v);

		(void)unlink(path); /* it is rarely there */
	}
}

/* Opens an empty file that nobody else may read. Returns SQLite's code. */
static int
open_copy(const char *path, sqlite3 **copy)
{
	int fd;

	(void)unlink(path); /* what a killed migration has left */
	fd = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
	if (fd < 0)
		return errno == ENOSPC ? SQLITE_FULL : SQLITE_CANTOPEN;
	(void)close(fd); /* nothing was written */
	return sqlite3_open_v2(path, copy,
		SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX |
			SQLITE_OPEN_EXRESCODE,
		NULL);
}

static int
copy_pages(sqlite3 *to, sqlite3 *from)
{
	sqlite3_backup *backup = sqlite3_backup_init(to, "main", from, "main");
	int code;

	if (backup == NULL)
		return sqlite3_errcode(to);
	do
		code = sqlite3_backup_step(backup, -1);
	while (code == SQLITE_OK);
	(void)sqlite3_backup_finish(backup); /* repeats the code */
	return code == SQLITE_DONE ? SQLITE_OK : code;
}

/*
 * Copies the file as it is when the write lock is held and nothing has been
 * written. A second connection reads it, since SQLite copies nothing from one
 * that has a transaction for writing.
 */
bool
format_copy(struct store *s, const char *path, struct err *e)
{
	sqlite3 *from = NULL;
	sqlite3 *to = NULL;
	int code = open_copy(path, &to);

	if (code == SQLITE_OK)
		code = sqlite3_open_v2(s->shared->path, &from,
			SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX |
				SQLITE_OPEN_EXRESCODE,
			NULL);
	if (code == SQLITE_OK)
		code = sqlite3_exec(
			to, "PRAGMA journal_mode = MEMORY", NULL, NULL, NULL);
	if (code == SQLITE_OK)
		code = copy_pages(to, from);
	(void)sqlite3_close(from); /* no statement is left */
	(void)sqlite3_close(to);
	return code == SQLITE_OK || store_fail(s, code, e);
}

/* --- migration ------------------------------------------------------------ */

static bool
run_steps(struct store *s, int64_t version, struct err *e)
{
	DROP(text)
	char *mark = text_format(
		"PRAGMA user_version = %" PRId64, s->shared->format->version);

	for (; version < s->shared->format->version; version++) {
		if (!store_execute(s,
			    s->shared->format
				    ->migrations[version - FORMAT_FIRST],
			    e))
			return false;
	}
	return store_execute(s, mark, e);
}

/* A migration that fails is rolled back, so its copy is of no use. */
static bool
migrate(struct store *s, int64_t version, struct err *e)
{
	DROP(text) char *path = copy_path(s, version);
	bool done = format_copy(s, path, e) && run_steps(s, version, e) &&
		    store_execute(s, "COMMIT", e);

	(void)unlink(path); /* else the next start does it */
	return done;
}

bool
format_prepare(struct store *s, struct err *e)
{
	int64_t version;

	if (!identify(s, &version, e))
		return false;
	if (version == s->shared->format->version) {
		remove_copies(s);
		return true;
	}
	/* Another server may do the same at the same time: the format is read
	 * again under the lock. After a failure the store is closed, which
	 * rolls back. */
	if (!store_execute(s, "BEGIN IMMEDIATE", e) ||
		!identify(s, &version, e))
		return false;
	if (version != 0 && version != s->shared->format->version)
		return migrate(s, version, e);
	return (version != 0 ||
		       store_execute(s, s->shared->format->schema, e)) &&
	       store_execute(s, "COMMIT", e);
}
