#include "pool/spawn.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/alloc.h"
#include "wire/fork_request.h"

/* Of a launcher; and of "satchel-worker --job --memory-mb N" after it. */
enum { NUMBER_SIZE = 16, KEPT_MAX = 8, LAUNCH_WORDS = 60, JOB_WORDS = 4 };

/* What a worker needs of our environment: to find libz3 where we would, and
 * what the sanitizers and gcov of a test build are told. */
static const char *const kept[] = {
	"LD_LIBRARY_PATH=",
	"ASAN_OPTIONS=",
	"UBSAN_OPTIONS=",
	"GCOV_PREFIX=",
	"GCOV_PREFIX_STRIP=",
	/* For another solver. */
	"PATH=",
};

static_assert(sizeof(kept) / sizeof(kept[0]) < KEPT_MAX, "room for a NULL");

static void
copy_environment(char *environment[KEPT_MAX])
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

/*
 * Of a worker FORK_REQUEST_FD first: our end may be any number. stdin and
 * stdout are the client's and no worker's; a launcher talks through them. What
 * a host left open to us ends here, too. Only memory may lack for this.
 */
static int
set_files(posix_spawn_file_actions_t *files, bool is_worker, int fd)
{
	int first = is_worker ? FORK_REQUEST_FD : STDIN_FILENO;
	int last = is_worker ? FORK_REQUEST_FD : STDERR_FILENO;
	int failed = posix_spawn_file_actions_adddup2(files, fd, first);

	if (is_worker)
		failed |= posix_spawn_file_actions_addopen(files, STDIN_FILENO,
				  "/dev/null", O_RDONLY, 0) |
			  posix_spawn_file_actions_addopen(files, STDOUT_FILENO,
				  "/dev/null", O_WRONLY, 0);
	else
		failed |= posix_spawn_file_actions_adddup2(
			files, fd, STDOUT_FILENO);
	return failed |
	       posix_spawn_file_actions_addclosefrom_np(files, last + 1);
}

static int
set_attributes(posix_spawnattr_t *attributes)
{
	sigset_t none;
	sigset_t all;

	(void)sigemptyset(&none);
	(void)sigfillset(&all);
	return posix_spawnattr_setflags(attributes,
		       POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGDEF |
			       POSIX_SPAWN_SETSIGMASK) |
	       posix_spawnattr_setpgroup(attributes, 0) |
	       posix_spawnattr_setsigdefault(attributes, &all) |
	       posix_spawnattr_setsigmask(attributes, &none);
}

/* A worker has the stack, and what it needs of our environment. */
static int
start_program(bool is_worker, pid_t *pid, char *const arguments[],
	const posix_spawn_file_actions_t *files,
	const posix_spawnattr_t *attributes)
{
	char *environment[KEPT_MAX];
	struct rlimit own;
	struct rlimit raised;
	int failed;

	if (!is_worker)
		return posix_spawnp(pid, arguments[0], files, attributes,
			arguments, environ);
	copy_environment(environment);
	failed = getrlimit(RLIMIT_STACK, &own);
	assert(failed == 0);
	raised = own;
	raised.rlim_cur =
		own.rlim_max < WORKER_STACK ? own.rlim_max : WORKER_STACK;
	/* The limit cannot be given to posix_spawn, so it is ours for a
	 * moment; without it only less depth is possible. */
	(void)setrlimit(RLIMIT_STACK, &raised);
	failed = posix_spawn(
		pid, arguments[0], files, attributes, arguments, environment);
	(void)setrlimit(RLIMIT_STACK, &own);
	return failed;
}

/* What is made ready can lack memory only. */
static int
spawn(bool is_worker, char *const arguments[], int fd, pid_t *pid)
{
	posix_spawn_file_actions_t files;
	posix_spawnattr_t attributes;
	int failed = posix_spawn_file_actions_init(&files);

	if (failed != 0 || (failed = posix_spawnattr_init(&attributes)) != 0)
		return failed; /* in glibc neither has anything to free */
	failed = set_files(&files, is_worker, fd) | set_attributes(&attributes);
	if (failed == 0)
		failed = start_program(
			is_worker, pid, arguments, &files, &attributes);
	(void)posix_spawnattr_destroy(&attributes);
	(void)posix_spawn_file_actions_destroy(&files);
	return failed;
}

/* With a socket of that type between it and us. */
static bool
spawn_connected(bool is_worker, char *const arguments[], int type,
	struct spawned *spawned, struct err *e)
{
	int pair[2];
	int error;

	if (socketpair(AF_UNIX, type | SOCK_CLOEXEC, 0, pair) != 0)
		return err_set(e, ERR_WORKER, "%s", NO_DESCRIPTOR);
	error = spawn(is_worker, arguments, pair[1], &spawned->pid);
	(void)close(pair[1]);
	if (error == 0) {
		spawned->fd = pair[0];
		return true;
	}
	(void)close(pair[0]);
	if (is_worker && (error == ENOENT || error == ENOTDIR))
		return err_set(
			e, ERR_WORKER, "the worker program was not found");
	if (is_worker && (error == EACCES || error == ENOEXEC))
		return err_set(e, ERR_WORKER,
			"the worker program is not an executable file");
	return err_set(e, ERR_WORKER, "the %s %.80s cannot be started: %s",
		is_worker ? "worker" : "launcher",
		is_worker ? "program" : arguments[0], strerrordesc_np(error));
}

bool
spawn_forkserver(
	const char *path, int memory_mb, struct spawned *spawned, struct err *e)
{
	char memory[NUMBER_SIZE];
	char parent[NUMBER_SIZE];
	/* posix_spawn promises not to change them. */
	const char *const arguments[] = {path, "--forkserver", "--memory-mb",
		memory, "--parent", parent, NULL};

	(void)snprintf(memory, sizeof(memory), "%d", memory_mb);
	(void)snprintf(parent, sizeof(parent), "%d", (int)getpid());
	return spawn_connected(true, (char *const *)(uintptr_t)arguments,
		SOCK_SEQPACKET, spawned, e);
}

static const char blanks[] = " \t\n";

/* Points into `words`, which it cuts; the number of them, `most` at most. */
static size_t
split_words(char *words, size_t most, char *arguments[])
{
	size_t count = 0;
	char *rest;

	for (char *word = strtok_r(words, blanks, &rest);
		word != NULL && count < most;
		word = strtok_r(NULL, blanks, &rest))
		arguments[count++] = word;
	return count;
}

bool
launcher_check(const char *command, struct err *e)
{
	DROP(text) char *words = text_copy(command);
	char *arguments[LAUNCH_WORDS];
	size_t count = split_words(words, LAUNCH_WORDS, arguments);

	if (count > 0 && count < LAUNCH_WORDS)
		return true;
	return err_set(e, ERR_ARGUMENT,
		"the command has from 1 to %d words, such as \"ssh HOST\" or "
		"\"srun --unbuffered --ntasks=1\" to start jobs, or \"cvc5 "
		"--lang smt2\" to confirm answers",
		LAUNCH_WORDS - 1);
}

bool
spawn_launcher(const char *command, int memory_mb, struct spawned *spawned,
	struct err *e)
{
	DROP(text)
	char *words = text_format(
		"%s satchel-worker --job --memory-mb %d", command, memory_mb);
	char *arguments[LAUNCH_WORDS + JOB_WORDS + 1] = {NULL};

	(void)split_words(words, LAUNCH_WORDS + JOB_WORDS, arguments);
	return spawn_connected(false, arguments, SOCK_STREAM, spawned, e);
}

/* --- another solver ------------------------------------------------------- */

/* By its name, or the words themselves. */
static const char *
find_command(const char *command)
{
	static const struct {
		const char *name;
		const char *command;
	} known[] = {
#define SECOND_SOLVER(name, command) {name, command},
#include "wire/second_solvers.def"
#undef SECOND_SOLVER
	};

	if (command == NULL)
		return known[0].command;
	for (size_t i = 0; i < sizeof(known) / sizeof(known[0]); i++) {
		if (strcmp(known[i].name, command) == 0)
			return known[i].command;
	}
	return command;
}

char *
second_solver_name(const char *command)
{
	const char *words = find_command(command);
	const char *start = words + strspn(words, blanks);
	size_t size = strcspn(start, blanks);
	const char *slash = memrchr(start, '/', size);

	if (slash == NULL)
		return text_copy_n(start, size);
	return text_copy_n(slash + 1, (size_t)(start + size - slash) - 1);
}

bool
spawn_second_solver(const char *path, int memory_mb, const char *command,
	struct spawned *spawned, struct err *e)
{
	enum { BEFORE = 5 };
	DROP(text) char *words = text_copy(find_command(command));
	char memory[NUMBER_SIZE];
	/* posix_spawn promises not to change them. */
	const char *arguments[BEFORE + LAUNCH_WORDS + 1] = {
		path, "--confirm", "--memory-mb", memory, "--"};
	char *const *all = (char *const *)(uintptr_t)arguments;

	(void)snprintf(memory, sizeof(memory), "%d", memory_mb);
	(void)split_words(
		words, LAUNCH_WORDS, (char **)(uintptr_t)&arguments[BEFORE]);
	return spawn_connected(true, all, SOCK_STREAM, spawned, e);
}

/* --- where the worker program is ----------------------------------------- */

bool
worker_path_program(const char *program, const char *name,
	const char *configured, char path[PATH_MAX])
{
	const char *slash = strrchr(program, '/');
	int folder = slash != NULL ? (int)(slash - program) + 1 : 0;
	DROP(text) char *beside = text_format("%.*s%s", folder, program, name);
	DROP(text)
	char *nested =
		text_format("%.*s../libexec/satchel/%s", folder, program, name);
	const char *const candidates[] = {beside, nested, configured};
	struct stat status;

	for (size_t i = 0; i < sizeof(candidates) / sizeof(*candidates); i++) {
		const char *one = candidates[i];

		if (one == NULL || strlen(one) >= PATH_MAX ||
			stat(one, &status) != 0 || !S_ISREG(status.st_mode) ||
			access(one, X_OK) != 0)
			continue;
		(void)snprintf(path, PATH_MAX, "%s", one);
		return true;
	}
	return false;
}

bool
spawn_find_program(const char *name, const char *variable, char path[PATH_MAX])
{
	char program[PATH_MAX] = "";

	if (readlink("/proc/self/exe", program, PATH_MAX - 1) < 0)
		program[0] = '\0'; /* the folder at hand, then */
	return worker_path_program(
		program, name, secure_getenv(variable), path);
}
