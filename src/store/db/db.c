#include "store/db/db.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/asset.h"
#include "base/clock.h"
#include "store/db/disk.h"
#include "store/db/server_lock.h"
#include "store/db/sql.h"
#include "store/revisions/model_cache.h"

ASSET(schema_store_sql);
ASSET(schema_migrate_002_sql);
ASSET(schema_migrate_003_sql);

enum { APPLICATION_ID = 0x5361746c, BUSY_MS = 5000 };

/* What makes version i + 1 of a database of version i. */
static const char *const steps[] = {asset_schema_store_sql,
	asset_schema_migrate_002_sql, asset_schema_migrate_003_sql};

enum { VERSION = sizeof(steps) / sizeof(*steps) };

struct store *
store_new(const char *path)
{
	struct store *s = mem_new(sizeof(*s));

	s->path = disk_path(path);
	return s;
}

static void
close_database(struct store *s)
{
	int code;

	for (size_t i = 0; i < s->cached_count; i++)
		/* Repeats the last step's code, which was looked at then. */
		(void)sqlite3_finalize(s->cached[i].statement);
	s->cached_count = 0;
	code = sqlite3_close(s->db);
	assert(code == SQLITE_OK); /* else a statement was left out */
	(void)code;
	s->db = NULL;
}

void
store_free(struct store *s)
{
	if (s == NULL)
		return;
	close_database(s);
	server_lock_release(s);
	model_cache_release(s);
	free(s->path);
	free(s);
}

void
store_drop(struct store **s)
{
	store_free(*s);
	*s = NULL;
}

const char *
store_detail(const struct store *s)
{
	return s->detail;
}

static bool
execute(struct store *s, const char *sql, struct err *e)
{
	int code = sqlite3_exec(s->db, sql, NULL, NULL, NULL);

	return code == SQLITE_OK || store_fail(s, code, e);
}

/* Not cached: it runs while the database is set up. */
static bool
read_number(struct store *s, const char *sql, int64_t *number, struct err *e)
{
	sqlite3_stmt *statement = NULL;
	int code = sqlite3_prepare_v2(s->db, sql, -1, &statement, NULL);

	if (code == SQLITE_OK)
		code = sqlite3_step(statement);
	if (code == SQLITE_ROW)
		*number = sqlite3_column_int64(statement, 0);
	else
		(void)store_fail(s, code, e);
	(void)sqlite3_finalize(statement); /* repeats the code of the step */
	return code == SQLITE_ROW;
}

/*
 * The version of the file: 0 for an empty one. Refuses other programs' files
 * and files from the future before a byte of them is changed.
 */
static bool
read_version(struct store *s, int64_t *version, struct err *e)
{
	int64_t application;
	int64_t tables;

	if (!read_number(s, "PRAGMA application_id", &application, e) ||
		!read_number(s, "PRAGMA user_version", version, e) ||
		!read_number(
			s, "SELECT count(*) FROM sqlite_schema", &tables, e))
		return false;
	if (application == 0 && *version == 0 && tables == 0)
		return true;
	if (application != APPLICATION_ID || *version < 1)
		return store_fail(s, SQLITE_NOTADB, e);
	if (*version <= VERSION)
		return true;
	(void)snprintf(s->detail, sizeof(s->detail),
		"%s: version %lld, known are 1 to %d", s->path,
		(long long)*version, VERSION);
	return err_set(e, ERR_STORE,
		"the database of sessions was made by a newer version of "
		"Satchel (its format is %lld, this server knows up to %d); it "
		"was left as it is. Ask the user to install the newer "
		"version, or to start this one with --db and another file. "
		"solve_smtlib works without the database.",
		(long long)*version, VERSION);
}

/* The version is read again under the lock: another server may be doing the
 * same at the same time. */
static bool
migrate(struct store *s, struct err *e)
{
	int64_t version;

	if (!execute(s, "BEGIN IMMEDIATE", e))
		return false;
	if (!read_version(s, &version, e))
		return false;
	for (; version < VERSION; version++) {
		if (!execute(s, steps[version], e))
			return false;
	}
	return execute(s, "COMMIT", e);
}

/*
 * The change to WAL does not wait for other connections, whatever
 * busy_timeout says, when they open the file for the first time at once.
 */
static bool
use_wal(struct store *s, struct err *e)
{
	int64_t give_up_ms = clock_now_ms() + BUSY_MS;
	int code;

	do {
		code = sqlite3_exec(
			s->db, "PRAGMA journal_mode = WAL", NULL, NULL, NULL);
		if (code == SQLITE_OK)
			return true;
		(void)sqlite3_sleep(10); /* returns how long it slept */
	} while ((code & 0xff) == SQLITE_BUSY && clock_now_ms() < give_up_ms);
	return store_fail(s, code, e);
}

static bool
set_up(struct store *s, struct err *e)
{
	/*
	 * journal_size_limit: a large import should not leave a large log
	 * behind. The cache is small because a server idles under 10 MiB.
	 */
	static const char settings[] = "PRAGMA synchronous = FULL;"
				       "PRAGMA foreign_keys = ON;"
				       "PRAGMA secure_delete = ON;"
				       "PRAGMA cell_size_check = ON;"
				       "PRAGMA journal_size_limit = 4194304;"
				       "PRAGMA cache_size = -1000;";
	int64_t version;

	if (sqlite3_db_readonly(s->db, "main") != 0)
		return store_fail(s, SQLITE_READONLY, e);
	if (!execute(s, settings, e) || !read_version(s, &version, e))
		return false;
	if (version < VERSION && !migrate(s, e))
		return false;
	return use_wal(s, e);
}

/* A file may come from elsewhere. What is in its schema beside tables and
 * their indexes is not ours, and would be run. */
static int
distrust(struct store *s)
{
	static const struct {
		int option;
		int on;
	} settings[] = {
		{SQLITE_DBCONFIG_DEFENSIVE, 1},
		{SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0},
		{SQLITE_DBCONFIG_ENABLE_TRIGGER, 0},
		{SQLITE_DBCONFIG_ENABLE_VIEW, 0},
	};
	int code = SQLITE_OK;

	for (size_t i = 0; i < sizeof(settings) / sizeof(settings[0]); i++) {
		if (code == SQLITE_OK)
			code = sqlite3_db_config(s->db, settings[i].option,
				settings[i].on, NULL);
	}
	return code;
}

static bool
open_database(struct store *s, struct err *e)
{
	int code;

	if (!disk_make_file(s, e))
		return false;
	code = sqlite3_open_v2(s->path, &s->db,
		SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX |
			SQLITE_OPEN_EXRESCODE,
		NULL);
	if (code == SQLITE_OK)
		code = distrust(s);
	if (code == SQLITE_OK)
		code = sqlite3_busy_timeout(s->db, BUSY_MS);
	if (code != SQLITE_OK)
		return store_fail(s, code, e);
	return set_up(s, e);
}

/* What is known of the old file says nothing about the one that stands there
 * now. */
static void
leave_file(struct store *s)
{
	close_database(s);
	server_lock_release(s);
	model_cache_release(s);
	s->replaced++;
}

bool
store_open(struct store *s, struct err *e)
{
	if (s->db != NULL && disk_file_is_gone(s))
		leave_file(s);
	if (s->db != NULL || open_database(s, e))
		return true;
	close_database(s);
	return false;
}
