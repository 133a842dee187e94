/*
 * Stands where satchel-worker stands, solves nothing, and misbehaves on
 * request.
 *
 * The nursery reads one word from the file PROGRAM.mode beside it (PROGRAM as
 * it was started, so a link in another folder has a mode of its own), each time
 * it starts:
 *
 *	mute		never says hello
 *	gone		ends before it says hello
 *	old		says that libz3 is another version, and ends
 *	nonsense	says packets that are none
 *	open		says that there is no seccomp, and works
 *	refuse		answers each fork with a failure
 *	die		ends when a fork is asked for
 *	deaf		never answers a fork
 *
 * What its children do stands in fake/child.c.
 */

#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/auxv.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "base/alloc.h"
#include "fake/child.h"
#include "wire/nursery.h"

enum { MODE_SIZE = 32 };

static void
read_mode(char mode[MODE_SIZE])
{
	/* NOLINTNEXTLINE(performance-no-int-to-ptr): that is its interface */
	const char *program = (const char *)getauxval(AT_EXECFN);
	DROP(text) char *path = text_format("%s.mode", program);
	int fd = open(path, O_RDONLY | O_CLOEXEC);
	ssize_t size = fd >= 0 ? read(fd, mode, MODE_SIZE - 1) : 0;

	if (fd >= 0)
		(void)close(fd); /* it was only read */
	mode[size > 0 ? size : 0] = '\0';
	mode[strcspn(mode, "\n")] = '\0';
}

static bool
fork_child(pid_t server)
{
	struct nursery_packet packet = {.said = NURSERY_CHILD};
	int pair[2];
	bool sent;

	if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, pair) != 0)
		return false;
	/* The server is to be the child's parent, as it is of a real one. */
	packet.pid = (pid_t)syscall(
		SYS_clone, CLONE_PARENT | SIGCHLD, NULL, NULL, NULL, NULL);
	if (packet.pid == 0)
		child_be(pair[1], server);
	packet.fd = pair[0];
	sent = packet.pid > 0 && nursery_send(NURSERY_FD, &packet);
	(void)close(pair[0]);
	(void)close(pair[1]);
	return sent;
}

static bool
answer_fork(const char *mode, pid_t server)
{
	struct nursery_packet failure = {
		.said = NURSERY_FAILED, .text = "fork: no room"};

	if (strcmp(mode, "refuse") == 0)
		return nursery_send(NURSERY_FD, &failure);
	if (strcmp(mode, "die") == 0)
		return false;
	if (strcmp(mode, "deaf") == 0)
		child_hang();
	return fork_child(server);
}

static bool
say_hello(const char *mode)
{
	struct nursery_packet hello = {.said = NURSERY_HELLO, .text = "4.8.12"};

	if (strcmp(mode, "mute") == 0)
		child_hang();
	if (strcmp(mode, "gone") == 0)
		return false;
	if (strcmp(mode, "nonsense") == 0) {
		(void)send(NURSERY_FD, "nonsense", 8, MSG_NOSIGNAL);
		child_hang();
	}
	hello.version_fits = strcmp(mode, "old") != 0;
	hello.has_seccomp = strcmp(mode, "open") != 0;
	return nursery_send(NURSERY_FD, &hello) && hello.version_fits;
}

int
main(void)
{
	char mode[MODE_SIZE];
	pid_t server = getppid();

	(void)prctl(PR_SET_PDEATHSIG, SIGKILL, 0, 0, 0);
	read_mode(mode);
	if (!say_hello(mode))
		return EXIT_FAILURE;
	while (nursery_wait(NURSERY_FD)) {
		if (!answer_fork(mode, server))
			return EXIT_FAILURE;
	}
	return EXIT_SUCCESS;
}
