#include "base/alloc.h"
#include "base/limits.h"
#include "pool/child.h"
#include "pool/idle_pool.h"
#include "unit/pool/fake.h"

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
	int idle; /* of the state, for turn_until */
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
	struct ask ask = {.kind = ASK_CHECK,
		.text = text,
		.size = strlen(text),
		.owner = owner,
		.timeout_ms = FAKE_PATIENCE_MS};

	child_ask(idle_pool_find(shop.stock, owner), &ask, shop.answer);
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

static void
record_failures(struct restart_limit *b, int failures, int64_t from_ms)
{
	for (int i = 0; i < failures; i++)
		restart_limit_record(b, from_ms + i);
}

TEST(a_limit_is_spent_by_so_many_failures_in_its_window)
{
	struct restart_limit b = {0};
	int64_t later_ms = 1000 + RESTART_WINDOW_MS;

	assert_false(restart_limit_is_spent(&b, 0));
	record_failures(&b, LIMIT_RESTARTS - 1, 1000);
	assert_false(restart_limit_is_spent(&b, 1010));
	restart_limit_record(&b, 1000 + LIMIT_RESTARTS - 1);
	assert_true(restart_limit_is_spent(&b, later_ms - 1));
	assert_false(restart_limit_is_spent(&b, later_ms));
	restart_limit_record(&b, later_ms);
	/* The first has left, the other ones and the new one have not. */
	assert_true(restart_limit_is_spent(&b, later_ms));
	assert_false(restart_limit_is_spent(&b, later_ms + 1));
}

TEST(a_limit_is_full_again_when_something_worked)
{
	struct restart_limit b = {0};

	record_failures(&b, LIMIT_RESTARTS, 1000);
	restart_limit_reset(&b);
	assert_false(restart_limit_is_spent(&b, 1010));
	record_failures(&b, LIMIT_RESTARTS - 1, 1020);
	assert_false(restart_limit_is_spent(&b, 1030));
}
