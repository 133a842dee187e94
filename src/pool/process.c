#include "pool/process.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/pidfd.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "base/alloc.h"
#include "base/clock.h"

void
process_discard(pid_t pid)
{
	siginfo_t info;

	(void)kill(pid, SIGKILL);
	while (waitid(P_PID, (id_t)pid, &info, WEXITED) != 0 && errno == EINTR)
		;
}

bool
process_open(struct process *p, pid_t pid)
{
	p->pid = pid;
	p->pidfd = pidfd_open(pid, 0);
	if (p->pidfd >= 0)
		return true;
	process_discard(pid); /* out of descriptors */
	return false;
}

void
process_kill(const struct process *p)
{
	if (p->pidfd >= 0)
		(void)pidfd_send_signal(p->pidfd, SIGKILL, NULL, 0); /* dead */
}

void
process_signal_group(const struct process *p, int signal)
{
	if (p->pidfd >= 0)
		(void)kill(-p->pid, signal); /* it may be empty */
}

bool
process_group_is_gone(const struct process *p)
{
	siginfo_t info;
	int result;

	do {
		info.si_pid = 0;
		result = waitid(P_PGID, (id_t)p->pid, &info, WEXITED | WNOHANG);
	} while (info.si_pid != 0 || (result != 0 && errno == EINTR));
	return result != 0;
}

int64_t
process_cpu_us(const struct process *p)
{
	enum { NS_PER_US = 1000, US_PER_S = 1000000 };
	struct timespec spent;
	clockid_t clock;

	if (p->pidfd < 0 || clock_getcpuclockid(p->pid, &clock) != 0 ||
		clock_gettime(clock, &spent) != 0)
		return 0;
	return (int64_t)spent.tv_sec * US_PER_S + spent.tv_nsec / NS_PER_US;
}

bool
process_reap(struct process *p, struct process_exit *end)
{
	siginfo_t info = {0};
	struct rusage usage = {0};
	/* The C library's waitid leaves out what the kernel's tells last. */
	long result = syscall(SYS_waitid, P_PIDFD, (id_t)p->pidfd, &info,
		WEXITED | WNOHANG, &usage);

	if (result != 0 && errno == EINTR)
		return false;
	if (result == 0 && info.si_pid == 0)
		return false;
	/* ECHILD: somebody else has reaped it. It is gone all the same. */
	*end = (struct process_exit){0};
	if (result == 0)
		*end = (struct process_exit){
			info.si_code, info.si_status, (size_t)usage.ru_maxrss};
	process_close(p);
	return true;
}

bool
process_wait(struct process *p, int64_t until_ms)
{
	struct pollfd pollfd = {.fd = p->pidfd, .events = POLLIN};
	struct process_exit end;

	while (!process_reap(p, &end)) {
		int64_t left_ms = until_ms - clock_now_ms();

		if (left_ms <= 0)
			return false;
		(void)poll(&pollfd, 1, (int)left_ms); /* the loop asks again */
	}
	return true;
}

void
process_close(struct process *p)
{
	if (p->pidfd >= 0)
		(void)close(p->pidfd);
	p->pidfd = -1;
}

/* Of /proc/PID/statm: pages in all, then pages in memory. */
size_t
process_memory_kb(const struct process *p)
{
	char path[sizeof("/proc//statm") + 3 * sizeof(p->pid)];
	char text[128] = "";
	const char *at;
	ssize_t size;
	int fd;

	if (p->pidfd < 0)
		return 0;
	(void)snprintf(path, sizeof(path), "/proc/%d/statm", (int)p->pid);
	fd = open(path, O_RDONLY | O_CLOEXEC);
	if (fd < 0)
		return 0;
	size = read(fd, text, sizeof(text) - 1);
	(void)close(fd); /* nothing was written */
	if (size <= 0 || (at = strchr(text, ' ')) == NULL)
		return 0;
	return strtoul(at, NULL, 10) * (size_t)sysconf(_SC_PAGESIZE) / 1024;
}

enum {
	/*
	 * The kernel does not say whom it kills for memory: it takes large
	 * ones. At rest a child has some 40 MiB, most of them shared.
	 */
	OOM_LIKELY_KIB = 256 * 1024,
};

static const struct {
	int code;
	int status;
	enum outcome outcome;
} exits[] = {
	/* It went in peace but without the last word. */
	{CLD_EXITED, EXIT_SUCCESS, OUTCOME_GARBLED},
	/* libz3's own exit code, and ours. */
	{CLD_EXITED, EXIT_NO_MEMORY, OUTCOME_MEMORY},
	{CLD_KILLED, SIGKILL, OUTCOME_KILLED},
	{CLD_KILLED, SIGSYS, OUTCOME_JAIL},
	{CLD_KILLED, SIGXCPU, OUTCOME_TIMEOUT},
	/* No fault of a program ends in these: somebody has sent them, as those
	 * do who keep a machine from running out of memory. */
	{CLD_KILLED, SIGTERM, OUTCOME_KILLED},
	{CLD_KILLED, SIGHUP, OUTCOME_KILLED},
	{CLD_KILLED, SIGINT, OUTCOME_KILLED},
	{CLD_KILLED, SIGQUIT, OUTCOME_KILLED},
};

enum outcome
exit_outcome(const struct process_exit *end)
{
	int code = end->code == CLD_DUMPED ? CLD_KILLED : end->code;

	for (size_t i = 0; i < sizeof(exits) / sizeof(exits[0]); i++) {
		if (exits[i].code != code || exits[i].status != end->status)
			continue;
		return exits[i].status == SIGKILL &&
				       end->peak_kb >= OOM_LIKELY_KIB
			       ? OUTCOME_MEMORY
			       : exits[i].outcome;
	}
	return OUTCOME_CRASH;
}
