#ifndef POOL_PROCESS_H
#define POOL_PROCESS_H

/*
 * A child process and its pidfd, which cannot be mistaken for another one
 * and is readable for poll once the process has died.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#include "wire/answer.h"

struct process {
	pid_t pid;
	int pidfd; /* -1 when there is none, or when it has been reaped */
};

/* How a process ended, in the words of waitid. */
struct process_exit {
	int code;   /* CLD_EXITED, CLD_KILLED, CLD_DUMPED; 0: nobody knows */
	int status; /* exit code or signal */
	size_t peak_kb; /* the most memory that it had in use; 0: unknown */
};

/* The outcome of the job of a child that died so: it has sent no DONE, and was
 * not killed by this process. */
enum outcome exit_outcome(const struct process_exit *end);

/*
 * `pid` is a child of this process that has not been reaped. False when there
 * is no descriptor for it; then it has been killed and reaped.
 */
bool process_open(struct process *p, pid_t pid);

/* Kills and reaps such a child, which has done no work yet. */
void process_discard(pid_t pid);

/* SIGKILL, if it still lives. */
void process_kill(const struct process *p);

/* A signal to all that are in the group that it leads. As long as it is not
 * reaped, that cannot be another's. */
void process_signal_group(const struct process *p, int signal);

/* Reaps our dead children in that group, the process itself too if it was not
 * reaped before. True if none is left. */
bool process_group_is_gone(const struct process *p);

/* What it has had of the processors; 0 when that cannot be known. */
int64_t process_cpu_us(const struct process *p);

/* The memory that it has in use, in KiB; 0 when that cannot be known. */
size_t process_memory_kb(const struct process *p);

/* Reaps it without waiting and closes the pidfd. False: it has not died. */
bool process_reap(struct process *p, struct process_exit *end);

/* The same, but waits for its death until clock_now_ms reaches until_ms. */
bool process_wait(struct process *p, int64_t until_ms);

/* Closes the pidfd; a child that was not reaped stays a zombie. */
void process_close(struct process *p);

#endif
