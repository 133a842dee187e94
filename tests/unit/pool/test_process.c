#include "unit/unit.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/resource.h>

#include "base/alloc.h"
#include "pool/process.h"
#include "unit/pool/fake.h"
#include "wire/fork_request.h"

/* A child that ends with this exit code, or never if it is negative. */
static struct process
begin(int exit_code)
{
	struct process p;
	pid_t pid = exit_code < 0 ? fork_sleeper() : fork();

	assert_true(pid >= 0);
	if (pid == 0)
		_exit(exit_code);
	assert_true(process_open(&p, pid));
	return p;
}

static int64_t
soon(void)
{
	return clock_now_ms() + FAKE_PATIENCE_MS;
}

TEST(tells_the_exit_code)
{
	struct process p = begin(42);
	struct pollfd pollfd = {.fd = p.pidfd, .events = POLLIN};
	struct process_exit death;

	assert_int_equal(poll(&pollfd, 1, FAKE_PATIENCE_MS), 1);
	assert_true(process_reap(&p, &death));
	assert_int_equal(death.code, CLD_EXITED);
	assert_int_equal(death.status, 42);
	assert_int_equal(p.pidfd, -1);
	assert_false(has_children());
}

TEST(kills_and_tells_the_signal)
{
	struct process p = begin(-1);
	struct pollfd pollfd = {.fd = p.pidfd, .events = POLLIN};
	struct process_exit death;

	process_kill(&p);
	assert_int_equal(poll(&pollfd, 1, FAKE_PATIENCE_MS), 1);
	assert_true(process_reap(&p, &death));
	assert_int_equal(death.code, CLD_KILLED);
	assert_int_equal(death.status, SIGKILL);
	assert_false(has_children());
}

TEST(does_not_wait_for_one_that_lives)
{
	struct process p = begin(-1);
	struct process_exit death;

	assert_false(process_reap(&p, &death));
	assert_true(p.pidfd >= 0);
	process_kill(&p);
	assert_true(process_wait(&p, soon()));
}

TEST(waits_no_longer_than_it_is_told)
{
	struct process p = begin(-1);
	int64_t until_ms = clock_now_ms() + 30;

	assert_false(process_wait(&p, until_ms));
	assert_true(clock_now_ms() >= until_ms);
	process_kill(&p);
	assert_true(process_wait(&p, soon()));
	assert_false(has_children());
}

TEST(says_that_nobody_knows_when_another_has_reaped_it)
{
	struct process p = begin(42);
	struct process_exit death = {CLD_EXITED, 42};
	siginfo_t info;

	assert_int_equal(waitid(P_PID, (id_t)p.pid, &info, WEXITED), 0);
	assert_true(process_reap(&p, &death));
	assert_int_equal(death.code, 0);
	assert_int_equal(p.pidfd, -1);
}

TEST(kills_nobody_after_it_was_reaped)
{
	struct process p = begin(0);

	assert_true(process_wait(&p, soon()));
	process_kill(&p);
	process_close(&p);
	assert_int_equal(p.pidfd, -1);
}

TEST(kills_its_group_and_says_when_nobody_is_left)
{
	struct process leader = begin(-1);
	pid_t member = fork_sleeper();
	int64_t until_ms = soon();

	assert_int_equal(setpgid(leader.pid, leader.pid), 0);
	assert_int_equal(setpgid(member, leader.pid), 0);
	assert_false(process_group_is_gone(&leader));
	process_signal_group(&leader, SIGKILL);
	assert_true(process_wait(&leader, until_ms));
	while (!process_group_is_gone(&leader))
		assert_true(clock_now_ms() < until_ms);
	assert_false(has_children());
}

TEST(has_a_descriptor_that_no_program_inherits)
{
	struct process p = begin(0);

	assert_true((fcntl(p.pidfd, F_GETFD) & FD_CLOEXEC) != 0);
	assert_true(process_wait(&p, soon()));
}

/* With no descriptor left it would run on without anyone who watches it. */
TEST(kills_and_reaps_one_it_can_have_no_descriptor_for)
{
	struct rlimit before;
	struct rlimit none;
	struct process p;
	bool opened;
	pid_t pid = fork_sleeper();

	assert_int_equal(getrlimit(RLIMIT_NOFILE, &before), 0);
	none = before;
	none.rlim_cur = 0;
	assert_int_equal(setrlimit(RLIMIT_NOFILE, &none), 0);
	opened = process_open(&p, pid);
	assert_int_equal(setrlimit(RLIMIT_NOFILE, &before), 0);
	assert_false(opened);
	assert_false(has_children());
}

TEST(tells_the_memory_of_one_that_lives)
{
	struct process p;

	assert_true(process_open(&p, fork_sleeper()));
	assert_in_range(process_memory_kb(&p), 100, 10000000);
	process_kill(&p);
	assert_true(process_wait(&p, soon()));
	assert_int_equal(process_memory_kb(&p), 0);
}

TEST(says_by_the_death_how_the_job_ended)
{
	enum { SMALL = 40 * 1024, LARGE = 900 * 1024 };
	static const struct {
		struct process_exit death;
		enum outcome outcome;
	} cases[] = {
		{{CLD_EXITED, 0, SMALL}, OUTCOME_GARBLED},
		{{CLD_EXITED, EXIT_NO_MEMORY, SMALL}, OUTCOME_MEMORY},
		/* The kernel does not say whom it killed for memory. */
		{{CLD_KILLED, SIGKILL, SMALL}, OUTCOME_KILLED},
		{{CLD_KILLED, SIGKILL, LARGE}, OUTCOME_MEMORY},
		{{CLD_KILLED, SIGSEGV, LARGE}, OUTCOME_CRASH},
		{{CLD_KILLED, SIGSYS, SMALL}, OUTCOME_JAIL},
		{{CLD_DUMPED, SIGSYS, SMALL}, OUTCOME_JAIL},
		{{CLD_KILLED, SIGXCPU, SMALL}, OUTCOME_TIMEOUT},
		/* Somebody wished it. */
		{{CLD_KILLED, SIGTERM, SMALL}, OUTCOME_KILLED},
		{{CLD_KILLED, SIGINT, SMALL}, OUTCOME_KILLED},
		{{CLD_DUMPED, SIGQUIT, SMALL}, OUTCOME_KILLED},
		/* All others are crashes. */
		{{CLD_DUMPED, SIGSEGV, SMALL}, OUTCOME_CRASH},
		{{CLD_KILLED, SIGABRT, SMALL}, OUTCOME_CRASH},
		{{CLD_EXITED, 1, SMALL}, OUTCOME_CRASH},
		{{CLD_EXITED, EXIT_OWN_FAULT, SMALL}, OUTCOME_FAULT},
		/* No exit code is a signal of that number. */
		{{CLD_EXITED, SIGKILL, SMALL}, OUTCOME_CRASH},
		{{CLD_KILLED, EXIT_NO_MEMORY, SMALL}, OUTCOME_CRASH},
		{{0, 0, 0}, OUTCOME_CRASH}, /* nobody saw it */
	};

	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++)
		if (exit_outcome(&cases[i].death) != cases[i].outcome)
			fail_msg("case %zu", i);
}
