#include "unit/pool/asker.h"

/* --- answers ------------------------------------------------------------- */

TEST_WITH(answers_from_the_loop_and_never_in_the_call, NULL, end)
{
	begin("good", 1);
	ask(QUEUE_SOLVE, "done", LONG_MS);
	assert_int_equal(asker.answers, 0);
	await(1);
	assert_int_equal(asker.last[0]->outcome, OUTCOME_DONE);
	assert_int_equal(asker.last[0]->checks.at[0].status, STATUS_SAT);
}

TEST_WITH(refuses_from_the_loop_and_never_in_the_call, NULL, end)
{
	begin(NULL, 1);
	ask(QUEUE_SOLVE, "done", LONG_MS);
	assert_int_equal(asker.answers, 0);
	await(1);
	assert_int_equal(asker.last[0]->outcome, OUTCOME_NO_WORKER);
	assert_string_equal(
		asker.last[0]->detail, "the worker program was not found");
}

TEST_WITH(answers_with_the_way_a_child_died_and_goes_on, NULL, end)
{
	begin("good", 1);
	ask(QUEUE_SOLVE, "signal 11", LONG_MS);
	ask(QUEUE_SOLVE, "done", LONG_MS);
	await(2);
	assert_int_equal(asker.last[0]->outcome, OUTCOME_CRASH);
	assert_int_equal(asker.last[0]->phase, PHASE_OPTIMIZING);
	assert_null(asker.last[0]->detail);
	assert_int_equal(asker.last[1]->outcome, OUTCOME_DONE);
}

/* --- deadlines ----------------------------------------------------------- */

TEST_WITH(answers_for_a_mute_child_after_its_grace, NULL, end)
{
	int64_t asked_ms;

	begin("good", 1);
	warm();
	asked_ms = clock_now_ms();
	ask(QUEUE_SOLVE, "mute", 100);
	await(1);
	assert_in_range(clock_now_ms() - asked_ms, 100 + GRACE_MS,
		100 + GRACE_MS + SLACK_MS);
	assert_int_equal(asker.last[0]->outcome, OUTCOME_TIMEOUT);
	assert_int_equal(asker.last[0]->phase, PHASE_PARSING);
}

TEST_WITH(lets_an_interrupted_child_speak_in_its_grace, NULL, end)
{
	begin("good", 1);
	assert_int_equal(
		ask_until_done("interrupted", 100)->checks.at[0].status,
		STATUS_UNKNOWN);
}

TEST_WITH(keeps_what_had_arrived_when_time_ran_out, NULL, end)
{
	begin("good", 1);
	ask(QUEUE_SOLVE, "partial", 100);
	await(1);
	assert_int_equal(asker.last[0]->outcome, OUTCOME_TIMEOUT);
	assert_false(asker.last[0]->done);
	assert_int_equal(asker.last[0]->phase, PHASE_MODEL);
	assert_int_equal(asker.last[0]->checks.count, 1);
	assert_int_equal(asker.last[0]->checks.at[0].status, STATUS_SAT);
}

TEST_WITH(answers_who_waited_all_its_time_at_the_deadline, NULL, end)
{
	int64_t asked_ms;

	begin("good", 1);
	ask(QUEUE_SOLVE, "mute", LONG_MS);
	asked_ms = clock_now_ms();
	ask(QUEUE_SOLVE, "done", 100);
	await(1);
	assert_in_range(clock_now_ms() - asked_ms, 100, 100 + SLACK_MS);
	assert_int_equal(asker.last[0]->outcome, OUTCOME_TIMEOUT);
	assert_int_equal(asker.last[0]->phase, PHASE_WAITING);
}

TEST_WITH(answers_at_the_deadline_when_no_hello_comes, NULL, end)
{
	begin("no-hello", 1);
	ask(QUEUE_SOLVE, "done", 100);
	await(1);
	assert_int_equal(asker.last[0]->outcome, OUTCOME_TIMEOUT);
	assert_int_equal(asker.last[0]->phase, PHASE_WAITING);
}

TEST_WITH(tells_the_child_what_waiting_has_left, NULL, end)
{
	long left_ms;

	begin("good", 1);
	ask(QUEUE_SOLVE, "slow 200", LONG_MS);
	ask(QUEUE_SOLVE, "done", 10000);
	await(2);
	left_ms = strtol(asker.last[1]->output.text, NULL, 10);
	assert_in_range(left_ms, 1, 10000 - 200);
}

TEST_WITH(lets_no_check_wait_behind_solves, NULL, end)
{
	begin("good", 2);
	ask(QUEUE_SOLVE, "mute", LONG_MS);
	ask(QUEUE_SOLVE, "mute", LONG_MS);
	ask(QUEUE_SOLVE, "mute", LONG_MS);
	ask(QUEUE_CHECK, "done check", LONG_MS);
	await(1);
	assert_non_null(strstr(asker.last[0]->output.text, "check"));
}

/* --- cancelling ---------------------------------------------------------- */

TEST_WITH(serves_first_who_came_first_and_one_check_at_a_time, NULL, end)
{
	struct job *checks[2];
	struct job *solves[2];

	begin("good", 2);
	for (int i = 0; i < 2; i++)
		solves[i] = ask(QUEUE_SOLVE, "partial", LONG_MS);
	ask(QUEUE_SOLVE, "done", LONG_MS);
	for (int i = 0; i < 2; i++)
		checks[i] = ask(QUEUE_CHECK, "partial", LONG_MS);
	await_phase(checks[0], PHASE_MODEL);
	await_phase(solves[0], PHASE_MODEL);
	await_phase(solves[1], PHASE_MODEL);
	assert_int_equal(job_answer(checks[1])->phase, PHASE_WAITING);
	assert_int_equal(asker.answers, 0);
}

TEST_WITH(a_lane_has_room_for_so_many_jobs, NULL, end)
{
	const struct ask a = {.kind = ASK_SOLVE, .text = "", .timeout_ms = 1};
	struct err e = {0};

	begin("good", 1);
	for (int i = 0; i < LIMIT_WAITING_JOBS; i++)
		ask(QUEUE_SOLVE, "done", LONG_MS);
	assert_null(
		pool_ask(asker.pool, &a, QUEUE_SOLVE, on_answer, &asker, &e));
	assert_int_equal(e.code, ERR_LIMIT);
	assert_non_null(strstr(e.text, "1000 jobs"));
	ask(QUEUE_CHECK, "done", LONG_MS); /* of an edit */
}

TEST_WITH(has_no_room_for_texts_beyond_its_limits, NULL, end)
{
	struct ask a = {.kind = ASK_SOLVE, .timeout_ms = LONG_MS};
	struct err e = {0};
	char *text = mem_grow(NULL, LIMIT_ASK, 1);

	begin("good", 1);
	memset(text, ' ', LIMIT_ASK);
	a.text = text;
	a.size = (size_t)LIMIT_ASK + 1;
	assert_null(
		pool_ask(asker.pool, &a, QUEUE_SOLVE, on_answer, &asker, &e));
	assert_int_equal(e.code, ERR_LIMIT);
	for (a.size = LIMIT_ASK; pool_ask(asker.pool, &a, QUEUE_SOLVE,
					 on_answer, &asker, &e) != NULL;)
		asker.asked++;
	assert_int_equal(e.code, ERR_LIMIT);
	assert_non_null(strstr(e.text, "hold "));
	assert_int_equal(asker.asked, LIMIT_WAITING_BYTES / LIMIT_ASK);
	free(text);
}

TEST_WITH(does_not_answer_what_waited_and_was_cancelled, NULL, end)
{
	struct job *second;

	begin("good", 1);
	ask(QUEUE_SOLVE, "done first", LONG_MS);
	second = ask(QUEUE_SOLVE, "done second", LONG_MS);
	ask(QUEUE_SOLVE, "done third", LONG_MS);
	pool_cancel(second);
	await(2);
	assert_non_null(strstr(asker.last[0]->output.text, "first"));
	assert_non_null(strstr(asker.last[1]->output.text, "third"));
}

TEST_WITH(frees_the_worker_of_a_cancelled_job_at_once, NULL, end)
{
	int64_t cancelled_ms;
	struct job *first;

	begin("good", 1);
	first = ask(QUEUE_SOLVE, "partial", LONG_MS);
	ask(QUEUE_SOLVE, "done second", LONG_MS);
	await_phase(first, PHASE_MODEL);
	cancelled_ms = clock_now_ms();
	pool_cancel(first);
	await(1);
	assert_in_range(clock_now_ms() - cancelled_ms, 0, SLACK_MS);
	assert_non_null(strstr(asker.last[0]->output.text, "second"));
	await_peace();
}

TEST_WITH(gives_what_a_stopped_job_has_found, NULL, end)
{
	struct answer *found;
	struct job *first;

	begin("good", 1);
	first = ask(QUEUE_SOLVE, "partial", LONG_MS);
	await_phase(first, PHASE_MODEL);
	found = pool_stop(first);
	assert_int_equal(found->outcome, OUTCOME_CANCELLED);
	assert_int_equal(found->phase, PHASE_MODEL);
	assert_int_equal(asker.answers, 0);
	answer_free(found);
	await_peace();
}

TEST_WITH(does_not_answer_what_was_refused_and_cancelled, NULL, end)
{
	begin(NULL, 1);
	ask(QUEUE_CHECK, "done first", LONG_MS);
	ask(QUEUE_SOLVE, "done second", LONG_MS);
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

TEST_WITH(lets_an_answer_cancel_another_job, NULL, end)
{
	begin("good", 2);
	asker.on_answer = cancel_second;
	ask(QUEUE_SOLVE, "done first", LONG_MS);
	ask(QUEUE_SOLVE, "mute", LONG_MS);
	ask(QUEUE_SOLVE, "slow 20 third", LONG_MS);
	await(2);
	assert_non_null(strstr(asker.last[1]->output.text, "third"));
}

static void
ask_another(void)
{
	if (asker.answers < 3)
		ask(QUEUE_SOLVE, "done another", LONG_MS);
}

TEST_WITH(lets_an_answer_ask_for_another_job, NULL, end)
{
	begin("good", 1);
	asker.on_answer = ask_another;
	ask(QUEUE_SOLVE, "done first", LONG_MS);
	await(3);
	assert_non_null(strstr(asker.last[2]->output.text, "another"));
}

/* --- deaths -------------------------------------------------------------- */

TEST_WITH(asks_another_child_when_one_died_before_it_read, NULL, end)
{
	begin("first-child-dies", 1);
	ask(QUEUE_SOLVE, "done", LONG_MS);
	await(1);
	assert_int_equal(asker.last[0]->outcome, OUTCOME_DONE);
}

TEST_WITH(does_not_ask_children_for_ever, NULL, end)
{
	begin("child-dies", 1);
	ask(QUEUE_SOLVE, "done", LONG_MS);
	await(1);
	assert_int_equal(asker.last[0]->outcome, OUTCOME_KILLED);
}

TEST_WITH(answers_the_next_job_after_all_were_killed, NULL, end)
{
	begin("good", 1);
	warm();
	kill_children();
	kill_forkserver();
	ask(QUEUE_SOLVE, "done", LONG_MS);
	await(1);
	assert_int_equal(asker.last[0]->outcome, OUTCOME_DONE);
}

TEST_WITH(answers_a_job_whose_forkserver_is_killed_meanwhile, NULL, end)
{
	struct job *j;

	begin("good", 1);
	j = ask(QUEUE_SOLVE, "slow 100", LONG_MS);
	await_phase(j, PHASE_PARSING);
	kill_forkserver();
	await(1);
	assert_int_equal(asker.last[0]->outcome, OUTCOME_DONE);
}

TEST_WITH(refuses_all_that_wait_when_the_worker_keeps_failing, NULL, end)
{
	begin("exit-at-start", 1);
	ask(QUEUE_SOLVE, "done", LONG_MS);
	ask(QUEUE_SOLVE, "done", LONG_MS);
	ask(QUEUE_CHECK, "done", LONG_MS);
	await(3);
	for (int i = 0; i < 3; i++) {
		assert_int_equal(asker.last[i]->outcome, OUTCOME_NO_WORKER);
		assert_string_equal(asker.last[i]->detail,
			"the worker failed 5 times in 10 s");
	}
}

/* A zombie, a descriptor or a child too many would add up. */
TEST_WITH(leaks_nothing_in_a_thousand_jobs, NULL, end)
{
	pid_t pids[CHILDREN_MAX];
	int before;

	begin("good", 1);
	ask(QUEUE_SOLVE, "done", LONG_MS);
	await(1);
	await_peace();
	before = count_descriptors();
	for (int i = 2; i <= 1000; i++) {
		ask(QUEUE_SOLVE, "done", LONG_MS);
		await(i);
	}
	await_peace();
	assert_int_equal(count_descriptors(), before);
	/* The fork server and two that wait. */
	assert_int_equal(list_children(pids), 3);
}

TEST_WITH(leaves_nobody_behind_when_it_is_freed_at_work, NULL, end)
{
	int before = count_descriptors();
	struct job *j;

	begin("good", 2);
	ask(QUEUE_SOLVE, "mute", LONG_MS);
	j = ask(QUEUE_SOLVE, "partial", LONG_MS);
	ask(QUEUE_SOLVE, "mute", LONG_MS);
	await_phase(j, PHASE_MODEL);
	assert_int_equal(end(state), 0);
	assert_int_equal(asker.answers, 0);
	assert_int_equal(count_descriptors(), before);
}

TEST_WITH(learns_of_deaths_where_a_host_has_sigchld_ignored, NULL, end)
{
	(void)signal(SIGCHLD, SIG_IGN);
	begin("good", 1);
	ask(QUEUE_SOLVE, "exit 101", LONG_MS);
	await(1);
	assert_int_equal(asker.last[0]->outcome, OUTCOME_MEMORY);
}

TEST_WITH(counts_no_waiting_in_the_time_of_a_check, NULL, end)
{
	begin("good", 1);
	warm();
	ask(QUEUE_CHECK, "mute", 600);
	ask(QUEUE_CHECK, "done", 300);
	await(2);
	assert_int_equal(asker.last[0]->outcome, OUTCOME_TIMEOUT);
	assert_int_equal(asker.last[1]->outcome, OUTCOME_DONE);
}

TEST_WITH(says_what_a_job_is_at_and_since_when, NULL, end)
{
	int64_t asked_ms = clock_now_ms();
	struct job *runs;
	struct job *waits;

	begin("good", 1);
	runs = ask(QUEUE_SOLVE, "partial", LONG_MS);
	waits = ask(QUEUE_SOLVE, "done", LONG_MS);
	assert_int_equal(job_answer(runs)->phase, PHASE_WAITING);
	await_phase(runs, PHASE_MODEL);
	assert_int_equal(job_answer(waits)->phase, PHASE_WAITING);
	assert_in_range(job_started_ms(waits), asked_ms, clock_now_ms());
	assert_in_range(
		job_started_ms(runs), job_started_ms(waits), clock_now_ms());
}

TEST_WITH(shows_its_answer_and_memory_while_it_runs, NULL, end)
{
	struct job *runs;
	struct job *waits;

	begin("good", 1);
	runs = ask(QUEUE_SOLVE, "partial", LONG_MS);
	waits = ask(QUEUE_SOLVE, "done", LONG_MS);
	await_phase(runs, PHASE_MODEL);
	assert_int_equal(job_answer(runs)->checks.count, 1);
	assert_int_equal(job_answer(waits)->checks.count, 0);
	assert_in_range(job_memory_kb(runs), 100, 10000000);
	assert_int_equal(job_memory_kb(waits), 0);
}

TEST_WITH(a_later_rank_gives_its_slot_away_and_begins_anew, NULL, end)
{
	struct job *competitor;
	struct job *background;

	begin("good", 1);
	competitor = ask(QUEUE_SOLVE, "partial", LONG_MS);
	pool_set_priority(competitor, JOB_PRIORITY_COMPETITOR);
	await_phase(competitor, PHASE_MODEL);
	background = ask(QUEUE_SOLVE, "partial", LONG_MS);
	pool_set_priority(background, JOB_PRIORITY_BACKGROUND);
	await_phase(background, PHASE_MODEL);
	assert_int_equal(job_answer(competitor)->phase, PHASE_WAITING);
	ask(QUEUE_SOLVE, "done", LONG_MS);
	await(1);
	assert_int_equal(asker.last[0]->outcome, OUTCOME_DONE);
	await_phase(background, PHASE_MODEL);
	assert_int_equal(job_answer(competitor)->phase, PHASE_WAITING);
	pool_cancel(background);
	await_phase(competitor, PHASE_MODEL);
}

TEST_WITH(begins_anew_before_others_that_wait, NULL, end)
{
	struct job *first;

	begin("good", 1);
	first = ask(QUEUE_SOLVE, "slow 300", LONG_MS);
	await_phase(first, PHASE_PARSING);
	ask(QUEUE_SOLVE, "mute", LONG_MS);
	assert_false(pool_has_idle_slot(asker.pool));
	pool_restart(first, ENGINE_BIT(ENGINE_STRATEGY));
	assert_int_equal(job_answer(first)->phase, PHASE_WAITING);
	await(1);
	assert_int_equal(asker.last[0]->outcome, OUTCOME_DONE);
}

TEST_WITH(may_be_put_before_others_that_wait, NULL, end)
{
	struct job *runs;

	begin("good", 1);
	runs = ask(QUEUE_SOLVE, "slow 100", LONG_MS);
	await_phase(runs, PHASE_PARSING);
	ask(QUEUE_SOLVE, "mute", LONG_MS);
	pool_put_first(ask(QUEUE_SOLVE, "done", LONG_MS));
	await(2);
	assert_int_equal(asker.last[1]->outcome, OUTCOME_DONE);
}
