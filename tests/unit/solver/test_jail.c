/* clang-format off */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>
/* clang-format on */

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "solver/jail.h"

enum { MEMORY_MB = 512 };

/* Runs the act in a jailed child and returns its wait status. */
static int
jailed(int (*act)(void))
{
	pid_t parent = getpid();
	pid_t child = fork();
	int status = 0;

	assert_true(child >= 0);
	if (child == 0) {
		jail_enter(parent, MEMORY_MB);
		_exit(act());
	}
	assert_int_equal(waitpid(child, &status, 0), child);
	return status;
}

#define EXITS_WITH_0(act) \
	do { \
		int status_ = jailed(act); \
		assert_true(WIFEXITED(status_)); \
		assert_int_equal(WEXITSTATUS(status_), 0); \
	} while (0)

/* Builds with sanitizers have no filter; there the act is merely run. */
static void
is_killed_by_sigsys(int (*act)(void))
{
	int status = jailed(act);

	if (!jail_is_whole())
		return;
	assert_true(WIFSIGNALED(status));
	assert_int_equal(WTERMSIG(status), SIGSYS);
}

static int
compute(void)
{
	char *memory = malloc(1 << 20);

	memset(memory, 1, 1 << 20);
	free(memory);
	return 0;
}

static void
computing_is_allowed(void **state)
{
	(void)state;
	EXITS_WITH_0(compute);
}

static void *
nothing(void *argument)
{
	return argument;
}

static int
start_thread(void)
{
	pthread_t thread;

	return pthread_create(&thread, NULL, nothing, NULL) != 0 ||
	       pthread_join(thread, NULL) != 0;
}

static void
threads_are_allowed(void **state)
{
	(void)state;
	EXITS_WITH_0(start_thread);
}

static int
open_a_file(void)
{
	if (!jail_is_whole())
		return 0;
	return open("/etc/passwd", O_RDONLY) >= 0 || errno != EACCES;
}

static void
files_are_refused_softly(void **state)
{
	(void)state;
	EXITS_WITH_0(open_a_file);
}

static int
create_a_file(void)
{
	if (!jail_is_whole())
		return 0;
	return open("jail_test_file", O_WRONLY | O_CREAT, 0600) >= 0;
}

static void
no_file_can_be_made(void **state)
{
	(void)state;
	EXITS_WITH_0(create_a_file);
	assert_int_not_equal(access("jail_test_file", F_OK), 0);
}

static int
fork_once(void)
{
	pid_t child = fork();

	if (child == 0)
		_exit(0);
	return 0;
}

static void
a_process_is_deadly(void **state)
{
	(void)state;
	is_killed_by_sigsys(fork_once);
}

static int
open_a_socket(void)
{
	return socket(AF_INET, SOCK_STREAM, 0) < 0;
}

static void
a_socket_is_deadly(void **state)
{
	(void)state;
	is_killed_by_sigsys(open_a_socket);
}

static int
kill_the_parent(void)
{
	return jail_is_whole() ? kill(getppid(), SIGTERM) : 0;
}

static void
a_signal_to_others_is_deadly(void **state)
{
	(void)state;
	is_killed_by_sigsys(kill_the_parent);
}

static int
run_a_program(void)
{
	char *arguments[] = {(char[]){"true"}, NULL};

	return jail_is_whole() ? execv("/bin/true", arguments) : 0;
}

static void
a_program_is_deadly(void **state)
{
	(void)state;
	is_killed_by_sigsys(run_a_program);
}

static int
take_too_much(void)
{
	void *memory;

	if (!jail_is_whole())
		return 0;
	memory = mmap(NULL, (size_t)(MEMORY_MB + 1) << 20,
		PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	return memory != MAP_FAILED;
}

static void
memory_ends_at_its_cap(void **state)
{
	(void)state;
	EXITS_WITH_0(take_too_much);
}

static int
call_abort(void)
{
	abort();
}

static void
abort_ends_in_sigabrt(void **state)
{
	int status = jailed(call_abort);

	(void)state;
	assert_true(WIFSIGNALED(status));
	assert_int_equal(WTERMSIG(status), SIGABRT);
}

static int
build_filter(void **state)
{
	(void)state;
	return jail_build() ? 0 : -1;
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(computing_is_allowed),
		cmocka_unit_test(threads_are_allowed),
		cmocka_unit_test(files_are_refused_softly),
		cmocka_unit_test(no_file_can_be_made),
		cmocka_unit_test(a_process_is_deadly),
		cmocka_unit_test(a_socket_is_deadly),
		cmocka_unit_test(a_signal_to_others_is_deadly),
		cmocka_unit_test(a_program_is_deadly),
		cmocka_unit_test(memory_ends_at_its_cap),
		cmocka_unit_test(abort_ends_in_sigabrt),
	};

	return cmocka_run_group_tests(tests, build_filter, NULL);
}
