#include "pool/spawn.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/auxv.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/limits.h"
#include "wire/fork_request.h"

#define WORKER_STACK ((rlim_t)1024 * MIB)

enum { NUMBER_SIZE = 16, KEPT_MAX = 8 };

/* What a worker needs of our environment: to find libz3 where we would, and
 * what the sanitizers and gcov of a test build are told. */
static const char *const kept[] = {
	"LD_LIBRARY_PATH=",
	"ASAN_OPTIONS=",
	"UBSAN_OPTIONS=",
	"GCOV_PREFIX=",
	"GCOV_PREFIX_STRIP=",
};

static_assert(sizeof(kept) / sizeof(kept[0]) < KEPT_MAX, "room for a NULL");

static void
keep_environment(char *environment[KEPT_MAX])
{
	size_t count = 0;

	for (char **e = environ; e != NULL && *e != NULL; e++) {
		for (size_t i = 0; i < sizeof(kept) / sizeof(kept[0]); i++) {
			if (strncmp(*e, kept[i], strlen(kept[i])) == 0 &&
				count < KEPT_MAX - 1)
				environment[count++] = *e;
		}
	}
	environment[count] = NULL;
}

/* The limit cannot be given to posix_spawn, so it is ours for a moment. */
static void
raise_stack(struct rlimit *before)
{
	int failed = getrlimit(RLIMIT_STACK, before);
	struct rlimit raised = *before;

	assert(failed == 0);
	(void)failed;
	raised.rlim_cur = WORKER_STACK;
	if (raised.rlim_max < WORKER_STACK)
		raised.rlim_cur = raised.rlim_max;
	(void)setrlimit(RLIMIT_STACK, &raised); /* less depth, else the same */
}

/*
 * FORK_REQUEST_FD first: our end may be any number. stdin and stdout are the
 * client's and no worker's. What a host left open to us ends here, too.
 */
static int
set_files(posix_spawn_file_actions_t *files, int fd)
{
	int failed =
		posix_spawn_file_actions_adddup2(files, fd, FORK_REQUEST_FD);

	if (failed == 0)
		failed = posix_spawn_file_actions_addopen(
			files, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
	if (failed == 0)
		failed = posix_spawn_file_actions_addopen(
			files, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
	if (failed == 0)
		failed = posix_spawn_file_actions_addclosefrom_np(
			files, FORK_REQUEST_FD + 1);
	return failed;
}

static int
set_attributes(posix_spawnattr_t *attributes)
{
	sigset_t none;
	sigset_t all;
	int failed;

	(void)sigemptyset(&none);
	(void)sigfillset(&all);
	failed = posix_spawnattr_setflags(
		attributes, POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGDEF |
				    POSIX_SPAWN_SETSIGMASK);
	if (failed == 0)
		failed = posix_spawnattr_setpgroup(attributes, 0);
	if (failed == 0)
		failed = posix_spawnattr_setsigdefault(attributes, &all);
	if (failed == 0)
		failed = posix_spawnattr_setsigmask(attributes, &none);
	return failed;
}

static int
spawn(const char *path, char *const arguments[], int fd, pid_t *pid)
{
	posix_spawn_file_actions_t files;
	posix_spawnattr_t attributes;
	struct rlimit before = {0};
	int failed;

	if ((failed = posix_spawn_file_actions_init(&files)) != 0)
		return failed;
	if ((failed = posix_spawnattr_init(&attributes)) != 0) {
		(void)posix_spawn_file_actions_destroy(&files);
		return failed;
	}
	failed = set_files(&files, fd);
	if (failed == 0)
		failed = set_attributes(&attributes);
	if (failed == 0) {
		char *environment[KEPT_MAX];

		keep_environment(environment);
		raise_stack(&before);
		failed = posix_spawn(
			pid, path, &files, &attributes, arguments, environment);
		(void)setrlimit(RLIMIT_STACK, &before); /* it was ours */
	}
	(void)posix_spawnattr_destroy(&attributes);
	(void)posix_spawn_file_actions_destroy(&files);
	return failed;
}

static bool
say_why(int error, struct err *e)
{
	if (error == ENOENT || error == ENOTDIR)
		return err_set(
			e, ERR_WORKER, "the worker program was not found");
	if (error == EACCES || error == ENOEXEC)
		return err_set(e, ERR_WORKER,
			"the worker program is no file that may be executed");
	return err_set(e, ERR_WORKER,
		"the worker program cannot be started: %s",
		strerrordesc_np(error));
}

bool
spawn_forkserver(
	const char *path, int memory_mb, struct spawned *spawned, struct err *e)
{
	char memory[NUMBER_SIZE];
	char parent[NUMBER_SIZE];
	/* posix_spawn promises not to change them. */
	const char *const arguments[] = {path, "--nursery", "--memory-mb",
		memory, "--parent", parent, NULL};
	int pair[2];
	int error;

	(void)snprintf(memory, sizeof(memory), "%d", memory_mb);
	(void)snprintf(parent, sizeof(parent), "%d", (int)getpid());
	if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, pair) != 0)
		return say_why(errno, e);
	error = spawn(path, (char *const *)(uintptr_t)arguments, pair[1],
		&spawned->pid);
	(void)close(pair[1]);
	if (error != 0) {
		(void)close(pair[0]);
		return say_why(error, e);
	}
	spawned->fd = pair[0];
	return true;
}

/* --- where the worker program is ----------------------------------------- */

#define WORKER "satchel-worker"

static bool
is_program(const char *path)
{
	struct stat status;

	return stat(path, &status) == 0 && S_ISREG(status.st_mode) &&
	       access(path, X_OK) == 0;
}

/* Copies folder and name to `path` if that is a program. */
static bool
find_in(const char *folder, size_t folder_size, const char *name,
	char path[PATH_MAX])
{
	char candidate[PATH_MAX];
	int size = snprintf(candidate, sizeof(candidate), "%.*s%s",
		(int)folder_size, folder, name);

	if (size < 0 || (size_t)size >= sizeof(candidate) ||
		!is_program(candidate))
		return false;
	memcpy(path, candidate, (size_t)size + 1);
	return true;
}

bool
worker_path_worker(
	const char *program, const char *configured, char path[PATH_MAX])
{
	const char *slash = strrchr(program, '/');
	size_t folder = slash != NULL ? (size_t)(slash - program) + 1 : 0;

	return find_in(program, folder, WORKER, path) ||
	       find_in(program, folder, "../libexec/satchel/" WORKER, path) ||
	       (configured != NULL && find_in("", 0, configured, path));
}

/*
 * Without /proc: as whoever started it named it, by way of links. The kernel
 * keeps that, unlike argv[0], which is for show.
 */
void
worker_path_started(char path[PATH_MAX])
{
	/* The kernel's numbers for addresses are unsigned long. */
	const char *name = (const char *)getauxval(AT_EXECFN);

	if (name == NULL || realpath(name, path) == NULL)
		path[0] = '\0'; /* the folder at hand, then */
}

bool
spawn_find_worker(char path[PATH_MAX])
{
	char program[PATH_MAX] = "";

	if (readlink("/proc/self/exe", program, PATH_MAX - 1) < 0)
		worker_path_started(program);
	return worker_path_worker(
		program, secure_getenv("SATCHEL_WORKER"), path);
}
