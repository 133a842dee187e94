#ifndef POOL_FORKSERVER_H
#define POOL_FORKSERVER_H

/*
 * The one process that forks children for us. It is started when asked, says
 * that it is up, and forks a child for each order; what it does is reported
 * from the loop, by one callback. What it fails to do within its timeout ends
 * it.
 *
 * A child is moved to a process group of its own when it arrives, so that the
 * fork server's group holds the fork server and what it forked but could not
 * hand over: when it dies, that is killed and reaped too, before its end is
 * reported.
 *
 * Whether and how often it is started again is the pool's business.
 */

#include <limits.h>
#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

#include "base/err.h"

struct loop;
struct forkserver;

#define NO_DESCRIPTOR "the server has no descriptor left for it"

struct forkserver_options {
	const char *worker_path; /* copied */
	int memory_mb;		 /* per child */
	int timeout_ms;		 /* for its start, and for a child */
};

enum forkserver_event_kind {
	FORKSERVER_IS_UP,
	FORKSERVER_FORKED,   /* pid and fd are the callee's */
	FORKSERVER_CANNOT,   /* this one fork; why */
	FORKSERVER_HAS_ENDED /* and may be started again */
};

struct forkserver_event {
	enum forkserver_event_kind kind;
	pid_t pid;
	int fd; /* the server's end of the child's socket */
	/* Of HAS_ENDED: a sentence on why it cannot work, or NULL if it may
	 * well work the next time. Borrowed. */
	const char *why;
};

/* Must not free the fork server. */
typedef void forkserver_on_event(
	const struct forkserver_event *event, void *argument);

struct forkserver *forkserver_new(struct loop *l,
	const struct forkserver_options *options, forkserver_on_event *on_event,
	void *argument);

/* Kills it, and waits for its death until clock_now_ms reaches until_ms. */
void forkserver_free(struct forkserver *n, int64_t until_ms);

/* Of one that is absent. On failure the error is a sentence of the same kind
 * as `why` above, and it is still absent. */
bool forkserver_start(struct forkserver *n, struct err *e);

/* Orders children of one that is up. */
void forkserver_order(struct forkserver *n, unsigned count);

const char *forkserver_worker_path(const struct forkserver *n);

struct forkserver_state {
	bool is_absent,
		is_up;	  /* neither: it starts or ends; an event will follow */
	unsigned ordered; /* children that have not come */
	const char *z3_version; /* as last heard; NULL before */
	bool has_seccomp;	/* likewise; true before */
};
struct forkserver_state forkserver_get_state(const struct forkserver *n);

/*
 * Starts the worker program as a fork server: in a process group of its own (so
 * that a terminal's ^C reaches the server only, and a straggler can be found),
 * with a stack of up to 1 GiB for terms that are nested deeply, signals as
 * they are by default, no descriptors but its end of the socket and our
 * stderr, and next to no environment.
 */

struct spawned {
	pid_t pid; /* and its process group */
	int fd;	   /* our end of the socket, CLOEXEC; packets for a worker */
};

/* On failure the error says in a plain sentence why, without the path. */
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
