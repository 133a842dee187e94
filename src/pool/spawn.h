#ifndef POOL_SPAWN_H
#define POOL_SPAWN_H

/*
 * Starts the programs that work for the server: the worker as a fork server or
 * with another solver, and launchers.
 */

#include <limits.h>
#include <stdbool.h>
#include <sys/types.h>

#include "base/err.h"

#define NO_DESCRIPTOR "the server has no descriptor left for it"

struct spawned {
	pid_t pid; /* and its process group */
	int fd;	   /* our end of the socket, CLOEXEC; packets for a worker */
};

/*
 * Starts the worker program as a fork server: in a process group of its own (so
 * that a terminal's ^C reaches the server only, and a straggler can be found),
 * with a stack of up to 1 GiB for terms that are nested deeply, signals as
 * they are by default, no descriptors but its end of the socket and our
 * stderr, and next to no environment. On failure the error says in a plain
 * sentence why, without the path.
 */
bool spawn_forkserver(const char *path, int memory_mb, struct spawned *spawned,
	struct err *e);

/*
 * Starts a launcher, `command`, for one job: its words (between blanks; no
 * shell looks at them), then "satchel-worker --job --memory-mb N". It is found
 * in PATH, has all of our environment, and its standard input and output are
 * the other end of `spawned->fd`, a stream. On failure the error says why, for
 * a sentence.
 */
bool spawn_launcher(const char *command, int memory_mb, struct spawned *spawned,
	struct err *e);

/*
 * Starts the worker program with another solver, which it jails and asks for
 * one ASK_CONFIRM: `command` is a name of wire/second_solvers.def, or words as
 * above; NULL: the first of these. On failure as spawn_forkserver.
 */
bool spawn_second_solver(const char *path, int memory_mb, const char *command,
	struct spawned *spawned, struct err *e);

/* What people know it by; the caller's. */
char *second_solver_name(const char *command);

/* Whether it has words, and not too many. */
bool launcher_check(const char *command, struct err *e);

/*
 * Where a program of ours is: beside this one, in ../libexec/satchel/, or what
 * the variable says. False, and `path` as it was, if it is nowhere.
 */
bool spawn_find_program(
	const char *name, const char *variable, char path[PATH_MAX]);

/*
 * The first of these that is a file which may be executed: `name` beside
 * `program`, in ../libexec/satchel/ as seen from there, and `configured` (may
 * be NULL). False, and `path` as it was, if none is.
 */
bool worker_path_program(const char *program, const char *name,
	const char *configured, char path[PATH_MAX]);

#endif
