#include "unit/unit.h"

#include <sqlite3.h>
#include <string.h>

#include "base/buf.h"
#include "base/clock.h"
#include "base/coroutine.h"
#include "base/loop.h"
#include "store/db/sql.h"
#include "unit/store/scratch.h"

/* Two coroutines that use one store, and what they say. */
struct users {
	struct scratch *x;
	struct loop *loop;
	struct buf said;
	sqlite3 *other; /* the connection of another process */
	struct err error;
};

static void
users_init(struct users *u, struct scratch *x)
{
	*u = (struct users){.x = x, .loop = loop_new()};
	buf_init(&u->said, 1000);
	assert_done(x, store_open(x->store, &x->error));
	assert_int_equal(sqlite3_open(x->path, &u->other), SQLITE_OK);
}

static void
users_release(struct users *u)
{
	coroutine_finish_all();
	assert_int_equal(sqlite3_close(u->other), SQLITE_OK);
	loop_free(u->loop);
	buf_release(&u->said);
}

static void
lock(struct users *u)
{
	assert_int_equal(
		sqlite3_exec(u->other, "BEGIN IMMEDIATE", NULL, NULL, NULL),
		SQLITE_OK);
}

static void
unlock(void *argument)
{
	struct users *u = argument;

	buf_add_text(&u->said, "unlocked ");
	assert_int_equal(sqlite3_exec(u->other, "ROLLBACK", NULL, NULL, NULL),
		SQLITE_OK);
}

static void
write_session(void *argument)
{
	struct users *u = argument;
	struct session_info info;
	bool created;

	buf_add_text(&u->said, "writes ");
	buf_add_text(&u->said,
		sessions_open(u->x->store, "a", &info, &created, &u->error)
			? "written "
			: "refused ");
}

static void
read_sessions(void *argument)
{
	struct users *u = argument;
	struct session_info info;
	struct err e;

	buf_add_text(&u->said, "reads ");
	buf_add_text(&u->said, sessions_find(u->x->store, "a", &info, &e)
				       ? "there "
				       : "nothing ");
}

SCRATCH_TEST(others_read_while_a_write_waits_for_the_lock_of_another_process)
{
	struct users u;

	users_init(&u, x);
	lock(&u);
	coroutine_start(u.loop, write_session, &u);
	coroutine_start(u.loop, read_sessions, &u);
	(void)loop_at(u.loop, clock_now_ms() + 30, unlock, &u);
	loop_run(u.loop);
	coroutine_start(u.loop, read_sessions, &u);
	assert_string_equal(u.said.data,
		"writes reads nothing unlocked written reads there ");
	users_release(&u);
}

SCRATCH_TEST(a_lock_that_stays_is_waited_for_five_seconds)
{
	int64_t began_ms = clock_now_ms();
	struct users u;

	users_init(&u, x);
	lock(&u);
	coroutine_start(u.loop, write_session, &u);
	loop_run(u.loop);
	assert_string_equal(u.said.data, "writes refused ");
	assert_non_null(strstr(u.error.text, "more than 5 seconds"));
	assert_true(clock_now_ms() - began_ms >= 5000);
	unlock(&u);
	users_release(&u);
}

SCRATCH_TEST(a_server_that_ends_waits_for_no_lock)
{
	int64_t began_ms = clock_now_ms();
	struct users u;

	users_init(&u, x);
	lock(&u);
	coroutine_start(u.loop, write_session, &u);
	coroutine_finish_all();
	assert_string_equal(u.said.data, "writes refused ");
	assert_true(clock_now_ms() - began_ms < 3000);
	unlock(&u);
	users_release(&u);
}

/* Gives way in the middle of a transaction. */
static void
write_slowly(void *argument)
{
	struct users *u = argument;
	DROP(transaction) struct transaction t = {0};
	struct session_info info;
	bool created;

	buf_add_text(&u->said, "begins ");
	if (!transaction_write(&t, u->x->store, &u->error) ||
		!sessions_open(u->x->store, "a", &info, &created, &u->error))
		return;
	(void)coroutine_sleep(5);
	(void)transaction_commit(&t, &u->error);
	buf_add_text(&u->said, "commits ");
}

SCRATCH_TEST(who_comes_later_waits_until_a_transaction_is_over)
{
	struct users u;

	users_init(&u, x);
	coroutine_start(u.loop, write_slowly, &u);
	coroutine_start(u.loop, read_sessions, &u);
	assert_string_equal(u.said.data, "begins reads ");
	loop_run(u.loop);
	assert_string_equal(u.said.data, "begins reads commits there ");
	users_release(&u);
}

SCRATCH_TEST(who_cannot_wait_has_a_transaction_finished_first)
{
	struct users u;

	users_init(&u, x);
	coroutine_start(u.loop, write_slowly, &u);
	read_sessions(&u);
	assert_string_equal(u.said.data, "begins reads commits there ");
	loop_run(u.loop);
	users_release(&u);
}
