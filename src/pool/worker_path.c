#include "pool/worker_path.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/auxv.h>
#include <sys/stat.h>
#include <unistd.h>

#include "pool/pool.h"

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
accept(const char *folder, size_t folder_size, const char *name,
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

	return accept(program, folder, WORKER, path) ||
	       accept(program, folder, "../libexec/satchel/" WORKER, path) ||
	       (configured != NULL && accept("", 0, configured, path));
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
pool_find_worker(char path[PATH_MAX])
{
	char program[PATH_MAX] = "";

	if (readlink("/proc/self/exe", program, PATH_MAX - 1) < 0)
		worker_path_started(program);
	return worker_path_worker(
		program, secure_getenv("SATCHEL_WORKER"), path);
}
