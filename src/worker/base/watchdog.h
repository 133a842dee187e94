#ifndef WORKER_BASE_WATCHDOG_H
#define WORKER_BASE_WATCHDOG_H

/*
 * The one thread of our code: from a given time on it interrupts libz3 every
 * few milliseconds. Once is not enough, since libz3 4.8.12 forgets a cancel at
 * the next push or pop of its resource limit; and libz3's own `timeout` is
 * never used, since there its timer fires only once.
 *
 * What does not listen (the parser, the simplifier) is killed by the server.
 */

#include <stdbool.h>
#include <stdint.h>

#include "worker/base/libz3.h"

/* Starts the thread, which sleeps until there is a job. */
void watchdog_start(void);

/* The job begins; its deadline is a time of clock_now_us. */
void watchdog_begin(int64_t deadline_us);

/* The job is over: no interrupt after this, until the next one begins. */
void watchdog_rest(void);

/*
 * For a process without another watcher: it ends with EXIT_LATE when libz3 has
 * not listened for two seconds after the deadline of the job, and when `in`
 * says anything, its end above all; -1: there is nothing to listen to yet.
 */
void watchdog_guard(int in);
enum { EXIT_LATE = 103 };

/* From now on this context is the one to interrupt; NULL for none. */
void watchdog_watch(Z3_context c);

/*
 * Interrupts already at `at_us` if that is before the deadline: a phase with
 * a budget of its own. 0 ends the budget.
 */
void watchdog_budget(int64_t at_us);

/*
 * The same for what the phase may have of the processors, which a busy machine
 * does not shorten: interrupts when clock_spent_us has come to `at_us`.
 */
void watchdog_spend(int64_t at_us);

/*
 * The job's deadline comes earlier for now, to leave time to what follows; 0:
 * it is as watchdog_begin had it.
 */
void watchdog_share(int64_t deadline_us);

/* Whether the deadline of the job (not of a phase) has passed. */
bool watchdog_is_over(void);

int64_t watchdog_left_us(void);

/* No interrupt until watchdog_resume; true if there was one since this was
 * called last. */
bool watchdog_pause(void);
void watchdog_resume(void);

/* How often libz3 has been interrupted so far. */
unsigned watchdog_interrupts(void);

/* Counts an interrupt that a test injects; `is_over`: the deadline of the job
 * has passed with it. */
void watchdog_strike(bool is_over);

#endif
