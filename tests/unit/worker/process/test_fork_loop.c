#include "unit/unit.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/buf.h"
#include "base/limits.h"
#include "wire/answer.h"
#include "wire/ask.h"
#include "wire/fork_request.h"
#include "worker/base/context.h"
#include "worker/process/fork_loop.h"

enum { WAIT_MS = 20000, MEMORY_MB = 1024 };

static int nursery_fd;
static pid_t nursery_pid;

static struct fork_request_packet
receive(void)
{
	struct fork_request_packet packet;
	struct pollfd ready = {.fd = nursery_fd, .events = POLLIN};

	assert_int_equal(poll(&ready, 1, WAIT_MS), 1);
	assert_int_equal(fork_request_receive(nursery_fd, &packet), 1);
	return packet;
}

static int
start(void **state)
{
	int pair[2];
	pid_t server = getpid();

	(void)state;
	if (socketpair(AF_UNIX, SOCK_SEQPACKET, 0, pair) != 0)
		return -1;
	nursery_fd = fcntl(pair[0], F_DUPFD, 10);
	nursery_pid = fork();
	if (nursery_pid == 0) {
		(void)close(nursery_fd);
		(void)dup2(pair[1], FORK_REQUEST_FD);
		_exit(fork_loop_run(server, MEMORY_MB));
	}
	(void)close(pair[0]);
	(void)close(pair[1]);
	return 0;
}

static int
stop(void **state)
{
	int status = 0;

	(void)state;
	(void)close(nursery_fd);
	return waitpid(nursery_pid, &status, 0) == nursery_pid &&
			       WIFEXITED(status) && WEXITSTATUS(status) == 0
		       ? 0
		       : -1;
}

TEST(it_says_hello_with_the_version)
{
	struct fork_request_packet hello = receive();

	assert_int_equal(hello.said, FORK_REQUEST_HELLO);
	assert_string_equal(hello.text, context_version());
	assert_true(hello.version_fits);
}

static struct fork_request_packet
ask_for_child(void)
{
	struct fork_request_packet child;

	assert_true(fork_request_ask_fork(nursery_fd));
	child = receive();
	assert_int_equal(child.said, FORK_REQUEST_CHILD);
	return child;
}

TEST(a_child_is_ours_and_does_a_job)
{
	const struct ask ask = {.kind = ASK_CHECK,
		.text = "(assert true)",
		.size = 13,
		.timeout_ms = 5000};
	struct fork_request_packet child = ask_for_child();
	struct buf b;
	char bytes[4096];
	int status = 0;

	buf_init(&b, 1000);
	ask_put(&b, &ask);
	assert_int_equal(write(child.fd, b.data, b.size), b.size);
	assert_true(read(child.fd, bytes, sizeof(bytes)) > 0);
	/* Waiting works only for one's own children. */
	assert_int_equal(waitpid(child.pid, &status, 0), child.pid);
	assert_true(WIFEXITED(status));
	assert_int_equal(WEXITSTATUS(status), 0);
	(void)close(child.fd);
	buf_release(&b);
}

TEST(a_child_whose_channel_closes_goes)
{
	struct fork_request_packet child = ask_for_child();
	int status = 0;

	(void)close(child.fd);
	assert_int_equal(waitpid(child.pid, &status, 0), child.pid);
	assert_true(WIFEXITED(status));
}

TEST(a_killed_child_does_not_harm_the_nursery)
{
	struct fork_request_packet child = ask_for_child();
	int status = 0;

	assert_int_equal(kill(child.pid, SIGKILL), 0);
	assert_int_equal(waitpid(child.pid, &status, 0), child.pid);
	assert_true(WIFSIGNALED(status));
	(void)close(child.fd);
	child = ask_for_child();
	(void)close(child.fd);
	assert_int_equal(waitpid(child.pid, &status, 0), child.pid);
}

TEST_GROUP(start, stop)
