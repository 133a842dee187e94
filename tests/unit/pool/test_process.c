#include "unit/unit.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/resource.h>

#include "base/alloc.h"
#include "pool/process.h"
#include "unit/pool/fake.h"

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
	struct death death;

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
	struct death death;

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
	struct death death;

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

TEST(lets_it_yield_to_others)
{
	struct process p = begin(-1);
	int before = getpriority(PRIO_PROCESS, 0);
	int after = before + 10 < 19 ? before + 10 : 19;

	process_yield(&p);
	process_yield(&p); /* no more than once */
	assert_int_equal(getpriority(PRIO_PROCESS, (id_t)p.pid), after);
	assert_int_equal(getpriority(PRIO_PROCESS, 0), before);
	process_kill(&p);
	assert_true(process_wait(&p, soon()));
	process_yield(&p);
}

TEST(says_that_nobody_knows_when_another_has_reaped_it)
{
	struct process p = begin(42);
	struct death death = {CLD_EXITED, 42};
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
	process_kill_group(&leader);
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

static enum outcome
of(int code, int status)
{
	struct death death = {.code = code, .status = status};

	return death_outcome(&death);
}

TEST(calls_exit_101_out_of_memory)
{
	assert_int_equal(of(CLD_EXITED, EXIT_NO_MEMORY), OUTCOME_MEMORY);
}

TEST(guesses_by_its_size_who_was_killed_for_memory)
{
	struct death small = {CLD_KILLED, SIGKILL, 40 * 1024};
	struct death large = {CLD_KILLED, SIGKILL, 900 * 1024};

	assert_int_equal(death_outcome(&small), OUTCOME_KILLED);
	assert_int_equal(death_outcome(&large), OUTCOME_MEMORY);
}

TEST(guesses_so_of_kills_only)
{
	struct death death = {CLD_KILLED, SIGSEGV, 900 * 1024};

	assert_int_equal(death_outcome(&death), OUTCOME_CRASH);
}

TEST(calls_a_forbidden_system_call_the_jail)
{
	assert_int_equal(of(CLD_KILLED, SIGSYS), OUTCOME_JAIL);
	assert_int_equal(of(CLD_DUMPED, SIGSYS), OUTCOME_JAIL);
}

TEST(calls_the_end_of_its_cpu_time_a_timeout)
{
	assert_int_equal(of(CLD_KILLED, SIGXCPU), OUTCOME_TIMEOUT);
}

TEST(calls_an_exit_in_peace_without_the_last_word_garbled)
{
	assert_int_equal(of(CLD_EXITED, 0), OUTCOME_GARBLED);
}

TEST(takes_no_wish_of_somebody_for_a_crash)
{
	assert_int_equal(of(CLD_KILLED, SIGTERM), OUTCOME_KILLED);
	assert_int_equal(of(CLD_KILLED, SIGINT), OUTCOME_KILLED);
	assert_int_equal(of(CLD_DUMPED, SIGQUIT), OUTCOME_KILLED);
}

TEST(calls_every_other_signal_a_crash)
{
	assert_int_equal(of(CLD_KILLED, SIGSEGV), OUTCOME_CRASH);
	assert_int_equal(of(CLD_DUMPED, SIGSEGV), OUTCOME_CRASH);
	assert_int_equal(of(CLD_KILLED, SIGABRT), OUTCOME_CRASH);
	assert_int_equal(of(CLD_KILLED, SIGFPE), OUTCOME_CRASH);
}

TEST(calls_every_other_exit_code_a_crash)
{
	assert_int_equal(of(CLD_EXITED, 1), OUTCOME_CRASH);
	assert_int_equal(of(CLD_EXITED, 113), OUTCOME_CRASH);
}

TEST(takes_no_exit_code_for_a_signal_of_that_number)
{
	assert_int_equal(of(CLD_EXITED, SIGKILL), OUTCOME_CRASH);
	assert_int_equal(of(CLD_KILLED, EXIT_NO_MEMORY), OUTCOME_CRASH);
}

TEST(calls_a_death_that_nobody_saw_a_crash)
{
	assert_int_equal(of(0, 0), OUTCOME_CRASH);
}
