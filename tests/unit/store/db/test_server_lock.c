/* clang-format off */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>
/* clang-format on */

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

static void
a_number_is_taken_once_and_stays(void **state)
{
	struct scratch *x = *state;
	int64_t number = take(x, x->store);

	assert_int_equal(take(x, x->store), number);
	assert_lives(x, x->store, number, true);
}

static void
two_servers_have_two_numbers_and_see_each_other(void **state)
{
	struct scratch *x = *state;
	DROP(store) struct store *other = store_new(x->path);
	int64_t mine = take(x, x->store);
	int64_t its = take(x, other);

	assert_int_not_equal(mine, its);
	assert_lives(x, x->store, its, true);
	assert_lives(x, other, mine, true);
}

static void
a_server_that_ended_does_not_live(void **state)
{
	struct scratch *x = *state;
	struct store *other = store_new(x->path);
	int64_t its = take(x, other);

	store_free(other);
	assert_lives(x, x->store, its, false);
}

static void
a_number_that_nobody_took_does_not_live(void **state)
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

static void
a_killed_process_is_known_to_be_dead(void **state)
{
	struct scratch *x = *state;
	int64_t number;
	pid_t pid = fork_server(x, &number);

	assert_lives(x, x->store, number, true);
	assert_int_equal(kill(pid, SIGKILL), 0);
	assert_int_equal(waitpid(pid, NULL, 0), pid);
	assert_lives(x, x->store, number, false);
}

static void
a_place_where_no_file_can_be_made_is_said(void **state)
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

static void
who_may_write_the_database_may_write_its_file(void **state)
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

static void
a_number_that_no_server_takes_does_not_live(void **state)
{
	struct scratch *x = *state;

	assert_lives(x, x->store, -1, false);
	assert_lives(x, x->store, INT64_MAX, false);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		scratch_test(a_number_is_taken_once_and_stays),
		scratch_test(two_servers_have_two_numbers_and_see_each_other),
		scratch_test(a_server_that_ended_does_not_live),
		scratch_test(a_number_that_nobody_took_does_not_live),
		scratch_test(a_killed_process_is_known_to_be_dead),
		scratch_test(a_place_where_no_file_can_be_made_is_said),
		scratch_test(who_may_write_the_database_may_write_its_file),
		scratch_test(a_number_that_no_server_takes_does_not_live),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
