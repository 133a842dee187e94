#ifndef TESTS_UNIT_POOL_ASKER_H
#define TESTS_UNIT_POOL_ASKER_H

/* For the tests of the pool as a whole: one who asks and keeps the answers. */

#include <poll.h>

#include "base/alloc.h"
#include "base/limits.h"
#include "pool/pool.h"
#include "unit/pool/fake.h"

enum {
	LONG_MS = 600000,
	/* What a busy machine, or valgrind, may add to a deadline; less than
	 * what the others have. */
	SLACK_MS = 30000,
	ANSWERS_KEPT = 4,
	JOBS_KEPT = 4,
};

static struct {
	struct loop *loop;
	struct pool *pool;
	struct job *jobs[JOBS_KEPT]; /* as asked; gone when answered */
	int asked;
	int answers;
	struct answer *last[ANSWERS_KEPT]; /* in the order they came */
	void (*on_answer)(void);
} asker;

static UNUSED void
begin(const char *behaviour, int workers)
{
	struct pool_options options = {
		.worker_path =
			behaviour != NULL ? fake_worker(behaviour) : NULL,
		.workers = workers,
		.memory_mb = 64,
	};

	memset(&asker, 0, sizeof(asker));
	asker.loop = loop_new();
	asker.pool = pool_new(asker.loop, &options);
}

/* All that were killed die, on a busy machine maybe after FREE_MS. */
static UNUSED bool
are_all_dead(void)
{
	int64_t until_ms = clock_now_ms() + FAKE_PATIENCE_MS;
	siginfo_t info;

	do {
		info.si_pid = 0;
		if (waitid(P_ALL, 0, &info, WEXITED | WNOHANG) != 0)
			return true;
		if (info.si_pid == 0)
			(void)poll(NULL, 0, 5);
	} while (clock_now_ms() < until_ms);
	return false;
}

/* The teardown of each test: whatever it did, nobody may be left. */
static UNUSED int
end(void **state)
{
	(void)state;
	pool_free(asker.pool);
	asker.pool = NULL;
	for (int i = 0; i < ANSWERS_KEPT; i++)
		answer_drop(&asker.last[i]);
	loop_free(asker.loop);
	asker.loop = NULL;
	return are_all_dead() ? 0 : -1;
}

static UNUSED void
on_answer(struct job *j, struct answer *answer, void *argument)
{
	int place = asker.answers % ANSWERS_KEPT;

	assert_non_null(j);
	assert_ptr_equal(argument, &asker);
	answer_free(asker.last[place]);
	asker.last[place] = answer;
	asker.answers++;
	if (asker.on_answer != NULL)
		asker.on_answer();
}

static UNUSED struct job *
ask(enum pool_queue queue, const char *text, uint32_t timeout_ms)
{
	struct ask a = {.kind = ASK_SOLVE,
		.text = text,
		.size = strlen(text),
		.timeout_ms = timeout_ms};
	struct err e = {0};
	struct job *j = pool_ask(asker.pool, &a, queue, on_answer, &asker, &e);

	if (j == NULL)
		fail_msg("%s", e.text);
	asker.jobs[asker.asked++ % JOBS_KEPT] = j;
	return j;
}

static UNUSED void
await(int answers)
{
	turn_until(asker.loop, &asker.answers, answers);
}

/*
 * The answer to what speaks in the grace after its time limit only, on a busy
 * machine not always: then with twice the time.
 */
static UNUSED const struct answer *
ask_until_done(const char *text, uint32_t timeout_ms)
{
	enum { TRIES = 7 };
	const struct answer *a;
	int tries = 0;

	do {
		ask(QUEUE_SOLVE, text, timeout_ms << tries);
		await(asker.answers + 1);
		a = asker.last[(asker.answers - 1) % ANSWERS_KEPT];
	} while (a->outcome == OUTCOME_TIMEOUT && ++tries < TRIES);
	assert_int_equal(a->outcome, OUTCOME_DONE);
	return a;
}

static UNUSED void
await_phase(const struct job *j, enum phase phase)
{
	int64_t until_ms = clock_now_ms() + FAKE_PATIENCE_MS;

	while (job_answer(j)->phase != phase) {
		assert_true(clock_now_ms() < until_ms);
		(void)loop_turn(asker.loop, 1000);
	}
}

/* Until two children wait, and nobody works or dies. */
static UNUSED void
await_peace(void)
{
	int64_t until_ms = clock_now_ms() + FAKE_PATIENCE_MS;
	struct pool_state s;

	pool_get_state(asker.pool, &s);
	while (s.busy + s.dying > 0 || s.idle < 2) {
		assert_true(clock_now_ms() < until_ms);
		(void)loop_turn(asker.loop, 1000);
		pool_get_state(asker.pool, &s);
	}
}

static UNUSED void
on_warm(struct job *j, struct answer *answer, void *argument)
{
	(void)j, (void)argument; /* that it came is enough */
	answer_free(answer);
}

/* Somebody was here before: a fork server is up, with children that wait. */
static UNUSED void
warm(void)
{
	const struct ask a = {.kind = ASK_SOLVE,
		.text = "done",
		.size = strlen("done"),
		.timeout_ms = LONG_MS};
	struct err e = {0};

	assert_non_null(
		pool_ask(asker.pool, &a, QUEUE_SOLVE, on_warm, NULL, &e));
	await_peace();
}

#endif
