#include "worker/process/oom_guard.h"

#include <signal.h>
#include <stddef.h>
#include <sys/mman.h>
#include <unistd.h>

#include "base/alloc.h"
#include "base/limits.h"

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
