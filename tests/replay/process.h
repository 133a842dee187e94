#ifndef REPLAY_PROCESS_H
#define REPLAY_PROCESS_H

/*
 * The programs that a talk starts. Every descendant of one that outlives its
 * parent becomes a child of this process (process_adopt_orphans), so that
 * process_sweep sees what was left behind.
 */

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

#include "base/err.h"

struct place;

struct process {
	pid_t pid; /* 0: none */
	int pidfd;
	int in;	 /* its stdin; -1 when closed */
	int out; /* its stdout, non-blocking */
};

void process_adopt_orphans(void);

/* Starts a program in the place; stderr is added to the place's file `log`. */
bool process_start(struct process *p, const struct place *place,
	char *const argv[], const char *log, struct err *e);

/* Runs a shell command to its end; stdout and stderr go to these files. */
bool process_run(const struct place *place, const char *command,
	int64_t deadline_ms, int *exit_code, struct err *e);

/* True when it ended by itself in time; the status is wait's. */
bool process_wait(struct process *p, int64_t deadline_ms, int *status);
void process_kill(struct process *p); /* SIGKILL, and waits; any state */

/* Waits until nothing is left; kills and counts what is. */
unsigned process_sweep(int64_t deadline_ms);

/*
 * Workers of a server: its child processes. The oldest is the fork server; the
 * busy one is the one with most processor time, if that is a fifth of a second
 * at least. 0: there is none.
 */
pid_t process_find_fork_server(pid_t server);
pid_t process_find_busy(pid_t server);
/* SIGKILL to one of them; returns when it is dead. False: it was before. */
bool process_slay(pid_t pid);

/* What a process has had of the processors; false when it is gone. */
bool process_cpu_ms(pid_t pid, int64_t *ms);
/* What of its memory is in RAM; 0 when it is gone. */
int64_t process_rss_kib(pid_t pid);
/* Processes that it has started, dying ones too. */
unsigned process_count_children(pid_t parent);

#endif
