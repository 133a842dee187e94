#include "unit/store/scratch.h"
#include "unit/unit.h"

#include <fcntl.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/sendfile.h>
#include <sys/stat.h>
#include <sys/wait.h>

enum { VERSION_NOW = 7 };

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

SCRATCH_TEST(does_not_touch_the_file_before_it_is_opened)
{
	assert_int_equal(access(x->path, F_OK), -1);
	assert_done(x, store_open(x->store, &x->error));
	assert_int_equal(access(x->path, F_OK), 0);
}

SCRATCH_TEST(keeps_a_write_ahead_log_until_it_is_closed)
{
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

SCRATCH_TEST(its_descriptors_close_on_exec)
{
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

SCRATCH_TEST(refuses_another_programs_database)
{
	scratch_sql(x, "CREATE TABLE session (x)");
	assert_refused(
		x, store_open(x->store, &x->error), ERR_STORE, "left as it is");
	assert_int_equal(ask_sql(x, "PRAGMA user_version"), 0);
	scratch_sql(x, "PRAGMA application_id = 77; PRAGMA user_version = 1");
	assert_refused(
		x, store_open(x->store, &x->error), ERR_STORE, "left as it is");
	assert_int_equal(ask_sql(x, "SELECT count(*) FROM sqlite_schema"), 1);
}

SCRATCH_TEST(refuses_a_database_of_an_earlier_version)
{
	(void)scratch_session(x, "a");
	scratch_sql(x, "PRAGMA user_version = 3");
	scratch_reopen(x);
	assert_refused(x, store_open(x->store, &x->error), ERR_STORE,
		"move the file away");
	assert_int_equal(ask_sql(x, "PRAGMA user_version"), 3);
	assert_int_equal(ask_sql(x, "SELECT count(*) FROM session"), 1);
}

SCRATCH_TEST(runs_nothing_that_a_file_brings_along)
{
	struct session_info info;

	(void)scratch_session(x, "a");
	store_free(x->store);
	scratch_sql(x, "CREATE TRIGGER t AFTER INSERT ON session BEGIN"
		       " DELETE FROM session WHERE name = 'a'; END");
	x->store = store_new(x->path);
	(void)scratch_session(x, "b");
	assert_done(x, sessions_find(x->store, "a", &info, &x->error));
}

SCRATCH_TEST(a_message_shows_no_path_but_the_detail_does)
{
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

SCRATCH_TEST(says_that_a_database_cannot_be_written)
{
	(void)scratch_session(x, "a");
	scratch_reopen(x);
	assert_int_equal(chmod(x->folder, 0755), 0);
	assert_int_equal(chmod(x->path, 0444), 0);
	assert_int_equal(open_as_somebody_else(x), 0);
}

SCRATCH_TEST(several_servers_may_open_a_new_file_at_once)
{
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

/* --- the file --------------------------------------------------------------
 */

static mode_t
mode_of(const char *path)
{
	struct stat about;

	assert_int_equal(stat(path, &about), 0);
	return about.st_mode & 0777;
}

SCRATCH_TEST(nobody_else_may_read_what_it_makes)
{
	char folder[300];
	char path[400];
	char wal[400];
	mode_t umask_before = umask(0);
	struct session_start start = {.name = "a"};
	struct session_info info;
	DROP(store) struct store *s = NULL;

	(void)snprintf(folder, sizeof(folder), "%s/.a", x->folder);
	(void)snprintf(path, sizeof(path), "%s/b/s.db", folder);
	(void)snprintf(wal, sizeof(wal), "%s/b/s.db-wal", folder);
	s = store_new(path);
	assert_done(x, sessions_create(s, &start, &info, &x->error));
	(void)umask(umask_before);
	assert_int_equal(mode_of(path), 0600);
	assert_int_equal(mode_of(folder), 0700);
	assert_int_equal(mode_of(wal), 0600);
	store_free(TAKE(s));
	assert_int_equal(unlink(path), 0);
	path[strlen(path) - strlen("/s.db")] = '\0';
	assert_int_equal(rmdir(path), 0);
	assert_int_equal(rmdir(folder), 0);
}

SCRATCH_TEST(a_folder_in_the_place_of_the_file_is_an_error)
{
	assert_int_equal(mkdir(x->path, 0700), 0);
	assert_refused(x, store_open(x->store, &x->error), ERR_STORE,
		"cannot be opened");
	assert_int_equal(rmdir(x->path), 0);
	assert_done(x, store_open(x->store, &x->error));
}

SCRATCH_TEST(a_file_that_is_taken_away_is_made_anew)
{
	struct session_info info;

	(void)scratch_session(x, "a");
	assert_int_equal(unlink(x->path), 0);
	assert_refused(x, sessions_find(x->store, "a", &info, &x->error),
		ERR_NOT_FOUND, "there is no session");
	(void)scratch_session(x, "b");
	scratch_reopen(x);
	assert_done(x, sessions_find(x->store, "b", &info, &x->error));
}

/* SQLite would take these for databases in memory. */
SCRATCH_TEST(a_name_that_means_something_to_sqlite_is_a_file)
{
	static const char *const names[] = {
		":memory:", "file:x?mode=memory", "file:%41"};

	assert_int_equal(chdir(x->folder), 0);
	for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
		struct session_info info;

		store_free(x->store);
		x->store = store_new(names[i]);
		(void)scratch_session(x, "kept");
		store_free(x->store);
		x->store = store_new(names[i]);
		assert_done(
			x, sessions_find(x->store, "kept", &info, &x->error));
		assert_int_equal(access(names[i], F_OK), 0);
	}
	assert_int_equal(chdir("/"), 0);
}

SCRATCH_TEST(what_is_no_file_is_no_database)
{
	assert_int_equal(mkfifo(x->path, 0600), 0);
	assert_refused(x, store_open(x->store, &x->error), ERR_STORE,
		"is not a database");
}

/* --- the write-ahead log ---------------------------------------------------
 */

static void
copy_file(const char *from, const char *to)
{
	int in = open(from, O_RDONLY | O_CLOEXEC);
	int out = open(to, O_WRONLY | O_CREAT | O_CLOEXEC, 0600);
	ssize_t size;

	assert_true(in >= 0 && out >= 0);
	while ((size = sendfile(out, in, NULL, 1 << 20)) > 0)
		;
	assert_int_equal(size, 0);
	assert_int_equal(close(in), 0);
	assert_int_equal(close(out), 0);
}

/* How many sessions the file alone holds, without the log beside it. */
static int64_t
count_in_copy(const struct scratch *x)
{
	struct scratch copy = *x;
	int64_t count;

	(void)snprintf(copy.path, sizeof(copy.path), "%s/copy.db", x->folder);
	copy_file(x->path, copy.path);
	count = ask_sql(&copy, "SELECT count(*) FROM session");
	assert_int_equal(unlink(copy.path), 0);
	return count;
}

static off_t
log_size(const struct scratch *x)
{
	DROP(text) char *path = text_format("%s-wal", x->path);
	struct stat status;

	assert_int_equal(stat(path, &status), 0);
	return status.st_size;
}

SCRATCH_TEST(the_file_alone_has_all_afterwards)
{
	(void)scratch_session(x, "a");
	assert_int_equal(count_in_copy(x), 0);
	store_checkpoint(x->store);
	assert_int_equal(count_in_copy(x), 1);
}

SCRATCH_TEST(what_comes_next_begins_the_log_anew)
{
	off_t size;

	(void)scratch_session(x, "a");
	(void)scratch_session(x, "b");
	size = log_size(x);
	store_checkpoint(x->store);
	(void)scratch_session(x, "c");
	assert_int_equal(log_size(x), size);
}

SCRATCH_TEST(makes_no_file)
{
	store_checkpoint(NULL);
	store_checkpoint(x->store);
	assert_int_equal(access(x->path, F_OK), -1);
}

SCRATCH_TEST(cuts_the_log_to_nothing)
{
	(void)scratch_session(x, "a");
	assert_true(store_truncate_log(x->store));
	assert_int_equal(log_size(x), 0);
	assert_int_equal(count_in_copy(x), 1);
}

static int64_t
number_of(struct scratch *x, struct store *s)
{
	int64_t number = 0;

	assert_done(x, store_server(s, &number, &x->error));
	assert_true(number > 0);
	return number;
}

SCRATCH_TEST(a_server_has_one_number_and_lives)
{
	int64_t number = number_of(x, x->store);

	assert_int_equal(number_of(x, x->store), number);
	assert_true(store_server_lives(number));
}

SCRATCH_TEST(two_servers_have_two_numbers)
{
	DROP(store) struct store *other = store_new(x->path);
	int64_t its = number_of(x, other);

	assert_int_not_equal(number_of(x, x->store), its);
	assert_true(store_server_lives(its));
}

SCRATCH_TEST(a_server_that_ended_does_not_live)
{
	struct store *other = store_new(x->path);
	int64_t its = number_of(x, other);

	store_free(other);
	assert_false(store_server_lives(its));
}

SCRATCH_TEST(a_number_that_no_server_has_does_not_live)
{
	static const int64_t numbers[] = {12345, 0, -1, INT64_MAX, INT64_MIN};

	(void)x;
	for (size_t i = 0; i < sizeof(numbers) / sizeof(numbers[0]); i++)
		assert_false(store_server_lives(numbers[i]));
}

/* The number of a process that waits to be killed. */
static pid_t
fork_server(struct scratch *x, int64_t *number)
{
	int ends[2];
	pid_t pid;

	assert_int_equal(pipe(ends), 0);
	pid = fork();
	assert_true(pid >= 0);
	if (pid == 0) {
		struct store *s = store_new(x->path);
		struct err e;

		*number = 0;
		(void)store_server(s, number, &e);
		(void)!write(ends[1], number, sizeof(*number));
		for (;;)
			(void)pause();
	}
	assert_int_equal(read(ends[0], number, sizeof(*number)),
		(ssize_t)sizeof(*number));
	(void)close(ends[0]);
	(void)close(ends[1]);
	return pid;
}

SCRATCH_TEST(a_killed_process_is_known_to_be_dead)
{
	int64_t number;
	pid_t pid = fork_server(x, &number);

	assert_true(store_server_lives(number));
	assert_int_equal(kill(pid, SIGKILL), 0);
	assert_int_equal(waitpid(pid, NULL, 0), pid);
	assert_false(store_server_lives(number));
}

/* Without a descriptor a job cannot begin, and none is said to be lost. */
SCRATCH_TEST(a_process_without_descriptors_says_so)
{
	struct rlimit before;
	struct rlimit none;
	int64_t number = number_of(x, x->store);
	DROP(store) struct store *other = store_new(x->path);

	assert_int_equal(getrlimit(RLIMIT_NOFILE, &before), 0);
	none = before;
	none.rlim_cur = 0;
	assert_int_equal(setrlimit(RLIMIT_NOFILE, &none), 0);
	x->error.code = ERR_NONE;
	(void)store_server(other, &number, &x->error);
	assert_true(store_server_lives(12345));
	assert_int_equal(setrlimit(RLIMIT_NOFILE, &before), 0);
	assert_int_equal(x->error.code, ERR_SYSTEM);
	assert_int_equal(number, 0);
}
