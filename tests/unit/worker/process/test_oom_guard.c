#include "unit/unit.h"

#include <assert.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/alloc.h"
#include "base/limits.h"
#include "wire/fork_request.h"
#include "worker/base/context.h"
#include "worker/process/fork_loop.h"
#include "worker/process/jail.h"

enum { MEMORY_MB = 256, STACK_MB = 1024 };

/* Uses up the stack. */
static int // NOLINTNEXTLINE(misc-no-recursion)
descend(const volatile char *above)
{
	volatile char here[KIB];

	here[0] = above[0];
	return here[0] == 0 ? 0 : descend(here) + here[0];
}

static void
need_more_stack_than_there_is(void)
{
	volatile char top = 1;

	exit(descend(&top));
}

static void
fault(void)
{
	char *forbidden =
		mmap(NULL, KIB, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

	forbidden[0] = 1;
}

/* abort, as the jail has it. */
static void
abort_with_little_left(void)
{
	for (size_t size = 64 * MIB; size >= MIB; size /= 2) {
		char *block;

		while ((block = malloc(size)) != NULL)
			block[0] = 1;
	}
	fault();
}

/* A sanitizer minds limits of memory, and has handlers of its own. */
static bool
is_watched(void)
{
	return jail_is_whole();
}

/* How a process ends that does this under a limit of memory. */
static int
ending_of(void (*deed)(void))
{
	pid_t pid = fork();
	int status;

	if (pid == 0) {
		struct rlimit memory = {MEMORY_MB * MIB, MEMORY_MB * MIB};
		struct rlimit stack = {STACK_MB * MIB, STACK_MB * MIB};

		fault_guard_watch(MEMORY_MB);
		(void)setrlimit(RLIMIT_STACK, &stack);
		(void)setrlimit(RLIMIT_AS, &memory);
		deed();
		_exit(EXIT_SUCCESS);
	}
	assert_int_equal(waitpid(pid, &status, 0), pid);
	return status;
}

static bool
ended_for_memory(int status)
{
	return WIFEXITED(status) && WEXITSTATUS(status) == EXIT_NO_MEMORY;
}

TEST(a_stack_that_cannot_grow_is_a_want_of_memory)
{
	if (!is_watched())
		return;
	assert_true(ended_for_memory(ending_of(need_more_stack_than_there_is)));
}

TEST(so_is_a_fault_when_little_is_left)
{
	if (!is_watched())
		return;
	assert_true(ended_for_memory(ending_of(abort_with_little_left)));
}

static bool
ended_by_own_fault(int status)
{
	return WIFEXITED(status) && WEXITSTATUS(status) == EXIT_OWN_FAULT;
}

TEST(a_fault_of_this_program_with_memory_left_is_its_own)
{
	if (!is_watched())
		return;
	assert_true(ended_by_own_fault(ending_of(fault)));
}

static void
break_an_assert(void)
{
	assert(getpid() < 0);
}

TEST(so_is_an_assert_that_does_not_hold)
{
	assert_true(ended_by_own_fault(ending_of(break_an_assert)));
}

static void
give_libz3_no_term(void)
{
	(void)Z3_mk_not(context_new(), NULL);
}

static void
give_libz3_no_second_term(void)
{
	Z3_context c = context_new();
	Z3_ast terms[] = {Z3_mk_true(c), NULL};

	(void)Z3_mk_and(c, 2, terms);
}

TEST(so_is_a_term_that_libz3_is_given_and_that_is_not_there)
{
	assert_true(ended_by_own_fault(ending_of(give_libz3_no_term)));
	assert_true(ended_by_own_fault(ending_of(give_libz3_no_second_term)));
}

static void
fault_in_libc(void)
{
	size_t (*volatile length)(const char *) = strlen;

	exit((int)length(mmap(
		NULL, KIB, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)));
}

TEST(a_fault_in_a_library_is_not)
{
	int status;

	if (!is_watched())
		return;
	status = ending_of(fault_in_libc);
	assert_true(WIFSIGNALED(status));
	assert_int_equal(WTERMSIG(status), SIGSEGV);
}
