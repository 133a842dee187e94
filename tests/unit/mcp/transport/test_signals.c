#include "unit/unit.h"

#include "mcp/transport/signals.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdbool.h>
#include <sys/wait.h>
#include <unistd.h>

static bool
is_readable(int fd)
{
	struct pollfd ready = {.fd = fd, .events = POLLIN};

	return poll(&ready, 1, 0) == 1;
}

TEST(makes_a_signal_readable)
{
	static const int numbers[] = {SIGINT, SIGTERM, SIGHUP};

	for (size_t i = 0; i < 3; i++) {
		int fd = signals_open();

		assert_true(fd >= 0);
		assert_false(is_readable(fd));
		assert_int_equal(raise(numbers[i]), 0);
		assert_true(is_readable(fd));
		signals_close();
	}
}

/* The exit code of a child that runs `body` and then would exit with 7. */
static int
exit_code_of(void (*body)(void))
{
	int status = 0;
	pid_t child = fork();

	assert_true(child >= 0);
	if (child == 0) {
		body();
		_exit(7);
	}
	assert_int_equal(waitpid(child, &status, 0), child);
	assert_true(WIFEXITED(status));
	return WEXITSTATUS(status);
}

static void
raise_once(void)
{
	(void)signals_open();
	(void)raise(SIGTERM);
}

static void
raise_twice(void)
{
	raise_once();
	(void)raise(SIGINT);
}

static void
raise_after_closing(void)
{
	(void)signals_open();
	signals_close();
	(void)raise(SIGTERM);
}

TEST(ends_the_process_at_the_second_signal)
{
	assert_int_equal(exit_code_of(raise_once), 7);
	assert_int_equal(exit_code_of(raise_twice), 0);
}

TEST(ends_the_process_at_the_first_signal_after_closing)
{
	assert_int_equal(exit_code_of(raise_after_closing), 0);
}

static void
raise_ignored(void)
{
	(void)signal(SIGHUP, SIG_IGN); /* cannot fail for this signal */
	(void)signals_open();
	(void)raise(SIGHUP);
	/* cppcheck-suppress unreachableCode ; the signal is ignored */
	(void)raise(SIGHUP);
}

TEST(leaves_a_hangup_ignored_where_it_was)
{
	assert_int_equal(exit_code_of(raise_ignored), 7);
}

TEST(lets_a_write_to_nobody_fail_softly)
{
	int fds[2];

	assert_true(signals_open() >= 0);
	assert_int_equal(pipe2(fds, O_CLOEXEC), 0);
	close(fds[0]);
	assert_int_equal(write(fds[1], "x", 1), -1);
	assert_int_equal(errno, EPIPE);
	close(fds[1]);
	signals_close();
}

TEST(blocks_no_signal_for_programs_that_it_starts)
{
	sigset_t mask;

	assert_true(signals_open() >= 0);
	assert_int_equal(sigprocmask(SIG_SETMASK, NULL, &mask), 0);
	assert_false(sigismember(&mask, SIGTERM));
	assert_false(sigismember(&mask, SIGINT));
	signals_close();
}
