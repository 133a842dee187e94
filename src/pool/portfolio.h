#ifndef POOL_PORTFOLIO_H
#define POOL_PORTFOLIO_H

/*
 * A portfolio runs a request on several engines (wire/engines.def). On hard
 * problems each may be a hundred times faster than another; so a request that
 * is not decided soon gets a child for each engine that fits, and the first
 * answer that can be believed counts.
 *
 * One rule: when the first child has read the text, every other engine starts
 * by COMPETITOR_MS while a slot of the pool is idle and the first gets most of
 * a core, or else when its time is up. An engine for which there is no slot
 * then takes the one of the first; if no other child runs, one child has them
 * all, in turns. The first is the engine that has decided the last text that
 * began so, for twice the time that it has needed; else the incremental core.
 * Where there are several children, all but one give their slots to jobs that
 * wait, the finite-domain solver the last. What is decided soon pays nothing.
 *
 * To its owner a portfolio is a job: answered exactly once, from the loop,
 * by its deadline plus GRACE_MS, unless it is cancelled.
 */

#include <stdbool.h>
#include <stddef.h>

#include "pool/pool.h"

struct portfolio;

enum {
	/*
	 * When competitors may start: late enough that what is decided early
	 * costs no fork, and soon enough to lose nothing to the z3 command,
	 * which takes as long to start.
	 */
	COMPETITOR_MS = 10,
	/* When engines without a slot take the place of the first, if it had
	 * the processor for so long; else some time later. */
	SWITCH_MS = 60,
};

/* The answer is the callee's to keep; the portfolio is gone when it returns. */
typedef void portfolio_done(
	struct portfolio *pf, struct answer *answer, void *argument);

/*
 * Like pool_ask. Only a solve by several engines, and of a text with one check,
 * has competitors: with several checks each engine might fail on another one,
 * so a child that takes turns for each is better.
 */
struct portfolio *portfolio_ask(struct pool *p, const struct ask *ask,
	enum pool_queue queue, portfolio_done *done, void *argument,
	struct err *e);

void portfolio_cancel(struct portfolio *pf);

/* The same; what the child that has come furthest has found is the caller's, as
 * OUTCOME_CANCELLED. */
struct answer *portfolio_stop(struct portfolio *pf);

/* Of the child that has come furthest. */
const struct answer *portfolio_answer(const struct portfolio *pf);

/* As job_started_ms. */
int64_t portfolio_started_ms(const struct portfolio *pf);

/* One in the background has no competitors, waits after all other solves, and
 * begins anew later when one of them needs its slot. */
void portfolio_set_background(struct portfolio *pf, bool is_background);

/* Of all its children. */
size_t portfolio_memory_kb(const struct portfolio *pf);

#endif
