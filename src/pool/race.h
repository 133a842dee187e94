#ifndef POOL_RACE_H
#define POOL_RACE_H

/*
 * A job that may be done in two ways at once. libz3 has two ways to decide a
 * problem, and on hard ones either may be a hundred times faster than the
 * other; so one that is not decided soon gets a second child for the other
 * way, and the first answer that can be believed counts.
 *
 * The incremental core goes first, as it answers what is easy at once. What is
 * not decided soon is given to the strategy for the logic, which is what the
 * z3 command uses; from then on the first way is a spare job of the pool: it
 * runs on while there is an idle slot and an idle processor, and never at the
 * cost of the strategy or another job. Without an idle slot the first way has
 * a short time, then the second one has the rest. What is decided soon pays
 * nothing.
 *
 * For whom it works for, a race is a job: answered exactly once, from the loop,
 * by its deadline plus GRACE_MS, unless it is cancelled.
 */

#include <stdbool.h>
#include <stddef.h>

#include "pool/pool.h"

struct race;

enum {
	/*
	 * When the second way may start: soon enough to lose nothing beside
	 * the z3 command, which takes as long to start; of what is decided
	 * before, it would be a fork for nothing.
	 */
	RIVAL_MS = 10,
	/* When the first yields to it, where processors are scarce. */
	YIELD_MS = 100,
	/* When it takes the place of the first, if there is but one. */
	SWITCH_MS = 60,
};

/* The answer is the callee's to keep; the race is gone when it returns. */
typedef void race_done(struct race *r, struct answer *answer, void *argument);

/*
 * Like pool_ask. Only a solve with STRATEGY_BOTH, and of a text with one check,
 * is raced: with several checks each way might fail on another one, so a child
 * that takes both ways for each is better.
 */
struct race *race_ask(struct pool *p, const struct ask *ask,
	enum pool_lane lane, race_done *done, void *argument, struct err *e);

void race_cancel(struct race *r);

/* The same; what the way that has come furthest has found is the caller's, as
 * OUTCOME_CANCELLED. */
struct answer *race_stop(struct race *r);

/* Of the way that has come furthest. */
enum phase race_phase(const struct race *r);
const struct answer *race_answer(const struct race *r);

/* As job_started_ms. */
int64_t race_started_ms(const struct race *r);

/* One that was asked as a spare one is a solve from now on. */
void race_promote(struct race *r);

/* Of all its children. */
size_t race_memory_kb(const struct race *r);

#endif
