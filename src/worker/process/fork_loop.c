#include "worker/process/fork_loop.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "base/alloc.h"
#include "base/limits.h"
#include "wire/fork_request.h"
#include "worker/base/context.h"
#include "worker/process/child_process.h"
#include "worker/process/jail.h"

enum { THREAD_STACK = 8 * MIB };

/*
 * The main thread has a 1 GiB stack, for terms that are nested deeply; libz3's
 * threads would inherit that as reserved address space.
 */
static void
shrink_thread_stacks(void)
{
	pthread_attr_t attributes;

	if (pthread_attr_init(&attributes) != 0)
		return;
	if (pthread_attr_setstacksize(&attributes, THREAD_STACK) == 0)
		(void)pthread_setattr_default_np(&attributes);
	(void)pthread_attr_destroy(&attributes);
}

/* The OOM killer should take a worker before it takes anything else. */
static void
offer_to_oom_killer(void)
{
	int fd = open("/proc/self/oom_score_adj", O_WRONLY | O_CLOEXEC);

	if (fd < 0)
		return;
	(void)!write(fd, "1000", 4); /* without it the kernel chooses */
	(void)close(fd);
}

static bool
say_hello(void)
{
	struct fork_request_packet hello = {.said = FORK_REQUEST_HELLO};

	hello.has_seccomp = jail_build() && jail_is_whole();
	hello.version_fits = context_version_fits();
	(void)snprintf(hello.text, sizeof(hello.text), "%s",
		context_version()); /* never that long */
	return fork_request_send(FORK_REQUEST_FD, &hello) && hello.version_fits;
}

/* In the child: one descriptor, the jail, warm pages, then the job. */
static void __attribute__((noreturn))
be_child(Z3_context c, int fd, pid_t server, int memory_mb)
{
	jail_renew_canary();
	if (dup2(fd, FORK_REQUEST_FD) < 0 ||
		syscall(SYS_close_range, FORK_REQUEST_FD + 1, ~0U, 0) != 0)
		_exit(EXIT_FAILURE);
	jail_enter(server, memory_mb);
	context_warm(c);
	child_process_run(c, FORK_REQUEST_FD, FORK_REQUEST_FD);
}

static bool
send_failure(const char *what)
{
	struct fork_request_packet packet = {.said = FORK_REQUEST_FAILED};

	(void)snprintf(packet.text, sizeof(packet.text), "%s: %s", what,
		strerrordesc_np(errno)); /* cut is fine */
	return fork_request_send(FORK_REQUEST_FD, &packet);
}

/*
 * A plain clone, since fork() would make the nursery the parent. No handler of
 * pthread_atfork has to run: there is one thread, and libz3's handlers only
 * stop timer threads, which the nursery never starts.
 */
static bool
fork_child(Z3_context c, pid_t server, int memory_mb)
{
	struct fork_request_packet packet = {.said = FORK_REQUEST_CHILD};
	int pair[2];
	bool sent;

	if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, pair) != 0)
		return send_failure("socketpair");
	packet.pid = (pid_t)syscall(
		SYS_clone, CLONE_PARENT | SIGCHLD, NULL, NULL, NULL, NULL);
	if (packet.pid == 0)
		be_child(c, pair[1], server, memory_mb);
	(void)close(pair[1]);
	if (packet.pid < 0) {
		(void)close(pair[0]);
		return send_failure("fork");
	}
	packet.fd = pair[0];
	sent = fork_request_send(FORK_REQUEST_FD, &packet);
	(void)close(pair[0]);
	return sent;
}

int
fork_loop_run(pid_t server, int memory_mb)
{
	Z3_context c;

	if (prctl(PR_SET_PDEATHSIG, SIGKILL, 0, 0, 0) != 0 ||
		getppid() != server)
		return EXIT_FAILURE;
	offer_to_oom_killer();
	shrink_thread_stacks();
	if (jail_is_whole())
		oom_guard_watch(memory_mb);
	c = context_new();
	context_warm(c);
	if (!say_hello())
		return EXIT_FAILURE;
	jail_silence();
	while (fork_request_wait(FORK_REQUEST_FD)) {
		if (!fork_child(c, server, memory_mb))
			return EXIT_FAILURE;
	}
	return EXIT_SUCCESS;
}

/* --- oom guard ----------------------------------------------------------- */

enum {
	STACK_SIZE = 64 * KIB, /* the other one may be what has run out */
	/* What is free when the end of memory is at hand: less than this part
	 * of all. What grows by doubling fails before all is gone. */
	FREE_PART = 4,
};

static size_t enough_bytes;

/* The fault comes again when this returns, and then it is the end. */
static void
on_fault(int signal)
{
	void *room = mmap(NULL, enough_bytes, PROT_NONE,
		MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);

	(void)signal;
	if (room == MAP_FAILED)
		_exit(EXIT_NO_MEMORY);
}

void
oom_guard_watch(int memory_mb)
{
	static char stack[STACK_SIZE];
	stack_t other = {.ss_sp = stack, .ss_size = sizeof(stack)};
	struct sigaction action = {.sa_handler = on_fault,
		.sa_flags = (int)(SA_ONSTACK | SA_RESETHAND)};

	enough_bytes = (size_t)memory_mb * MIB / FREE_PART;
	/* Without them a fault is just a fault. */
	(void)sigaltstack(&other, NULL);
	(void)sigaction(SIGSEGV, &action, NULL);
	(void)sigaction(SIGBUS, &action, NULL);
}
