#include "unit/pool/asker.h"

#include <poll.h>

#include "base/alloc.h"
#include "pool/child.h"

/*
 * A pool whose solves go by way of tests/fake/launcher.sh, with those
 * behaviours, to that worker, which it finds in PATH.
 */
static void
begin_with(const char *worker, int memory_mb, const char *behaviour)
{
	static char command[64];
	DROP(text) char *line = hello_line("4.8.12");
	DROP(text) char *path = NULL;
	struct pool_options options = {
		.worker_path = worker, .workers = 4, .memory_mb = memory_mb};

	child_launcher_ms = 300;
	path = text_format("%.*s:/usr/bin:/bin",
		(int)(strrchr(worker, '/') - worker), worker);
	line[strlen(line) - 1] = '\0';
	assert_int_equal(setenv("PATH", path, 1), 0);
	assert_int_equal(setenv("GREETING", line, 1), 0);
	(void)snprintf(command, sizeof(command),
		" sh\ttests/fake/launcher.sh  %s ", behaviour);
	options.launcher = behaviour[0] == '/' ? behaviour : command;
	memset(&asker, 0, sizeof(asker));
	asker.loop = loop_new();
	asker.pool = pool_new(asker.loop, &options);
}

static void
begin_launched(const char *behaviour)
{
	begin_with(fake_worker("satchel-worker"), 64, behaviour);
}

/* The last child of this process, which is the launcher. */
static pid_t
last_child(void)
{
	pid_t pids[CHILDREN_MAX];
	size_t count = list_children(pids);

	assert_true(count > 0);
	return pids[count - 1];
}

static void
await_group_gone(pid_t group)
{
	int64_t until_ms = clock_now_ms() + FAKE_PATIENCE_MS;

	while (kill(-group, 0) == 0) {
		assert_true(clock_now_ms() < until_ms);
		(void)loop_turn(asker.loop, 10);
	}
	assert_int_equal(errno, ESRCH);
}

/* --- what a launcher may do ---------------------------------------------- */

static const struct {
	const char *behaviour;
	const char *ask;
	enum outcome outcome;
	const char *detail; /* a piece; or NULL */
} ends[] = {
	{"good", "done", OUTCOME_DONE},
	{"between", "done", OUTCOME_DONE},
	{"late", "done", OUTCOME_DONE},
	{"/no/such/launcher", "done", OUTCOME_LOST,
		"launcher /no/such/launcher cannot be started: No such file"},
	{"absent", "done", OUTCOME_LOST, "ended with exit code 3"},
	{"faulty", "done", OUTCOME_LOST, "ended with exit code 139"},
	{"loses", "mute", OUTCOME_LOST, "ended with exit code 9"},
	{"killed", "mute", OUTCOME_LOST, "was killed by signal 9"},
	{"closes", "done", OUTCOME_LOST, "has closed its output"},
	{"chatty", "done", OUTCOME_LOST, "began with \"Welcome to node7\""},
	{"other", "done", OUTCOME_LOST,
		"its job began with \"satchel-worker 9.9.9, libz3 4.8.12\", "
		"and "
		"not with \"satchel-worker " SATCHEL_VERSION
		", libz3 4.8.12\""},
	{"endless", "done", OUTCOME_LOST, "began with \"xxx"},
	{"garbled", "done", OUTCOME_LOST, "not the answer of a satchel-worker"},
	{"zeros", "done", OUTCOME_LOST, "not the answer of a satchel-worker"},
	{"good", "garbled", OUTCOME_LOST, "not the answer of a satchel-worker"},
	{"good", "stay", OUTCOME_LOST, "not the answer of a satchel-worker"},
	/* What only the worker can have ended with is told as elsewhere. */
	{"between", "signal 11", OUTCOME_CRASH},
	{"between", "signal 31", OUTCOME_JAIL},
	{"between", "exit 101", OUTCOME_MEMORY},
	{"between", "signal 9", OUTCOME_LOST, "ended with exit code 137"},
	{"between", "exit 1", OUTCOME_LOST, "ended with exit code 1"},
	{"between", "exit 255", OUTCOME_LOST, "ended with exit code 255"},
};

TEST(every_launched_job_is_answered_once_and_the_next_one_too)
{
	for (size_t i = 0; i < sizeof(ends) / sizeof(ends[0]); i++) {
		begin_launched(ends[i].behaviour);
		for (int turn = 1; turn <= 2; turn++) {
			const struct answer *a;

			ask(QUEUE_SOLVE, ends[i].ask, LONG_MS);
			await(turn);
			a = asker.last[turn - 1];
			if (a->outcome != ends[i].outcome)
				fail_msg("%s, %s: outcome %d (%s)",
					ends[i].behaviour, ends[i].ask,
					(int)a->outcome,
					a->detail != NULL ? a->detail : "");
			if (ends[i].detail != NULL &&
				strstr(a->detail, ends[i].detail) == NULL)
				fail_msg(
					"%s: %s", ends[i].behaviour, a->detail);
		}
		assert_int_equal(asker.answers, 2);
		(void)end(NULL);
	}
}

TEST(a_launched_answer_holds_what_the_job_said)
{
	begin_launched("between");
	ask(QUEUE_SOLVE, "done mine", LONG_MS);
	await(1);
	assert_int_equal(asker.last[0]->checks.at[0].status, STATUS_SAT);
	assert_non_null(strstr(asker.last[0]->output.text, "done mine"));
	(void)end(NULL);
}

/* --- time ---------------------------------------------------------------- */

TEST(a_job_that_its_launcher_keeps_waiting_ends_at_its_deadline)
{
	int64_t asked_ms;

	begin_launched("never");
	asked_ms = clock_now_ms();
	ask(QUEUE_SOLVE, "done", 400);
	await(1);
	assert_in_range(clock_now_ms() - asked_ms, 400,
		400 + LAUNCH_GRACE_MS + SLACK_MS);
	assert_int_equal(asker.last[0]->outcome, OUTCOME_TIMEOUT);
	assert_int_equal(asker.last[0]->phase, PHASE_WAITING);
	assert_true(asker.last[0]->job.is_launched);
	(void)end(NULL);
}

/* The fake says unknown when the time of its ask is over. */
TEST(a_launched_job_has_the_time_that_is_left)
{
	begin_launched("late");
	assert_int_equal(
		ask_until_done("interrupted", 600)->checks.at[0].status,
		STATUS_UNKNOWN);
	(void)end(NULL);
}

/* --- what is left -------------------------------------------------------- */

static void
cancelled(const char *behaviour)
{
	struct job *j;
	pid_t group;

	begin_launched(behaviour);
	j = ask(QUEUE_SOLVE, "mute", LONG_MS);
	await_phase(j, PHASE_PARSING);
	group = last_child();
	assert_int_equal(getpgid(group), group);
	pool_cancel(j);
	await_group_gone(group);
	assert_int_equal(asker.answers, 0);
	(void)end(NULL);
}

TEST(a_cancelled_job_leaves_no_process)
{
	cancelled("good");
	cancelled("between");
}

TEST(a_launcher_that_ignores_sigterm_is_killed)
{
	cancelled("stubborn");
}

TEST(a_launcher_that_stays_after_the_answer_is_ended)
{
	pid_t group;

	begin_launched("stubborn");
	ask(QUEUE_SOLVE, "done", LONG_MS);
	await(1);
	assert_int_equal(asker.last[0]->outcome, OUTCOME_DONE);
	group = last_child();
	await_group_gone(group);
	(void)end(NULL);
}

TEST(a_launcher_that_ignores_sigterm_does_not_outlive_the_server)
{
	struct job *j;
	pid_t group;

	begin_launched("stubborn");
	j = ask(QUEUE_SOLVE, "mute", LONG_MS);
	await_phase(j, PHASE_PARSING);
	group = last_child();
	(void)end(NULL);
	for (int i = 0; i < FAKE_PATIENCE_MS && kill(-group, 0) == 0; i++)
		(void)poll(NULL, 0, 1);
	assert_int_equal(kill(-group, 0), -1);
}

/* --- what stays here ----------------------------------------------------- */

TEST(checks_and_what_is_no_solve_stay_here)
{
	struct ask a = {.kind = ASK_DIMACS,
		.text = "done",
		.size = strlen("done"),
		.timeout_ms = LONG_MS};
	struct err e;

	begin_launched("absent");
	ask(QUEUE_CHECK, "done", LONG_MS);
	assert_non_null(
		pool_ask(asker.pool, &a, QUEUE_SOLVE, on_answer, &asker, &e));
	await(2);
	assert_int_equal(asker.last[0]->outcome, OUTCOME_DONE);
	assert_int_equal(asker.last[1]->outcome, OUTCOME_DONE);
	(void)end(NULL);
}

TEST(as_many_jobs_run_at_once_as_there_are_workers)
{
	struct pool_state s;
	int64_t until_ms = clock_now_ms() + FAKE_PATIENCE_MS;
	struct job *jobs[6];

	begin_launched("good");
	for (int i = 0; i < 6; i++)
		jobs[i] = ask(QUEUE_SOLVE, i < 4 ? "mute" : "done", LONG_MS);
	do {
		assert_true(clock_now_ms() < until_ms);
		(void)loop_turn(asker.loop, 10);
		pool_get_state(asker.pool, &s);
	} while (s.busy < 4);
	assert_int_equal(s.waiting, 2);
	for (int i = 0; i < 4; i++)
		pool_cancel(jobs[i]);
	await(2);
	(void)end(NULL);
}

/* --- the real worker ------------------------------------------------------ */

static const char endless[] =
	"(declare-const x Int)\n"
	"(declare-const y Int)\n"
	"(declare-const z Int)\n"
	"(assert (= (+ (* x x x) (* y y y) (* z z z)) 42))"
	"(check-sat)\n";

/* Beside build/tests. */
static const char *
real_worker(void)
{
	static char path[PATH_MAX + 32];
	char self[PATH_MAX] = "";
	char *below;

	assert_true(readlink("/proc/self/exe", self, PATH_MAX - 1) > 0);
	below = strstr(self, "/tests/unit/");
	assert_non_null(below);
	*below = '\0';
	(void)snprintf(path, sizeof(path), "%s/satchel-worker", self);
	return path;
}

TEST(the_real_worker_does_a_launched_job)
{
	begin_with(real_worker(), 2048, "between");
	ask(QUEUE_SOLVE, "(declare-const p Bool)(assert p)(check-sat)",
		LONG_MS);
	ask(QUEUE_SOLVE, "(assert false)(check-sat)", LONG_MS);
	await(2);
	for (int i = 0; i < 2; i++)
		assert_int_equal(asker.last[i]->outcome, OUTCOME_DONE);
	assert_int_equal(asker.last[0]->checks.at[0].status +
				 asker.last[1]->checks.at[0].status,
		STATUS_SAT + STATUS_UNSAT);
	(void)end(NULL);
}

TEST(a_launched_job_answers_at_its_deadline)
{
	begin_with(real_worker(), 2048, "good");
	assert_int_equal(ask_until_done(endless, 700)->checks.at[0].status,
		STATUS_UNKNOWN);
	(void)end(NULL);
}

/* No signal reaches it: what ends it is the end of its input. */
TEST(a_job_on_another_machine_ends_when_its_input_does)
{
	char name[] = "/tmp/satchel-launch-XXXXXX";
	int file = mkstemp(name);
	int64_t until_ms = clock_now_ms() + FAKE_PATIENCE_MS;
	char text[32] = "";
	struct job *j;
	pid_t job;

	assert_true(file >= 0);
	assert_int_equal(setenv("JOB_PID", name, 1), 0);
	begin_with(real_worker(), 2048, "remote");
	j = ask(QUEUE_SOLVE, endless, LONG_MS);
	await_phase(j, PHASE_SOLVING);
	assert_true(pread(file, text, sizeof(text) - 1, 0) > 0);
	job = (pid_t)strtol(text, NULL, 10);
	assert_int_equal(kill(job, 0), 0);
	pool_cancel(j);
	while (kill(job, 0) == 0) {
		assert_true(clock_now_ms() < until_ms);
		(void)loop_turn(asker.loop, 10);
	}
	(void)close(file);
	(void)unlink(name);
	(void)end(NULL);
}
