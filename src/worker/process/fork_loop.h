#ifndef WORKER_PROCESS_FORK_LOOP_H
#define WORKER_PROCESS_FORK_LOOP_H

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

#include <stdbool.h>
#include <sys/types.h>

#include "worker/base/libz3.h"

int fork_loop_run(pid_t server, int memory_mb);

/*
 * One job of a launcher (srun, ssh), over standard input and output, jailed
 * like a child. It begins with the line of versions (wire/ask.h), and nobody
 * on its machine watches it: it ends by itself when its input does, and when
 * libz3 does not listen at its deadline. Returns only when it cannot begin.
 */
int job_run(int memory_mb);

/*
 * A want of memory that shows as a fault: the stack cannot grow, or C++ has
 * nothing to throw with and aborts, which in the jail is a fault, too. The
 * process then ends as it does where libz3 notices it itself, with
 * EXIT_NO_MEMORY, and is not mistaken for an error in libz3. A fault while
 * there is memory is libz3's if an instruction of a library made it, and ends
 * the process as it does elsewhere. A fault of our own code, and an assert that
 * does not hold, end it with EXIT_OWN_FAULT.
 */

/* For this process and its children, on their main threads; the limit is the
 * one that they are to have (worker/process/jail.h). */
void fault_guard_watch(int memory_mb);

/* Waits for the ask; a server that goes away without one ends the process, as
 * does anything that is not an ask. */
struct ask_copy;
struct buf;
void child_process_read_ask(int in, struct buf *bytes, struct ask_copy *ask);

/*
 * What a forked child does: a job, from the ask on `in` to the last frame on
 * `out`. A check that left nothing after it may be followed by others of the
 * same owner. One that a launcher has started says its versions first. Never
 * returns.
 */
void child_process_run(Z3_context c, int in, int out, bool is_launched)
	__attribute__((noreturn));

#endif
