#include "unit/unit.h"

#include <signal.h>
#include <sys/stat.h>
#include <sys/wait.h>

#include "unit/store/scratch.h"

#include "store/db/server_lock.h"

static int64_t
take(struct scratch *x, struct store *s)
{
	int64_t number = 0;

	assert_done(x, server_lock_take(s, &number, &x->error));
	assert_true(number > 0);
	return number;
}

static void
assert_lives(struct scratch *x, struct store *s, int64_t number, bool expected)
{
	bool lives = !expected;

	assert_done(x, server_lock_check(s, number, &lives, &x->error));
	assert_int_equal(lives, expected);
}

TEST_WITH(a_number_is_taken_once_and_stays, scratch_setup, scratch_teardown)
{
	struct scratch *x = *state;
	int64_t number = take(x, x->store);

	assert_int_equal(take(x, x->store), number);
	assert_lives(x, x->store, number, true);
}

TEST_WITH(two_servers_have_two_numbers_and_see_each_other, scratch_setup,
	scratch_teardown)
{
	struct scratch *x = *state;
	DROP(store) struct store *other = store_new(x->path);
	int64_t mine = take(x, x->store);
	int64_t its = take(x, other);

	assert_int_not_equal(mine, its);
	assert_lives(x, x->store, its, true);
	assert_lives(x, other, mine, true);
}

TEST_WITH(a_server_that_ended_does_not_live, scratch_setup, scratch_teardown)
{
	struct scratch *x = *state;
	struct store *other = store_new(x->path);
	int64_t its = take(x, other);

	store_free(other);
	assert_lives(x, x->store, its, false);
}

TEST_WITH(a_number_that_nobody_took_does_not_live, scratch_setup,
	scratch_teardown)
{
	struct scratch *x = *state;

	assert_lives(x, x->store, 12345, false);
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
		(void)server_lock_take(s, number, &e);
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

TEST_WITH(a_killed_process_is_known_to_be_dead, scratch_setup, scratch_teardown)
{
	struct scratch *x = *state;
	int64_t number;
	pid_t pid = fork_server(x, &number);

	assert_lives(x, x->store, number, true);
	assert_int_equal(kill(pid, SIGKILL), 0);
	assert_int_equal(waitpid(pid, NULL, 0), pid);
	assert_lives(x, x->store, number, false);
}

TEST_WITH(a_place_where_no_file_can_be_made_is_said, scratch_setup,
	scratch_teardown)
{
	struct scratch *x = *state;
	int64_t number;
	char path[300];

	(void)snprintf(path, sizeof(path), "%s-servers", x->path);
	assert_int_equal(mkdir(path, 0700), 0);
	assert_refused(x, server_lock_take(x->store, &number, &x->error),
		ERR_STORE, "may not write it");
	assert_non_null(strstr(store_detail(x->store), "-servers"));
	assert_int_equal(rmdir(path), 0);
}

TEST_WITH(who_may_write_the_database_may_write_its_file, scratch_setup,
	scratch_teardown)
{
	struct scratch *x = *state;
	DROP(text) char *path = text_format("%s-servers", x->path);
	struct stat about;

	(void)scratch_session(x, "a");
	assert_int_equal(chmod(x->path, 0660), 0);
	(void)take(x, x->store);
	assert_int_equal(stat(path, &about), 0);
	assert_int_equal(about.st_mode & 0777, 0660);
}

TEST_WITH(a_number_that_no_server_takes_does_not_live, scratch_setup,
	scratch_teardown)
{
	struct scratch *x = *state;

	assert_lives(x, x->store, -1, false);
	assert_lives(x, x->store, INT64_MAX, false);
}
