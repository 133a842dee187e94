#include "pool/race.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/clock.h"
#include "base/loop.h"
#include "pool/merit.h"
#include "smt/forms.h"

enum way { WAY_SIMPLE, WAY_LOGIC, WAYS };

enum {
	/* How often a race with two children looks whether one has decided. */
	LOOK_MS = 10,
};

struct runner {
	struct race *race;
	struct job *job;       /* NULL: not asked, or ended */
	struct answer *answer; /* of one that has ended undecided */
};

struct race {
	struct pool *pool;
	struct ask ask; /* for the second way; what it points to is owned */
	char *text;
	uint32_t *groups;
	bool is_raced;
	int64_t deadline_ms;
	struct runner runners[WAYS];
	/* The one that has a slot by right; the other one is spare. */
	enum way main;
	struct timer *timer;
	race_done *done;
	void *argument;
};

static void look(void *argument);
static void on_done(struct job *j, struct answer *answer, void *argument);

static enum way
other(enum way way)
{
	return way == WAY_SIMPLE ? WAY_LOGIC : WAY_SIMPLE;
}

/* --- its end ------------------------------------------------------------- */

static void
stop(struct runner *runner)
{
	if (runner->job != NULL)
		pool_cancel(runner->job);
	runner->job = NULL;
	answer_drop(&runner->answer);
}

static void
release(struct race *r)
{
	timer_free(r->timer);
	for (enum way way = 0; way < WAYS; way++)
		stop(&r->runners[way]);
	free(r->text);
	free(r->groups);
	free(r);
}

static void
finish(struct race *r, struct answer *answer)
{
	for (enum way way = 0; way < WAYS; way++)
		stop(&r->runners[way]);
	r->done(r, answer, r->argument);
	release(r);
}

void
race_cancel(struct race *r)
{
	release(r);
}

/* --- the ways ------------------------------------------------------------ */

static bool
start(struct race *r, enum way way, enum pool_lane lane, struct err *e)
{
	static const enum strategy strategies[] = {
		[WAY_SIMPLE] = STRATEGY_SIMPLE,
		[WAY_LOGIC] = STRATEGY_LOGIC,
	};
	struct runner *runner = &r->runners[way];
	int64_t left_ms = r->deadline_ms - clock_now_ms();
	struct ask ask = r->ask;

	if (r->is_raced)
		ask.strategy = strategies[way];
	ask.timeout_ms = left_ms > 1 ? (uint32_t)left_ms : 1;
	runner->race = r;
	runner->job = pool_ask(r->pool, &ask, lane, on_done, runner, e);
	return runner->job != NULL;
}

static bool
has_begun(const struct runner *runner)
{
	return runner->job != NULL || runner->answer != NULL;
}

static void
look_again(struct race *r, int64_t at_ms)
{
	r->timer = loop_at(pool_loop(r->pool), at_ms, look, r);
}

/* The main one is to be the other: it had its time, or has ended. */
static bool
change(struct race *r)
{
	struct runner *next = &r->runners[other(r->main)];
	struct err e;

	if (!has_begun(next) && !start(r, other(r->main), LANE_SPARE, &e))
		return false;
	if (next->job == NULL)
		return false;
	if (r->runners[r->main].job != NULL)
		stop(&r->runners[r->main]);
	pool_promote(next->job);
	r->main = other(r->main);
	return true;
}

static bool
is_running(const struct runner *runner)
{
	return runner->job != NULL && job_phase(runner->job) != PHASE_WAITING;
}

/* True: one has decided, and the other, if there is one, is not needed. */
static bool
settle(struct race *r)
{
	for (enum way way = 0; way < WAYS; way++) {
		if (r->runners[way].job == NULL ||
			!merit_is_decided(job_answer(r->runners[way].job)))
			continue;
		stop(&r->runners[other(way)]);
		if (way != r->main)
			pool_promote(r->runners[way].job);
		r->main = way;
		return true;
	}
	return false;
}

/*
 * The strategy for the logic is what the z3 command would do, so no race is to
 * take longer than it alone: from when both run it has the slot, and the other
 * one, after a time in which it decides most of what it ever does, what it
 * leaves of the processors.
 */
static void
favour_logic(struct race *r, int64_t ran_ms)
{
	struct runner *simple = &r->runners[WAY_SIMPLE];
	struct runner *logic = &r->runners[WAY_LOGIC];

	if (!is_running(simple) || !is_running(logic))
		return;
	if (r->main == WAY_SIMPLE)
		pool_swap(simple->job, logic->job);
	r->main = WAY_LOGIC;
	if (ran_ms >= YIELD_MS)
		pool_yield(simple->job);
}

/* While the main one runs and has not decided. */
static void
consider(struct race *r, int64_t ran_ms)
{
	const struct runner *main = &r->runners[r->main];
	struct runner *rival = &r->runners[other(r->main)];
	struct err ignored; /* there is no room for a spare job */

	if (merit_has_status(job_answer(main->job)))
		return;
	if (!has_begun(rival))
		(void)start(r, other(r->main), LANE_SPARE, &ignored);
	if (r->main == WAY_SIMPLE && ran_ms >= SWITCH_MS &&
		rival->job != NULL && !is_running(rival))
		(void)change(r);
	favour_logic(r, ran_ms);
}

static void
look(void *argument)
{
	struct race *r = argument;
	const struct runner *main = &r->runners[r->main];
	int64_t now_ms = clock_now_ms();
	int64_t started_ms = job_started_ms(main->job);

	r->timer = NULL;
	if (settle(r))
		return;
	if (!is_running(main) || now_ms - started_ms < RIVAL_MS) {
		look_again(
			r, RIVAL_MS + (is_running(main) ? started_ms : now_ms));
		return;
	}
	consider(r, now_ms - started_ms);
	look_again(r, now_ms + LOOK_MS);
}

/* Whether the other way may still answer. */
static bool
goes_on(struct race *r, enum way way)
{
	const struct runner *rival = &r->runners[other(way)];
	enum outcome outcome = r->runners[way].answer->outcome;

	if (rival->answer != NULL)
		return false;
	if (way != r->main)
		return true;
	/* At its deadline the other one will end by itself, and soon. */
	if ((outcome == OUTCOME_TIMEOUT || outcome == OUTCOME_NO_WORKER) &&
		!is_running(rival))
		return false;
	return change(r);
}

/* Of two answers of which none has decided; of equals the strategy's. */
static bool
prefers(const struct answer *a, enum way way, const struct answer *b)
{
	int more = merit(a) - merit(b);

	if (more == 0)
		more = merit_compare_goals(a, b);
	return more > 0 || (more == 0 && way == WAY_LOGIC);
}

static void
on_undecided(struct race *r, enum way way, struct answer *answer)
{
	const struct answer *before = r->runners[other(way)].answer;

	r->runners[way].answer = answer;
	if (goes_on(r, way))
		return;
	if (before != NULL && prefers(before, other(way), answer))
		way = other(way);
	finish(r, TAKE(r->runners[way].answer));
}

static void
on_done(struct job *j, struct answer *answer, void *argument)
{
	struct runner *runner = argument;
	struct race *r = runner->race;

	assert(runner->job == j);
	(void)j;
	runner->job = NULL;
	if (!r->is_raced || merit_is_decided(answer))
		finish(r, answer);
	else
		on_undecided(r, (enum way)(runner - r->runners), answer);
}

/* --- what others ask ----------------------------------------------------- */

static bool
has_one_check(const struct ask *ask)
{
	DROP(forms) struct forms forms = {0};
	struct fault fault;
	size_t checks = 0;

	if (!forms_cut(ask->text, ask->size, &forms, &fault))
		return false;
	for (size_t i = 0; i < forms.count; i++)
		checks += forms.at[i].command == COMMAND_CHECK_SAT ||
			  forms.at[i].command == COMMAND_CHECK_SAT_ASSUMING;
	return checks <= 1;
}

/* Kept for the second way. */
static void
keep(struct race *r, const struct ask *ask)
{
	size_t size = ask->group_count * sizeof(*ask->groups);

	r->ask = *ask;
	r->text = text_copy_n(ask->text, ask->size);
	r->groups = mem_grow(NULL, ask->group_count + 1, sizeof(*r->groups));
	if (size > 0)
		memcpy(r->groups, ask->groups, size);
	r->ask.text = r->text;
	r->ask.groups = r->groups;
}

struct race *
race_ask(struct pool *p, const struct ask *ask, enum pool_lane lane,
	race_done *done, void *argument, struct err *e)
{
	struct race *r = mem_new(sizeof(*r));

	r->pool = p;
	r->ask = *ask;
	r->is_raced = lane == LANE_SOLVE && ask->strategy == STRATEGY_BOTH &&
		      has_one_check(ask);
	r->deadline_ms = clock_now_ms() + ask->timeout_ms;
	r->done = done;
	r->argument = argument;
	if (r->is_raced)
		keep(r, ask);
	if (!start(r, WAY_SIMPLE, lane, e)) {
		release(r);
		return NULL;
	}
	if (r->is_raced)
		look_again(r, clock_now_ms() + RIVAL_MS);
	return r;
}

/* The way that shows best what the race is at. */
static enum way
leader(const struct race *r)
{
	const struct runner *main = &r->runners[r->main];
	const struct runner *rival = &r->runners[other(r->main)];

	if (main->job == NULL)
		return other(r->main);
	if (rival->job != NULL &&
		(job_phase(rival->job) > job_phase(main->job) ||
			merit_compare_goals(job_answer(rival->job),
				job_answer(main->job)) > 0))
		return other(r->main);
	return r->main;
}

struct answer *
race_stop(struct race *r)
{
	struct job *best = TAKE(r->runners[leader(r)].job);
	struct answer *answer = pool_stop(best);

	release(r);
	return answer;
}

enum phase
race_phase(const struct race *r)
{
	return job_phase(r->runners[leader(r)].job);
}

int64_t
race_started_ms(const struct race *r)
{
	return job_started_ms(r->runners[leader(r)].job);
}

void
race_promote(struct race *r)
{
	pool_promote(r->runners[r->main].job);
}

const struct answer *
race_answer(const struct race *r)
{
	return job_answer(r->runners[leader(r)].job);
}

size_t
race_memory_kb(const struct race *r)
{
	size_t sum = 0;

	for (enum way way = 0; way < WAYS; way++) {
		if (r->runners[way].job != NULL)
			sum += job_memory_kb(r->runners[way].job);
	}
	return sum;
}
