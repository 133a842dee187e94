#include <time.h>

#include "base/alloc.h"
#include "base/clock.h"
#include "base/limits.h"
#include "pool/child.h"
#include "pool/idle_pool.h"
#include "unit/pool/fake.h"
#include "unit/still_clock.h"

/* The clock is defined here, so that the linker leaves the real one out, and a
 * test may make the time pass. */

static int64_t skipped_ms;

int64_t
clock_now_us(void)
{
	struct timespec now;

	assert_int_equal(clock_gettime(CLOCK_MONOTONIC, &now), 0);
	return (int64_t)now.tv_sec * 1000000 + now.tv_nsec / 1000 +
	       skipped_ms * 1000;
}

int64_t
clock_now_ms(void)
{
	return clock_now_us() / 1000;
}

/* An idle pool, who needs it, and all that it told. */
static struct {
	struct loop *loop;
	struct idle_pool *stock;
	size_t jobs; /* without a child */
	int changes;
	int failures;
	int ends;
	char *why;
	struct pool_state state;
	int idle;	/* of the state, for turn_until */
	struct ask ask; /* lent to a child */
	struct answer *answer;
} shop;

static void
on_change(void *argument)
{
	(void)argument;
	shop.changes++;
	idle_pool_get_state(shop.stock, &shop.state);
	shop.idle = (int)shop.state.idle;
	/* As the pool: who gets a child does not need one any more. */
	if (shop.jobs > 0 && shop.idle > 0)
		shop.jobs = 0;
	idle_pool_need(shop.stock, shop.jobs);
}

static void
on_failure(const char *why, void *argument)
{
	assert_ptr_equal(argument, &shop);
	shop.failures++;
	shop.jobs = 0;
	free(shop.why);
	shop.why = text_copy(why);
}

static void
on_end(struct child *c, bool never_read, void *argument)
{
	assert_non_null(c);
	assert_ptr_equal(argument, &shop);
	assert_false(never_read);
	shop.ends++;
}

static void
begin(const char *behaviour, int workers)
{
	struct pool_options options = {
		.worker_path =
			behaviour != NULL ? fake_worker(behaviour) : NULL,
		.workers = workers,
		.memory_mb = 64,
	};
	struct idle_pool_owner owner = {on_change, on_failure, on_end, &shop};

	memset(&shop, 0, sizeof(shop));
	shop.loop = loop_new();
	shop.answer = answer_new();
	shop.stock = idle_pool_new(shop.loop, &options, &owner);
}

static void
need(size_t jobs)
{
	shop.jobs = jobs;
	idle_pool_need(shop.stock, jobs);
}

/* The teardown of each test: whatever it did, nobody may be left. */
static int
end(void **state)
{
	(void)state;
	idle_pool_free(shop.stock, clock_now_ms() + FAKE_PATIENCE_MS);
	shop.stock = NULL;
	answer_drop(&shop.answer);
	text_drop(&shop.why);
	loop_free(shop.loop);
	shop.loop = NULL;
	return has_children() ? -1 : 0;
}

TEST_WITH(starts_nothing_by_itself, NULL, end)
{
	begin("good", 1);
	assert_false(loop_turn(shop.loop, 0));
	assert_false(has_children());
	assert_null(idle_pool_find(shop.stock, 0));
}

TEST_WITH(keeps_one_more_than_workers_within_two_and_four, NULL, end)
{
	static const struct {
		int workers;
		int spare;
	} cases[] = {{1, 2}, {2, 3}, {3, 4}, {4, 4}, {LIMIT_WORKERS, 4}};

	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		begin("good", cases[i].workers);
		need(0);
		turn_until(shop.loop, &shop.idle, cases[i].spare);
		(void)loop_turn(shop.loop, 20);
		idle_pool_get_state(shop.stock, &shop.state);
		if ((int)shop.state.idle != cases[i].spare)
			fail_msg("%d workers: %zu children", cases[i].workers,
				shop.state.idle);
		assert_int_equal(end(state), 0);
	}
}

TEST_WITH(orders_as_many_as_there_are_jobs, NULL, end)
{
	begin("good", 8);
	need(0);
	turn_until(shop.loop, &shop.idle, 4);
	idle_pool_need(shop.stock, 5);
	turn_until(shop.loop, &shop.idle, 9);
}

TEST_WITH(gives_the_oldest_child_first, NULL, end)
{
	struct child *first;

	begin("good", 1);
	need(1);
	turn_until(shop.loop, &shop.idle, 1);
	first = idle_pool_find(shop.stock, 0);
	turn_until(shop.loop, &shop.idle, 2);
	assert_ptr_equal(idle_pool_find(shop.stock, 0), first);
}

static void
give_job_of(uint64_t owner, const char *text)
{
	shop.ask = (struct ask){.kind = ASK_CHECK,
		.text = text,
		.size = strlen(text),
		.owner = owner,
		.timeout_ms = FAKE_PATIENCE_MS};
	child_ask(idle_pool_find(shop.stock, owner), &shop.ask, shop.answer);
	idle_pool_record_start(shop.stock);
}

static void
give_job(const char *text)
{
	give_job_of(0, text);
}

TEST_WITH(a_child_that_stays_is_no_spare_one, NULL, end)
{
	begin("good", 1);
	need(0);
	turn_until(shop.loop, &shop.idle, 2);
	give_job_of(7, "stay");
	turn_until(shop.loop, &shop.ends, 1);
	need(0);
	turn_until(shop.loop, &shop.idle, 2);
	idle_pool_get_state(shop.stock, &shop.state);
	assert_int_equal(shop.state.staying, 1);
	assert_int_equal(shop.state.busy + shop.state.dying, 0);
	assert_int_equal(child_owner(idle_pool_find(shop.stock, 7)), 7);
	assert_int_equal(child_owner(idle_pool_find(shop.stock, 8)), 0);
}

static void
wait_for_child(uint64_t owner)
{
	need(1);
	while (idle_pool_find(shop.stock, owner) == NULL)
		(void)loop_turn(shop.loop, 20);
}

TEST_WITH(of_those_that_stay_the_ones_asked_last_do, NULL, end)
{
	begin("good", 1);
	for (int owner = 1; owner <= STAYING_MAX + 1; owner++) {
		wait_for_child((uint64_t)owner);
		give_job_of((uint64_t)owner, "stay");
		turn_until(shop.loop, &shop.ends, owner);
		answer_drop(&shop.answer);
		shop.answer = answer_new();
	}
	wait_for_child(1);
	idle_pool_get_state(shop.stock, &shop.state);
	assert_int_equal(shop.state.staying, STAYING_MAX);
	assert_int_equal(child_owner(idle_pool_find(shop.stock, 1)), 0);
	assert_int_equal(child_owner(idle_pool_find(shop.stock, 2)), 2);
}

TEST_WITH(refills_a_moment_after_a_job_was_handed_out, NULL, end)
{
	int changes;

	begin("good", 1);
	need(0);
	turn_until(shop.loop, &shop.idle, 2);
	give_job("mute");
	changes = shop.changes;
	on_change(&shop);
	assert_int_equal(shop.idle, 1);
	/* The moment is over, and then the child has come. */
	turn_until(shop.loop, &shop.changes, changes + 3);
	assert_int_equal(shop.idle, 2);
	assert_int_equal(shop.state.busy, 1);
}

TEST_WITH(refills_at_once_when_the_job_is_over, NULL, end)
{
	int changes;

	begin("good", 1);
	need(0);
	turn_until(shop.loop, &shop.idle, 2);
	give_job("done");
	turn_until(shop.loop, &shop.ends, 1);
	idle_pool_record_end(shop.stock, true);
	changes = shop.changes;
	on_change(&shop);
	assert_int_equal(shop.idle, 1);
	turn_until(shop.loop, &shop.changes, changes + 2);
	assert_int_equal(shop.idle, 2);
}

TEST_WITH(replaces_children_that_are_killed, NULL, end)
{
	begin("good", 1);
	need(0);
	turn_until(shop.loop, &shop.idle, 2);
	kill_children();
	shop.idle = 0;
	turn_until(shop.loop, &shop.changes, shop.changes + 2);
	turn_until(shop.loop, &shop.idle, 2);
	assert_int_equal(shop.failures, 0);
	assert_int_equal(shop.state.restarts, 0);
}

TEST_WITH(replaces_a_killed_forkserver_and_keeps_its_children, NULL, end)
{
	struct child *first;

	begin("good", 1);
	need(0);
	turn_until(shop.loop, &shop.idle, 2);
	first = idle_pool_find(shop.stock, 0);
	kill_forkserver();
	while (shop.state.restarts == 0 || !shop.state.forkserver_is_up) {
		/* A third child will be there when the new one is up. */
		idle_pool_record_end(shop.stock, false);
		idle_pool_need(shop.stock, 3);
		turn_until(shop.loop, &shop.changes, shop.changes + 1);
	}
	assert_ptr_equal(idle_pool_find(shop.stock, 0), first);
	assert_int_equal(shop.failures, 0);
}

TEST_WITH(stops_starting_a_forkserver_that_keeps_dying, NULL, end)
{
	begin("exit-at-start", 1);
	need(1);
	turn_until(shop.loop, &shop.failures, 1);
	assert_string_equal(shop.why, "the worker failed 5 times in 10 s");
	idle_pool_get_state(shop.stock, &shop.state);
	assert_int_equal(shop.state.restarts, LIMIT_RESTARTS - 1);
	/* The next is told at once. */
	need(1);
	assert_int_equal(shop.failures, 2);
	assert_false(has_children());
}

TEST_WITH(stops_starting_a_forkserver_that_dies_when_asked, NULL, end)
{
	begin("exit-before-reply", 1);
	need(1);
	turn_until(shop.loop, &shop.failures, 1);
	assert_string_equal(shop.why, "the worker failed 5 times in 10 s");
	assert_false(has_children());
}

TEST_WITH(stops_forking_children_that_die_at_birth, NULL, end)
{
	begin("child-exits", 1);
	need(0);
	while (shop.failures == 0) {
		turn_until(shop.loop, &shop.changes, shop.changes + 1);
		idle_pool_need(shop.stock, 3);
	}
	assert_string_equal(shop.why, "the worker failed 5 times in 10 s");
}

TEST_WITH(says_why_no_child_can_be_forked, NULL, end)
{
	begin("fork-fails", 1);
	need(1);
	turn_until(shop.loop, &shop.failures, 1);
	assert_string_equal(
		shop.why, "a worker process could not be made: fork: no room");
}

TEST_WITH(says_that_a_child_has_no_thread, NULL, end)
{
	begin("no-thread", 1);
	need(0);
	while (shop.failures == 0) {
		turn_until(shop.loop, &shop.changes, shop.changes + 1);
		idle_pool_need(shop.stock, 1);
	}
	assert_string_equal(shop.why, "a worker process could not be made: it "
				      "could not start its thread");
}

TEST_WITH(gives_up_a_child_that_stays_for_one_that_is_needed, NULL, end)
{
	begin("one-child", 1);
	need(1);
	turn_until(shop.loop, &shop.idle, 1);
	give_job_of(7, "stay");
	turn_until(shop.loop, &shop.ends, 1);
	shop.idle = 0;
	need(1);
	turn_until(shop.loop, &shop.idle, 1);
	idle_pool_get_state(shop.stock, &shop.state);
	assert_int_equal(shop.state.staying, 0);
	assert_int_equal(shop.failures, 0);
}

TEST_WITH(does_not_try_for_itself_what_cannot_work, NULL, end)
{
	begin("other-version", 1);
	need(1);
	turn_until(shop.loop, &shop.failures, 1);
	need(0);
	idle_pool_get_state(shop.stock, &shop.state);
	assert_int_equal(shop.state.restarts, 0);
	assert_false(has_children());
}

TEST_WITH(tries_again_for_the_next_job, NULL, end)
{
	begin("not-loadable", 1);
	need(1);
	turn_until(shop.loop, &shop.failures, 1);
	need(1);
	turn_until(shop.loop, &shop.failures, 2);
	idle_pool_get_state(shop.stock, &shop.state);
	assert_int_equal(shop.state.restarts, 1);
	assert_non_null(strstr(shop.why, "libz3 could not be loaded"));
}

TEST_WITH(says_that_there_is_no_program, NULL, end)
{
	begin(NULL, 1);
	need(1);
	assert_int_equal(shop.failures, 1);
	assert_string_equal(shop.why, "the worker program was not found");
}

TEST_WITH(starts_counting_anew_when_a_job_was_done, NULL, end)
{
	begin("exit-after-hello", 1);
	idle_pool_need(shop.stock, 1);
	for (unsigned restarts = 0; restarts < 2 * LIMIT_RESTARTS;) {
		shop.jobs = 1;
		turn_until(shop.loop, &shop.changes, shop.changes + 1);
		idle_pool_record_end(shop.stock, true);
		restarts = shop.state.restarts;
	}
	assert_int_equal(shop.failures, 0);
}

TEST_WITH(kills_children_at_work_when_it_is_freed, NULL, end)
{
	int before = count_descriptors();

	begin("good", 1);
	need(0);
	turn_until(shop.loop, &shop.idle, 2);
	give_job("mute");
	assert_int_equal(end(state), 0);
	assert_int_equal(count_descriptors(), before);
}

/* --- the fork server ----------------------------------------------------- */

TEST_WITH(tells_what_the_forkserver_is, NULL, end)
{
	begin("good", 1);
	idle_pool_get_state(shop.stock, &shop.state);
	assert_null(shop.state.z3_version);
	assert_true(shop.state.has_seccomp);
	need(1);
	turn_until(shop.loop, &shop.idle, 1);
	assert_true(shop.state.forkserver_is_up);
	assert_string_equal(shop.state.z3_version, "4.8.12");
	assert_true(shop.state.has_seccomp);
}

TEST_WITH(tells_that_the_forkserver_has_no_seccomp, NULL, end)
{
	begin("no-seccomp", 1);
	need(1);
	turn_until(shop.loop, &shop.idle, 1);
	assert_false(shop.state.has_seccomp);
}

TEST_WITH(gives_each_child_a_process_group_of_its_own, NULL, end)
{
	pid_t pids[CHILDREN_MAX] = {0};

	begin("good", 1);
	need(0);
	turn_until(shop.loop, &shop.idle, 2);
	assert_int_equal(list_children(pids), 3);
	for (int i = 0; i < 3; i++)
		assert_int_equal(getpgid(pids[i]), pids[i]);
}

TEST_WITH(says_why_a_forkserver_cannot_work, NULL, end)
{
	static const struct {
		const char *behaviour;
		const char *why;
	} cases[] = {
		{"other-version", "libz3 is version 4.8.12 but the worker was "
				  "built for another one"},
		{"not-loadable", "libz3 could not be loaded, or another "
				 "library that the worker needs"},
		{"start-fails", "the worker cannot come up: no context"},
	};

	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		begin(cases[i].behaviour, 1);
		need(1);
		turn_until(shop.loop, &shop.failures, 1);
		assert_string_equal(shop.why, cases[i].why);
		assert_false(shop.state.forkserver_is_up);
		assert_int_equal(end(state), 0);
	}
}

static int
end_soon(void **state)
{
	forkserver_timeout_ms = FAKE_PATIENCE_MS;
	return end(state);
}

TEST_WITH(gives_up_a_forkserver_that_does_not_come_up_in_time, NULL, end_soon)
{
	forkserver_timeout_ms = 50;
	begin("no-hello", 1);
	need(1);
	turn_until(shop.loop, &shop.failures, 1);
	assert_string_equal(
		shop.why, "the worker did not come up within 50 ms");
}

TEST_WITH(gives_up_a_forkserver_that_does_not_fork_in_time, NULL, end_soon)
{
	int restarts = 0;

	forkserver_timeout_ms = 500;
	begin("no-reply", 1);
	need(1);
	while (restarts == 0) {
		turn_until(shop.loop, &shop.changes, shop.changes + 1);
		restarts = (int)shop.state.restarts;
	}
	assert_int_equal(shop.failures, 0);
}

TEST_WITH(has_patience_while_nothing_is_ordered, NULL, end_soon)
{
	forkserver_timeout_ms = 2000;
	begin("good", 1);
	need(0);
	turn_until(shop.loop, &shop.idle, 2);
	skipped_ms += forkserver_timeout_ms + 1;
	(void)loop_turn(shop.loop, 20);
	idle_pool_get_state(shop.stock, &shop.state);
	assert_true(shop.state.forkserver_is_up);
	assert_int_equal(shop.state.restarts, 0);
}

TEST_WITH(believes_no_forkserver_that_says_hello_twice, NULL, end)
{
	begin("two-hellos", 1);
	need(1);
	turn_until(shop.loop, &shop.failures, 1);
	assert_string_equal(shop.why, "the worker failed 5 times in 10 s");
}

TEST_WITH(has_the_child_that_was_forked_before_the_forkserver_died, NULL, end)
{
	begin("exit-after-fork", 1);
	need(1);
	turn_until(shop.loop, &shop.idle, 1);
	while (shop.state.forkserver_is_up)
		turn_until(shop.loop, &shop.changes, shop.changes + 1);
	assert_true(child_is_idle(idle_pool_find(shop.stock, 0)));
}

TEST_WITH(leaves_no_descriptor_behind_where_a_forkserver_starts, NULL, end)
{
	int before = count_descriptors();

	begin("no-hello", 1);
	need(1);
	assert_true(has_children());
	assert_int_equal(end(state), 0);
	assert_int_equal(count_descriptors(), before);
}

/* --- how often it may fail ----------------------------------------------- */

TEST_WITH(tries_again_when_the_window_of_its_failures_is_over, NULL, end)
{
	begin("exit-at-start", 1);
	need(1);
	turn_until(shop.loop, &shop.failures, 1);
	need(1);
	assert_int_equal(shop.failures, 2);
	skipped_ms += RESTART_WINDOW_MS;
	need(1);
	assert_int_equal(shop.failures, 2);
	idle_pool_get_state(shop.stock, &shop.state);
	assert_int_equal(shop.state.restarts, LIMIT_RESTARTS);
	turn_until(shop.loop, &shop.failures, 3);
	idle_pool_get_state(shop.stock, &shop.state);
	assert_int_equal(shop.state.restarts, 2 * LIMIT_RESTARTS - 1);
}
