/*
 * Whatever happens - an ask, news of a child, a deadline - is
 * written down, and one step that the loop runs soon after sets things right:
 * it gives jobs that wait to children that wait, and tells the idle pool what
 * is missing. So no answer is given from inside of a call, and no order of
 * events is special.
 */
#include "pool/pool.h"

#include <assert.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/clock.h"
#include "base/loop.h"
#include "pool/child.h"
#include "pool/idle_pool.h"
#include "pool/queue.h"

enum {
	/* Somebody may have killed all children that waited, at once. */
	RETRIES = 5,
};

struct pool {
	struct loop *loop;
	struct idle_pool *idle;
	struct queue queue;
	struct timer *step;
};

/* A job has one timer, for the latest time of what happens to it next. */
struct job {
	struct queued queued;
	struct pool *pool;
	struct ask_copy ask;
	int64_t cpu_us; /* of its child, when it began */
	int retries;	/* after children that died before they read it */
	int64_t deadline_ms;
	int64_t started_ms;
	struct timer *timer;
	struct answer *answer; /* as far as it has come */
	pool_done *done;
	void *argument;
};

static struct job *
job_of(struct queued *queued)
{
	return (struct job *)queued; /* its first member */
}

static void on_end(struct child *c, bool never_read, void *argument);
static void on_failure(const char *why, void *argument);
static void step(void *argument);

static void
step_soon(void *argument)
{
	struct pool *p = argument;

	if (p->step == NULL)
		p->step = loop_at(p->loop, clock_now_ms(), step, p);
}

/* --- a job ------------------------------------------------------------ */

static size_t
job_bytes(const struct ask *ask)
{
	return ask->size + ask->field_count * sizeof(*ask->fields) +
	       ask->group_count * sizeof(*ask->groups);
}

static struct job *
job_new(struct pool *p, const struct ask *ask, enum pool_lane lane)
{
	struct job *j = mem_new(sizeof(*j));

	j->pool = p;
	j->queued.lane = lane;
	j->queued.bytes = job_bytes(ask);
	ask_copy_init(&j->ask, ask);
	j->started_ms = clock_now_ms();
	j->deadline_ms = j->started_ms + ask->timeout_ms;
	j->answer = answer_new();
	return j;
}

static void
job_free(struct job *j)
{
	if (j == NULL)
		return;
	assert(j->queued.list == NULL);
	timer_free(j->timer);
	answer_free(j->answer);
	ask_copy_release(&j->ask);
	free(j);
}

static struct answer *
job_take_answer(struct job *j)
{
	if (j->answer->phase != PHASE_WAITING)
		j->answer->ran_ms = clock_now_ms() - j->started_ms;
	return TAKE(j->answer);
}

static uint32_t
job_left_ms(const struct job *j)
{
	int64_t left_ms = j->deadline_ms - clock_now_ms();

	return left_ms > 0 ? (uint32_t)left_ms : 1;
}

/* --- the pool ------------------------------------------------------------ */

struct pool *
pool_new(struct loop *l, const struct pool_options *options)
{
	struct pool *p = mem_new(sizeof(*p));
	struct idle_pool_owner owner = {step_soon, on_failure, on_end, p};

	assert(options->workers > 0 && options->memory_mb > 0);
	(void)signal(SIGCHLD, SIG_DFL); /* cannot fail for this signal */
	p->loop = l;
	p->idle = idle_pool_new(l, options, &owner);
	queue_init(&p->queue, options->workers);
	return p;
}

void
pool_free(struct pool *p)
{
	struct job *j;

	if (p == NULL)
		return;
	idle_pool_free(p->idle, clock_now_ms() + FREE_MS);
	while ((j = job_of(queue_any(&p->queue))) != NULL) {
		queue_remove(&p->queue, &j->queued);
		job_free(j);
	}
	timer_free(p->step);
	free(p);
}

void
pool_look(const struct pool *p, struct pool_state *state)
{
	idle_pool_look(p->idle, state);
	state->waiting = queue_waiting(&p->queue);
}

/* --- the steps of a job -------------------------------------------------- */

static void
set_timer(struct job *j, int64_t at_ms, loop_on_time *on_time)
{
	timer_free(j->timer);
	j->timer = loop_at(j->pool->loop, at_ms, on_time, j);
}

/* The job's last moment. Its owner may ask and cancel other jobs in
 * it. */
static void
finish(struct job *j)
{
	queue_remove(&j->pool->queue, &j->queued);
	step_soon(j->pool);
	j->done(j, job_take_answer(j), j->argument);
	job_free(j);
}

/* It has waited until its deadline, or was refused. */
static void
on_time_without_child(void *argument)
{
	struct job *j = argument;

	j->timer = NULL;
	if (j->answer->outcome != OUTCOME_NO_WORKER)
		j->answer->outcome = OUTCOME_TIMEOUT;
	finish(j);
}

static void
stop_child(struct job *j)
{
	child_kill(j->queued.child);
	idle_pool_note_end(j->pool->idle, false);
}

/* The child had its grace, too. */
static void
on_time_with_child(void *argument)
{
	struct job *j = argument;

	j->timer = NULL;
	stop_child(j);
	j->answer->outcome = OUTCOME_TIMEOUT;
	finish(j);
}

static void
wait_for_child(struct job *j)
{
	queue_add(&j->pool->queue, &j->queued);
	set_timer(j, j->deadline_ms, on_time_without_child);
	step_soon(j->pool);
}

static void
run_in(struct child *c, struct job *j)
{
	struct pool *p = j->pool;

	queue_run(&p->queue, &j->queued, c);
	j->started_ms = clock_now_ms();
	/* A check's time is its own: those before it may be of long texts. */
	if (j->queued.lane == LANE_CHECK && !j->queued.had_turn)
		j->deadline_ms = j->started_ms + j->ask.ask.timeout_ms;
	j->answer->phase = PHASE_PARSING;
	j->ask.ask.timeout_ms = job_left_ms(j);
	set_timer(j, j->deadline_ms + GRACE_MS, on_time_with_child);
	j->cpu_us = child_cpu_us(c);
	child_ask(c, &j->ask.ask, j->answer);
	idle_pool_note_start(p->idle);
}

/* Its timer will tell, from the loop. */
static void
refuse(struct job *j, const char *why)
{
	queue_refuse(&j->pool->queue, &j->queued);
	j->answer->outcome = OUTCOME_NO_WORKER;
	j->answer->detail = text_copy(why);
	set_timer(j, clock_now_ms(), on_time_without_child);
}

/* With another child; what the one before has said is forgotten. */
static void
try_again(struct job *j)
{
	answer_free(j->answer);
	j->answer = answer_new();
	j->queued.had_turn = true;
	queue_remove(&j->pool->queue, &j->queued);
	wait_for_child(j);
}

/* --- what the idle pool tells ------------------------------------------------
 */

static void
on_end(struct child *c, bool never_read, void *argument)
{
	struct pool *p = argument;
	struct job *j = job_of(queue_find(&p->queue, c));

	assert(j != NULL);
	idle_pool_note_end(p->idle, j->answer->outcome == OUTCOME_DONE);
	/* The idle pool says when it is in vain to wait for a thread. */
	if (never_read && (child_lacked_thread(c) || j->retries++ < RETRIES))
		try_again(j);
	else
		finish(j);
}

static void
hand_out(struct pool *p)
{
	struct child *c;
	struct job *j;

	while ((j = job_of(queue_next(&p->queue))) != NULL &&
		(c = idle_pool_find(p->idle, j->ask.ask.owner)) != NULL)
		run_in(c, j);
}

/* Jobs that wait for others of a full lane may yet find better times. */
static void
on_failure(const char *why, void *argument)
{
	struct pool *p = argument;
	struct job *j;

	hand_out(p);
	while ((j = job_of(queue_next(&p->queue))) != NULL)
		refuse(j, why);
}

/* A solve is never kept waiting by what another child may answer. */
static void
make_room(struct pool *p)
{
	struct job *j;

	while ((j = job_of(queue_surplus(&p->queue))) != NULL) {
		stop_child(j);
		if (j->queued.is_spare) {
			try_again(j);
			continue;
		}
		j->answer->outcome = OUTCOME_CANCELLED;
		finish(j);
	}
}

static void
step(void *argument)
{
	struct pool *p = argument;

	p->step = NULL;
	make_room(p);
	hand_out(p);
	idle_pool_need(p->idle, queue_ready(&p->queue));
}

/* --- what others ask
 * ----------------------------------------------------- */

struct job *
pool_ask(struct pool *p, const struct ask *ask, enum pool_lane lane,
	pool_done *done, void *argument, struct err *e)
{
	struct job *j;

	if (!queue_has_room(&p->queue, lane, job_bytes(ask), e))
		return NULL;
	j = job_new(p, ask, lane);
	if (lane == LANE_CHECK)
		j->deadline_ms = j->started_ms + LIMIT_TIMEOUT_MS;
	j->done = done;
	j->argument = argument;
	wait_for_child(j);
	return j;
}

void
pool_cancel(struct job *j)
{
	if (j->queued.child != NULL)
		stop_child(j);
	queue_remove(&j->pool->queue, &j->queued);
	step_soon(j->pool);
	job_free(j);
}

struct answer *
pool_stop(struct job *j)
{
	struct answer *answer = job_take_answer(j);

	answer->outcome = OUTCOME_CANCELLED;
	pool_cancel(j);
	return answer;
}

bool
pool_has_idle_slot(const struct pool *p)
{
	return queue_has_idle_slot(&p->queue);
}

void
pool_set_preemptible(struct job *j, bool is_preemptible)
{
	if (is_preemptible && !j->queued.is_preemptible)
		step_soon(j->pool);
	j->queued.is_preemptible = is_preemptible;
}

void
pool_set_spare(struct job *j, bool is_spare)
{
	struct queue *q = &j->pool->queue;

	j->queued.is_spare = is_spare;
	if (j->queued.child == NULL && j->queued.list != NULL) {
		queue_remove(q, &j->queued);
		queue_add(q, &j->queued);
	}
	step_soon(j->pool);
}

void
pool_restart(struct job *j, uint32_t engines)
{
	j->ask.ask.engines = engines;
	if (j->queued.child != NULL)
		stop_child(j);
	try_again(j);
}

void
pool_put_first(struct job *j)
{
	j->queued.had_turn = true;
	queue_remove(&j->pool->queue, &j->queued);
	queue_add(&j->pool->queue, &j->queued);
}

void
pool_yield(struct job *j)
{
	child_yield(j->queued.child);
}

struct loop *
pool_loop(const struct pool *p)
{
	return p->loop;
}

enum phase
job_phase(const struct job *j)
{
	return j->answer->phase;
}

const struct answer *
job_answer(const struct job *j)
{
	return j->answer;
}

size_t
job_memory_kb(const struct job *j)
{
	return j->queued.child != NULL ? child_memory_kb(j->queued.child) : 0;
}

int64_t
job_started_ms(const struct job *j)
{
	return j->started_ms;
}

int64_t
job_cpu_us(const struct job *j)
{
	return j->queued.child != NULL
		       ? child_cpu_us(j->queued.child) - j->cpu_us
		       : 0;
}
