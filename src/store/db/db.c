#include "store/db/db.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/coroutine.h"
#include "base/limits.h"
#include "base/utf8.h"
#include "store/db/format.h"
#include "store/db/sql.h"
#include "json/json.h"

/* --- the file ------------------------------------------------------------- */

/* How long a lock of another process is waited for, and how often one looks. */
enum { BUSY_MS = 5000, BUSY_STEP_MS = 10 };

/* Virtual machine instructions of SQLite between two pauses: some 0.1 ms. */
enum { PAUSE_STEPS = 10000 };

/* Always that of a file: SQLite takes ":memory:" and "file:x?mode=memory" for
 * no file at all, and nothing would be kept. */
struct store *
store_new(const char *path)
{
	struct store *s = mem_new(sizeof(*s));

	s->shared = mem_new(sizeof(*s->shared));
	s->account = (struct account){.id = LOCAL_ACCOUNT, .name = "local"};
	s->shared->path = text_format("%s%s", *path == '/' ? "" : "./", path);
	s->shared->format = &format_current;
	s->shared->server_fd = -1;
	TAILQ_INIT(&s->shared->use.waiters);
	return s;
}

struct store *
store_new_for(struct store *s, const struct account *account)
{
	struct store *other = mem_new(sizeof(*other));

	other->shared = s->shared;
	other->is_lent = true;
	other->account = *account;
	return other;
}

const struct account *
store_account(const struct store *s)
{
	return &s->account;
}

void
store_set_limits(struct store *s, const struct account_limits *limits)
{
	s->account.limits = *limits;
}

/* --- the use of the connection -------------------------------------------- */

struct store_waiter {
	TAILQ_ENTRY(store_waiter) link;
};

/* It is free, and nobody who waits came before. */
static bool
is_free_for(const struct store *s, const struct store_waiter *waiter)
{
	return s->shared->use.depth == 0 &&
	       TAILQ_FIRST(&s->shared->use.waiters) == waiter;
}

void
store_enter(struct store *s)
{
	struct coroutine *self = coroutine_current();
	struct store_waiter waiter;
	bool waits = true;

	if (s->shared->use.depth > 0 && s->shared->use.owner == self) {
		s->shared->use.depth++;
		return;
	}
	TAILQ_INSERT_TAIL(&s->shared->use.waiters, &waiter, link);
	while (!is_free_for(s, &waiter) && waits)
		waits = coroutine_sleep(1);
	TAILQ_REMOVE(&s->shared->use.waiters, &waiter, link);
	/* A caller that cannot wait has the owner finish first. */
	while (s->shared->use.depth > 0)
		coroutine_hurry(s->shared->use.owner);
	s->shared->use.depth = 1;
	s->shared->use.owner = self;
}

void
store_leave(struct store *s)
{
	assert(s->shared->use.depth > 0 &&
		s->shared->use.owner == coroutine_current());
	if (--s->shared->use.depth == 0)
		coroutine_relax();
}

/* Waits a while for a lock of another process; returns 0 to give up. */
static int
on_busy(void *argument, int count)
{
	const struct store *s = argument;

	if (s->shared->waits_outside || coroutine_is_ending() ||
		count >= BUSY_MS / BUSY_STEP_MS)
		return 0;
	if (!coroutine_sleep(BUSY_STEP_MS))
		(void)sqlite3_sleep(BUSY_STEP_MS); /* how long it slept */
	return 1;
}

/* In the middle of a long statement. */
static int
on_progress(void *argument)
{
	(void)argument;
	coroutine_pause();
	return coroutine_is_ending();
}

static void
close_database(struct store *s)
{
	int code;

	for (size_t i = 0; i < s->shared->cached_count; i++)
		/* Repeats the last step's code, which was looked at then. */
		(void)sqlite3_finalize(s->shared->cached[i].statement);
	s->shared->cached_count = 0;
	code = sqlite3_close(s->shared->db);
	assert(code == SQLITE_OK); /* else a statement was left out */
	(void)code;
	s->shared->db = NULL;
}

void
store_free(struct store *s)
{
	if (s == NULL)
		return;
	if (!s->is_lent) {
		close_database(s);
		if (s->shared->server_fd >= 0)
			(void)close(s->shared->server_fd); /* nothing was sent
							    */
		free(s->shared->path);
		free(s->shared);
	}
	free(s);
}

bool
store_exists(const struct store *s)
{
	return s->shared->db != NULL || access(s->shared->path, F_OK) == 0;
}

const char *
store_detail(const struct store *s)
{
	return s->shared->detail;
}

/*
 * The change to WAL does not wait for other connections, whatever
 * busy_timeout says, when they open the file for the first time at once.
 */
static bool
use_wal(struct store *s, struct err *e)
{
	int count = 0;
	int code;

	do {
		code = sqlite3_exec(s->shared->db, "PRAGMA journal_mode = WAL",
			NULL, NULL, NULL);
	} while ((code & 0xff) == SQLITE_BUSY && on_busy(s, count++) != 0);
	return code == SQLITE_OK || store_fail(s, code, e);
}

static bool
set_up(struct store *s, struct err *e)
{
	/*
	 * journal_size_limit: a large import should not leave a large log
	 * behind. The cache is small because a server idles under 10 MiB.
	 */
	static const char pragmas[] = "PRAGMA synchronous = FULL;"
				      "PRAGMA secure_delete = ON;"
				      "PRAGMA cell_size_check = ON;"
				      "PRAGMA journal_size_limit = 4194304;"
				      "PRAGMA cache_size = -1000;";

	if (sqlite3_db_readonly(s->shared->db, "main") != 0)
		return store_fail(s, SQLITE_READONLY, e);
	return store_execute(s, pragmas, e) && format_prepare(s, e) &&
	       store_execute(s, "PRAGMA foreign_keys = ON", e) && use_wal(s, e);
}

/* A file may come from elsewhere. What is in its schema beside tables and
 * their indexes is not ours, and would be run. */
static int
restrict_schema(struct store *s)
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
			code = sqlite3_db_config(s->shared->db,
				settings[i].option, settings[i].on, NULL);
	}
	return code;
}

static bool
fail_system(struct store *s, const char *what, struct err *e)
{
	int reason = errno;

	store_fail(s, reason == EROFS ? SQLITE_READONLY : SQLITE_CANTOPEN, e);
	(void)snprintf(s->shared->detail, sizeof(s->shared->detail),
		"%s: %s: %s", s->shared->path, what, strerrorname_np(reason));
	return false;
}

/* The folders above the file, those that are missing. */
static bool
make_folders(struct store *s, struct err *e)
{
	DROP(text) char *path = text_copy(s->shared->path);

	for (char *slash = strchr(path + (*path == '/'), '/'); slash != NULL;
		slash = strchr(slash + 1, '/')) {
		*slash = '\0';
		if (mkdir(path, 0700) < 0 && errno != EEXIST)
			return fail_system(s, "mkdir", e);
		*slash = '/';
	}
	return true;
}

/*
 * Makes the file, if it is not there, and the folders above it. Not SQLite
 * does it, so that nobody else may read it; the files beside it get the same
 * mode. Refuses what is not a file. A file that is there is not opened: to
 * close it would give up the locks that another store of this process has on it
 * (sqlite.org/howtocorrupt.html, 2.2).
 */
static bool
make_file(struct store *s, struct err *e)
{
	const char *path = s->shared->path;
	struct stat about;
	int fd;

	if (!make_folders(s, e))
		return false;
	if (stat(path, &about) == 0 && S_ISDIR(about.st_mode)) {
		errno = EISDIR;
		return fail_system(s, "open", e);
	}
	if (stat(path, &about) == 0)
		return S_ISREG(about.st_mode) ||
		       store_fail(s, SQLITE_NOTADB, e);
	fd = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
	if (fd < 0 && errno != EEXIST) /* else another server was faster */
		return fail_system(s, "open", e);
	if (fd >= 0)
		(void)close(fd); /* nothing was written */
	return true;
}

static bool
open_database(struct store *s, struct err *e)
{
	int code;

	if (!make_file(s, e))
		return false;
	code = sqlite3_open_v2(s->shared->path, &s->shared->db,
		SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX |
			SQLITE_OPEN_EXRESCODE,
		NULL);
	if (code == SQLITE_OK)
		code = restrict_schema(s);
	if (code == SQLITE_OK)
		code = sqlite3_busy_handler(s->shared->db, on_busy, s);
	if (code != SQLITE_OK)
		return store_fail(s, code, e);
	sqlite3_progress_handler(s->shared->db, PAUSE_STEPS, on_progress, NULL);
	return set_up(s, e);
}

/*
 * Returns whether the open file still stands at its path, in the format of this
 * program. A file that was moved or deleted would swallow every edit from then
 * on, and a newer server may have migrated it.
 */
static bool
is_still_ours(struct store *s)
{
	int64_t version;
	int moved = 0;
	struct err ignored; /* the next statement fails likewise */

	if (sqlite3_file_control(s->shared->db, "main", SQLITE_FCNTL_HAS_MOVED,
		    &moved) == SQLITE_OK &&
		moved != 0)
		return false;
	return !format_read(s, &version, &ignored) ||
	       version == s->shared->format->version;
}

bool
store_open(struct store *s, struct err *e)
{
	/* What is known of the old file says nothing about the new one: see
	 * `generation`. */
	if (s->shared->db != NULL && !is_still_ours(s)) {
		close_database(s);
		s->shared->generation++;
	}
	if (s->shared->db != NULL || open_database(s, e))
		return true;
	close_database(s);
	return false;
}

void
store_checkpoint(struct store *s)
{
	if (s != NULL && s->shared->db != NULL && s->shared->use.depth == 0)
		/* What cannot be done now is done by a later one. */
		(void)sqlite3_wal_checkpoint_v2(s->shared->db, NULL,
			SQLITE_CHECKPOINT_PASSIVE, NULL, NULL);
}

/* While the current coroutine uses the connection. */
static bool
truncate_log(struct store *s, bool waits_outside)
{
	int code;

	store_enter(s);
	s->shared->waits_outside = waits_outside;
	code = sqlite3_wal_checkpoint_v2(
		s->shared->db, NULL, SQLITE_CHECKPOINT_TRUNCATE, NULL, NULL);
	s->shared->waits_outside = false;
	store_leave(s);
	s->shared->has_met_lock = (code & 0xff) == SQLITE_BUSY;
	return code == SQLITE_OK;
}

/* Returns whether it makes sense to try again, after a while: the last failure
 * was the lock of another process, for which SQLite did not wait. */
static bool
wait_for_lock(struct store *s, int64_t give_up_ms)
{
	return s->shared->has_met_lock && clock_now_ms() < give_up_ms &&
	       coroutine_sleep(BUSY_STEP_MS);
}

bool
store_truncate_log(struct store *s)
{
	int64_t give_up_ms = clock_now_ms() + BUSY_MS;
	bool is_done;

	do
		is_done = truncate_log(s, coroutine_current() != NULL);
	while (!is_done && wait_for_lock(s, give_up_ms));
	return is_done;
}

/* --- statements ----------------------------------------------------------- */

/* NULL after a failure. */
static sqlite3_stmt *
find_statement(struct store *s, const char *sql, struct err *e)
{
	sqlite3_stmt *statement = NULL;
	int code;

	for (size_t i = 0; i < s->shared->cached_count; i++) {
		if (s->shared->cached[i].sql == sql)
			return s->shared->cached[i].statement;
	}
	assert(s->shared->cached_count < STORE_CACHED);
	code = sqlite3_prepare_v3(s->shared->db, sql, -1,
		SQLITE_PREPARE_PERSISTENT, &statement, NULL);
	if (code != SQLITE_OK) {
		store_fail(s, code, e);
		return NULL;
	}
	s->shared->cached[s->shared->cached_count].sql = sql;
	s->shared->cached[s->shared->cached_count++].statement = statement;
	return statement;
}

static void
start(struct query *q, const char *sql, const char *types, va_list values)
{
	store_enter(q->store);
	q->is_using = true;
	/* Within a transaction the file stays the one that it began with. */
	if (q->store->shared->has_transaction || store_open(q->store, q->e))
		q->statement = find_statement(q->store, sql, q->e);
	q->has_failed = q->statement == NULL;
	if (q->has_failed)
		return;
	assert(!sqlite3_stmt_busy(q->statement));
	for (int i = 0; types[i] != '\0'; i++) {
		const struct json_object *json;
		int code = SQLITE_OK;

		if (types[i] == 'i')
			code = sqlite3_bind_int64(
				q->statement, i + 1, va_arg(values, int64_t));
		else if (types[i] == 't')
			code = sqlite3_bind_text(q->statement, i + 1,
				va_arg(values, const char *), -1,
				SQLITE_STATIC);
		else if ((json = va_arg(values, const struct json_object *)) !=
			 NULL)
			code = sqlite3_bind_text(
				q->statement, i + 1, json_text(json), -1, free);
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
	if (q->statement != NULL) {
		/* It returns the code of the last step, which was looked at
		 * there. */
		(void)sqlite3_reset(q->statement);
		(void)sqlite3_clear_bindings(q->statement); /* SQLITE_OK */
	}
	q->statement = NULL;
	if (q->is_using)
		store_leave(q->store);
	q->is_using = false;
}

static bool
column_is(sqlite3_stmt *row, int column, char kind)
{
	int type = sqlite3_column_type(row, column);
	int64_t number;

	if (type == SQLITE_NULL)
		return strchr("NTJ", kind) != NULL;
	if (strchr("tTJ", kind) != NULL) {
		const char *text =
			(const char *)sqlite3_column_text(row, column);
		size_t size = (size_t)sqlite3_column_bytes(row, column);

		return type == SQLITE_TEXT && text != NULL &&
		       size <= LIMIT_ANSWER &&
		       memchr(text, '\0', size) == NULL &&
		       utf8_check(text, size, NULL);
	}
	if (type != SQLITE_INTEGER)
		return false;
	number = sqlite3_column_int64(row, column);
	return kind == 'i' || kind == 's' ||
	       (number >= 0 && number <= QUERY_NUMBER_MAX);
}

bool
query_next(struct query *q, const char *kinds)
{
	int code;

	if (q->has_failed)
		return false;
	coroutine_pause();
	code = sqlite3_step(q->statement);
	if (code != SQLITE_ROW && code != SQLITE_DONE) {
		q->has_failed = true;
		return store_fail(q->store, code, q->e);
	}
	assert(sqlite3_column_count(q->statement) == (int)strlen(kinds));
	for (int i = 0; code == SQLITE_ROW && kinds[i] != '\0'; i++) {
		if (column_is(q->statement, i, kinds[i]))
			continue;
		q->has_failed = true;
		store_fail(q->store, SQLITE_CORRUPT, q->e);
		(void)snprintf(q->store->shared->detail,
			sizeof(q->store->shared->detail),
			"%s: column %d of a row is not as it was written: %s",
			q->store->shared->path, i, sqlite3_sql(q->statement));
		return false;
	}
	return code == SQLITE_ROW;
}

static struct json_object *
new_value(struct query *q, int column, char kind)
{
	char at[CLOCK_TEXT_SIZE];
	int64_t number;

	if (kind == 'J')
		return json_read(query_get_text(q, column));
	if (kind == 't' || kind == 'T')
		return json_new_string(query_get_text(q, column));
	number = query_get_int(q, column);
	switch (kind) {
	case 'b':
		return json_new_bool(number != 0);
	case 'c':
		clock_text(number, at);
		return json_new_string(at);
	case 's':
		return number >= 0 && number <= QUERY_NUMBER_MAX
			       ? json_new_decimal((double)number / 1e6, 6)
			       : NULL;
	default:
		return json_new_int(number);
	}
}

struct json_object *
query_next_object(struct query *q, const char *kinds)
{
	struct json_object *row;

	if (!query_next(q, kinds))
		return NULL;
	row = json_new_object();
	for (int i = 0; kinds[i] != '\0'; i++) {
		const char *name = sqlite3_column_name(q->statement, i);
		struct json_object *value = NULL;

		if (sqlite3_column_type(q->statement, i) != SQLITE_NULL)
			value = new_value(q, i, kinds[i]);
		if (value != NULL)
			json_put(row, name, value);
	}
	return row;
}

struct json_object *
query_array(struct query *q, const char *kinds)
{
	struct json_object *rows = json_new_array();
	struct json_object *row;

	while ((row = query_next_object(q, kinds)) != NULL)
		json_add(rows, row);
	if (!q->has_failed)
		return rows;
	json_free(rows);
	return NULL;
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

bool
store_fail_session(struct err *e)
{
	return err_advise(e, ERR_NOT_FOUND,
		"the session has been deleted; {list_sessions} shows those "
		"that "
		"exist; {open_session} makes a new one");
}

bool
query_wrote(const struct store *s, struct err *e)
{
	return sqlite3_changes(s->shared->db) > 0 || store_fail_session(e);
}

/* --- transactions --------------------------------------------------------- */

static bool
run(struct store *s, struct err *e, const char *sql, const char *types,
	va_list values)
{
	DROP(query) struct query q = {.store = s, .e = e};

	start(&q, sql, types, values);
	(void)query_next(&q, "");
	return query_ok(&q);
}

/* Runs a statement as it is, without a transaction around it. */
static bool
run_alone(struct store *s, struct err *e, const char *sql, ...)
{
	va_list values; /* there are none */
	bool done;

	va_start(values, sql);
	done = run(s, e, sql, "", values);
	va_end(values);
	return done;
}

/* The format is read again within the transaction: another server may have
 * migrated the file since it was opened. */
static bool
begin_transaction(struct transaction *t, struct store *s, const char *how,
	bool waits_outside, struct err *e)
{
	*t = (struct transaction){.store = s, .is_using = true};
	store_enter(s);
	t->is_part = s->shared->has_transaction;
	if (t->is_part)
		return true;
	s->shared->has_met_lock = false;
	s->shared->waits_outside = waits_outside;
	t->is_open = run_alone(s, e, how);
	s->shared->waits_outside = false;
	s->shared->has_transaction = t->is_open;
	if (t->is_open && format_check(s, e))
		return true;
	transaction_drop(t);
	return false;
}

bool
transaction_read(struct transaction *t, struct store *s, struct err *e)
{
	return begin_transaction(t, s, "BEGIN", false, e);
}

/* The lock of another process is waited for without using the connection, so
 * that others read meanwhile. */
bool
transaction_write(struct transaction *t, struct store *s, struct err *e)
{
	int64_t give_up_ms = clock_now_ms() + BUSY_MS;
	bool has_begun;

	do
		has_begun = begin_transaction(t, s, "BEGIN IMMEDIATE",
			coroutine_current() != NULL, e);
	while (!has_begun && wait_for_lock(s, give_up_ms));
	return has_begun;
}

bool
transaction_commit(struct transaction *t, struct err *e)
{
	if (t->is_part)
		return true;
	coroutine_pause_early(); /* 100,000 rows are written in one step */
	if (!run_alone(t->store, e, "COMMIT"))
		return false;
	t->is_open = false;
	t->store->shared->has_transaction = false;
	return true;
}

/* Many failures have rolled back by themselves; then there is nothing to do,
 * and nothing that could be done about a rollback that fails. */
void
transaction_drop(struct transaction *t)
{
	if (t->is_open && !sqlite3_get_autocommit(t->store->shared->db))
		(void)sqlite3_exec(
			t->store->shared->db, "ROLLBACK", NULL, NULL, NULL);
	if (t->is_open)
		t->store->shared->has_transaction = false;
	t->is_open = false;
	if (t->is_using)
		store_leave(t->store);
	t->is_using = false;
}

bool
query_run(
	struct store *s, struct err *e, const char *sql, const char *types, ...)
{
	DROP(transaction) struct transaction t = {0};
	va_list values;
	bool done;

	if (!transaction_write(&t, s, e))
		return false;
	va_start(values, types);
	done = run(s, e, sql, types, values);
	va_end(values);
	return done && transaction_commit(&t, e);
}

/* --- copies of the file --------------------------------------------------- */

static bool
put_in_place(struct store *s, const char *part, const char *path, struct err *e)
{
	return rename(part, path) == 0 || fail_system(s, "rename", e);
}

bool
store_backup(struct store *s, const char *path, struct err *e)
{
	DROP(text) char *part = text_format("%s.part", path);
	bool is_done;

	if (!store_exists(s))
		return err_set(e, ERR_NOT_FOUND, "there is no database yet");
	is_done = store_open(s, e) && format_copy(s, part, e) &&
		  put_in_place(s, part, path, e);
	if (!is_done)
		(void)unlink(part); /* or it is not there */
	return is_done;
}

/* Opens the file, which migrates it, and reads all of it. */
static bool
check_copy(const char *path, struct err *e)
{
	DROP(store) struct store *s = store_new(path);
	DROP(query) struct query q = {0};

	if (!store_open(s, e))
		return false;
	query_start(&q, s, e, "SELECT * FROM pragma_integrity_check(1)", "");
	if (query_next(&q, "t") && strcmp(query_get_text(&q, 0), "ok") == 0) {
		query_drop(&q);
		return store_truncate_log(s) || store_fail(s, SQLITE_BUSY, e);
	}
	return query_ok(&q) && store_fail(s, SQLITE_CORRUPT, e);
}

bool
store_restore(struct store *s, const char *path, struct err *e)
{
	DROP(text) char *part = text_format("%s.part", s->shared->path);
	DROP(text) char *log = text_format("%s-wal", s->shared->path);
	DROP(store) struct store *from = store_new(path);
	bool is_done;

	if (store_exists(s) || access(log, F_OK) == 0)
		return err_set(e, ERR_CONFLICT,
			"there is a database already: end the servers that use "
			"it and move it away, with the files beside it that "
			"end in -wal and -shm");
	if (!store_exists(from))
		return err_set(
			e, ERR_NOT_FOUND, "there is no file %.200s", path);
	is_done = make_folders(s, e) && format_copy(from, part, e) &&
		  check_copy(part, e) &&
		  put_in_place(s, part, s->shared->path, e);
	if (!is_done)
		(void)unlink(part); /* or it is not there */
	return is_done;
}

/* --- which servers live --------------------------------------------------- */

/* An abstract name: no file is made, and the kernel frees it when the process
 * ends. The size counts, since it begins with a NUL. */
static socklen_t
server_address(int64_t number, struct sockaddr_un *address)
{
	*address = (struct sockaddr_un){.sun_family = AF_UNIX};
	return (socklen_t)(offsetof(struct sockaddr_un, sun_path) + 1 +
			   (size_t)snprintf(address->sun_path + 1,
				   sizeof(address->sun_path) - 1,
				   "satchel-%" PRIx64, (uint64_t)number));
}

bool
store_server(struct store *s, int64_t *number, struct err *e)
{
	struct sockaddr_un address;
	int64_t random = 0;

	if (s->shared->server_fd < 0)
		s->shared->server_fd =
			socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0);
	while (s->shared->server_fd >= 0 && s->shared->server == 0) {
		/* So few bytes come at once; see getrandom(2). */
		(void)!getrandom(&random, sizeof(random), 0);
		random = (random & INT64_MAX) | 1;
		if (bind(s->shared->server_fd, (struct sockaddr *)&address,
			    server_address(random, &address)) == 0)
			s->shared->server = random;
		else if (errno != EADDRINUSE)
			break;
	}
	*number = s->shared->server;
	return s->shared->server != 0 ||
	       err_set(e, ERR_SYSTEM,
		       "the server has no socket left for a background job; "
		       "solving without background works");
}

bool
store_server_lives(int64_t number)
{
	int fd = socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0);
	struct sockaddr_un address;
	socklen_t size = server_address(number, &address);
	bool is_dead =
		fd >= 0 && connect(fd, (struct sockaddr *)&address, size) != 0;

	if (fd >= 0)
		(void)close(fd); /* nothing was sent */
	return !is_dead;
}
