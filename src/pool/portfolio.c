#include "pool/portfolio.h"

#include <assert.h>
#include <stdlib.h>

#include "base/alloc.h"
#include "base/clock.h"
#include "base/hash.h"
#include "base/loop.h"

enum {
	/* How often a portfolio looks at its children. */
	POLL_MS = 10,
	/* How often it looks while all its runners wait. A thousand portfolios
	 * may wait at once. */
	POLL_WAITING_MS = 100,
	/* What the first child is to get of a core, for others to start. */
	SHARE_PERCENT = 80,
	PERCENT = 100,
	/* How much longer it has its slot where it gets less. */
	SLOW_FACTOR = 4,
	/* Of what it gets, lost to the clock. */
	SLACK_US = 1000,
	/* Texts that begin alike are of a kind: those of a session after an
	 * edit, or those that one program writes. */
	KIND_BYTES = 512,
	/* What was decided sooner than this shows nothing. */
	PREFERENCE_MS = 100,
};

struct runner {
	struct portfolio *portfolio;
	uint32_t engines;      /* 0: it is free */
	struct job *job;       /* NULL: not asked, or ended */
	struct answer *answer; /* of one that has ended undecided */
};

struct portfolio {
	struct pool *pool;
	struct ask_copy ask;
	enum pool_queue queue;
	bool competes;
	uint64_t kind;	  /* of the text */
	uint32_t first;	  /* the engine of the first child: mostly FIRST */
	int64_t first_ms; /* that it is known to need; 0: not known */
	/* Until when no child had read the text, as far as a poll has shown,
	 * and what that had cost the first. */
	bool is_read;
	int64_t read_ms, read_us;
	int64_t deadline_ms;
	struct runner runners[ENGINE_COUNT];
	struct timer *timer;
	portfolio_done *done;
	void *argument;
};

/* NOLINTBEGIN(bugprone-macro-parentheses): x is what is declared */
#define FOR_EACH(x, pf) \
	for (__typeof__((pf)->runners[0]) *x = (pf)->runners; \
		x < &(pf)->runners[ENGINE_COUNT]; x++)
/* NOLINTEND(bugprone-macro-parentheses) */

/* Without a preference. */
#define FIRST ENGINE_BIT(0)

static void on_poll_time(void *argument);
static void on_done(struct job *j, struct answer *answer, void *argument);

/* --- what an answer is worth -------------------------------------------- */

/* Whether nothing that another child could say would be better: a fault of the
 * text, unsat, or sat with values that were checked. The child that has them
 * also goes on to the best ones in all ways, and two would do the same. */
static bool
is_decided(const struct answer *a)
{
	const struct answer_check *last = answer_last(a);

	if (a->fault.kind != DIAGNOSTIC_NONE)
		return true;
	if (last == NULL)
		return false;
	if (last->status == STATUS_SAT)
		return (a->done || last->model != NULL) &&
		       answer_count_false(last) == 0;
	return last->status == STATUS_UNSAT;
}

/* It knows sat or unsat, and works on the rest of it or has done so. */
static bool
has_status(const struct answer *a)
{
	const struct answer_check *last = answer_last(a);

	return last != NULL &&
	       (last->status == STATUS_SAT || last->status == STATUS_UNSAT) &&
	       answer_count_false(last) == 0;
}

/* --- preferences --------------------------------------------------------- */

static void
begin_by_preference(struct portfolio *pf)
{
	const struct ask *ask = &pf->ask.ask;
	const struct preference *h;

	pf->kind = hash_bytes(
		ask->text, ask->size < KIND_BYTES ? ask->size : KIND_BYTES);
	h = pool_preference(pf->pool, pf->kind);
	pf->first = FIRST;
	if (h->kind != pf->kind || (h->engine & ask->engines) == 0)
		return;
	pf->first = h->engine;
	pf->first_ms = h->took_ms;
}

/* Which one decides, and not which one finds the best. */
static void
learn(const struct portfolio *pf, const struct answer *a)
{
	const struct answer_check *last = answer_last(a);
	uint32_t engine = a->engines.decider & pf->ask.ask.engines;

	if (!pf->competes || last == NULL || last->objectives.count > 0 ||
		a->job.ran_ms < PREFERENCE_MS || engine == 0 ||
		(engine & (engine - 1)) != 0)
		return;
	*pool_preference(pf->pool, pf->kind) =
		(struct preference){pf->kind, engine, a->job.ran_ms};
}

/* --- its end ------------------------------------------------------------- */

static void
stop_others(struct portfolio *pf, const struct runner *winner)
{
	FOR_EACH(x, pf) {
		if (x == winner)
			continue;
		if (x->job != NULL)
			pool_cancel(x->job);
		answer_free(x->answer);
		*x = (struct runner){0};
	}
}

void
portfolio_cancel(struct portfolio *pf)
{
	timer_free(pf->timer);
	stop_others(pf, NULL);
	ask_copy_release(&pf->ask);
	free(pf);
}

static void
finish(struct portfolio *pf, struct answer *answer)
{
	stop_others(pf, NULL);
	pf->done(pf, answer, pf->argument);
	portfolio_cancel(pf);
}

/* --- the engines --------------------------------------------------------- */

static const struct answer *
answer_of(const struct runner *x)
{
	return x->job != NULL ? job_answer(x->job) : x->answer;
}

/* Those that may decide it, as far as a child has told. */
static uint32_t
fitting_engines(const struct portfolio *pf)
{
	uint32_t fitting = engines_with(ENGINE_GENERAL);

	FOR_EACH(x, pf) {
		const struct answer *a = answer_of(x);

		if (a != NULL && a->engines.fit != 0)
			fitting = a->engines.fit;
	}
	return fitting & pf->ask.ask.engines;
}

/* Those of them that no child has tried or tries. */
static uint32_t
untried_engines(const struct portfolio *pf)
{
	uint32_t untried = fitting_engines(pf);

	FOR_EACH(x, pf)
		untried &= ~x->engines;
	return untried;
}

static struct job *
start(struct portfolio *pf, uint32_t engines, struct err *e)
{
	struct runner *x = pf->runners;
	int64_t left_ms = pf->deadline_ms - clock_now_ms();
	struct ask ask = pf->ask.ask;

	while (x->engines != 0)
		x++; /* there are as many as engines, and each has one */
	ask.engines = engines;
	ask.timeout_ms = left_ms > 1 ? (uint32_t)left_ms : 1;
	*x = (struct runner){.portfolio = pf, .engines = engines};
	x->job = pool_ask(pf->pool, &ask, pf->queue, on_done, x, e);
	if (x->job == NULL)
		x->engines = 0;
	return x->job;
}

static bool
is_running(const struct runner *x)
{
	return x->job != NULL && job_answer(x->job)->phase != PHASE_WAITING;
}

static size_t
count_asked(const struct portfolio *pf)
{
	size_t count = 0;

	FOR_EACH(x, pf)
		count += x->job != NULL;
	return count;
}

/* One that is asked and has such an answer, or NULL. */
static struct runner *
find(struct portfolio *pf, bool (*fits)(const struct answer *a))
{
	FOR_EACH(x, pf) {
		if (x->job != NULL && fits(job_answer(x->job)))
			return x;
	}
	return NULL;
}

/* Returns whether one of the runners has left the queue. */
static bool
has_started(const struct portfolio *pf)
{
	FOR_EACH(x, pf) {
		if (is_running(x))
			return true;
	}
	return false;
}

static void
schedule_poll(struct portfolio *pf, int64_t at_ms)
{
	pf->timer = loop_at(pool_loop(pf->pool), at_ms, on_poll_time, pf);
}

/* --- who runs ------------------------------------------------------------ */

/* What is to run when not all can, the higher the sooner. */
static int
worth(const struct runner *x)
{
	if (!is_running(x))
		return -1;
	if ((x->engines & engines_with(ENGINE_DECIDES_AT_ONCE)) != 0)
		return 2;
	return x->engines != FIRST;
}

/* All but the best give their slots to solves that wait. */
static void
offer_slots(struct portfolio *pf)
{
	const struct runner *best = pf->runners;

	FOR_EACH(x, pf) {
		if (worth(x) > worth(best))
			best = x;
	}
	FOR_EACH(x, pf) {
		if (x->job != NULL)
			pool_set_priority(
				x->job, x == best ? JOB_PRIORITY_CALL
						  : JOB_PRIORITY_COMPETITOR);
	}
}

/* What the first has had of the processors since it has read the text. */
static int64_t
first_us(const struct portfolio *pf)
{
	return job_cpu_us(pf->runners[0].job) - pf->read_us + SLACK_US;
}

/* It had its time, of the processor or, where that is scarce, of the clock; one
 * by preference twice what it has needed before. */
static bool
is_past_its_time(const struct portfolio *pf, int64_t ran_ms)
{
	return ran_ms >= (int64_t)SWITCH_MS * SLOW_FACTOR + 2 * pf->first_ms ||
	       (ran_ms >= SWITCH_MS &&
		       first_us(pf) >= (SWITCH_MS + 2 * pf->first_ms) * 1000);
}

/* On a busy machine the first child has the processor to itself for a while;
 * in the end, others may be what it takes. */
static void
start_competitors(struct portfolio *pf, int64_t ran_ms)
{
	struct err ignored; /* there is no room for another job */

	if (is_running(&pf->runners[0]) && !is_past_its_time(pf, ran_ms) &&
		first_us(pf) * PERCENT < ran_ms * 1000 * SHARE_PERCENT)
		return;
	for (enum engine i = 0; i < ENGINE_COUNT; i++) {
		if ((untried_engines(pf) & ENGINE_BIT(i)) != 0 &&
			pool_has_idle_slot(pf->pool))
			(void)start(pf, ENGINE_BIT(i), &ignored);
	}
}

/* Its slot goes to the engines that got none: to all in turns, if it was the
 * only one. */
static void
replace_first(struct portfolio *pf, int64_t ran_ms)
{
	struct runner *first = &pf->runners[0];
	uint32_t engines = untried_engines(pf);

	if (engines == 0 || first->engines != pf->first || !is_running(first) ||
		!is_past_its_time(pf, ran_ms))
		return;
	if (count_asked(pf) == 1)
		engines = fitting_engines(pf);
	first->engines = engines;
	pool_restart(first->job, engines);
}

static void
record_reading_time(struct portfolio *pf)
{
	FOR_EACH(x, pf) {
		const struct answer *a = answer_of(x);

		pf->is_read |= a != NULL && a->engines.fit != 0;
	}
	if (pf->is_read)
		return;
	pf->read_ms = clock_now_ms();
	if (is_running(&pf->runners[0]))
		pf->read_us = job_cpu_us(pf->runners[0].job);
}

/* How long the one has run that began first, of those that run; without the
 * reading of the text, which no engine is quicker at than another. */
static int64_t
ran_ms(const struct portfolio *pf)
{
	int64_t now_ms = clock_now_ms();
	int64_t longest = 0;

	if (!pf->is_read)
		return 0;
	FOR_EACH(x, pf) {
		if (is_running(x) && now_ms - job_started_ms(x->job) > longest)
			longest = now_ms - job_started_ms(x->job);
	}
	return longest < now_ms - pf->read_ms ? longest : now_ms - pf->read_ms;
}

static void
on_poll_time(void *argument)
{
	struct portfolio *pf = argument;
	const struct runner *decided = find(pf, is_decided);

	pf->timer = NULL;
	if (decided != NULL) {
		stop_others(pf, decided);
		pool_set_priority(decided->job, JOB_PRIORITY_CALL);
		return;
	}
	record_reading_time(pf);
	if (ran_ms(pf) >= COMPETITOR_MS && find(pf, has_status) == NULL) {
		start_competitors(pf, ran_ms(pf));
		replace_first(pf, ran_ms(pf));
	}
	offer_slots(pf);
	schedule_poll(pf,
		clock_now_ms() + (has_started(pf) ? POLL_MS : POLL_WAITING_MS));
}

/* --- answers ------------------------------------------------------------- */

/* Whether another engine answers, or one can be asked yet. */
static bool
goes_on(struct portfolio *pf, const struct answer *last)
{
	uint32_t untried = untried_engines(pf);
	struct job *next;
	struct err e;

	if (count_asked(pf) > 0)
		return true;
	if (untried == 0 || last->outcome == OUTCOME_TIMEOUT ||
		last->outcome == OUTCOME_NO_WORKER)
		return false;
	next = start(pf, (untried & FIRST) != 0 ? FIRST : untried, &e);
	if (next != NULL)
		pool_put_first(next);
	return next != NULL;
}

/*
 * Of one that has not decided. An engine that does not fit every problem says
 * nothing by its unknown, less than the death of another one; of equals the
 * answer counts that the z3 command gives.
 */
static int
rank(const struct runner *x)
{
	const struct answer *a = x->answer;
	const struct answer_check *last = answer_last(a);

	if ((x->engines & engines_with(ENGINE_GENERAL)) == 0 && !has_status(a))
		return -1;
	return 4 * (last != NULL && last->status == STATUS_SAT) +
	       2 * (a->outcome == OUTCOME_DONE ||
			   a->outcome == OUTCOME_TIMEOUT) +
	       ((x->engines & ENGINE_BIT(ENGINE_STRATEGY)) != 0);
}

static void
on_done(struct job *j, struct answer *answer, void *argument)
{
	struct runner *ended = argument;
	struct portfolio *pf = ended->portfolio;
	struct runner *best = NULL;

	assert(ended->job == j);
	(void)j;
	ended->job = NULL;
	learn(pf, answer);
	if (!pf->competes || is_decided(answer)) {
		finish(pf, answer);
		return;
	}
	ended->answer = answer;
	if (goes_on(pf, answer)) {
		offer_slots(pf);
		return;
	}
	FOR_EACH(x, pf) {
		if (x->answer != NULL && (best == NULL || rank(x) > rank(best)))
			best = x;
	}
	assert(best != NULL); /* the last to answer is one */
	finish(pf, TAKE(best->answer));
}

/* --- what others ask ----------------------------------------------------- */

struct portfolio *
portfolio_ask(struct pool *p, const struct ask *ask, enum pool_queue queue,
	portfolio_done *done, void *argument, struct err *e)
{
	struct portfolio *pf = mem_new(sizeof(*pf));

	pf->pool = p;
	ask_copy_init(&pf->ask, ask);
	if (ask->engines == 0)
		pf->ask.ask.engines = ENGINES_ALL;
	pf->queue = queue;
	pf->competes = queue == QUEUE_SOLVE &&
		       (pf->ask.ask.engines & FIRST) != 0 &&
		       pf->ask.ask.engines != FIRST && ask->checks <= 1 &&
		       pool_may_compete(p);
	if (pf->competes)
		begin_by_preference(pf);
	pf->read_ms = clock_now_ms();
	pf->deadline_ms = pf->read_ms + ask->timeout_ms;
	pf->done = done;
	pf->argument = argument;
	if (start(pf, pf->competes ? pf->first : pf->ask.ask.engines, e) ==
		NULL) {
		portfolio_cancel(pf);
		return NULL;
	}
	if (pf->competes)
		schedule_poll(pf, clock_now_ms() + COMPETITOR_MS);
	return pf;
}

/* The one that shows best what the portfolio is at. */
static struct job *
leader(const struct portfolio *pf)
{
	const struct runner *best = NULL;

	FOR_EACH(x, pf) {
		if (x->job != NULL &&
			(best == NULL || job_answer(x->job)->phase >
						 job_answer(best->job)->phase))
			best = x;
	}
	assert(best != NULL);
	return best->job;
}

struct answer *
portfolio_stop(struct portfolio *pf)
{
	struct job *best = leader(pf);
	struct answer *answer;

	FOR_EACH(x, pf) {
		if (x->job == best)
			x->job = NULL;
	}
	answer = pool_stop(best);
	portfolio_cancel(pf);
	return answer;
}

int64_t
portfolio_started_ms(const struct portfolio *pf)
{
	return job_started_ms(leader(pf));
}

void
portfolio_set_background(struct portfolio *pf, bool is_background)
{
	struct job *j = leader(pf);

	if (is_background && pf->timer != NULL) {
		timer_free(pf->timer);
		pf->timer = NULL;
		pf->competes = false;
		pool_restart(j, pf->ask.ask.engines);
	}
	pool_set_priority(
		j, is_background ? JOB_PRIORITY_BACKGROUND : JOB_PRIORITY_CALL);
}

const struct answer *
portfolio_answer(const struct portfolio *pf)
{
	return job_answer(leader(pf));
}

size_t
portfolio_memory_kb(const struct portfolio *pf)
{
	size_t sum = 0;

	FOR_EACH(x, pf) {
		if (x->job != NULL)
			sum += job_memory_kb(x->job);
	}
	return sum;
}
