#include "pool/forkserver.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/alloc.h"
#include "base/clock.h"
#include "base/limits.h"
#include "base/loop.h"
#include "pool/process.h"
#include "wire/fork_request.h"

enum {
	/* Between two looks whether what it left has died. */
	REAP_MS = 5,
	/* What the dynamic loader exits with when a library is missing. */
	EXIT_NOT_LOADED = 127,
};

enum state {
	FORKSERVER_ABSENT,
	FORKSERVER_STARTING,
	FORKSERVER_UP,
	FORKSERVER_ENDING, /* killed, or found dead */
};

struct forkserver {
	struct loop *loop;
	struct forkserver_options options;
	enum state state;
	bool came_up; /* has said HELLO since it was started */
	struct process process;
	int fd; /* -1 when it is not listened to */
	struct watch *fd_watch;
	struct watch *process_watch;
	struct timer *timer; /* its timeout; the next look at its group */
	unsigned ordered;
	char *why; /* it cannot work; NULL: nothing is known against it */
	char *z3_version;
	bool has_seccomp;
	forkserver_on_event *on_event;
	void *argument;
};

struct forkserver *
forkserver_new(struct loop *l, const struct forkserver_options *options,
	forkserver_on_event *on_event, void *argument)
{
	struct forkserver *n = mem_new(sizeof(*n));

	n->loop = l;
	n->options = *options;
	n->options.worker_path = text_copy(
		options->worker_path != NULL ? options->worker_path : "");
	n->process.pidfd = -1;
	n->fd = -1;
	n->has_seccomp = true;
	n->on_event = on_event;
	n->argument = argument;
	return n;
}

static void
notify(struct forkserver *n, struct forkserver_event event)
{
	n->on_event(&event, n->argument);
}

/* --- its end ------------------------------------------------------------- */

static void
stop_timer(struct forkserver *n)
{
	timer_free(n->timer);
	n->timer = NULL;
}

/* Nothing that it says counts any more; its death will be noticed. `why`, if
 * that is known, is its own now. */
static void
shut_down(struct forkserver *n, char *why)
{
	if (why != NULL) {
		free(n->why);
		n->why = why;
	}
	n->state = FORKSERVER_ENDING;
	n->ordered = 0;
	stop_timer(n);
	watch_free(n->fd_watch);
	n->fd_watch = NULL;
	if (n->fd >= 0)
		(void)close(n->fd);
	n->fd = -1;
	process_kill(&n->process);
}

static void
reap_group(void *argument)
{
	struct forkserver *n = argument;
	DROP(text) char *why = NULL;

	n->timer = NULL;
	if (!process_group_is_gone(&n->process)) {
		n->timer = loop_at(
			n->loop, clock_now_ms() + REAP_MS, reap_group, n);
		return;
	}
	n->state = FORKSERVER_ABSENT;
	why = TAKE(n->why);
	notify(n, (struct forkserver_event){
			  .kind = FORKSERVER_HAS_ENDED, .why = why});
}

static void on_packet(int fd, short events, void *argument);

/* Its last packets may hold children, who live on without it. */
static void
on_exit_of_process(int fd, short events, void *argument)
{
	struct forkserver *n = argument;
	struct process_exit end;

	(void)fd;
	(void)events;
	if (n->fd >= 0)
		on_packet(n->fd, POLLIN, n);
	process_signal_group(&n->process, SIGKILL);
	if (!process_reap(&n->process, &end))
		return;
	watch_free(n->process_watch);
	n->process_watch = NULL;
	shut_down(n, NULL);
	if (!n->came_up && n->why == NULL && end.code == CLD_EXITED &&
		end.status == EXIT_NOT_LOADED)
		n->why = text_copy("libz3 could not be loaded, or another "
				   "library that the worker needs");
	reap_group(n);
}

static void
on_timeout(void *argument)
{
	struct forkserver *n = argument;
	char *why = NULL;

	n->timer = NULL;
	if (n->state == FORKSERVER_STARTING)
		why = text_format("the worker did not come up within %d ms",
			n->options.timeout_ms);
	shut_down(n, why);
}

static void
restart_timer(struct forkserver *n)
{
	stop_timer(n);
	n->timer = loop_at(
		n->loop, clock_now_ms() + n->options.timeout_ms, on_timeout, n);
}

/* --- what it says -------------------------------------------------------- */

/* A packet of each kind. False: it makes no sense now. */
static bool
on_hello(struct forkserver *n, const struct fork_request_packet *packet)
{
	if (n->state != FORKSERVER_STARTING)
		return false;
	free(n->z3_version);
	n->z3_version = text_copy(packet->text);
	n->has_seccomp = packet->has_seccomp;
	if (!packet->version_fits) {
		shut_down(
			n, text_format("libz3 is version %s but the worker was "
				       "built for another one",
				   n->z3_version));
		return true;
	}
	n->state = FORKSERVER_UP;
	n->came_up = true;
	stop_timer(n);
	notify(n, (struct forkserver_event){.kind = FORKSERVER_IS_UP});
	return true;
}

static void
count_delivery(struct forkserver *n)
{
	n->ordered--;
	if (n->ordered > 0)
		restart_timer(n);
	else
		stop_timer(n);
}

static bool
on_child(struct forkserver *n, const struct fork_request_packet *packet)
{
	if (n->state != FORKSERVER_UP || n->ordered == 0) {
		if (packet->fd >= 0)
			(void)close(packet->fd);
		return false;
	}
	count_delivery(n);
	if (packet->fd < 0) {
		process_discard(packet->pid);
		notify(n, (struct forkserver_event){.kind = FORKSERVER_CANNOT,
				  .why = NO_DESCRIPTOR});
		return true;
	}
	/* It may have died, which its owner will notice. */
	(void)setpgid(packet->pid, packet->pid);
	notify(n, (struct forkserver_event){.kind = FORKSERVER_FORKED,
			  .pid = packet->pid,
			  .fd = packet->fd});
	return true;
}

static bool
on_fork_failure(struct forkserver *n, const struct fork_request_packet *packet)
{
	if (n->state == FORKSERVER_STARTING) {
		shut_down(n, text_format("the worker cannot come up: %s",
				     packet->text));
		return true;
	}
	if (n->state != FORKSERVER_UP || n->ordered == 0)
		return false;
	count_delivery(n);
	notify(n, (struct forkserver_event){
			  .kind = FORKSERVER_CANNOT, .why = packet->text});
	return true;
}

static bool
dispatch(struct forkserver *n, const struct fork_request_packet *packet)
{
	switch (packet->said) {
	case FORK_REQUEST_HELLO:
		return on_hello(n, packet);
	case FORK_REQUEST_CHILD:
		return on_child(n, packet);
	case FORK_REQUEST_FAILED:
		return on_fork_failure(n, packet);
	}
	return false;
}

/* One packet. False: there is none, or nothing counts any more. */
static bool
receive_packet(struct forkserver *n)
{
	struct fork_request_packet packet;
	int got = fork_request_receive(n->fd, &packet);

	if (got == 0)
		return false;
	if (got < 0 || !dispatch(n, &packet))
		shut_down(n, NULL);
	return n->fd >= 0;
}

static void
on_packet(int fd, short events, void *argument)
{
	(void)fd;
	(void)events;
	while (receive_packet(argument))
		;
}

/* --- its life ------------------------------------------------------------ */

bool
forkserver_start(struct forkserver *n, struct err *e)
{
	struct spawned spawned = {.fd = -1};

	assert(n->state == FORKSERVER_ABSENT);
	if (!spawn_forkserver(
		    n->options.worker_path, n->options.memory_mb, &spawned, e))
		return false;
	if (!process_open(&n->process, spawned.pid)) {
		(void)close(spawned.fd);
		return err_set(e, ERR_WORKER,
			"the server has no descriptor left for a worker");
	}
	n->state = FORKSERVER_STARTING;
	n->came_up = false;
	n->fd = spawned.fd;
	n->fd_watch = loop_watch(n->loop, n->fd, POLLIN, on_packet, n);
	n->process_watch = loop_watch(
		n->loop, n->process.pidfd, POLLIN, on_exit_of_process, n);
	restart_timer(n);
	return true;
}

void
forkserver_order(struct forkserver *n, unsigned count)
{
	assert(n->state == FORKSERVER_UP);
	if (n->ordered == 0 && count > 0)
		restart_timer(n);
	for (; count > 0; count--) {
		if (!fork_request_ask_fork(n->fd)) {
			shut_down(n, NULL);
			return;
		}
		n->ordered++;
	}
}

static void
wait_for_exit(struct forkserver *n, int64_t until_ms)
{
	if (n->process.pidfd >= 0) {
		process_signal_group(&n->process, SIGKILL);
		(void)process_wait(&n->process, until_ms);
	}
	/* Who is not dead by then is init's. */
	while (!process_group_is_gone(&n->process) && clock_now_ms() < until_ms)
		(void)poll(NULL, 0, 1);
	process_close(&n->process);
}

void
forkserver_free(struct forkserver *n, int64_t until_ms)
{
	if (n == NULL)
		return;
	if (n->state != FORKSERVER_ABSENT) {
		shut_down(n, NULL);
		watch_free(n->process_watch);
		wait_for_exit(n, until_ms);
	}
	free((char *)(uintptr_t)n->options.worker_path); /* our copy */
	free(n->why);
	free(n->z3_version);
	free(n);
}

const char *
forkserver_worker_path(const struct forkserver *n)
{
	return n->options.worker_path;
}

struct forkserver_state
forkserver_get_state(const struct forkserver *n)
{
	return (struct forkserver_state){
		.is_absent = n->state == FORKSERVER_ABSENT,
		.is_up = n->state == FORKSERVER_UP,
		.ordered = n->ordered,
		.z3_version = n->z3_version,
		.has_seccomp = n->has_seccomp,
	};
}

/* --- spawn --------------------------------------------------------------- */

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
	struct rlimit before = {0};
	int failed;

	if (!is_worker)
		return posix_spawnp(pid, arguments[0], files, attributes,
			arguments, environ);
	copy_environment(environment);
	raise_stack(&before);
	failed = posix_spawn(
		pid, arguments[0], files, attributes, arguments, environment);
	(void)setrlimit(RLIMIT_STACK, &before); /* it was ours */
	return failed;
}

static int
spawn(bool is_worker, char *const arguments[], int fd, pid_t *pid)
{
	posix_spawn_file_actions_t files;
	posix_spawnattr_t attributes;
	int failed;

	if ((failed = posix_spawn_file_actions_init(&files)) != 0)
		return failed;
	if ((failed = posix_spawnattr_init(&attributes)) != 0) {
		(void)posix_spawn_file_actions_destroy(&files);
		return failed;
	}
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

static bool
is_program(const char *path)
{
	struct stat status;

	return stat(path, &status) == 0 && S_ISREG(status.st_mode) &&
	       access(path, X_OK) == 0;
}

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

	for (size_t i = 0; i < sizeof(candidates) / sizeof(*candidates); i++) {
		if (candidates[i] != NULL && strlen(candidates[i]) < PATH_MAX &&
			is_program(candidates[i])) {
			(void)snprintf(path, PATH_MAX, "%s", candidates[i]);
			return true;
		}
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
