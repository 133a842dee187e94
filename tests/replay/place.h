#ifndef REPLAY_PLACE_H
#define REPLAY_PLACE_H

/*
 * Where a talk happens: a directory of its own under TMPDIR with the database,
 * the log of the server and whatever the talk writes; it is HOME and the
 * working directory of every program that the talk starts, and it is gone at
 * the end. The programs are those of one build folder.
 */

#include <stdbool.h>
#include <stddef.h>

#include "base/err.h"

enum worker_kind { WORKER_REAL, WORKER_FAKE, WORKER_NONE };

struct place {
	char *directory;
	char *build;	/* holds satchel, satchel-worker, tests/fake-worker */
	char *programs; /* the folder of the satchel to start */
	char **environment;
	size_t environment_count;
};

bool place_init(struct place *p, const char *build, struct err *e);
void place_release(struct place *p); /* removes the directory */

/*
 * Which worker program stands beside the server from its next start on. Other
 * than the real one, the server is a copy in the place. `manners` are those of
 * the fake one: see fake/worker.c.
 */
bool place_choose_worker(struct place *p, enum worker_kind kind,
	const char *manners, struct err *e);

/* NAME=VALUE for the programs that are started from now on. */
void place_set(struct place *p, const char *assignment);

/* A file of the place; the path, and its content cut at `most` bytes (the end
 * is kept), "" if there is none. Both are the caller's. */
char *place_path(const struct place *p, const char *name);
char *place_read(const struct place *p, const char *name, size_t most);

#endif
