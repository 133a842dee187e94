#include "unit/unit.h"

#include <fcntl.h>
#include <sqlite3.h>
#include <sys/stat.h>
#include <sys/wait.h>

#include "unit/store/scratch.h"

enum { VERSION_NOW = 3 };

static int64_t
ask_sql(const struct scratch *x, const char *sql)
{
	sqlite3 *db;
	sqlite3_stmt *statement;
	int64_t answer;

	assert_int_equal(sqlite3_open(x->path, &db), SQLITE_OK);
	assert_int_equal(
		sqlite3_prepare_v2(db, sql, -1, &statement, NULL), SQLITE_OK);
	assert_int_equal(sqlite3_step(statement), SQLITE_ROW);
	answer = sqlite3_column_int64(statement, 0);
	(void)sqlite3_finalize(statement);
	assert_int_equal(sqlite3_close(db), SQLITE_OK);
	return answer;
}

static void
write_file(const char *path, const char *bytes, size_t size)
{
	FILE *file = fopen(path, "we");

	assert_non_null(file);
	assert_int_equal(fwrite(bytes, 1, size, file), size);
	assert_int_equal(fclose(file), 0);
}

TEST_WITH(does_not_touch_the_file_before_it_is_opened, scratch_setup,
	scratch_teardown)
{
	struct scratch *x = *state;

	assert_int_equal(access(x->path, F_OK), -1);
	assert_done(x, store_open(x->store, &x->error));
	assert_int_equal(access(x->path, F_OK), 0);
}

TEST_WITH(makes_the_schema_with_its_version_and_id, scratch_setup,
	scratch_teardown)
{
	struct scratch *x = *state;

	assert_done(x, store_open(x->store, &x->error));
	assert_int_equal(ask_sql(x, "PRAGMA user_version"), VERSION_NOW);
	assert_int_equal(ask_sql(x, "PRAGMA application_id"), 0x5361746c);
	assert_int_equal(ask_sql(x, "SELECT count(*) FROM pragma_table_list"
				    " WHERE name IN ('session', 'item',"
				    " 'revision', 'run', 'setting', 'job')"
				    " AND strict = 1"),
		6);
}

/* What the first version made, with a session and a run in it. */
static void
make_version_1(struct scratch *x)
{
	extern const char asset_schema_store_sql[];

	scratch_sql(x, asset_schema_store_sql);
	scratch_sql(x,
		"INSERT INTO session (name, description, revision, items,"
		" created_ms, changed_ms, change)"
		" VALUES ('old', '', 0, 0, 1, 1, 1)");
	scratch_sql(x,
		"INSERT INTO run (session, revision, at_ms, plain, status,"
		" solve_us) VALUES (1, 0, 1, 1, 'sat', 5)");
}

TEST_WITH(brings_an_older_version_up_to_date_and_keeps_all, scratch_setup,
	scratch_teardown)
{
	struct scratch *x = *state;
	struct session_info info;

	make_version_1(x);
	assert_done(x, sessions_find(x->store, "old", &info, &x->error));
	assert_string_equal(info.last_status, "sat");
	assert_int_equal(ask_sql(x, "PRAGMA user_version"), VERSION_NOW);
	assert_int_equal(
		ask_sql(x, "SELECT count(*) FROM run WHERE solution IS NULL"),
		1);
}

TEST_WITH(opens_again_what_it_has_made, scratch_setup, scratch_teardown)
{
	struct scratch *x = *state;
	struct session_info info;

	(void)scratch_session(x, "a");
	scratch_reopen(x);
	assert_done(x, sessions_find(x->store, "a", &info, &x->error));
}

TEST_WITH(keeps_a_write_ahead_log_until_it_is_closed, scratch_setup,
	scratch_teardown)
{
	struct scratch *x = *state;
	char wal[300];

	(void)scratch_session(x, "a");
	assert_int_equal(ask_sql(x, "SELECT journal_mode = 'wal'"
				    " FROM pragma_journal_mode"),
		1);
	(void)snprintf(wal, sizeof(wal), "%s-wal", x->path);
	assert_int_equal(access(wal, F_OK), 0);
	store_free(TAKE(x->store));
	assert_int_equal(access(wal, F_OK), -1);
}

TEST_WITH(its_descriptors_close_on_exec, scratch_setup, scratch_teardown)
{
	struct scratch *x = *state;
	size_t mine = 0;

	(void)scratch_session(x, "a");
	for (int fd = 0; fd < 256; fd++) {
		char link[40];
		char target[512] = "";

		(void)snprintf(link, sizeof(link), "/proc/self/fd/%d", fd);
		if (readlink(link, target, sizeof(target) - 1) < 0 ||
			strncmp(target, x->folder, strlen(x->folder)) != 0)
			continue;
		mine++;
		assert_true((fcntl(fd, F_GETFD) & FD_CLOEXEC) != 0);
	}
	assert_true(mine >= 2);
}

TEST_WITH(refuses_a_file_that_is_no_database, scratch_setup, scratch_teardown)
{
	struct scratch *x = *state;
	static const char text[] = "Dear diary, this is no database at all.";

	write_file(x->path, text, sizeof(text));
	assert_refused(x, store_open(x->store, &x->error), ERR_STORE,
		"--db and another file");
	assert_true(scratch_file_has(x, "s.db", text));
}

TEST_WITH(refuses_another_programs_database, scratch_setup, scratch_teardown)
{
	struct scratch *x = *state;

	scratch_sql(x, "CREATE TABLE session (x)");
	assert_refused(
		x, store_open(x->store, &x->error), ERR_STORE, "left as it is");
	assert_int_equal(ask_sql(x, "PRAGMA user_version"), 0);
	scratch_sql(x, "PRAGMA application_id = 77; PRAGMA user_version = 1");
	assert_refused(
		x, store_open(x->store, &x->error), ERR_STORE, "left as it is");
	assert_int_equal(ask_sql(x, "SELECT count(*) FROM sqlite_schema"), 1);
}

TEST_WITH(refuses_a_database_from_the_future, scratch_setup, scratch_teardown)
{
	struct scratch *x = *state;

	(void)scratch_session(x, "a");
	scratch_sql(x, "PRAGMA user_version = 99");
	scratch_reopen(x);
	assert_refused(x, store_open(x->store, &x->error), ERR_STORE,
		"newer version of Satchel (its format is 99, this server "
		"knows up to 3)");
	scratch_sql(x, "PRAGMA user_version = 3");
	assert_done(x, store_open(x->store, &x->error));
}

TEST_WITH(
	runs_nothing_that_a_file_brings_along, scratch_setup, scratch_teardown)
{
	struct scratch *x = *state;
	struct session_info info;

	(void)scratch_session(x, "a");
	store_free(x->store);
	scratch_sql(x, "CREATE TRIGGER t AFTER INSERT ON session BEGIN"
		       " DELETE FROM session WHERE name = 'a'; END");
	x->store = store_new(x->path);
	(void)scratch_session(x, "b");
	assert_done(x, sessions_find(x->store, "a", &info, &x->error));
}

TEST_WITH(says_that_a_damaged_database_is_damaged, scratch_setup,
	scratch_teardown)
{
	struct scratch *x = *state;
	int64_t session = scratch_session(x, "a");
	FILE *file;

	scratch_add(x, session, "(declare-const x Int)");
	store_free(TAKE(x->store));
	file = fopen(x->path, "r+e");
	assert_non_null(file);
	for (long at = 4096; at < 20 * 4096; at++) {
		assert_int_equal(fseek(file, at, SEEK_SET), 0);
		assert_int_equal(fputc(0x5a, file), 0x5a);
	}
	assert_int_equal(fclose(file), 0);
	x->store = store_new(x->path);
	assert_refused(x,
		revisions_load(x->store, session, REVISION_LAST, &x->error) !=
			NULL,
		ERR_STORE, "damaged");
}

TEST_WITH(a_message_shows_no_path_but_the_detail_does, scratch_setup,
	scratch_teardown)
{
	struct scratch *x = *state;

	assert_string_equal(store_detail(x->store), "");
	write_file(x->path, "junk that is no database.....", 29);
	assert_false(store_open(x->store, &x->error));
	assert_null(strstr(x->error.text, x->folder));
	assert_non_null(strstr(store_detail(x->store), x->path));
}

/* Root may write everything; so become nobody in a process of its own. */
static int
open_as_somebody_else(struct scratch *x)
{
	pid_t child = fork();
	int status;

	if (child == 0) {
		if (geteuid() == 0 && setuid(65534) < 0)
			_exit(10);
		if (store_open(x->store, &x->error))
			_exit(11);
		if (strstr(x->error.text, "cannot be written") == NULL)
			_exit(12);
		_exit(0);
	}
	assert_int_equal(waitpid(child, &status, 0), child);
	return status;
}

TEST_WITH(
	says_that_a_database_cannot_be_written, scratch_setup, scratch_teardown)
{
	struct scratch *x = *state;

	(void)scratch_session(x, "a");
	scratch_reopen(x);
	assert_int_equal(chmod(x->folder, 0755), 0);
	assert_int_equal(chmod(x->path, 0444), 0);
	assert_int_equal(open_as_somebody_else(x), 0);
}

TEST_WITH(several_servers_may_open_a_new_file_at_once, scratch_setup,
	scratch_teardown)
{
	struct scratch *x = *state;
	pid_t children[8];

	for (size_t i = 0; i < 8; i++) {
		children[i] = fork();
		if (children[i] == 0) {
			char name[2] = {(char)('a' + (int)i), '\0'};
			struct session_start start = {.name = name};
			struct session_info info;

			_exit(sessions_create(
				      x->store, &start, &info, &x->error)
					? 0
					: 1);
		}
	}
	for (size_t i = 0; i < 8; i++) {
		int status;

		assert_int_equal(waitpid(children[i], &status, 0), children[i]);
		assert_int_equal(status, 0);
	}
	assert_int_equal(ask_sql(x, "SELECT count(*) FROM session"), 8);
}
