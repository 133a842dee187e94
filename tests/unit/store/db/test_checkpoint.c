#include "unit/unit.h"

#include <fcntl.h>
#include <sys/sendfile.h>
#include <sys/stat.h>

#include "store/db/checkpoint.h"
#include "unit/store/scratch.h"

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
	DROP(text) char *copy = text_format("%s/copy.db", x->folder);
	sqlite3 *db;
	sqlite3_stmt *statement;
	int64_t count;

	copy_file(x->path, copy);
	assert_int_equal(sqlite3_open(copy, &db), SQLITE_OK);
	assert_int_equal(sqlite3_prepare_v2(db, "SELECT count(*) FROM session",
				 -1, &statement, NULL),
		SQLITE_OK);
	assert_int_equal(sqlite3_step(statement), SQLITE_ROW);
	count = sqlite3_column_int64(statement, 0);
	(void)sqlite3_finalize(statement);
	assert_int_equal(sqlite3_close(db), SQLITE_OK);
	assert_int_equal(unlink(copy), 0);
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

TEST_WITH(the_file_alone_has_all_afterwards, scratch_setup, scratch_teardown)
{
	struct scratch *x = *state;

	(void)scratch_session(x, "a");
	assert_int_equal(count_in_copy(x), 0);
	checkpoint_lazily(x->store);
	assert_int_equal(count_in_copy(x), 1);
}

TEST_WITH(what_comes_next_begins_the_log_anew, scratch_setup, scratch_teardown)
{
	struct scratch *x = *state;
	off_t size;

	(void)scratch_session(x, "a");
	(void)scratch_session(x, "b");
	size = log_size(x);
	checkpoint_lazily(x->store);
	(void)scratch_session(x, "c");
	assert_int_equal(log_size(x), size);
}

TEST_WITH(makes_no_file, scratch_setup, scratch_teardown)
{
	struct scratch *x = *state;

	checkpoint_lazily(NULL);
	checkpoint_lazily(x->store);
	assert_int_equal(access(x->path, F_OK), -1);
}

TEST_WITH(cuts_the_log_to_nothing, scratch_setup, scratch_teardown)
{
	struct scratch *x = *state;

	(void)scratch_session(x, "a");
	assert_true(checkpoint_cut(x->store));
	assert_int_equal(log_size(x), 0);
	assert_int_equal(count_in_copy(x), 1);
}
