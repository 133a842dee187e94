#ifndef TESTS_UNIT_POOL_PLAYED_RACE_H
#define TESTS_UNIT_POOL_PLAYED_RACE_H

/*
 * A race on a pool that the test plays, in a time that the test makes pass:
 * the functions of pool.h and the clock are defined here, so that the linker
 * leaves the real ones out: include this in one source of a program.
 */

#include "unit/unit.h"

#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/clock.h"
#include "base/loop.h"
#include "pool/portfolio.h"

/* --- the clock ----------------------------------------------------------- */

static int64_t now_ms;

int64_t
clock_now_ms(void)
{
	return now_ms;
}

int64_t
clock_now_us(void)
{
	return now_ms * 1000;
}

/* --- the pool ------------------------------------------------------------ */

struct job {
	struct ask ask;
	char *text;
	enum job_rank rank;
	bool is_first; /* of those that wait */
	bool yields;
	int restarts;
	bool is_slow;	    /* it gets half of a core */
	int64_t started_ms; /* 0: it waits for a child */
	struct answer *answer;
	pool_done *done;
	void *argument;
	struct job **slot;
};

struct pool {
	struct loop *loop;
	bool is_full; /* it takes no more jobs */
	size_t slots; /* for jobs that run */
	bool is_busy; /* the first child gets half of a core only */
	struct job *jobs[ENGINES_ALL + 1]; /* by engines; or NULL */
	struct preference preference;
	int asked;
};

/* The one that has just these engines. */
static inline struct job *
job_of(struct pool *p, uint32_t engines)
{
	return p->jobs[engines];
}

#define SIMPLE ENGINE_BIT(ENGINE_INCREMENTAL)
#define FINITE ENGINE_BIT(ENGINE_FINITE_DOMAIN)
#define LOGIC ENGINE_BIT(ENGINE_STRATEGY)
#define FITTING (SIMPLE | FINITE | LOGIC)

static inline size_t
count_jobs(const struct pool *p)
{
	size_t count = 0;

	for (size_t i = 0; i <= ENGINES_ALL; i++)
		count += p->jobs[i] != NULL;
	return count;
}

bool
pool_may_race(const struct pool *p)
{
	(void)p;
	return true;
}

bool
pool_has_idle_slot(const struct pool *p)
{
	return count_jobs(p) < p->slots;
}

struct job *
pool_ask(struct pool *p, const struct ask *ask, enum pool_queue queue,
	pool_done *done, void *argument, struct err *e)
{
	assert_int_equal(queue, QUEUE_SOLVE);
	if (p->is_full) {
		(void)err_set(e, ERR_LIMIT, "full");
		return NULL;
	}
	assert_null(p->jobs[ask->engines]);
	p->jobs[ask->engines] = mem_new(sizeof(struct job));
	*p->jobs[ask->engines] = (struct job){
		.ask = *ask,
		.text = text_copy_n(ask->text, ask->size),
		.started_ms = count_jobs(p) <= p->slots ? now_ms : 0,
		.is_slow = p->is_busy,
		.answer = answer_new(),
		.done = done,
		.argument = argument,
		.slot = &p->jobs[ask->engines],
	};
	p->asked++;
	return p->jobs[ask->engines];
}

void
pool_cancel(struct job *j)
{
	*j->slot = NULL;
	answer_free(j->answer);
	free(j->text);
	free(j);
}

struct answer *
pool_stop(struct job *j)
{
	struct answer *answer = TAKE(j->answer);

	answer->outcome = OUTCOME_CANCELLED;
	pool_cancel(j);
	return answer;
}

void
pool_set_rank(struct job *j, enum job_rank rank)
{
	j->rank = rank;
}

void
pool_restart(struct job *j, uint32_t engines)
{
	struct job **slot = j->slot + engines - j->ask.engines;

	assert_null(*slot);
	*j->slot = NULL;
	*slot = j;
	j->slot = slot;
	j->ask.engines = engines;
	j->started_ms = now_ms;
	j->yields = false;
	j->restarts++;
	answer_free(j->answer);
	j->answer = answer_new();
}

void
pool_put_first(struct job *j)
{
	j->is_first = true;
}

int64_t
job_cpu_us(const struct job *j)
{
	int64_t ran_us = (now_ms - j->started_ms) * 1000;

	return j->is_slow ? ran_us / 2 : ran_us;
}

void
pool_lower_priority(struct job *j)
{
	assert_int_not_equal(j->started_ms, 0);
	j->yields = true;
}

struct preference *
pool_preference(struct pool *p, uint64_t kind)
{
	(void)kind;
	return &p->preference;
}

struct loop *
pool_loop(const struct pool *p)
{
	return p->loop;
}

int64_t
job_started_ms(const struct job *j)
{
	return j->started_ms;
}

const struct answer *
job_answer(const struct job *j)
{
	j->answer->phase = j->started_ms == 0 ? PHASE_WAITING : PHASE_SOLVING;
	return j->answer;
}

size_t
job_memory_kb(const struct job *j)
{
	return j->started_ms == 0 ? 0 : 1000;
}

/* --- the stage ----------------------------------------------------------- */

struct stage {
	struct pool pool;
	struct race *race;
	int answers;
	struct answer *answer;
};

static inline void
on_answer(struct race *r, struct answer *answer, void *argument)
{
	struct stage *x = argument;

	assert_ptr_equal(r, x->race);
	x->race = NULL;
	x->answers++;
	x->answer = answer;
}

static inline int
setup(void **state)
{
	struct stage *x = mem_new(sizeof(*x));

	now_ms = 1000;
	x->pool.slots = 3;
	x->pool.loop = loop_new();
	*state = x;
	return 0;
}

static inline int
teardown(void **state)
{
	struct stage *x = *state;
	bool is_clean;

	if (x->race != NULL)
		portfolio_cancel(x->race);
	is_clean = count_jobs(&x->pool) == 0;
	loop_free(x->pool.loop);
	answer_free(x->answer);
	free(x);
	return is_clean ? 0 : -1;
}

/* A test with a stage x of its own. */
#define RACE_TEST(sentence) TEST_ON(sentence, setup, teardown, struct stage *x)

enum { LIMIT_MS = 5000 };

static inline void
begin_with(struct stage *x, const char *text, size_t checks)
{
	static const uint32_t groups[] = {1, 2};
	const struct ask ask = {
		.kind = ASK_SOLVE,
		.text = text,
		.size = strlen(text),
		.checks = checks,
		.timeout_ms = LIMIT_MS,
		.groups.at = groups,
		.groups.count = 2,
	};
	struct err e;

	x->race = portfolio_ask(&x->pool, &ask, QUEUE_SOLVE, on_answer, x, &e);
	assert_non_null(x->race);
	for (size_t i = 0; i <= ENGINES_ALL; i++) {
		if (x->pool.jobs[i] != NULL)
			x->pool.jobs[i]->answer->engines.fit = SIMPLE | LOGIC;
	}
}

/* A race whose child has read the text. */
static inline void
begin(struct stage *x)
{
	begin_with(x, "(check-sat)", 1);
}

/* Lets the time pass, in steps that no timer is late by much. */
static inline void
pass(struct stage *x, int64_t ms)
{
	for (int64_t until_ms = now_ms + ms; now_ms < until_ms; now_ms += 5)
		(void)loop_turn(x->pool.loop, 0);
	(void)loop_turn(x->pool.loop, 0);
}

/* A race in which both engines that fit run. */
static inline void
begin_both(struct stage *x)
{
	begin(x);
	pass(x, RIVAL_MS + 20);
	assert_int_equal(count_jobs(&x->pool), 2);
}

/* What a child tells when it has read the text. */
static inline void
put_engines(struct job *j, uint32_t engines)
{
	j->answer->engines.fit = engines;
}

static inline void
put_check(struct job *j, enum status status)
{
	DROP(buf) struct buf frames;
	const struct answer_check check = {.status = status};
	struct frame f;
	size_t used;

	buf_init(&frames, 10000);
	answer_put_check(&frames, &check);
	assert_int_equal(frame_find(frames.data, frames.size, 10000, &f, &used),
		FRAME_WHOLE);
	assert_true(answer_add_frame(j->answer, &f));
}

static inline void
put_model(struct job *j)
{
	answer_last(j->answer)->model = text_copy("()");
}

static inline void
put_failed(struct job *j)
{
	const struct answer_assertion one = {
		.label = (char[]){""}, .is_false = true};

	assertions_add(&answer_last(j->answer)->evaluation.failed, &one);
}

static inline void
end(struct job *j, enum outcome outcome)
{
	struct answer *answer = TAKE(j->answer);

	answer->outcome = outcome;
	answer->done = outcome == OUTCOME_DONE;
	*j->slot = NULL;
	j->done(j, answer, j->argument);
	free(j->text);
	free(j);
}

static inline void
end_with(struct job *j, enum status status)
{
	put_check(j, status);
	end(j, OUTCOME_DONE);
}

/* With values that do not hold. */
static inline void
end_refuted(struct job *j)
{
	put_check(j, STATUS_SAT);
	put_failed(j);
	end(j, OUTCOME_DONE);
}

/* Nothing is left of it, and nobody was answered. */
static inline void
assert_over(const struct stage *x)
{
	assert_int_equal(count_jobs(&x->pool), 0);
	assert_int_equal(x->answers, 0);
}

static inline void
assert_answered(const struct stage *x, enum outcome outcome, enum status status)
{
	const struct answer_check *last;

	assert_int_equal(x->answers, 1);
	assert_null(x->race);
	assert_int_equal(count_jobs(&x->pool), 0);
	assert_int_equal(x->answer->outcome, outcome);
	last = answer_last(x->answer);
	assert_int_equal(last != NULL ? last->status : STATUS_NONE, status);
}

#endif
