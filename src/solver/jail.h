#ifndef SOLVER_JAIL_H
#define SOLVER_JAIL_H

/*
 * What a child may do: compute, allocate up to its cap, start threads (libz3's
 * tactics do; without them they answer unknown), read and write the channel it
 * has, and end. Opening a file is refused softly, since libraries probe for
 * some; a process, a socket, a signal to others, anything unheard of kills the
 * child with SIGSYS.
 *
 * The filter is built once, by the nursery; each child applies it. Built with
 * sanitizers or coverage the jail keeps only what those can live with, and
 * jail_is_whole says so.
 */

#include <stdbool.h>
#include <sys/types.h>

/* False if this kernel or container has no seccomp. */
bool jail_build(void);

/* Whether this build applies all of the jail, given the kernel can. */
bool jail_is_whole(void);

/*
 * libz3 prints warnings and "unsupported" comments; nothing of it may reach
 * anyone, so the standard descriptors lead nowhere from here on.
 */
void jail_silence(void);

/*
 * Applies it for good: limits, death with `parent`, no new privileges, the
 * filter if one was built. Ends the process if the parent is gone already.
 */
void jail_enter(pid_t parent, int memory_mb);

#endif
