#ifndef POOL_SPAWN_H
#define POOL_SPAWN_H

/*
 * Starts the worker program as a fork server: in a process group of its own (so
 * that a terminal's ^C reaches the server only, and a straggler can be found),
 * with a stack of up to 1 GiB for terms that are nested deeply, signals as
 * they are by default, no descriptors but its end of the socket and our
 * stderr, and next to no environment.
 */

#include <limits.h>
#include <stdbool.h>
#include <sys/types.h>

#include "base/err.h"

struct spawned {
	pid_t pid; /* and its process group */
	int fd;	   /* our end of the socket: packets, CLOEXEC */
};

/* On failure the error says in a plain sentence why, without the path. */
bool spawn_forkserver(const char *path, int memory_mb, struct spawned *spawned,
	struct err *e);

/*
 * Where the worker program is: beside this program, in ../libexec/satchel/,
 * or what SATCHEL_WORKER says. False, and `path` as it was, if it is nowhere.
 */
bool spawn_find_worker(char path[PATH_MAX]);

/*
 * The first of these that is a file which may be executed: satchel-worker
 * beside `program`, in ../libexec/satchel/ as seen from there, and
 * `configured` (may be NULL). False, and `path` as it was, if none is.
 */
bool worker_path_worker(
	const char *program, const char *configured, char path[PATH_MAX]);

/* The running program as it was started, where /proc does not tell; "" if that
 * is not known. */
void worker_path_started(char path[PATH_MAX]);

#endif
