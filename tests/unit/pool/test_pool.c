#include "unit/pool/asker.h"

/* --- answers ------------------------------------------------------------- */

static void
answers_from_the_loop_and_never_in_the_call(void **state)
{
	(void)state;
	begin("good", 1);
	client_requests(LANE_SOLVE, "done", LONG_MS);
	assert_int_equal(asker.answers, 0);
	await(1);
	assert_int_equal(asker.last[0]->outcome, OUTCOME_DONE);
	assert_int_equal(asker.last[0]->checks[0].status, STATUS_SAT);
}

static void
refuses_from_the_loop_and_never_in_the_call(void **state)
{
	(void)state;
	begin(NULL, 1);
	client_requests(LANE_SOLVE, "done", LONG_MS);
	assert_int_equal(asker.answers, 0);
	await(1);
	assert_int_equal(asker.last[0]->outcome, OUTCOME_NO_WORKER);
	assert_string_equal(
		asker.last[0]->detail, "the worker program was not found");
}

static void
answers_with_the_way_a_child_died_and_goes_on(void **state)
{
	(void)state;
	begin("good", 1);
	client_requests(LANE_SOLVE, "signal 11", LONG_MS);
	client_requests(LANE_SOLVE, "done", LONG_MS);
	await(2);
	assert_int_equal(asker.last[0]->outcome, OUTCOME_CRASH);
	assert_int_equal(asker.last[0]->phase, PHASE_OPTIMIZING);
	assert_null(asker.last[0]->detail);
	assert_int_equal(asker.last[1]->outcome, OUTCOME_DONE);
}

/* --- deadlines ----------------------------------------------------------- */

static void
answers_for_a_mute_child_after_its_grace(void **state)
{
	int64_t asked_ms;

	(void)state;
	begin("good", 1);
	warm();
	asked_ms = clock_now_ms();
	client_requests(LANE_SOLVE, "mute", 100);
	await(1);
	assert_in_range(clock_now_ms() - asked_ms, 100 + GRACE_MS,
		100 + GRACE_MS + SLACK_MS);
	assert_int_equal(asker.last[0]->outcome, OUTCOME_TIMEOUT);
	assert_int_equal(asker.last[0]->phase, PHASE_PARSING);
}

static void
lets_an_interrupted_child_speak_in_its_grace(void **state)
{
	(void)state;
	begin("good", 1);
	client_requests(LANE_SOLVE, "interrupted", 100);
	await(1);
	assert_int_equal(asker.last[0]->outcome, OUTCOME_DONE);
	assert_int_equal(asker.last[0]->checks[0].status, STATUS_UNKNOWN);
}

static void
keeps_what_had_arrived_when_time_ran_out(void **state)
{
	(void)state;
	begin("good", 1);
	client_requests(LANE_SOLVE, "partial", 100);
	await(1);
	assert_int_equal(asker.last[0]->outcome, OUTCOME_TIMEOUT);
	assert_false(asker.last[0]->done);
	assert_int_equal(asker.last[0]->phase, PHASE_MODEL);
	assert_int_equal(asker.last[0]->check_count, 1);
	assert_int_equal(asker.last[0]->checks[0].status, STATUS_SAT);
}

static void
answers_who_waited_all_its_time_at_the_deadline(void **state)
{
	int64_t asked_ms;

	(void)state;
	begin("good", 1);
	client_requests(LANE_SOLVE, "mute", LONG_MS);
	asked_ms = clock_now_ms();
	client_requests(LANE_SOLVE, "done", 100);
	await(1);
	assert_in_range(clock_now_ms() - asked_ms, 100, 100 + SLACK_MS);
	assert_int_equal(asker.last[0]->outcome, OUTCOME_TIMEOUT);
	assert_int_equal(asker.last[0]->phase, PHASE_WAITING);
}

static void
answers_at_the_deadline_when_no_hello_comes(void **state)
{
	(void)state;
	begin("silent", 1);
	client_requests(LANE_SOLVE, "done", 100);
	await(1);
	assert_int_equal(asker.last[0]->outcome, OUTCOME_TIMEOUT);
	assert_int_equal(asker.last[0]->phase, PHASE_WAITING);
}

static void
tells_the_child_what_waiting_has_left(void **state)
{
	long left_ms;

	(void)state;
	begin("good", 1);
	client_requests(LANE_SOLVE, "slow 200", LONG_MS);
	client_requests(LANE_SOLVE, "done", 10000);
	await(2);
	left_ms = strtol(asker.last[1]->output, NULL, 10);
	assert_in_range(left_ms, 1, 10000 - 200);
}

static void
lets_no_check_wait_behind_solves(void **state)
{
	(void)state;
	begin("good", 2);
	client_requests(LANE_SOLVE, "mute", LONG_MS);
	client_requests(LANE_SOLVE, "mute", LONG_MS);
	client_requests(LANE_SOLVE, "mute", LONG_MS);
	client_requests(LANE_CHECK, "done check", LONG_MS);
	await(1);
	assert_non_null(strstr(asker.last[0]->output, "check"));
}

/* --- cancelling ---------------------------------------------------------- */

static void
does_not_answer_what_waited_and_was_cancelled(void **state)
{
	struct job *second;

	(void)state;
	begin("good", 1);
	client_requests(LANE_SOLVE, "done first", LONG_MS);
	second = client_requests(LANE_SOLVE, "done second", LONG_MS);
	client_requests(LANE_SOLVE, "done third", LONG_MS);
	pool_cancel(second);
	await(2);
	assert_non_null(strstr(asker.last[0]->output, "first"));
	assert_non_null(strstr(asker.last[1]->output, "third"));
}

static void
frees_the_worker_of_a_cancelled_job_at_once(void **state)
{
	int64_t cancelled_ms;
	struct job *first;

	(void)state;
	begin("good", 1);
	first = client_requests(LANE_SOLVE, "partial", LONG_MS);
	client_requests(LANE_SOLVE, "done second", LONG_MS);
	await_phase(first, PHASE_MODEL);
	cancelled_ms = clock_now_ms();
	pool_cancel(first);
	await(1);
	assert_in_range(clock_now_ms() - cancelled_ms, 0, 200);
	assert_non_null(strstr(asker.last[0]->output, "second"));
	await_peace();
}

static void
gives_what_a_stopped_job_has_found(void **state)
{
	struct answer *found;
	struct job *first;

	(void)state;
	begin("good", 1);
	first = client_requests(LANE_SOLVE, "partial", LONG_MS);
	await_phase(first, PHASE_MODEL);
	found = pool_stop(first);
	assert_int_equal(found->outcome, OUTCOME_CANCELLED);
	assert_int_equal(found->phase, PHASE_MODEL);
	assert_int_equal(asker.answers, 0);
	answer_free(found);
	await_peace();
}

static void
does_not_answer_what_was_refused_and_cancelled(void **state)
{
	(void)state;
	begin(NULL, 1);
	client_requests(LANE_CHECK, "done first", LONG_MS);
	client_requests(LANE_SOLVE, "done second", LONG_MS);
	(void)loop_turn(asker.loop, 0);
	assert_int_equal(asker.answers, 0);
	pool_cancel(asker.jobs[0]);
	await(1);
	assert_false(loop_turn(asker.loop, 0));
	assert_int_equal(asker.answers, 1);
}

static void
cancel_second(void)
{
	if (asker.answers == 1)
		pool_cancel(asker.jobs[1]);
}

static void
lets_an_answer_cancel_another_job(void **state)
{
	(void)state;
	begin("good", 2);
	asker.on_answer = cancel_second;
	client_requests(LANE_SOLVE, "done first", LONG_MS);
	client_requests(LANE_SOLVE, "mute", LONG_MS);
	client_requests(LANE_SOLVE, "slow 20 third", LONG_MS);
	await(2);
	assert_non_null(strstr(asker.last[1]->output, "third"));
}

static void
ask_another(void)
{
	if (asker.answers < 3)
		client_requests(LANE_SOLVE, "done another", LONG_MS);
}

static void
lets_an_answer_ask_for_another_job(void **state)
{
	(void)state;
	begin("good", 1);
	asker.on_answer = ask_another;
	client_requests(LANE_SOLVE, "done first", LONG_MS);
	await(3);
	assert_non_null(strstr(asker.last[2]->output, "another"));
}

/* --- deaths -------------------------------------------------------------- */

static void
asks_another_child_when_one_died_before_it_read(void **state)
{
	(void)state;
	begin("fickle", 1);
	client_requests(LANE_SOLVE, "done", LONG_MS);
	await(1);
	assert_int_equal(asker.last[0]->outcome, OUTCOME_DONE);
}

static void
does_not_ask_children_for_ever(void **state)
{
	(void)state;
	begin("faithless", 1);
	client_requests(LANE_SOLVE, "done", LONG_MS);
	await(1);
	assert_int_equal(asker.last[0]->outcome, OUTCOME_KILLED);
}

static void
answers_the_next_job_after_all_were_killed(void **state)
{
	(void)state;
	begin("good", 1);
	warm();
	kill_children();
	kill_nursery();
	client_requests(LANE_SOLVE, "done", LONG_MS);
	await(1);
	assert_int_equal(asker.last[0]->outcome, OUTCOME_DONE);
}

static void
answers_a_job_whose_nursery_is_killed_meanwhile(void **state)
{
	struct job *j;

	(void)state;
	begin("good", 1);
	j = client_requests(LANE_SOLVE, "slow 100", LONG_MS);
	await_phase(j, PHASE_PARSING);
	kill_nursery();
	await(1);
	assert_int_equal(asker.last[0]->outcome, OUTCOME_DONE);
}

static void
refuses_all_that_wait_when_the_worker_keeps_failing(void **state)
{
	(void)state;
	begin("hopeless", 1);
	client_requests(LANE_SOLVE, "done", LONG_MS);
	client_requests(LANE_SOLVE, "done", LONG_MS);
	client_requests(LANE_CHECK, "done", LONG_MS);
	await(3);
	for (int i = 0; i < 3; i++) {
		assert_int_equal(asker.last[i]->outcome, OUTCOME_NO_WORKER);
		assert_string_equal(asker.last[i]->detail,
			"the worker failed 5 times in 10 s");
	}
}

/* A zombie, a descriptor or a child too many would add up. */
static void
leaks_nothing_in_a_thousand_jobs(void **state)
{
	pid_t pids[CHILDREN_MAX];
	int before;

	(void)state;
	begin("good", 1);
	client_requests(LANE_SOLVE, "done", LONG_MS);
	await(1);
	await_peace();
	before = count_descriptors();
	for (int i = 2; i <= 1000; i++) {
		client_requests(LANE_SOLVE, "done", LONG_MS);
		await(i);
	}
	await_peace();
	assert_int_equal(count_descriptors(), before);
	/* The nursery and two that wait. */
	assert_int_equal(list_children(pids), 3);
}

static void
leaves_nobody_behind_when_it_is_freed_at_work(void **state)
{
	int before = count_descriptors();
	struct job *j;

	(void)state;
	begin("good", 2);
	client_requests(LANE_SOLVE, "mute", LONG_MS);
	j = client_requests(LANE_SOLVE, "partial", LONG_MS);
	client_requests(LANE_SOLVE, "mute", LONG_MS);
	await_phase(j, PHASE_MODEL);
	assert_int_equal(end(state), 0);
	assert_int_equal(asker.answers, 0);
	assert_int_equal(count_descriptors(), before);
}

static void
learns_of_deaths_where_a_host_has_sigchld_ignored(void **state)
{
	(void)state;
	(void)signal(SIGCHLD, SIG_IGN);
	begin("good", 1);
	client_requests(LANE_SOLVE, "exit 101", LONG_MS);
	await(1);
	assert_int_equal(asker.last[0]->outcome, OUTCOME_MEMORY);
}

#define TEST(name) cmocka_unit_test_teardown(name, end)

static void
counts_no_waiting_in_the_time_of_a_check(void **state)
{
	(void)state;
	begin("good", 1);
	warm();
	client_requests(LANE_CHECK, "mute", 600);
	client_requests(LANE_CHECK, "done", 300);
	await(2);
	assert_int_equal(asker.last[0]->outcome, OUTCOME_TIMEOUT);
	assert_int_equal(asker.last[1]->outcome, OUTCOME_DONE);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(answers_from_the_loop_and_never_in_the_call),
		TEST(refuses_from_the_loop_and_never_in_the_call),
		TEST(answers_with_the_way_a_child_died_and_goes_on),
		TEST(answers_for_a_mute_child_after_its_grace),
		TEST(lets_an_interrupted_child_speak_in_its_grace),
		TEST(keeps_what_had_arrived_when_time_ran_out),
		TEST(answers_who_waited_all_its_time_at_the_deadline),
		TEST(answers_at_the_deadline_when_no_hello_comes),
		TEST(tells_the_child_what_waiting_has_left),
		TEST(lets_no_check_wait_behind_solves),
		TEST(does_not_answer_what_waited_and_was_cancelled),
		TEST(frees_the_worker_of_a_cancelled_job_at_once),
		TEST(gives_what_a_stopped_job_has_found),
		TEST(does_not_answer_what_was_refused_and_cancelled),
		TEST(lets_an_answer_cancel_another_job),
		TEST(lets_an_answer_ask_for_another_job),
		TEST(asks_another_child_when_one_died_before_it_read),
		TEST(does_not_ask_children_for_ever),
		TEST(answers_the_next_job_after_all_were_killed),
		TEST(answers_a_job_whose_nursery_is_killed_meanwhile),
		TEST(refuses_all_that_wait_when_the_worker_keeps_failing),
		TEST(leaks_nothing_in_a_thousand_jobs),
		TEST(leaves_nobody_behind_when_it_is_freed_at_work),
		TEST(learns_of_deaths_where_a_host_has_sigchld_ignored),
		TEST(counts_no_waiting_in_the_time_of_a_check),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
