#include "unit/store/scratch.h"
#include "unit/unit.h"

#include <fcntl.h>
#include <glob.h>
#include <signal.h>
#include <sys/sendfile.h>
#include <sys/stat.h>
#include <sys/wait.h>

#include "base/buf.h"
#include "store/db/format.h"
#include "store/db/sql.h"

/* --- formats that do not exist yet -----------------------------------------
 */

#define ADD_OWNER \
	"ALTER TABLE session ADD COLUMN owner TEXT;" \
	"UPDATE session SET owner = 'nobody';"
#define ADD_OWNERS "CREATE TABLE owners (name TEXT) STRICT;"

enum { STEPS_MAX = 100 };

/* Fills in the format that follows the current one by further steps; an empty
 * file of it is never made. */
static struct format
format_after(const char **steps, const char *first, const char *second)
{
	size_t count = (size_t)(format_current.version - FORMAT_FIRST);
	int64_t version = format_current.version + 1;

	assert_true(count + 2 < STEPS_MAX);
	for (size_t i = 0; i < count; i++)
		steps[i] = format_current.migrations[i];
	steps[count++] = first;
	if (second != NULL) {
		steps[count] = second;
		version++;
	}
	return (struct format){version, "", steps};
}

static struct store *
store_new_of(const struct scratch *x, const struct format *format)
{
	struct store *s = store_new(x->path);

	s->shared->format = format;
	return s;
}

static int64_t
ask(const char *path, const char *sql)
{
	sqlite3 *db;
	sqlite3_stmt *statement;
	int64_t answer;

	assert_int_equal(sqlite3_open(path, &db), SQLITE_OK);
	assert_int_equal(
		sqlite3_prepare_v2(db, sql, -1, &statement, NULL), SQLITE_OK);
	assert_int_equal(sqlite3_step(statement), SQLITE_ROW);
	answer = sqlite3_column_int64(statement, 0);
	(void)sqlite3_finalize(statement);
	assert_int_equal(sqlite3_close(db), SQLITE_OK);
	return answer;
}

static char *
copy_of(const struct scratch *x)
{
	return text_format(
		"%s.format-%d", x->path, (int)format_current.version);
}

static void
assert_no_copy(const struct scratch *x)
{
	DROP(text) char *path = copy_of(x);

	assert_int_equal(access(path, F_OK), -1);
}

SESSION_TEST(an_earlier_database_is_migrated_when_it_is_opened)
{
	const char *steps[STEPS_MAX];
	struct format next = format_after(steps, ADD_OWNER, NULL);
	DROP(store) struct store *s = store_new_of(x, &next);
	struct session_info info;

	scratch_add(x, session, "(declare-const x Int)");
	store_free(TAKE(x->store));
	assert_done(x, sessions_find(s, "a", &info, &x->error));
	assert_int_equal(ask(x->path, "PRAGMA user_version"), next.version);
	assert_int_equal(
		ask(x->path, "SELECT count(*) FROM session"
			     " WHERE owner = 'nobody' AND revision = 1"),
		1);
	assert_no_copy(x);
}

SESSION_TEST(all_steps_between_two_formats_are_taken)
{
	const char *steps[STEPS_MAX];
	struct format next = format_after(steps, ADD_OWNER, ADD_OWNERS);
	DROP(store) struct store *s = store_new_of(x, &next);

	(void)session;
	assert_done(x, store_open(s, &x->error));
	assert_int_equal(ask(x->path, "PRAGMA user_version"), next.version);
	assert_int_equal(ask(x->path, "SELECT count(*) FROM owners"), 0);
	assert_int_equal(ask(x->path, "SELECT count(owner) FROM session"), 1);
}

SESSION_TEST(a_migration_that_fails_changes_nothing)
{
	const char *steps[STEPS_MAX];
	struct format next = format_after(steps, ADD_OWNER, "DROP TABLE none");
	DROP(store) struct store *s = store_new_of(x, &next);
	struct session_info info;

	(void)session;
	assert_false(store_open(s, &x->error));
	assert_int_equal(x->error.code, ERR_STORE);
	assert_int_equal(
		ask(x->path, "PRAGMA user_version"), format_current.version);
	assert_int_equal(ask(x->path, "SELECT count(*) FROM"
				      " pragma_table_info('session')"
				      " WHERE name = 'owner'"),
		0);
	assert_done(x, sessions_find(x->store, "a", &info, &x->error));
	assert_no_copy(x);
}

SESSION_TEST(rows_that_refer_to_a_table_stay_when_a_migration_makes_it_anew)
{
	const char *steps[STEPS_MAX];
	struct format next = format_after(steps,
		"CREATE TABLE new_session AS SELECT * FROM session;"
		"DROP TABLE session;"
		"ALTER TABLE new_session RENAME TO session;",
		NULL);
	DROP(store) struct store *s = store_new_of(x, &next);

	scratch_add(x, session, "(declare-const x Int)");
	assert_done(x, store_open(s, &x->error));
	assert_int_equal(ask(x->path, "SELECT count(*) FROM item"), 1);
}

/* --- servers of several versions --------------------------------------------
 */

SESSION_TEST(a_server_that_runs_on_writes_nothing_into_a_migrated_file)
{
	const char *steps[STEPS_MAX];
	struct format next = format_after(steps, ADD_OWNER, NULL);
	DROP(store) struct store *newer = store_new_of(x, &next);
	struct session_start start = {.name = "b"};
	struct session_info info;

	assert_done(x, store_open(newer, &x->error));
	assert_refused(x, sessions_describe(x->store, session, "w", &x->error),
		ERR_STORE, "newer version");
	assert_refused(x, sessions_create(x->store, &start, &info, &x->error),
		ERR_STORE, "newer version");
	assert_refused(x, sessions_find(x->store, "a", &info, &x->error),
		ERR_STORE, "restart this server");
	assert_int_equal(ask(x->path, "SELECT count(*) FROM session"
				      " WHERE description = ''"),
		1);
}

/* Is called when a writer waits for the lock: commits what holds it. */
static int
commit_other(void *other, int calls)
{
	(void)calls;
	return sqlite3_exec(other, "COMMIT", NULL, NULL, NULL) == SQLITE_OK;
}

SESSION_TEST(a_writer_that_waited_for_a_migration_is_refused)
{
	sqlite3 *other;

	assert_int_equal(sqlite3_open(x->path, &other), SQLITE_OK);
	assert_int_equal(sqlite3_exec(other,
				 "BEGIN IMMEDIATE; PRAGMA user_version = 999",
				 NULL, NULL, NULL),
		SQLITE_OK);
	assert_int_equal(
		sqlite3_busy_handler(x->store->shared->db, commit_other, other),
		SQLITE_OK);
	assert_refused(x, sessions_describe(x->store, session, "w", &x->error),
		ERR_STORE, "its format is 999");
	assert_int_not_equal(sqlite3_get_autocommit(other), 0);
	assert_int_equal(sqlite3_close(other), SQLITE_OK);
	assert_int_equal(ask(x->path, "SELECT count(*) FROM session"
				      " WHERE description = ''"),
		1);
}

SESSION_TEST(several_servers_may_open_an_earlier_file_at_once)
{
	const char *steps[STEPS_MAX];
	struct format next = format_after(steps, ADD_OWNER, ADD_OWNERS);
	pid_t children[8];

	(void)session;
	store_free(TAKE(x->store));
	for (size_t i = 0; i < 8; i++) {
		children[i] = fork();
		if (children[i] == 0) {
			struct store *s = store_new_of(x, &next);
			struct session_info info;

			_exit(sessions_find(s, "a", &info, &x->error) ? 0 : 1);
		}
	}
	for (size_t i = 0; i < 8; i++) {
		int status;

		assert_int_equal(waitpid(children[i], &status, 0), children[i]);
		assert_int_equal(status, 0);
	}
	assert_int_equal(ask(x->path, "PRAGMA user_version"), next.version);
	assert_int_equal(ask(x->path, "SELECT count(owner) FROM session"), 1);
	assert_no_copy(x);
}

/* --- the copy ----------------------------------------------------------------
 */

/* SQL's die() kills the process, in the middle of a statement. */
static void
die(sqlite3_context *context, int count, sqlite3_value **values)
{
	(void)context;
	(void)count;
	(void)values;
	(void)raise(SIGKILL);
}

static void __attribute__((noreturn)) migrate_and_die(const struct scratch *x)
{
	const char *steps[STEPS_MAX];
	struct format fatal = format_after(steps, ADD_OWNER, "SELECT die()");
	struct store *s = store_new(x->path);
	struct err e;

	if (!store_open(s, &e) ||
		sqlite3_create_function(s->shared->db, "die", 0, SQLITE_UTF8,
			NULL, die, NULL, NULL) != SQLITE_OK)
		_exit(1);
	s->shared->format = &fatal;
	(void)format_prepare(s, &e);
	_exit(2);
}

SESSION_TEST(a_killed_migration_leaves_the_file_and_a_copy_that_opens)
{
	DROP(text) char *copy = copy_of(x);
	struct stat about;
	int status;
	pid_t pid;

	scratch_add(x, session, "(declare-const x Int)");
	store_free(TAKE(x->store));
	pid = fork();
	assert_true(pid >= 0);
	if (pid == 0)
		migrate_and_die(x);
	assert_int_equal(waitpid(pid, &status, 0), pid);
	assert_true(WIFSIGNALED(status));
	assert_int_equal(ask(copy, "SELECT count(*) FROM item"), 1);
	assert_int_equal(
		ask(copy, "PRAGMA user_version"), format_current.version);
	assert_int_equal(stat(copy, &about), 0);
	assert_int_equal(about.st_mode & 0777, 0600);
	x->store = store_new(x->path);
	assert_contents(x, session, 1, "(declare-const x Int)");
}

SESSION_TEST(a_copy_that_a_killed_server_left_is_removed)
{
	const char *steps[STEPS_MAX];
	struct format next = format_after(steps, ADD_OWNER, NULL);
	DROP(store) struct store *s = store_new_of(x, &next);
	DROP(text) char *copy = copy_of(x);
	FILE *file;

	(void)session;
	assert_done(x, store_open(s, &x->error));
	store_free(TAKE(s));
	file = fopen(copy, "we");
	assert_non_null(file);
	assert_int_equal(fclose(file), 0);
	s = store_new_of(x, &next);
	assert_done(x, store_open(s, &x->error));
	assert_no_copy(x);
}

/* --- databases that earlier versions have made -------------------------------
 */

/* Describes tables, columns, indexes and foreign keys; the caller's. */
static char *
describe_schema(const char *path)
{
	static const char sql[] =
		"SELECT t.name, t.wr, t.strict, c.cid, c.name, c.type,"
		" c.\"notnull\", c.dflt_value, c.pk, c.hidden"
		" FROM pragma_table_list t, pragma_table_xinfo(t.name) c"
		" WHERE t.type = 'table' AND t.schema = 'main'"
		" UNION ALL SELECT m.name, i.name, i.\"unique\", i.origin,"
		" i.partial, c.seqno, c.name, c.\"desc\", c.coll, c.key"
		" FROM sqlite_schema m, pragma_index_list(m.name) i,"
		" pragma_index_xinfo(i.name) c WHERE m.type = 'table'"
		" UNION ALL SELECT m.name, f.id, f.seq, f.\"table\", "
		"f.\"from\","
		" f.\"to\", f.on_update, f.on_delete, f.match, ''"
		" FROM sqlite_schema m, pragma_foreign_key_list(m.name) f"
		" WHERE m.type = 'table'"
		" UNION ALL SELECT name, sql, '', '', '', '', '', '', '', ''"
		" FROM sqlite_schema WHERE type <> 'table' ORDER BY 1, 2, 3, 4";
	DROP(buf) struct buf out;
	sqlite3_stmt *statement;
	sqlite3 *db;

	buf_init(&out, 1000000);
	assert_int_equal(sqlite3_open(path, &db), SQLITE_OK);
	assert_int_equal(
		sqlite3_prepare_v2(db, sql, -1, &statement, NULL), SQLITE_OK);
	while (sqlite3_step(statement) == SQLITE_ROW) {
		for (int i = 0; i < sqlite3_column_count(statement); i++) {
			const char *text =
				(const char *)sqlite3_column_text(statement, i);

			(void)buf_add_text(&out, text != NULL ? text : "~");
			(void)buf_add_char(&out, '|');
		}
		(void)buf_add_char(&out, '\n');
	}
	(void)sqlite3_finalize(statement);
	assert_int_equal(sqlite3_close(db), SQLITE_OK);
	return buf_detach(&out);
}

static void
copy_file(const char *from, const char *to)
{
	int in = open(from, O_RDONLY | O_CLOEXEC);
	int out = open(to, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
	ssize_t size;

	assert_true(in >= 0 && out >= 0);
	while ((size = sendfile(out, in, NULL, 1 << 20)) > 0)
		;
	assert_int_equal(size, 0);
	assert_int_equal(close(in), 0);
	assert_int_equal(close(out), 0);
}

SCRATCH_TEST(a_migrated_database_has_the_schema_of_a_new_one)
{
	DROP(text) char *fresh = NULL;
	glob_t kept;

	assert_done(x, store_open(x->store, &x->error));
	assert_int_equal(
		ask(x->path, "PRAGMA user_version"), format_current.version);
	fresh = describe_schema(x->path);
	assert_non_null(strstr(fresh, "item_name"));
	/* One for every format from the first to this one. */
	assert_int_equal(glob("tests/formats/format-*.db", 0, NULL, &kept), 0);
	assert_int_equal(
		kept.gl_pathc, format_current.version - FORMAT_FIRST + 1);
	for (size_t i = 0; i < kept.gl_pathc; i++) {
		DROP(text) char *migrated = NULL;

		store_free(TAKE(x->store));
		copy_file(kept.gl_pathv[i], x->path);
		x->store = store_new(x->path);
		assert_done(x, store_open(x->store, &x->error));
		migrated = describe_schema(x->path);
		assert_string_equal(migrated, fresh);
		assert_int_equal(ask(x->path, "SELECT count(*) FROM"
					      " pragma_foreign_key_check"),
			0);
	}
	globfree(&kept);
}
