#ifndef WORKER_PROCESS_CHILD_PROCESS_H
#define WORKER_PROCESS_CHILD_PROCESS_H

#include <z3.h>

/*
 * One job, from the ask on `in` to the last frame on `out`: what a
 * forked child does, and what `satchel-worker --job` does. A check that left
 * nothing behind may be followed by others of the same owner. Does not return.
 */
void child_process_run(Z3_context c, int in, int out) __attribute__((noreturn));

#endif
