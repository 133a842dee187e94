#ifndef TOOLS_SOLVE_JOB_H
#define TOOLS_SOLVE_JOB_H

/*
 * A job is a call that goes on when it has been answered: the client gets its
 * number at once, and its real answer goes into its row of the database, where
 * the tool `job` finds it. A job lives with its server.
 *
 * One job is a solve like others. Further ones give way: they have a worker
 * only while nobody else wants it, so that two jobs of ten minutes do not
 * starve everybody on a machine with two workers.
 */

#include <stdbool.h>

#include "base/err.h"

struct call;
struct solve;
struct server;

/*
 * Answers the call, which is being worked on by now, with the number of a job
 * and lets it go on in the background. On failure nothing has changed.
 */
bool background_job_begin(struct call *c, const struct solve *s, struct err *e);

/* Returns whether a job runs that does not give way to others. */
bool background_job_is_busy(const struct server *server);

/* The server ends: its jobs are lost. */
void background_job_stop(struct server *server);

#endif
