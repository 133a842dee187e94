#ifndef POOL_WORKER_PATH_H
#define POOL_WORKER_PATH_H

/* Where the worker program is. */

#include <limits.h>
#include <stdbool.h>

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
