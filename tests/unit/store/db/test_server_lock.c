#include "unit/unit.h"

#include <signal.h>
#include <sys/stat.h>
#include <sys/wait.h>

#include "unit/store/scratch.h"

#include "store/db/server_lock.h"

static int64_t
take(struct scratch *x, struct server_lock *l)
{
	int64_t number = 0;

	assert_done(x, server_lock_take(l, x->store, &number, &x->error));
	assert_true(number > 0);
	return number;
}

static void
assert_lives(
	struct scratch *x, struct server_lock *l, int64_t number, bool expected)
{
	bool lives = !expected;

	assert_done(
		x, server_lock_check(l, x->store, number, &lives, &x->error));
	assert_int_equal(lives, expected);
}

SCRATCH_TEST(a_number_is_taken_once_and_stays)
{
	int64_t number = take(x, x->lock);

	assert_int_equal(take(x, x->lock), number);
	assert_lives(x, x->lock, number, true);
}

SCRATCH_TEST(two_servers_have_two_numbers_and_see_each_other)
{
	DROP(server_lock) struct server_lock *other = server_lock_new();
	int64_t mine = take(x, x->lock);
	int64_t its = take(x, other);

	assert_int_not_equal(mine, its);
	assert_lives(x, x->lock, its, true);
	assert_lives(x, other, mine, true);
}

SCRATCH_TEST(a_server_that_ended_does_not_live)
{
	struct server_lock *other = server_lock_new();
	int64_t its = take(x, other);

	server_lock_free(other);
	assert_lives(x, x->lock, its, false);
}

SCRATCH_TEST(another_file_at_the_path_is_locked_anew)
{
	DROP(server_lock) struct server_lock *other = server_lock_new();
	DROP(store) struct store *s = NULL;
	int64_t number = take(x, x->lock);
	bool lives = false;

	assert_int_equal(unlink(x->path), 0);
	number = take(x, x->lock);
	s = store_new(x->path);
	assert_done(x, server_lock_check(other, s, number, &lives, &x->error));
	assert_true(lives);
}

SCRATCH_TEST(a_number_that_nobody_took_does_not_live)
{
	assert_lives(x, x->lock, 12345, false);
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
		struct server_lock *l = server_lock_new();
		struct store *s = store_new(x->path);
		struct err e;

		*number = 0;
		(void)server_lock_take(l, s, number, &e);
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

	assert_lives(x, x->lock, number, true);
	assert_int_equal(kill(pid, SIGKILL), 0);
	assert_int_equal(waitpid(pid, NULL, 0), pid);
	assert_lives(x, x->lock, number, false);
}

SCRATCH_TEST(a_place_where_no_file_can_be_made_is_said)
{
	int64_t number;
	char path[300];

	(void)snprintf(path, sizeof(path), "%s-servers", x->path);
	assert_int_equal(mkdir(path, 0700), 0);
	assert_refused(x,
		server_lock_take(x->lock, x->store, &number, &x->error),
		ERR_STORE, "may not write it");
	assert_non_null(strstr(store_detail(x->store), "-servers"));
	assert_int_equal(rmdir(path), 0);
}

SCRATCH_TEST(who_may_write_the_database_may_write_its_file)
{
	DROP(text) char *path = text_format("%s-servers", x->path);
	struct stat about;

	(void)scratch_session(x, "a");
	assert_int_equal(chmod(x->path, 0660), 0);
	(void)take(x, x->lock);
	assert_int_equal(stat(path, &about), 0);
	assert_int_equal(about.st_mode & 0777, 0660);
}

SCRATCH_TEST(a_number_that_no_server_takes_does_not_live)
{
	assert_lives(x, x->lock, -1, false);
	assert_lives(x, x->lock, INT64_MAX, false);
}
