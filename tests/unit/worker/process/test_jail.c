#include "unit/unit.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/capability.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "worker/process/jail.h"

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

TEST(computing_is_allowed)
{
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

TEST(threads_are_allowed)
{
	EXITS_WITH_0(start_thread);
}

static int
start_one_too_many(void)
{
	pthread_t thread;

	if (!jail_is_whole())
		return 0;
	if (start_thread() != 0)
		return 1;
	jail_end_threads();
	return pthread_create(&thread, NULL, nothing, NULL) != EAGAIN;
}

TEST(from_its_end_on_no_thread_can_be_started)
{
	EXITS_WITH_0(start_one_too_many);
}

static void *
start_another(void *argument)
{
	pthread_t thread;

	*(int *)argument = pthread_create(&thread, NULL, nothing, NULL);
	return NULL;
}

/* It waits with its own until the end of threads has come. */
static pthread_barrier_t ended;

static void *
start_late(void *argument)
{
	(void)pthread_barrier_wait(&ended);
	return start_another(argument);
}

static int
start_from_a_thread(void)
{
	pthread_t thread;
	int failed = 0;

	if (!jail_is_whole())
		return 0;
	(void)pthread_barrier_init(&ended, NULL, 2);
	if (pthread_create(&thread, NULL, start_late, &failed) != 0)
		return 1;
	jail_end_threads();
	(void)pthread_barrier_wait(&ended);
	return pthread_join(thread, NULL) != 0 || failed != EAGAIN;
}

TEST(nor_by_one_that_was_there_before)
{
	EXITS_WITH_0(start_from_a_thread);
}

/* CapInh, CapPrm, CapEff and so on, as the kernel shows them; the bounding set
 * only where whoever starts the test may make it smaller. */
static bool
has_a_capability(pid_t pid, bool bounded)
{
	char text[256];
	FILE *status;
	bool has_one = false;
	int lines = 0;

	(void)snprintf(text, sizeof(text), "/proc/%d/status", (int)pid);
	status = fopen(text, "re");
	assert_non_null(status);
	while (fgets(text, sizeof(text), status) != NULL) {
		if (strncmp(text, "Cap", 3) != 0 ||
			(!bounded && strncmp(text, "CapBnd", 6) == 0))
			continue;
		lines++;
		has_one |= strtoull(text + 7, NULL, 16) != 0;
	}
	(void)fclose(status);
	assert_true(lines >= 4);
	return has_one;
}

TEST(no_capability_of_root_is_left)
{
	bool bounded = prctl(PR_CAPBSET_READ, CAP_SETPCAP, 0, 0, 0) == 1 &&
		       geteuid() == 0;
	pid_t parent = getpid();
	int pair[2];
	char byte = 0;
	pid_t child;

	assert_int_equal(socketpair(AF_UNIX, SOCK_STREAM, 0, pair), 0);
	child = fork();
	if (child == 0) {
		jail_enter(parent, MEMORY_MB);
		(void)!write(pair[1], &byte, 1);
		(void)!read(pair[1], &byte, 1);
		_exit(0);
	}
	assert_int_equal(read(pair[0], &byte, 1), 1);
	assert_false(has_a_capability(child, bounded));
	assert_int_equal(write(pair[0], &byte, 1), 1);
	assert_int_equal(waitpid(child, NULL, 0), child);
	(void)close(pair[0]);
	(void)close(pair[1]);
}

#if defined(__x86_64__)
static unsigned long
canary(void)
{
	unsigned long value;

	__asm__ volatile("movq %%fs:0x28, %0" : "=r"(value));
	return value;
}

TEST(a_child_has_a_canary_of_its_own)
{
	unsigned long before = canary();
	pid_t child = fork();
	int status = 0;

	if (child == 0) {
		jail_renew_canary();
		_exit(canary() == before || (canary() & 0xff) != 0);
	}
	assert_int_equal(waitpid(child, &status, 0), child);
	assert_int_equal(status, 0);
}
#endif

static int
open_a_file(void)
{
	if (!jail_is_whole())
		return 0;
	return open("/etc/passwd", O_RDONLY) >= 0 || errno != EACCES;
}

TEST(files_are_refused_softly)
{
	EXITS_WITH_0(open_a_file);
}

static int
create_a_file(void)
{
	if (!jail_is_whole())
		return 0;
	return open("jail_test_file", O_WRONLY | O_CREAT, 0600) >= 0;
}

TEST(no_file_can_be_made)
{
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

TEST(a_process_is_deadly)
{
	is_killed_by_sigsys(fork_once);
}

static int
open_a_socket(void)
{
	return socket(AF_INET, SOCK_STREAM, 0) < 0;
}

TEST(a_socket_is_deadly)
{
	is_killed_by_sigsys(open_a_socket);
}

static pid_t test_program;

static int
kill_the_parent(void)
{
	return jail_is_whole() ? kill(test_program, SIGTERM) : 0;
}

TEST(a_signal_to_others_is_deadly)
{
	test_program = getpid();
	is_killed_by_sigsys(kill_the_parent);
}

static int
run_a_program(void)
{
	char *arguments[] = {(char[]){"true"}, NULL};

	return jail_is_whole() ? execv("/bin/true", arguments) : 0;
}

TEST(a_program_is_deadly)
{
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

TEST(memory_ends_at_its_cap)
{
	EXITS_WITH_0(take_too_much);
}

enum { LESS_CPU_SECONDS = 100 };

static int
look_at_cpu(void)
{
	struct rlimit cpu = {0, 0};

	return getrlimit(RLIMIT_CPU, &cpu) != 0 ||
	       cpu.rlim_max != LESS_CPU_SECONDS;
}

/* As ulimit -t of the shell that starts the server; in a child, for it could
 * not be raised again. */
TEST(a_lower_limit_of_whoever_starts_it_stays)
{
	pid_t child = fork();
	int status = 0;

	assert_true(child >= 0);
	if (child == 0) {
		struct rlimit less = {LESS_CPU_SECONDS, LESS_CPU_SECONDS};

		_exit(setrlimit(RLIMIT_CPU, &less) != 0 ||
			jailed(look_at_cpu) != 0);
	}
	assert_int_equal(waitpid(child, &status, 0), child);
	assert_true(WIFEXITED(status));
	assert_int_equal(WEXITSTATUS(status), 0);
}

static int
call_abort(void)
{
	(void)signal(SIGSEGV, SIG_DFL); /* cmocka's handler would report it */
	abort();
}

/* By SIGABRT where that is allowed, in the jail by SIGSEGV. */
TEST(abort_ends_the_process)
{
	int status = jailed(call_abort);

	assert_true(WIFSIGNALED(status));
	assert_int_not_equal(WTERMSIG(status), SIGSYS);
}

static int
abort_the_parent(void)
{
	if (!jail_is_whole())
		return 0;
	return tgkill(test_program, test_program, SIGABRT) == 0 ||
	       errno != EPERM;
}

TEST(a_signal_to_a_thread_of_others_is_refused)
{
	test_program = getpid();
	EXITS_WITH_0(abort_the_parent);
}

static int
look_at_a_file(void)
{
	struct stat status;

	if (!jail_is_whole())
		return 0;
	return stat("/etc/passwd", &status) == 0 || errno != EACCES;
}

TEST(whether_a_file_is_there_stays_unknown)
{
	EXITS_WITH_0(look_at_a_file);
}

static int
find_environment(void)
{
	return jail_is_whole() && getenv("PATH") != NULL;
}

TEST(the_environment_is_empty)
{
	assert_non_null(getenv("PATH"));
	EXITS_WITH_0(find_environment);
}

static int
take_a_namespace(void)
{
	if (!jail_is_whole())
		return 0;
	return (int)syscall(SYS_clone,
		CLONE_VM | CLONE_SIGHAND | CLONE_THREAD | CLONE_NEWNET, NULL,
		NULL, NULL, NULL);
}

TEST(a_thread_with_a_namespace_of_its_own_is_deadly)
{
	is_killed_by_sigsys(take_a_namespace);
}

/* As a kernel without filters would be: what remains are the limits. */
static int
open_without_filter(void)
{
	struct rlimit files = {0};

	if (!jail_is_whole())
		return 0;
	return getrlimit(RLIMIT_NOFILE, &files) != 0 || files.rlim_max > 4;
}

TEST(no_descriptor_beside_the_channel_can_be_had)
{
	EXITS_WITH_0(open_without_filter);
}

static int
build_filter(void **state)
{
	(void)state;
	return jail_build() ? 0 : -1;
}

TEST_GROUP(build_filter, NULL)
