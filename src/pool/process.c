#include "pool/process.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/pidfd.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "base/alloc.h"
#include "base/clock.h"
#include "wire/fork_request.h"

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
	DROP(text) char *path = text_format("/proc/%d/statm", (int)p->pid);
	FILE *file = p->pidfd >= 0 ? fopen(path, "re") : NULL;
	size_t pages = 0;

	if (file == NULL)
		return 0;
	if (fscanf(file, "%*u %zu", &pages) != 1)
		pages = 0;
	(void)fclose(file); /* nothing was written */
	return pages * (size_t)sysconf(_SC_PAGESIZE) / 1024;
}

enum {
	/*
	 * The kernel does not say whom it kills for memory: it takes large
	 * ones. At rest a child has some 40 MiB, most of them shared.
	 */
	OOM_LIKELY_KIB = 256 * 1024,
};

enum outcome
exit_outcome(const struct process_exit *end)
{
	/* It went in peace but without the last word. */
	if (end->code == CLD_EXITED && end->status == EXIT_SUCCESS)
		return OUTCOME_GARBLED;
	/* libz3's own exit code, and ours. */
	if (end->code == CLD_EXITED && end->status == EXIT_NO_MEMORY)
		return OUTCOME_MEMORY;
	if (end->code == CLD_EXITED && end->status == EXIT_OWN_FAULT)
		return OUTCOME_FAULT;
	if (end->code != CLD_KILLED && end->code != CLD_DUMPED)
		return OUTCOME_CRASH;
	switch (end->status) {
	case SIGKILL:
		return end->peak_kb >= OOM_LIKELY_KIB ? OUTCOME_MEMORY
						      : OUTCOME_KILLED;
	/* No fault of a program ends in these: somebody has sent them, as those
	 * do who keep a machine from running out of memory. */
	case SIGTERM:
	case SIGHUP:
	case SIGINT:
	case SIGQUIT:
		return OUTCOME_KILLED;
	case SIGSYS:
		return OUTCOME_JAIL;
	case SIGXCPU:
		return OUTCOME_TIMEOUT;
	default:
		return OUTCOME_CRASH;
	}
}
