#ifndef POOL_FORKSERVER_H
#define POOL_FORKSERVER_H

/*
 * The one process that forks children for us. It is started when asked, says
 * that it is up, and forks a child for each order; what it does is told from
 * the loop, by one callback. What it fails to do within its timeout ends it.
 *
 * A child is moved to a process group of its own when it arrives, so that the
 * fork server's group holds the fork server and what it forked but could not
 * hand over: when it dies, that is killed and reaped too, before its end is
 * told.
 *
 * Whether and how often it is started again is the pool's business.
 */

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

enum forkserver_news {
	FORKSERVER_IS_UP,
	FORKSERVER_FORKED,   /* pid and fd are the callee's */
	FORKSERVER_CANNOT,   /* this one fork; why */
	FORKSERVER_HAS_ENDED /* and may be started again */
};

struct forkserver_event {
	enum forkserver_news news;
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

/* Neither: it is starting or ending, and news will come. */
bool forkserver_is_absent(const struct forkserver *n);
bool forkserver_is_up(const struct forkserver *n);

/* Children that were ordered and have not come. */
unsigned forkserver_ordered(const struct forkserver *n);

/* As last heard; NULL and true before. */
const char *forkserver_z3_version(const struct forkserver *n);
bool forkserver_has_seccomp(const struct forkserver *n);

#endif
