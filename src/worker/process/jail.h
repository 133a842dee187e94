#ifndef WORKER_PROCESS_JAIL_H
#define WORKER_PROCESS_JAIL_H

/*
 * What a child may do: compute, allocate up to its cap, start the few threads
 * that it needs, until jail_end_threads, read and write the channel it has, and
 * end. Opening a file is refused softly, since libraries probe for
 * some; a process, a socket, a signal to others, anything unheard of kills the
 * child with SIGSYS.
 *
 * The filter is built once, by the fork server; each child applies it. Built
 * with sanitizers or coverage the jail keeps only what those can live with, and
 * jail_is_whole says so.
 */

#include <stdbool.h>
#include <stddef.h>
#include <sys/random.h>
#include <sys/types.h>

/* False if this kernel or container has no seccomp. */
bool jail_build(void);

/* Whether this build applies all of the jail, given the kernel can. */
bool jail_is_whole(void);

/*
 * libz3 prints warnings and "unsupported" comments; nothing of it may reach
 * anyone, so the standard descriptors lead nowhere from here on.
 */
void jail_redirect_output(void);

/*
 * Applies it for good: limits, death with `parent`, no capabilities and no new
 * privileges, the filter if one was built. Ends the process if the parent is
 * gone already.
 */
void jail_enter(pid_t parent, int memory_mb);

/*
 * Jails this process before it executes another's program, such as a second
 * solver. `path` is the absolute path of that program. What the program tries
 * beyond this list fails, and does not end it:
 *
 * - It computes, starts threads within its memory limit, reads its standard
 *   input and writes its standard output. It starts no process, opens no
 *   socket, sends no signal, and of fcntl it has only the commands that copy a
 *   descriptor or look at one, and F_SETFL without O_ASYNC. It cannot leave its
 *   process group, which the server kills as a whole. seccomp holds this.
 * - It opens files for reading only (seccomp). With Landlock (Linux 5.13) these
 *   are its own file, the interpreter that a script names, the libraries of
 *   the system, and lib*.so* beside it and in ../lib; no folder can be listed.
 *   Without Landlock it can read every file that this user can read. In both
 *   cases it can ask whether a file exists.
 * - Its working folder is empty, is its own and has no name any more; nothing
 *   can be written there or elsewhere (RLIMIT_FSIZE is 0).
 * - It is executed from `path` and, with Landlock, executes nothing but what it
 *   can read.
 *
 * Without seccomp only the limits and Landlock hold.
 */
void jail_enter_program(
	pid_t parent, int memory_mb, unsigned cpu_seconds, const char *path);

/* From here on pthread_create fails, in all threads of this process. */
void jail_end_threads(void);

/*
 * A stack canary of its own for a child that was forked: for a caller that
 * never returns, nor do its callers. Elsewhere than on x86-64 the canary is in
 * read-only memory of the C library. The layout stays that of the fork server:
 * another one takes another exec, and so 60 ms for loading libz3.
 */
static inline void __attribute__((always_inline)) jail_renew_canary(void)
{
#if defined(__x86_64__)
	unsigned long canary;

	if (getrandom(&canary, sizeof(canary), GRND_NONBLOCK) ==
		(ssize_t)sizeof(canary))
		__asm__ volatile("movq %0, %%fs:0x28"
				 :
				 : "r"(canary & ~0xffUL)
				 : "memory");
#endif
}

/*
 * Tries to leave the jail that this process is in, by one of the ways of
 * wire/fork_request.h, and reports how that went; or dies of it, which is what
 * the jail is for. What gets out does no harm.
 */

struct answer_stream;

void jail_probe_try(struct answer_stream *out, const char *name, size_t size);

#endif
