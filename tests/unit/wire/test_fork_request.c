#include "unit/unit.h"

#include <fcntl.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <unistd.h>

#include "wire/fork_request.h"

struct pair {
	int server;
	int forkserver;
};

static struct pair
connect_both(void)
{
	int fds[2];

	assert_int_equal(socketpair(AF_UNIX, SOCK_SEQPACKET, 0, fds), 0);
	return (struct pair){fds[0], fds[1]};
}

TEST(hello_tells_the_version)
{
	struct pair p = connect_both();
	const struct fork_request_packet sent = {.said = FORK_REQUEST_HELLO,
		.text = "4.8.12",
		.version_fits = true,
		.has_seccomp = true};
	struct fork_request_packet got;

	assert_int_equal(fork_request_receive(p.server, &got), 0);
	assert_true(fork_request_send(p.forkserver, &sent));
	assert_int_equal(fork_request_receive(p.server, &got), 1);
	assert_int_equal(got.said, FORK_REQUEST_HELLO);
	assert_string_equal(got.text, "4.8.12");
	assert_true(got.version_fits);
	assert_true(got.has_seccomp);
	(void)close(p.server);
	(void)close(p.forkserver);
}

TEST(a_child_comes_with_its_descriptor_closed_on_exec)
{
	struct pair p = connect_both();
	struct pair child = connect_both();
	const struct fork_request_packet sent = {
		.said = FORK_REQUEST_CHILD, .pid = 77, .fd = child.server};
	struct fork_request_packet got;
	char byte = 0;

	assert_true(fork_request_send(p.forkserver, &sent));
	assert_int_equal(fork_request_receive(p.server, &got), 1);
	assert_int_equal(got.pid, 77);
	assert_int_equal(fcntl(got.fd, F_GETFD), FD_CLOEXEC);
	assert_int_equal(write(child.forkserver, "!", 1), 1);
	assert_int_equal(read(got.fd, &byte, 1), 1);
	assert_int_equal(byte, '!');
	(void)close(got.fd);
	(void)close(p.server);
	(void)close(p.forkserver);
	(void)close(child.server);
	(void)close(child.forkserver);
}

TEST(a_request_wakes_the_forkserver)
{
	struct pair p = connect_both();

	assert_true(fork_request_ask_fork(p.server));
	assert_true(fork_request_wait(p.forkserver));
	(void)close(p.server);
	assert_false(fork_request_wait(p.forkserver));
	(void)close(p.forkserver);
}

TEST(a_forkserver_that_is_gone_is_seen)
{
	struct pair p = connect_both();
	struct fork_request_packet got;

	(void)close(p.forkserver);
	assert_int_equal(fork_request_receive(p.server, &got), -1);
	assert_false(fork_request_ask_fork(p.server));
	(void)close(p.server);
}

TEST(nonsense_is_refused)
{
	struct pair p = connect_both();
	struct fork_request_packet got;

	assert_int_equal(write(p.forkserver, "what?", 5), 5);
	assert_int_equal(fork_request_receive(p.server, &got), -1);
	(void)close(p.server);
	(void)close(p.forkserver);
}

TEST(the_list_ends_behind_the_last_way)
{
	size_t count = 0;

	while (escapes[count].name != NULL)
		count++;
	assert_int_equal(count, 6);
	assert_null(escapes[count].what);
}

TEST(no_way_out_is_taken_for_another_answer)
{
	for (const struct jail_probes *e = escapes; e->name != NULL; e++) {
		assert_string_not_equal(e->name, ESCAPE_GOT_OUT);
		assert_non_null(e->what);
	}
}

/* As the kernel itself tells it; a container may still forbid the call. */
static bool
status_knows_seccomp(void)
{
	char line[256];
	bool knows = false;
	FILE *status = fopen("/proc/self/status", "re");

	assert_non_null(status);
	while (fgets(line, sizeof(line), status) != NULL)
		knows |= strncmp(line, "Seccomp:", 8) == 0;
	(void)fclose(status);
	return knows;
}

TEST(seccomp_is_offered_by_kernels_that_know_it_only)
{
	if (kernel_has_seccomp())
		assert_true(status_knows_seccomp());
}

TEST(asking_sets_no_filter)
{
	int before = prctl(PR_GET_SECCOMP, 0, 0, 0, 0);

	(void)kernel_has_seccomp();
	assert_int_equal(prctl(PR_GET_SECCOMP, 0, 0, 0, 0), before);
	assert_int_equal(kernel_has_seccomp(), kernel_has_seccomp());
}
