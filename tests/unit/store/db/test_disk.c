#include "unit/store/scratch.h"

#include <sys/stat.h>

static mode_t
mode_of(const char *path)
{
	struct stat about;

	assert_int_equal(stat(path, &about), 0);
	return about.st_mode & 0777;
}

TEST_WITH(nobody_else_may_read_what_it_makes, scratch_setup, scratch_teardown)
{
	struct scratch *x = *state;
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

TEST_WITH(a_folder_in_the_place_of_the_file_is_an_error, scratch_setup,
	scratch_teardown)
{
	struct scratch *x = *state;

	assert_int_equal(mkdir(x->path, 0700), 0);
	assert_refused(x, store_open(x->store, &x->error), ERR_STORE,
		"cannot be opened");
	assert_int_equal(rmdir(x->path), 0);
	assert_done(x, store_open(x->store, &x->error));
}

TEST_WITH(
	a_file_that_is_taken_away_is_made_anew, scratch_setup, scratch_teardown)
{
	struct scratch *x = *state;
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
TEST_WITH(a_name_that_means_something_to_sqlite_is_a_file, scratch_setup,
	scratch_teardown)
{
	static const char *const names[] = {
		":memory:", "file:x?mode=memory", "file:%41"};
	struct scratch *x = *state;

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

TEST_WITH(what_is_no_file_is_no_database, scratch_setup, scratch_teardown)
{
	struct scratch *x = *state;

	assert_int_equal(mkfifo(x->path, 0600), 0);
	assert_refused(
		x, store_open(x->store, &x->error), ERR_STORE, "is none");
}
