#ifndef TESTS_UNIT_POOL_PLAYED_RACE_H
#define TESTS_UNIT_POOL_PLAYED_RACE_H

/*
 * A race on a pool that the test plays, in a time that the test makes pass:
 * the functions of pool.h and the clock are defined here, so that the linker
 * leaves the real ones out: include this in one source of a program.
 */

/* clang-format off */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>
/* clang-format on */

#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/clock.h"
#include "base/loop.h"
#include "pool/race.h"

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
	enum pool_lane lane;
	bool is_promoted;
	bool yields;
	int64_t started_ms; /* 0: it waits for a child */
	struct answer *answer;
	pool_done *done;
	void *argument;
	struct job **slot;
};

struct pool {
	struct loop *loop;
	bool is_full;
	struct job *simple; /* by strategy; NULL: not asked, or over */
	struct job *logic;
	struct job *both;
	int asked;
};

static inline struct job **
slot_of(struct pool *p, enum strategy strategy)
{
	if (strategy == STRATEGY_SIMPLE)
		return &p->simple;
	return strategy == STRATEGY_LOGIC ? &p->logic : &p->both;
}

struct job *
pool_ask(struct pool *p, const struct ask *ask, enum pool_lane lane,
	pool_done *done, void *argument, struct err *e)
{
	struct job **slot = slot_of(p, ask->strategy);

	if (p->is_full) {
		(void)err_set(e, ERR_LIMIT, "full");
		return NULL;
	}
	assert_null(*slot);
	*slot = mem_new(sizeof(**slot));
	**slot = (struct job){
		.ask = *ask,
		.text = text_copy_n(ask->text, ask->size),
		.lane = lane,
		.started_ms = lane == LANE_SPARE ? 0 : now_ms,
		.answer = answer_new(),
		.done = done,
		.argument = argument,
		.slot = slot,
	};
	p->asked++;
	return *slot;
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

/* A promoted job gets the slot of the one before it at once. */
void
pool_promote(struct job *j)
{
	assert_int_equal(j->lane, LANE_SPARE);
	j->lane = LANE_SOLVE;
	j->is_promoted = true;
	if (j->started_ms == 0)
		j->started_ms = now_ms;
}

void
pool_swap(struct job *solve, struct job *spare)
{
	assert_int_equal(solve->lane, LANE_SOLVE);
	assert_int_equal(spare->lane, LANE_SPARE);
	solve->lane = LANE_SPARE;
	spare->lane = LANE_SOLVE;
}

void
pool_yield(struct job *j)
{
	assert_int_not_equal(j->started_ms, 0);
	j->yields = true;
}

struct loop *
pool_loop(const struct pool *p)
{
	return p->loop;
}

enum phase
job_phase(const struct job *j)
{
	return j->started_ms == 0 ? PHASE_WAITING : PHASE_SOLVING;
}

int64_t
job_started_ms(const struct job *j)
{
	return j->started_ms;
}

const struct answer *
job_answer(const struct job *j)
{
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
		race_cancel(x->race);
	is_clean = x->pool.simple == NULL && x->pool.logic == NULL &&
		   x->pool.both == NULL;
	loop_free(x->pool.loop);
	answer_free(x->answer);
	free(x);
	return is_clean ? 0 : -1;
}

enum { LIMIT_MS = 5000 };

static inline void
begin_text(struct stage *x, const char *text)
{
	static const uint32_t groups[] = {1, 2};
	const struct ask ask = {
		.kind = ASK_SOLVE,
		.text = text,
		.size = strlen(text),
		.timeout_ms = LIMIT_MS,
		.groups = groups,
		.group_count = 2,
	};
	struct err e;

	x->race = race_ask(&x->pool, &ask, LANE_SOLVE, on_answer, x, &e);
	assert_non_null(x->race);
}

static inline void
begin(struct stage *x)
{
	begin_text(x, "(assert p)\n(check-sat)");
}

/* Lets the time pass, in steps that no timer is late by much. */
static inline void
pass(struct stage *x, int64_t ms)
{
	for (int64_t until_ms = now_ms + ms; now_ms < until_ms; now_ms += 5)
		(void)loop_turn(x->pool.loop, 0);
	(void)loop_turn(x->pool.loop, 0);
}

/* A spare job gets an idle slot. */
static inline void
give_slot(struct job *j)
{
	assert_int_equal(j->lane, LANE_SPARE);
	j->started_ms = now_ms;
}

/* A race in which both ways run, but nobody has looked since. */
static inline void
begin_both(struct stage *x)
{
	begin(x);
	pass(x, RIVAL_MS + 20);
	give_slot(x->pool.logic);
}

/* One in which the second way waits for a slot. */
static inline void
begin_asked(struct stage *x)
{
	begin(x);
	pass(x, RIVAL_MS + 20);
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
	assert_true(answer_take(j->answer, &f));
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

	assertions_add(&answer_last(j->answer)->failed, &one);
}

/* The best so far of an optimisation. */
static inline void
put_goal(struct job *j, const char *value)
{
	DROP(buf) struct buf frames;
	const struct answer_objective goal = {.term = (char[]){"x"},
		.maximize = true,
		.value = (char[]){""},
		.lower = text_copy(value),
		.upper = (char[]){""}};
	struct frame f;
	size_t used;

	buf_init(&frames, 10000);
	answer_put_objective(&frames, &goal);
	assert_int_equal(frame_find(frames.data, frames.size, 10000, &f, &used),
		FRAME_WHOLE);
	assert_true(answer_take(j->answer, &f));
	free(goal.lower);
}

static inline void
put_best(struct job *j, const char *value)
{
	put_check(j, STATUS_SAT);
	put_model(j);
	put_goal(j, value);
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
	assert_null(x->pool.simple);
	assert_null(x->pool.logic);
	assert_int_equal(x->answers, 0);
}

static inline void
assert_answered(const struct stage *x, enum outcome outcome, enum status status)
{
	const struct answer_check *last;

	assert_int_equal(x->answers, 1);
	assert_null(x->race);
	assert_null(x->pool.simple);
	assert_null(x->pool.logic);
	assert_int_equal(x->answer->outcome, outcome);
	last = answer_last(x->answer);
	assert_int_equal(last != NULL ? last->status : STATUS_NONE, status);
}

#define race_test(f) cmocka_unit_test_setup_teardown(f, setup, teardown)

#endif
