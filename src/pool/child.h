#ifndef POOL_CHILD_H
#define POOL_CHILD_H

/*
 * One child of the fork server, or a launcher with a job on another machine
 * (pool/spawn.h), as the server sees it: it waits, gets one ask, answers
 * frame by frame into an answer that is lent to it, and goes, or waits for
 * another ask of the same owner (wire/ask.h). Whatever it does - talk nonsense,
 * talk for ever, hang up, die - ends in an event that says how the job ended.
 * It holds no clock but for a child that hung up and does not die, one that is
 * done and does not go, and one that stays for too long; deadlines are the
 * pool's.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#include "wire/answer.h"
#include "wire/ask.h"

struct child;
struct loop;
struct process;

/* A child that stays and is not asked again goes after this time: nobody works
 * on its model any more. Tests make it shorter. */
extern int child_stay_ms;

/* What a launcher may take to end after its job, or after SIGTERM: it has a
 * machine far away to end. */
extern int child_launcher_ms;

enum child_event {
	/* The job is over; the outcome stands in its answer, which is the
	 * lender's again. The child is idle if that says so, or else on its
	 * way out. */
	CHILD_ANSWERED,
	/* The same, but it had died before it could read the ask:
	 * another child may be asked. */
	CHILD_NEVER_READ,
	/* It died or misbehaved while it waited. */
	CHILD_LOST,
	/* It is dead and reaped. The callee frees it. */
	CHILD_GONE,
};

/* From the loop; may free the child on CHILD_GONE only. */
typedef void child_on_event(
	struct child *c, enum child_event event, void *argument);

/*
 * Takes over a child of this process and the descriptor to it. NULL if there
 * is no descriptor left for a pidfd; then the child is dead.
 */
struct child *child_new(struct loop *l, pid_t pid, int fd,
	child_on_event *on_event, void *argument);

/*
 * It is a launcher, idle as yet, of a worker that has to begin with this line
 * (copied; wire/ask.h) before it is asked. What its launcher does to it is
 * OUTCOME_LOST, with the reason in the answer's detail. It is ended with
 * SIGTERM for its process group, so that it may end its job, and some seconds
 * later with SIGKILL.
 */
void child_expect_hello(struct child *c, const char *line);
bool child_is_launched(const struct child *c);

/* Kills it if it lives and forgets it; not reaped, it stays a zombie. */
void child_free(struct child *c);

/*
 * Of one that is idle, and has no other owner than the ask: sends
 * the ask and collects into `answer`. Both, and what the ask points to, are
 * lent until the event of its end or until child_kill. No event comes from
 * inside of this call.
 */
void child_ask(struct child *c, const struct ask *ask, struct answer *answer);

/* Lets go of the answer and kills it. Only CHILD_GONE will come. */
void child_kill(struct child *c);

/* Waits for its death until clock_now_ms reaches until_ms, and reaps it. A
 * launcher that was killed has a second for that; then its group is. */
void child_wait(struct child *c, int64_t until_ms);

/* To look at what it takes of the machine, and to have it take less. */
const struct process *child_process(const struct child *c);

bool child_is_idle(const struct child *c);
uint64_t child_owner(const struct child *c); /* 0: nobody's yet */
bool child_is_busy(const struct child *c);
/* It is dead, for want of a thread: the system has none left. */
bool child_lacked_thread(const struct child *c);
int64_t child_age_ms(const struct child *c);

#endif
