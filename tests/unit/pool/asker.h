#ifndef TESTS_UNIT_POOL_ASKER_H
#define TESTS_UNIT_POOL_ASKER_H

/* For the tests of the pool as a whole: one who asks and keeps the answers. */

#include "base/alloc.h"
#include "base/limits.h"
#include "fake.h"
#include "pool/pool.h"

enum {
	LONG_MS = 60000,
	/* What a busy machine, or valgrind, may add to a deadline. */
	SLACK_MS = 400,
	ANSWERS_KEPT = 4,
	JOBS_KEPT = LIMIT_WAITING_JOBS + 8,
};

struct asker {
	struct loop *loop;
	struct pool *pool;
	struct job *jobs[JOBS_KEPT]; /* as asked; gone when answered */
	int asked;
	int answers;
	struct answer *last[ANSWERS_KEPT]; /* in the order they came */
	void (*on_answer)(struct asker *a);
};

static UNUSED void
begin(struct asker *a, const char *manners, int workers)
{
	struct pool_options options = {
		.worker_path = manners != NULL ? fake_worker(manners) : NULL,
		.workers = workers,
		.memory_mb = 64,
	};

	*a = (struct asker){.loop = loop_new()};
	a->pool = pool_new(a->loop, &options);
}

static UNUSED void
end(struct asker *a)
{
	pool_free(a->pool);
	assert_false(has_children());
	for (int i = 0; i < ANSWERS_KEPT; i++)
		answer_free(a->last[i]);
	loop_free(a->loop);
}

static UNUSED void
on_answer(struct job *j, struct answer *answer, void *argument)
{
	struct asker *a = argument;
	int place = a->answers % ANSWERS_KEPT;

	assert_non_null(j);
	answer_free(a->last[place]);
	a->last[place] = answer;
	a->answers++;
	if (a->on_answer != NULL)
		a->on_answer(a);
}

static UNUSED struct job *
ask_for(struct asker *a, enum pool_lane lane, const char *text,
	uint32_t timeout_ms, struct err *e)
{
	struct ask ask = {.kind = ASK_SOLVE,
		.text = text,
		.size = strlen(text),
		.timeout_ms = timeout_ms};

	return pool_ask(a->pool, &ask, lane, on_answer, a, e);
}

static UNUSED struct job *
ask(struct asker *a, enum pool_lane lane, const char *text, uint32_t timeout_ms)
{
	struct err e = {0};
	struct job *j = ask_for(a, lane, text, timeout_ms, &e);

	if (j == NULL)
		fail_msg("%s", e.text);
	a->jobs[a->asked++ % JOBS_KEPT] = j;
	return j;
}

static UNUSED void
await(struct asker *a, int answers)
{
	turn_until(a->loop, &a->answers, answers);
}

/* For tests that look for themselves whether it is so; prove has a limit. */
static UNUSED void
turn(struct asker *a)
{
	(void)loop_turn(a->loop, FAKE_PATIENCE_MS);
}

/* Until the nursery is up and a child waits. */
static UNUSED void
warm(struct asker *a)
{
	struct pool_state s;

	pool_warm(a->pool);
	do {
		turn(a);
		pool_look(a->pool, &s);
	} while (s.idle < 2);
}

/* Until nobody works or dies, and two wait. */
static UNUSED void
await_peace(struct asker *a)
{
	struct pool_state s;

	do {
		turn(a);
		pool_look(a->pool, &s);
	} while (s.busy + s.dying > 0 || s.idle < 2);
}

#endif
