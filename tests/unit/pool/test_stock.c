/* clang-format off */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>
/* clang-format on */

#include "base/alloc.h"
#include "fake.h"
#include "pool/child.h"
#include "pool/stock.h"

/* A stock, who needs it, and all that it told. */
struct shop {
	struct loop *loop;
	struct stock *stock;
	size_t jobs; /* without a child */
	int changes;
	int failures;
	int ends;
	char *why;
	struct pool_state state;
	int idle; /* of the state, for turn_until */
	struct answer *answer;
};

static void
on_change(void *argument)
{
	struct shop *s = argument;

	s->changes++;
	stock_look(s->stock, &s->state);
	s->idle = (int)s->state.idle;
	/* As the pool: who gets a child does not need one any more. */
	if (s->jobs > 0 && s->idle > 0)
		s->jobs = 0;
	stock_need(s->stock, s->jobs);
}

static void
on_failure(const char *why, void *argument)
{
	struct shop *s = argument;

	s->failures++;
	s->jobs = 0;
	free(s->why);
	s->why = text_copy(why);
}

static void
on_end(struct child *c, bool never_read, void *argument)
{
	struct shop *s = argument;

	(void)c;
	assert_false(never_read);
	s->ends++;
}

static void
begin(struct shop *s, const char *manners, int workers)
{
	struct pool_options options = {
		.worker_path = manners != NULL ? fake_worker(manners) : NULL,
		.workers = workers,
		.memory_mb = 64,
	};
	struct stock_owner owner = {on_change, on_failure, on_end, s};

	*s = (struct shop){.loop = loop_new(), .answer = answer_new()};
	s->stock = stock_new(s->loop, &options, &owner);
}

static void
need(struct shop *s, size_t jobs)
{
	s->jobs = jobs;
	stock_need(s->stock, jobs);
}

static void
end(struct shop *s)
{
	stock_free(s->stock, clock_now_ms() + FAKE_PATIENCE_MS);
	assert_false(has_children());
	answer_free(s->answer);
	free(s->why);
	loop_free(s->loop);
}

static void
starts_nothing_by_itself(void **state)
{
	struct shop s;

	(void)state;
	begin(&s, "good", 1);
	assert_false(loop_turn(s.loop, 0));
	assert_false(has_children());
	assert_null(stock_find(s.stock));
	end(&s);
}

static void
keeps_one_more_than_workers_within_two_and_four(void **state)
{
	static const struct {
		int workers;
		int spare;
	} cases[] = {{1, 2}, {2, 3}, {3, 4}, {4, 4}, {LIMIT_WORKERS, 4}};

	(void)state;
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		struct shop s;

		begin(&s, "good", cases[i].workers);
		need(&s, 0);
		turn_until(s.loop, &s.idle, cases[i].spare);
		(void)loop_turn(s.loop, 20);
		stock_look(s.stock, &s.state);
		if ((int)s.state.idle != cases[i].spare)
			fail_msg("%d workers: %zu children", cases[i].workers,
				s.state.idle);
		end(&s);
	}
}

static void
orders_as_many_as_there_are_jobs(void **state)
{
	struct shop s;

	(void)state;
	begin(&s, "good", 8);
	need(&s, 0);
	turn_until(s.loop, &s.idle, 4);
	stock_need(s.stock, 5);
	turn_until(s.loop, &s.idle, 9);
	end(&s);
}

static void
gives_the_oldest_child_first(void **state)
{
	struct child *first;
	struct shop s;

	(void)state;
	begin(&s, "good", 1);
	need(&s, 1);
	turn_until(s.loop, &s.idle, 1);
	first = stock_find(s.stock);
	turn_until(s.loop, &s.idle, 2);
	assert_ptr_equal(stock_find(s.stock), first);
	end(&s);
}

static void
give_job(struct shop *s, const char *text)
{
	struct ask ask = {.kind = ASK_SOLVE,
		.text = text,
		.size = strlen(text),
		.timeout_ms = FAKE_PATIENCE_MS};

	child_ask(stock_find(s->stock), &ask, s->answer);
	stock_note_start(s->stock);
}

static void
refills_a_moment_after_a_job_was_handed_out(void **state)
{
	struct shop s;
	int changes;

	(void)state;
	begin(&s, "good", 1);
	need(&s, 0);
	turn_until(s.loop, &s.idle, 2);
	give_job(&s, "mute");
	changes = s.changes;
	on_change(&s);
	assert_int_equal(s.idle, 1);
	/* The moment is over, and then the child has come. */
	turn_until(s.loop, &s.changes, changes + 3);
	assert_int_equal(s.idle, 2);
	assert_int_equal(s.state.busy, 1);
	end(&s);
}

static void
refills_at_once_when_the_job_is_over(void **state)
{
	struct shop s;
	int changes;

	(void)state;
	begin(&s, "good", 1);
	need(&s, 0);
	turn_until(s.loop, &s.idle, 2);
	give_job(&s, "done");
	turn_until(s.loop, &s.ends, 1);
	stock_note_end(s.stock, true);
	changes = s.changes;
	on_change(&s);
	assert_int_equal(s.idle, 1);
	turn_until(s.loop, &s.changes, changes + 2);
	assert_int_equal(s.idle, 2);
	end(&s);
}

static void
replaces_children_that_are_killed(void **state)
{
	struct shop s;

	(void)state;
	begin(&s, "good", 1);
	need(&s, 0);
	turn_until(s.loop, &s.idle, 2);
	kill_children(false);
	s.idle = 0;
	turn_until(s.loop, &s.changes, s.changes + 2);
	turn_until(s.loop, &s.idle, 2);
	assert_int_equal(s.failures, 0);
	assert_int_equal(s.state.restarts, 0);
	end(&s);
}

static void
replaces_a_killed_nursery_and_keeps_its_children(void **state)
{
	struct child *first;
	struct shop s;

	(void)state;
	begin(&s, "good", 1);
	need(&s, 0);
	turn_until(s.loop, &s.idle, 2);
	first = stock_find(s.stock);
	kill_children(true);
	while (s.state.restarts == 0 || !s.state.nursery_is_up) {
		/* A third child will be there when the new one is up. */
		stock_note_end(s.stock, false);
		stock_need(s.stock, 3);
		turn_until(s.loop, &s.changes, s.changes + 1);
	}
	assert_ptr_equal(stock_find(s.stock), first);
	assert_int_equal(s.failures, 0);
	end(&s);
}

static void
stops_starting_a_nursery_that_keeps_dying(void **state)
{
	struct shop s;

	(void)state;
	begin(&s, "hopeless", 1);
	need(&s, 1);
	turn_until(s.loop, &s.failures, 1);
	assert_string_equal(s.why, "the worker failed 5 times in 10 s");
	stock_look(s.stock, &s.state);
	assert_int_equal(s.state.restarts, LIMIT_RESTARTS - 1);
	/* The next is told at once. */
	need(&s, 1);
	assert_int_equal(s.failures, 2);
	assert_false(has_children());
	end(&s);
}

static void
stops_starting_a_nursery_that_dies_when_asked(void **state)
{
	struct shop s;

	(void)state;
	begin(&s, "secretive", 1);
	need(&s, 1);
	turn_until(s.loop, &s.failures, 1);
	assert_string_equal(s.why, "the worker failed 5 times in 10 s");
	assert_false(has_children());
	end(&s);
}

static void
stops_forking_children_that_die_at_birth(void **state)
{
	struct shop s;

	(void)state;
	begin(&s, "stillborn", 1);
	need(&s, 0);
	while (s.failures == 0) {
		turn_until(s.loop, &s.changes, s.changes + 1);
		stock_need(s.stock, 3);
	}
	assert_string_equal(s.why, "the worker failed 5 times in 10 s");
	end(&s);
}

static void
says_why_no_child_can_be_forked(void **state)
{
	struct shop s;

	(void)state;
	begin(&s, "barren", 1);
	need(&s, 1);
	turn_until(s.loop, &s.failures, 1);
	assert_string_equal(
		s.why, "a worker process could not be made: fork: no room");
	end(&s);
}

static void
does_not_try_for_itself_what_cannot_work(void **state)
{
	struct shop s;

	(void)state;
	begin(&s, "mismatched", 1);
	need(&s, 1);
	turn_until(s.loop, &s.failures, 1);
	need(&s, 0);
	stock_look(s.stock, &s.state);
	assert_int_equal(s.state.restarts, 0);
	assert_false(has_children());
	end(&s);
}

static void
tries_again_for_the_next_job(void **state)
{
	struct shop s;

	(void)state;
	begin(&s, "unloadable", 1);
	need(&s, 1);
	turn_until(s.loop, &s.failures, 1);
	need(&s, 1);
	turn_until(s.loop, &s.failures, 2);
	stock_look(s.stock, &s.state);
	assert_int_equal(s.state.restarts, 1);
	assert_non_null(strstr(s.why, "libz3 could not be loaded"));
	end(&s);
}

static void
says_that_there_is_no_program(void **state)
{
	struct shop s;

	(void)state;
	begin(&s, NULL, 1);
	need(&s, 1);
	assert_int_equal(s.failures, 1);
	assert_string_equal(s.why, "the worker program was not found");
	end(&s);
}

static void
starts_counting_anew_when_a_job_was_done(void **state)
{
	struct shop s;

	(void)state;
	begin(&s, "short-lived", 1);
	stock_need(s.stock, 1);
	for (unsigned restarts = 0; restarts < 2 * LIMIT_RESTARTS;) {
		s.jobs = 1;
		turn_until(s.loop, &s.changes, s.changes + 1);
		stock_note_end(s.stock, true);
		restarts = s.state.restarts;
	}
	assert_int_equal(s.failures, 0);
	end(&s);
}

static void
kills_children_at_work_when_it_is_freed(void **state)
{
	int before = count_descriptors();
	struct shop s;

	(void)state;
	begin(&s, "good", 1);
	need(&s, 0);
	turn_until(s.loop, &s.idle, 2);
	give_job(&s, "mute");
	end(&s);
	assert_int_equal(count_descriptors(), before);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(starts_nothing_by_itself),
		cmocka_unit_test(
			keeps_one_more_than_workers_within_two_and_four),
		cmocka_unit_test(orders_as_many_as_there_are_jobs),
		cmocka_unit_test(gives_the_oldest_child_first),
		cmocka_unit_test(refills_a_moment_after_a_job_was_handed_out),
		cmocka_unit_test(refills_at_once_when_the_job_is_over),
		cmocka_unit_test(replaces_children_that_are_killed),
		cmocka_unit_test(
			replaces_a_killed_nursery_and_keeps_its_children),
		cmocka_unit_test(stops_starting_a_nursery_that_keeps_dying),
		cmocka_unit_test(stops_starting_a_nursery_that_dies_when_asked),
		cmocka_unit_test(stops_forking_children_that_die_at_birth),
		cmocka_unit_test(says_why_no_child_can_be_forked),
		cmocka_unit_test(does_not_try_for_itself_what_cannot_work),
		cmocka_unit_test(tries_again_for_the_next_job),
		cmocka_unit_test(says_that_there_is_no_program),
		cmocka_unit_test(starts_counting_anew_when_a_job_was_done),
		cmocka_unit_test(kills_children_at_work_when_it_is_freed),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
