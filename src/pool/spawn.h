#ifndef POOL_SPAWN_H
#define POOL_SPAWN_H

/*
 * Starts the worker program as a nursery: in a process group of its own (so
 * that a terminal's ^C reaches the server only, and a straggler can be found),
 * with a stack of up to 1 GiB for terms that are nested deeply, signals as
 * they are by default, no descriptors but its end of the socket and our
 * stderr, and next to no environment.
 */

#include <stdbool.h>
#include <sys/types.h>

#include "base/err.h"

struct spawned {
	pid_t pid; /* and its process group */
	int fd;	   /* our end of the socket: packets, CLOEXEC */
};

/* On failure the error says in a plain sentence why, without the path. */
bool spawn_nursery(const char *path, int memory_mb, struct spawned *spawned,
	struct err *e);

#endif
