#ifndef WORKER_PROCESS_OOM_GUARD_H
#define WORKER_PROCESS_OOM_GUARD_H

/*
 * A want of memory that shows as a fault: the stack cannot grow, or C++ has
 * nothing to throw with and aborts, which in the jail is a fault, too. The
 * process then ends as it does where libz3 notices it itself, with
 * EXIT_NO_MEMORY, and nobody takes it for an error in libz3. A fault while
 * there is memory stays one.
 */

/* For this process and its children, on their main threads; the limit is the
 * one that they are to have (worker/process/jail.h). */
void oom_guard_watch(int memory_mb);

#endif
