/* clang-format off */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>
/* clang-format on */

#include "asker.h"

/* --- answers ------------------------------------------------------------- */

static void
answers_from_the_loop_and_never_in_the_call(void **state)
{
	struct asker a;

	(void)state;
	begin(&a, "good", 1);
	ask(&a, LANE_SOLVE, "done", LONG_MS);
	assert_int_equal(a.answers, 0);
	await(&a, 1);
	assert_int_equal(a.last[0]->outcome, OUTCOME_DONE);
	assert_int_equal(a.last[0]->checks[0].status, STATUS_SAT);
	end(&a);
}

static void
refuses_from_the_loop_and_never_in_the_call(void **state)
{
	struct asker a;

	(void)state;
	begin(&a, NULL, 1);
	ask(&a, LANE_SOLVE, "done", LONG_MS);
	assert_int_equal(a.answers, 0);
	await(&a, 1);
	assert_int_equal(a.last[0]->outcome, OUTCOME_NO_WORKER);
	assert_string_equal(
		a.last[0]->detail, "the worker program was not found");
	end(&a);
}

static void
answers_in_the_order_of_the_asking(void **state)
{
	struct asker a;

	(void)state;
	begin(&a, "good", 1);
	ask(&a, LANE_SOLVE, "slow 30", LONG_MS);
	ask(&a, LANE_SOLVE, "done second", LONG_MS);
	ask(&a, LANE_SOLVE, "done third", LONG_MS);
	await(&a, 3);
	assert_non_null(strstr(a.last[0]->output, "slow"));
	assert_non_null(strstr(a.last[1]->output, "second"));
	assert_non_null(strstr(a.last[2]->output, "third"));
	end(&a);
}

static void
answers_with_the_way_a_child_died_and_goes_on(void **state)
{
	struct asker a;

	(void)state;
	begin(&a, "good", 1);
	ask(&a, LANE_SOLVE, "signal 11", LONG_MS);
	ask(&a, LANE_SOLVE, "done", LONG_MS);
	await(&a, 2);
	assert_int_equal(a.last[0]->outcome, OUTCOME_CRASH);
	assert_int_equal(a.last[0]->phase, PHASE_OPTIMIZING);
	assert_null(a.last[0]->detail);
	assert_int_equal(a.last[1]->outcome, OUTCOME_DONE);
	end(&a);
}

/* --- deadlines ----------------------------------------------------------- */

static void
answers_for_a_mute_child_after_its_grace(void **state)
{
	int64_t asked_ms;
	struct asker a;

	(void)state;
	begin(&a, "good", 1);
	warm(&a);
	asked_ms = clock_now_ms();
	ask(&a, LANE_SOLVE, "mute", 100);
	await(&a, 1);
	assert_in_range(clock_now_ms() - asked_ms, 100 + GRACE_MS,
		100 + GRACE_MS + SLACK_MS);
	assert_int_equal(a.last[0]->outcome, OUTCOME_TIMEOUT);
	assert_int_equal(a.last[0]->phase, PHASE_PARSING);
	end(&a);
}

static void
lets_an_interrupted_child_speak_in_its_grace(void **state)
{
	struct asker a;

	(void)state;
	begin(&a, "good", 1);
	ask(&a, LANE_SOLVE, "interrupted", 100);
	await(&a, 1);
	assert_int_equal(a.last[0]->outcome, OUTCOME_DONE);
	assert_int_equal(a.last[0]->checks[0].status, STATUS_UNKNOWN);
	end(&a);
}

static void
keeps_what_had_arrived_when_time_ran_out(void **state)
{
	struct asker a;

	(void)state;
	begin(&a, "good", 1);
	ask(&a, LANE_SOLVE, "partial", 100);
	await(&a, 1);
	assert_int_equal(a.last[0]->outcome, OUTCOME_TIMEOUT);
	assert_false(a.last[0]->done);
	assert_int_equal(a.last[0]->phase, PHASE_MODEL);
	assert_int_equal(a.last[0]->check_count, 1);
	assert_int_equal(a.last[0]->checks[0].status, STATUS_SAT);
	end(&a);
}

static void
answers_who_waited_all_its_time_at_the_deadline(void **state)
{
	int64_t asked_ms;
	struct asker a;

	(void)state;
	begin(&a, "good", 1);
	ask(&a, LANE_SOLVE, "mute", LONG_MS);
	asked_ms = clock_now_ms();
	ask(&a, LANE_SOLVE, "done", 100);
	await(&a, 1);
	assert_in_range(clock_now_ms() - asked_ms, 100, 100 + SLACK_MS);
	assert_int_equal(a.last[0]->outcome, OUTCOME_TIMEOUT);
	assert_int_equal(a.last[0]->phase, PHASE_WAITING);
	end(&a);
}

static void
answers_at_the_deadline_when_no_hello_comes(void **state)
{
	struct asker a;

	(void)state;
	begin(&a, "silent", 1);
	ask(&a, LANE_CHECK, "done", 100);
	await(&a, 1);
	assert_int_equal(a.last[0]->outcome, OUTCOME_TIMEOUT);
	assert_int_equal(a.last[0]->phase, PHASE_WAITING);
	end(&a);
}

static void
tells_the_child_what_waiting_has_left(void **state)
{
	struct asker a;
	long left_ms;

	(void)state;
	begin(&a, "good", 1);
	ask(&a, LANE_SOLVE, "slow 200", LONG_MS);
	ask(&a, LANE_SOLVE, "done", 10000);
	await(&a, 2);
	left_ms = strtol(a.last[1]->output, NULL, 10);
	assert_in_range(left_ms, 1, 10000 - 200);
	end(&a);
}

static void
says_what_a_job_is_at_and_since_when(void **state)
{
	int64_t asked_ms = clock_now_ms();
	struct job *runs;
	struct job *waits;
	struct asker a;

	(void)state;
	begin(&a, "good", 1);
	runs = ask(&a, LANE_SOLVE, "partial", LONG_MS);
	waits = ask(&a, LANE_SOLVE, "done", LONG_MS);
	assert_int_equal(job_phase(runs), PHASE_WAITING);
	while (job_phase(runs) != PHASE_MODEL)
		turn(&a);
	assert_int_equal(job_phase(waits), PHASE_WAITING);
	assert_in_range(job_started_ms(waits), asked_ms, clock_now_ms());
	assert_in_range(
		job_started_ms(runs), job_started_ms(waits), clock_now_ms());
	end(&a);
}

static void
lets_no_check_wait_behind_solves(void **state)
{
	struct asker a;

	(void)state;
	begin(&a, "good", 2);
	ask(&a, LANE_SOLVE, "mute", LONG_MS);
	ask(&a, LANE_SOLVE, "mute", LONG_MS);
	ask(&a, LANE_SOLVE, "mute", LONG_MS);
	ask(&a, LANE_CHECK, "done check", LONG_MS);
	await(&a, 1);
	assert_non_null(strstr(a.last[0]->output, "check"));
	end(&a);
}

static void
refuses_the_job_after_the_last_that_may_wait(void **state)
{
	struct err e = {0};
	struct asker a;

	(void)state;
	begin(&a, "good", 1);
	for (int i = 0; i < LIMIT_WAITING_JOBS; i++)
		ask(&a, LANE_SOLVE, "mute", LONG_MS);
	assert_null(ask_for(&a, LANE_SOLVE, "mute", LONG_MS, &e));
	assert_int_equal(e.code, ERR_LIMIT);
	pool_cancel(a.jobs[0]);
	assert_non_null(ask_for(&a, LANE_SOLVE, "mute", LONG_MS, &e));
	end(&a);
}

/* --- cancelling ---------------------------------------------------------- */

static void
does_not_answer_what_waited_and_was_cancelled(void **state)
{
	struct job *second;
	struct asker a;

	(void)state;
	begin(&a, "good", 1);
	ask(&a, LANE_SOLVE, "done first", LONG_MS);
	second = ask(&a, LANE_SOLVE, "done second", LONG_MS);
	ask(&a, LANE_SOLVE, "done third", LONG_MS);
	pool_cancel(second);
	await(&a, 2);
	assert_non_null(strstr(a.last[0]->output, "first"));
	assert_non_null(strstr(a.last[1]->output, "third"));
	end(&a);
}

static void
frees_the_worker_of_a_cancelled_job_at_once(void **state)
{
	int64_t cancelled_ms;
	struct job *first;
	struct asker a;

	(void)state;
	begin(&a, "good", 1);
	first = ask(&a, LANE_SOLVE, "partial", LONG_MS);
	ask(&a, LANE_SOLVE, "done second", LONG_MS);
	while (job_phase(first) != PHASE_MODEL)
		turn(&a);
	cancelled_ms = clock_now_ms();
	pool_cancel(first);
	await(&a, 1);
	assert_in_range(clock_now_ms() - cancelled_ms, 0, 200);
	assert_non_null(strstr(a.last[0]->output, "second"));
	await_peace(&a);
	end(&a);
}

static void
does_not_answer_what_was_refused_and_cancelled(void **state)
{
	struct asker a;

	(void)state;
	begin(&a, NULL, 1);
	ask(&a, LANE_CHECK, "done first", LONG_MS);
	ask(&a, LANE_SOLVE, "done second", LONG_MS);
	(void)loop_turn(a.loop, 0);
	assert_int_equal(a.answers, 0);
	pool_cancel(a.jobs[0]);
	await(&a, 1);
	assert_false(loop_turn(a.loop, 0));
	assert_int_equal(a.answers, 1);
	end(&a);
}

static void
cancel_second(struct asker *a)
{
	if (a->answers == 1)
		pool_cancel(a->jobs[1]);
}

static void
lets_an_answer_cancel_another_job(void **state)
{
	struct asker a;

	(void)state;
	begin(&a, "good", 2);
	a.on_answer = cancel_second;
	ask(&a, LANE_SOLVE, "done first", LONG_MS);
	ask(&a, LANE_SOLVE, "mute", LONG_MS);
	ask(&a, LANE_SOLVE, "slow 20 third", LONG_MS);
	await(&a, 2);
	assert_non_null(strstr(a.last[1]->output, "third"));
	end(&a);
}

static void
ask_another(struct asker *a)
{
	if (a->answers < 3)
		ask(a, LANE_SOLVE, "done another", LONG_MS);
}

static void
lets_an_answer_ask_for_another_job(void **state)
{
	struct asker a;

	(void)state;
	begin(&a, "good", 1);
	a.on_answer = ask_another;
	ask(&a, LANE_SOLVE, "done first", LONG_MS);
	await(&a, 3);
	assert_non_null(strstr(a.last[2]->output, "another"));
	end(&a);
}

/* --- deaths -------------------------------------------------------------- */

static void
asks_another_child_when_one_died_before_it_read(void **state)
{
	struct asker a;

	(void)state;
	begin(&a, "fickle", 1);
	ask(&a, LANE_SOLVE, "done", LONG_MS);
	await(&a, 1);
	assert_int_equal(a.last[0]->outcome, OUTCOME_DONE);
	end(&a);
}

static void
asks_no_third_child(void **state)
{
	struct asker a;

	(void)state;
	begin(&a, "faithless", 1);
	ask(&a, LANE_SOLVE, "done", LONG_MS);
	await(&a, 1);
	assert_int_equal(a.last[0]->outcome, OUTCOME_MEMORY);
	end(&a);
}

static void
answers_the_next_job_after_all_were_killed(void **state)
{
	struct asker a;

	(void)state;
	begin(&a, "good", 1);
	warm(&a);
	kill_children(false);
	kill_children(true);
	ask(&a, LANE_SOLVE, "done", LONG_MS);
	await(&a, 1);
	assert_int_equal(a.last[0]->outcome, OUTCOME_DONE);
	end(&a);
}

static void
answers_a_job_whose_nursery_is_killed_meanwhile(void **state)
{
	struct asker a;
	struct job *j;

	(void)state;
	begin(&a, "good", 1);
	j = ask(&a, LANE_SOLVE, "slow 100", LONG_MS);
	while (job_phase(j) == PHASE_WAITING)
		turn(&a);
	kill_children(true);
	await(&a, 1);
	assert_int_equal(a.last[0]->outcome, OUTCOME_DONE);
	end(&a);
}

static void
refuses_all_that_wait_when_the_worker_keeps_failing(void **state)
{
	struct asker a;

	(void)state;
	begin(&a, "hopeless", 1);
	ask(&a, LANE_SOLVE, "done", LONG_MS);
	ask(&a, LANE_SOLVE, "done", LONG_MS);
	ask(&a, LANE_CHECK, "done", LONG_MS);
	await(&a, 3);
	for (int i = 0; i < 3; i++) {
		assert_int_equal(a.last[i]->outcome, OUTCOME_NO_WORKER);
		assert_string_equal(
			a.last[i]->detail, "the worker failed 5 times in 10 s");
	}
	end(&a);
}

/* A zombie, a descriptor or a child too many would add up. */
static void
leaks_nothing_in_a_thousand_jobs(void **state)
{
	pid_t pids[CHILDREN_MAX];
	struct asker a;
	int before;

	(void)state;
	begin(&a, "good", 1);
	ask(&a, LANE_SOLVE, "done", LONG_MS);
	await(&a, 1);
	await_peace(&a);
	before = count_descriptors();
	for (int i = 2; i <= 1000; i++) {
		ask(&a, LANE_SOLVE, "done", LONG_MS);
		await(&a, i);
	}
	await_peace(&a);
	assert_int_equal(count_descriptors(), before);
	/* The nursery and two that wait. */
	assert_int_equal(list_children(pids), 3);
	end(&a);
}

static void
leaves_nobody_behind_when_it_is_freed_at_work(void **state)
{
	int before = count_descriptors();
	struct asker a;
	struct job *j;

	(void)state;
	begin(&a, "good", 2);
	ask(&a, LANE_SOLVE, "mute", LONG_MS);
	j = ask(&a, LANE_SOLVE, "partial", LONG_MS);
	ask(&a, LANE_SOLVE, "mute", LONG_MS);
	while (job_phase(j) != PHASE_MODEL)
		turn(&a);
	end(&a);
	assert_int_equal(a.answers, 0);
	assert_int_equal(count_descriptors(), before);
}

static void
learns_of_deaths_where_a_host_has_sigchld_ignored(void **state)
{
	struct asker a;

	(void)state;
	(void)signal(SIGCHLD, SIG_IGN);
	begin(&a, "good", 1);
	ask(&a, LANE_SOLVE, "exit 101", LONG_MS);
	await(&a, 1);
	assert_int_equal(a.last[0]->outcome, OUTCOME_MEMORY);
	end(&a);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(answers_from_the_loop_and_never_in_the_call),
		cmocka_unit_test(refuses_from_the_loop_and_never_in_the_call),
		cmocka_unit_test(answers_in_the_order_of_the_asking),
		cmocka_unit_test(answers_with_the_way_a_child_died_and_goes_on),
		cmocka_unit_test(answers_for_a_mute_child_after_its_grace),
		cmocka_unit_test(lets_an_interrupted_child_speak_in_its_grace),
		cmocka_unit_test(keeps_what_had_arrived_when_time_ran_out),
		cmocka_unit_test(
			answers_who_waited_all_its_time_at_the_deadline),
		cmocka_unit_test(answers_at_the_deadline_when_no_hello_comes),
		cmocka_unit_test(tells_the_child_what_waiting_has_left),
		cmocka_unit_test(says_what_a_job_is_at_and_since_when),
		cmocka_unit_test(lets_no_check_wait_behind_solves),
		cmocka_unit_test(refuses_the_job_after_the_last_that_may_wait),
		cmocka_unit_test(does_not_answer_what_waited_and_was_cancelled),
		cmocka_unit_test(frees_the_worker_of_a_cancelled_job_at_once),
		cmocka_unit_test(
			does_not_answer_what_was_refused_and_cancelled),
		cmocka_unit_test(lets_an_answer_cancel_another_job),
		cmocka_unit_test(lets_an_answer_ask_for_another_job),
		cmocka_unit_test(
			asks_another_child_when_one_died_before_it_read),
		cmocka_unit_test(asks_no_third_child),
		cmocka_unit_test(answers_the_next_job_after_all_were_killed),
		cmocka_unit_test(
			answers_a_job_whose_nursery_is_killed_meanwhile),
		cmocka_unit_test(
			refuses_all_that_wait_when_the_worker_keeps_failing),
		cmocka_unit_test(leaks_nothing_in_a_thousand_jobs),
		cmocka_unit_test(leaves_nobody_behind_when_it_is_freed_at_work),
		cmocka_unit_test(
			learns_of_deaths_where_a_host_has_sigchld_ignored),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
