#include "pool/portfolio.h"

#include <assert.h>
#include <stdlib.h>

#include "base/alloc.h"
#include "base/clock.h"
#include "base/hash.h"
#include "base/loop.h"

enum {
	/* How often a race looks at its children. */
	POLL_MS = 10,
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

struct entrant {
	struct race *race;
	uint32_t engines;      /* 0: it is free */
	struct job *job;       /* NULL: not asked, or ended */
	struct answer *answer; /* of one that has ended undecided */
};

struct race {
	struct pool *pool;
	struct ask_copy ask;
	enum pool_queue queue;
	bool is_raced;
	uint64_t kind;	  /* of the text */
	uint32_t first;	  /* the engine of the first child: mostly FIRST */
	int64_t first_ms; /* that it is known to need; 0: not known */
	/* Until when no child had read the text, as far as a poll has shown,
	 * and what that had cost the first. */
	bool is_read;
	int64_t read_ms, read_us;
	int64_t deadline_ms;
	struct entrant entrants[ENGINE_COUNT];
	struct timer *timer;
	portfolio_done *done;
	void *argument;
};

/* NOLINTBEGIN(bugprone-macro-parentheses): x is what is declared */
#define FOR_EACH(x, r) \
	for (__typeof__((r)->entrants[0]) *x = (r)->entrants; \
		x < &(r)->entrants[ENGINE_COUNT]; x++)
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
begin_by_preference(struct race *r)
{
	const struct ask *ask = &r->ask.ask;
	const struct preference *h;

	r->kind = hash_bytes(
		ask->text, ask->size < KIND_BYTES ? ask->size : KIND_BYTES);
	h = pool_preference(r->pool, r->kind);
	r->first = FIRST;
	if (h->kind != r->kind || (h->engine & ask->engines) == 0)
		return;
	r->first = h->engine;
	r->first_ms = h->took_ms;
}

/* Which one decides, and not which one finds the best. */
static void
learn(const struct race *r, const struct answer *a)
{
	const struct answer_check *last = answer_last(a);
	uint32_t engine = a->engines.decider & r->ask.ask.engines;

	if (!r->is_raced || last == NULL || last->objectives.count > 0 ||
		a->job.ran_ms < PREFERENCE_MS || engine == 0 ||
		(engine & (engine - 1)) != 0)
		return;
	*pool_preference(r->pool, r->kind) =
		(struct preference){r->kind, engine, a->job.ran_ms};
}

/* --- its end ------------------------------------------------------------- */

static void
stop_others(struct race *r, const struct entrant *winner)
{
	FOR_EACH(x, r) {
		if (x == winner)
			continue;
		if (x->job != NULL)
			pool_cancel(x->job);
		answer_free(x->answer);
		*x = (struct entrant){0};
	}
}

void
portfolio_cancel(struct race *r)
{
	timer_free(r->timer);
	stop_others(r, NULL);
	ask_copy_release(&r->ask);
	free(r);
}

static void
finish(struct race *r, struct answer *answer)
{
	stop_others(r, NULL);
	r->done(r, answer, r->argument);
	portfolio_cancel(r);
}

/* --- the engines --------------------------------------------------------- */

static const struct answer *
answer_of(const struct entrant *x)
{
	return x->job != NULL ? job_answer(x->job) : x->answer;
}

/* Those that may decide it, as far as a child has told. */
static uint32_t
fitting_engines(const struct race *r)
{
	uint32_t fitting = engines_with(ENGINE_GENERAL);

	FOR_EACH(x, r) {
		const struct answer *a = answer_of(x);

		if (a != NULL && a->engines.fit != 0)
			fitting = a->engines.fit;
	}
	return fitting & r->ask.ask.engines;
}

/* Those of them that no child has tried or tries. */
static uint32_t
untried_engines(const struct race *r)
{
	uint32_t untried = fitting_engines(r);

	FOR_EACH(x, r)
		untried &= ~x->engines;
	return untried;
}

static struct job *
start(struct race *r, uint32_t engines, struct err *e)
{
	struct entrant *x = r->entrants;
	int64_t left_ms = r->deadline_ms - clock_now_ms();
	struct ask ask = r->ask.ask;

	while (x->engines != 0)
		x++; /* there are as many as engines, and each has one */
	ask.engines = engines;
	ask.timeout_ms = left_ms > 1 ? (uint32_t)left_ms : 1;
	*x = (struct entrant){.race = r, .engines = engines};
	x->job = pool_ask(r->pool, &ask, r->queue, on_done, x, e);
	if (x->job == NULL)
		x->engines = 0;
	return x->job;
}

static bool
is_running(const struct entrant *x)
{
	return x->job != NULL && job_answer(x->job)->phase != PHASE_WAITING;
}

static size_t
count_asked(const struct race *r)
{
	size_t count = 0;

	FOR_EACH(x, r)
		count += x->job != NULL;
	return count;
}

/* One that is asked and has such an answer, or NULL. */
static struct entrant *
find(struct race *r, bool (*fits)(const struct answer *a))
{
	FOR_EACH(x, r) {
		if (x->job != NULL && fits(job_answer(x->job)))
			return x;
	}
	return NULL;
}

static void
schedule_poll(struct race *r, int64_t at_ms)
{
	r->timer = loop_at(pool_loop(r->pool), at_ms, on_poll_time, r);
}

/* --- who runs ------------------------------------------------------------ */

/* What is to run when not all can, the higher the sooner. */
static int
worth(const struct entrant *x)
{
	if (!is_running(x))
		return -1;
	if ((x->engines & engines_with(ENGINE_DECIDES_AT_ONCE)) != 0)
		return 2;
	return x->engines != FIRST;
}

/* All but the best give their slots to solves that wait. */
static void
offer_slots(struct race *r)
{
	const struct entrant *best = r->entrants;

	FOR_EACH(x, r) {
		if (worth(x) > worth(best))
			best = x;
	}
	FOR_EACH(x, r) {
		if (x->job != NULL)
			pool_set_rank(
				x->job, x == best ? RANK_CALL : RANK_RIVAL);
	}
}

/* What the first has had of the processors since it has read the text. */
static int64_t
first_us(const struct race *r)
{
	return job_cpu_us(r->entrants[0].job) - r->read_us + SLACK_US;
}

/* It had its time, of the processor or, where that is scarce, of the clock; one
 * by preference twice what it has needed before. */
static bool
is_past_its_time(const struct race *r, int64_t ran_ms)
{
	return ran_ms >= (int64_t)SWITCH_MS * SLOW_FACTOR + 2 * r->first_ms ||
	       (ran_ms >= SWITCH_MS &&
		       first_us(r) >= (SWITCH_MS + 2 * r->first_ms) * 1000);
}

/* On a busy machine the first child has the processor to itself for a while;
 * in the end, others may be what it takes. */
static void
start_rivals(struct race *r, int64_t ran_ms)
{
	struct err ignored; /* there is no room for another job */

	if (is_running(&r->entrants[0]) && !is_past_its_time(r, ran_ms) &&
		first_us(r) * PERCENT < ran_ms * 1000 * SHARE_PERCENT)
		return;
	for (enum engine i = 0; i < ENGINE_COUNT; i++) {
		if ((untried_engines(r) & ENGINE_BIT(i)) != 0 &&
			pool_has_idle_slot(r->pool))
			(void)start(r, ENGINE_BIT(i), &ignored);
	}
}

/* Its slot goes to the engines that got none: to all in turns, if it was the
 * only one. */
static void
replace_first(struct race *r, int64_t ran_ms)
{
	struct entrant *first = &r->entrants[0];
	uint32_t engines = untried_engines(r);

	if (engines == 0 || first->engines != r->first || !is_running(first) ||
		!is_past_its_time(r, ran_ms))
		return;
	if (count_asked(r) == 1)
		engines = fitting_engines(r);
	first->engines = engines;
	pool_restart(first->job, engines);
}

static void
record_reading_time(struct race *r)
{
	FOR_EACH(x, r) {
		const struct answer *a = answer_of(x);

		r->is_read |= a != NULL && a->engines.fit != 0;
	}
	if (r->is_read)
		return;
	r->read_ms = clock_now_ms();
	if (is_running(&r->entrants[0]))
		r->read_us = job_cpu_us(r->entrants[0].job);
}

/* How long the one has run that began first, of those that run; without the
 * reading of the text, which no engine is quicker at than another. */
static int64_t
ran_ms(const struct race *r)
{
	int64_t now_ms = clock_now_ms();
	int64_t longest = 0;

	if (!r->is_read)
		return 0;
	FOR_EACH(x, r) {
		if (is_running(x) && now_ms - job_started_ms(x->job) > longest)
			longest = now_ms - job_started_ms(x->job);
	}
	return longest < now_ms - r->read_ms ? longest : now_ms - r->read_ms;
}

static void
on_poll_time(void *argument)
{
	struct race *r = argument;
	const struct entrant *decided = find(r, is_decided);

	r->timer = NULL;
	if (decided != NULL) {
		stop_others(r, decided);
		pool_set_rank(decided->job, RANK_CALL);
		return;
	}
	record_reading_time(r);
	if (ran_ms(r) >= RIVAL_MS && find(r, has_status) == NULL) {
		start_rivals(r, ran_ms(r));
		replace_first(r, ran_ms(r));
	}
	offer_slots(r);
	schedule_poll(r, clock_now_ms() + POLL_MS);
}

/* --- answers ------------------------------------------------------------- */

/* Whether another engine answers, or one can be asked yet. */
static bool
goes_on(struct race *r, const struct answer *last)
{
	uint32_t untried = untried_engines(r);
	struct job *next;
	struct err e;

	if (count_asked(r) > 0)
		return true;
	if (untried == 0 || last->outcome == OUTCOME_TIMEOUT ||
		last->outcome == OUTCOME_NO_WORKER)
		return false;
	next = start(r, (untried & FIRST) != 0 ? FIRST : untried, &e);
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
rank(const struct entrant *x)
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
	struct entrant *ended = argument;
	struct race *r = ended->race;
	struct entrant *best = NULL;

	assert(ended->job == j);
	(void)j;
	ended->job = NULL;
	learn(r, answer);
	if (!r->is_raced || is_decided(answer)) {
		finish(r, answer);
		return;
	}
	ended->answer = answer;
	if (goes_on(r, answer)) {
		offer_slots(r);
		return;
	}
	FOR_EACH(x, r) {
		if (x->answer != NULL && (best == NULL || rank(x) > rank(best)))
			best = x;
	}
	assert(best != NULL); /* the last to answer is one */
	finish(r, TAKE(best->answer));
}

/* --- what others ask ----------------------------------------------------- */

struct race *
portfolio_ask(struct pool *p, const struct ask *ask, enum pool_queue queue,
	portfolio_done *done, void *argument, struct err *e)
{
	struct race *r = mem_new(sizeof(*r));

	r->pool = p;
	ask_copy_init(&r->ask, ask);
	if (ask->engines == 0)
		r->ask.ask.engines = ENGINES_ALL;
	r->queue = queue;
	r->is_raced = queue == QUEUE_SOLVE &&
		      (r->ask.ask.engines & FIRST) != 0 &&
		      r->ask.ask.engines != FIRST && ask->checks <= 1 &&
		      pool_may_race(p);
	if (r->is_raced)
		begin_by_preference(r);
	r->read_ms = clock_now_ms();
	r->deadline_ms = r->read_ms + ask->timeout_ms;
	r->done = done;
	r->argument = argument;
	if (start(r, r->is_raced ? r->first : r->ask.ask.engines, e) == NULL) {
		portfolio_cancel(r);
		return NULL;
	}
	if (r->is_raced)
		schedule_poll(r, clock_now_ms() + RIVAL_MS);
	return r;
}

/* The one that shows best what the race is at. */
static struct job *
leader(const struct race *r)
{
	const struct entrant *best = NULL;

	FOR_EACH(x, r) {
		if (x->job != NULL &&
			(best == NULL || job_answer(x->job)->phase >
						 job_answer(best->job)->phase))
			best = x;
	}
	assert(best != NULL);
	return best->job;
}

struct answer *
portfolio_stop(struct race *r)
{
	struct job *best = leader(r);
	struct answer *answer;

	FOR_EACH(x, r) {
		if (x->job == best)
			x->job = NULL;
	}
	answer = pool_stop(best);
	portfolio_cancel(r);
	return answer;
}

int64_t
portfolio_started_ms(const struct race *r)
{
	return job_started_ms(leader(r));
}

void
portfolio_set_spare(struct race *r, bool is_spare)
{
	struct job *j = leader(r);

	if (is_spare && r->timer != NULL) {
		timer_free(r->timer);
		r->timer = NULL;
		r->is_raced = false;
		pool_restart(j, r->ask.ask.engines);
	}
	pool_set_rank(j, is_spare ? RANK_BACKGROUND : RANK_CALL);
}

const struct answer *
portfolio_answer(const struct race *r)
{
	return job_answer(leader(r));
}

size_t
portfolio_memory_kb(const struct race *r)
{
	size_t sum = 0;

	FOR_EACH(x, r) {
		if (x->job != NULL)
			sum += job_memory_kb(x->job);
	}
	return sum;
}
