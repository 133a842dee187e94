#ifndef WORKER_PROCESS_FORK_LOOP_H
#define WORKER_PROCESS_FORK_LOOP_H

#include <sys/types.h>

/*
 * Makes a warm context and forks a jailed child for each request on
 * FORK_REQUEST_FD (wire/fork_request.h), until the server goes away.
 *
 * It never reads a client's text, solves nothing of a client's, sets no
 * timeout and starts no thread, so that forking stays safe. `server` is the
 * parent of the children too (CLONE_PARENT): it kills and reaps them.
 *
 * Returns the exit code.
 */
int fork_loop_run(pid_t server, int memory_mb);

#endif
