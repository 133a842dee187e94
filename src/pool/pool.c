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
#include <sys/queue.h>

#include "base/alloc.h"
#include "base/clock.h"
#include "base/loop.h"
#include "pool/child.h"
#include "pool/process.h"

enum {
	/* Somebody may have killed all children that waited, at once. */
	RETRIES = 5,
};

/* --- the queue ------------------------------------------------------------ */

enum { LANES = LANE_SOLVE + 1 };

TAILQ_HEAD(queued_list, queued);

/* What the queue knows of a job, whose first member it is. */
struct queued {
	TAILQ_ENTRY(queued) link;
	struct queued_list *list; /* the one it is in, or NULL */
	enum pool_lane lane;
	size_t bytes;	     /* of its text */
	struct child *child; /* NULL unless it runs */
	bool had_turn;	     /* it is the next one of its lane */
	enum job_rank rank;
};

/* So many jobs of it run at once: one check, so that none waits for a solve,
 * and one solve per worker. First come, first served. */
struct lane {
	struct queued_list waiting;
	size_t waiting_count;
	size_t slots;
	size_t running;
};

struct queue {
	struct lane lanes[LANES];
	struct queued_list running;
	struct queued_list refused; /* and about to be answered so */
	size_t waiting_bytes;
};

static void
queue_init(struct queue *q, int workers)
{
	*q = (struct queue){0};
	for (size_t i = 0; i < LANES; i++)
		TAILQ_INIT(&q->lanes[i].waiting);
	q->lanes[LANE_CHECK].slots = 1;
	q->lanes[LANE_SOLVE].slots = (size_t)workers;
	TAILQ_INIT(&q->running);
	TAILQ_INIT(&q->refused);
}

/* Each lane by itself: solves that take minutes keep no edit out. */
static bool
queue_has_room(
	const struct queue *q, enum pool_lane lane, size_t size, struct err *e)
{
	if (q->lanes[lane].waiting_count >= LIMIT_WAITING_JOBS)
		return err_advise(e, ERR_LIMIT,
			"%d jobs wait for a worker already, and no more may; "
			"wait for answers; or cancel some of the calls",
			LIMIT_WAITING_JOBS);
	if (size > LIMIT_ASK)
		return err_advise(e, ERR_LIMIT,
			"The text for the worker would have %zu bytes, and %d "
			"are the limit; ask for fewer or shorter terms; or "
			"make the model smaller",
			size, LIMIT_ASK);
	if (size > LIMIT_WAITING_BYTES - q->waiting_bytes)
		return err_advise(e, ERR_LIMIT,
			"The jobs that wait for a worker hold %zu bytes of "
			"text: with the %zu of this one they would pass the "
			"limit of %d; wait for answers; or cancel some of the "
			"calls",
			q->waiting_bytes, size, LIMIT_WAITING_BYTES);
	return true;
}

/* A job that is in no list goes to the end of those of its rank; one that had
 * its turn before to the beginning. */
static void
queue_add(struct queue *q, struct queued *j)
{
	struct lane *lane = &q->lanes[j->lane];
	struct queued *next = TAILQ_FIRST(&lane->waiting);

	assert(j->list == NULL);
	while (next != NULL && (next->rank < j->rank ||
				       (next->rank == j->rank && !j->had_turn)))
		next = TAILQ_NEXT(next, link);
	if (next != NULL)
		TAILQ_INSERT_BEFORE(next, j, link);
	else
		TAILQ_INSERT_TAIL(&lane->waiting, j, link);
	j->list = &lane->waiting;
	lane->waiting_count++;
	q->waiting_bytes += j->bytes;
}

/* It is in no list and has no child after that. */
static void
queue_remove(struct queue *q, struct queued *j)
{
	struct lane *lane = &q->lanes[j->lane];

	if (j->list == &lane->waiting) {
		lane->waiting_count--;
		q->waiting_bytes -= j->bytes;
	}
	if (j->list == &q->running)
		lane->running--;
	TAILQ_REMOVE(j->list, j, link);
	j->list = NULL;
	j->child = NULL;
}

static void
move(struct queue *q, struct queued *j, struct queued_list *list)
{
	queue_remove(q, j);
	TAILQ_INSERT_TAIL(list, j, link);
	j->list = list;
}

static void
queue_run(struct queue *q, struct queued *j, struct child *c)
{
	move(q, j, &q->running);
	q->lanes[j->lane].running++;
	j->child = c;
}

static void
queue_refuse(struct queue *q, struct queued *j)
{
	move(q, j, &q->refused);
}

/* Jobs that wait in a lane and may run now. */
static size_t
lane_ready(const struct queue *q, size_t number)
{
	const struct lane *lane = &q->lanes[number];
	size_t room = lane->slots - lane->running;

	return lane->waiting_count < room ? lane->waiting_count : room;
}

/* The first job that may run, checks before solves; NULL: none may now. */
static struct queued *
queue_next(const struct queue *q)
{
	for (size_t i = 0; i < LANES; i++) {
		if (lane_ready(q, i) > 0)
			return TAILQ_FIRST(&q->lanes[i].waiting);
	}
	return NULL;
}

static size_t
queue_ready(const struct queue *q)
{
	size_t ready = 0;

	for (size_t i = 0; i < LANES; i++)
		ready += lane_ready(q, i);
	return ready;
}

/* The job of the last rank that runs in a slot for which a solve of an earlier
 * rank waits, or NULL. */
static struct queued *
queue_surplus(const struct queue *q)
{
	const struct lane *solve = &q->lanes[LANE_SOLVE];
	const struct queued *waits = TAILQ_FIRST(&solve->waiting);
	struct queued *last = NULL;
	struct queued *j;

	if (waits == NULL || solve->running < solve->slots)
		return NULL;
	for (j = TAILQ_FIRST(&q->running); j != NULL; j = TAILQ_NEXT(j, link)) {
		if (j->lane == LANE_SOLVE && j->rank > waits->rank &&
			(last == NULL || j->rank > last->rank))
			last = j;
	}
	return last;
}

static size_t
queue_waiting(const struct queue *q)
{
	size_t waiting = 0;

	for (size_t i = 0; i < LANES; i++)
		waiting += q->lanes[i].waiting_count;
	return waiting;
}

static struct queued *
queue_find(const struct queue *q, const struct child *c)
{
	struct queued *j;

	for (j = TAILQ_FIRST(&q->running); j != NULL; j = TAILQ_NEXT(j, link)) {
		if (j->child == c)
			return j;
	}
	return NULL;
}

/* Any job, or NULL when there is none. */
static struct queued *
queue_any(const struct queue *q)
{
	for (size_t i = 0; i < LANES; i++) {
		if (!TAILQ_EMPTY(&q->lanes[i].waiting))
			return TAILQ_FIRST(&q->lanes[i].waiting);
	}
	if (!TAILQ_EMPTY(&q->running))
		return TAILQ_FIRST(&q->running);
	return TAILQ_FIRST(&q->refused);
}

/* --- the pool and its jobs ---------------------------------------------- */

enum { HABITS = 64 };

struct pool {
	struct loop *loop;
	struct habit habits[HABITS];
	struct idle_pool *idle;
	struct queue queue;
	struct timer *step;
	bool is_launched, is_raced; /* its solves */
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
	       ask->groups.count * sizeof(*ask->groups.at);
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
		j->answer->job.ran_ms = clock_now_ms() - j->started_ms;
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
	p->is_launched = options->launcher != NULL;
	p->is_raced = options->launcher == NULL || options->is_raced;
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
	if (j->answer->outcome == OUTCOME_DONE)
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
	if (!child_is_launched(c))
		j->answer->phase = PHASE_PARSING;
	j->ask.ask.timeout_ms = job_left_ms(j);
	set_timer(j,
		j->deadline_ms +
			(child_is_launched(c) ? LAUNCH_GRACE_MS : GRACE_MS),
		on_time_with_child);
	j->cpu_us = process_cpu_us(child_process(c));
	child_ask(c, &j->ask.ask, j->answer);
	idle_pool_note_start(p->idle);
}

/* Its timer will tell, from the loop. */
static void
refuse(struct job *j, enum outcome outcome, const char *why)
{
	queue_refuse(&j->pool->queue, &j->queued);
	j->answer->outcome = outcome;
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

static bool
is_launched(const struct job *j)
{
	return j->pool->is_launched && j->queued.lane == LANE_SOLVE &&
	       j->ask.ask.kind == ASK_SOLVE;
}

/* False: it waits until it is known which libz3 to expect. */
static bool
launch(struct job *j)
{
	struct child *c;
	struct err e;

	if (!idle_pool_may_launch(j->pool->idle))
		return false;
	c = idle_pool_launch(j->pool->idle, &e);
	if (c == NULL)
		refuse(j, OUTCOME_LOST, e.text);
	else
		run_in(c, j);
	return true;
}

static bool
ask_second_solver(struct job *j)
{
	struct err e;
	struct child *c = idle_pool_second_solver(j->pool->idle, &e);

	if (c == NULL)
		refuse(j, OUTCOME_NO_WORKER, e.text);
	else
		run_in(c, j);
	return true;
}

static bool
run_here(struct job *j)
{
	struct child *c;

	if (j->ask.ask.kind == ASK_CONFIRM)
		return ask_second_solver(j);
	c = idle_pool_find(j->pool->idle, j->ask.ask.owner);

	if (c != NULL)
		run_in(c, j);
	return c != NULL;
}

static void
hand_out(struct pool *p)
{
	struct job *j;

	while ((j = job_of(queue_next(&p->queue))) != NULL &&
		(is_launched(j) ? launch(j) : run_here(j)))
		;
}

/* Jobs that wait for others of a full lane may yet find better times. */
static void
on_failure(const char *why, void *argument)
{
	struct pool *p = argument;
	struct job *j;

	hand_out(p);
	while ((j = job_of(queue_next(&p->queue))) != NULL)
		refuse(j, OUTCOME_NO_WORKER, why);
}

/* A solve is never kept waiting by what another child may answer. */
static void
make_room(struct pool *p)
{
	struct job *j;

	while ((j = job_of(queue_surplus(&p->queue))) != NULL) {
		stop_child(j);
		try_again(j);
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
pool_may_race(const struct pool *p)
{
	return p->is_raced;
}

bool
pool_has_idle_slot(const struct pool *p)
{
	const struct lane *solve = &p->queue.lanes[LANE_SOLVE];

	return solve->running + solve->waiting_count < solve->slots;
}

void
pool_set_rank(struct job *j, enum job_rank rank)
{
	struct queue *q = &j->pool->queue;

	if (j->queued.rank == rank)
		return;
	j->queued.rank = rank;
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
	process_yield(child_process(j->queued.child));
}

struct habit *
pool_habit(struct pool *p, uint64_t kind)
{
	return &p->habits[kind % HABITS];
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
	const struct child *c = j->queued.child;

	return c != NULL ? process_memory_kb(child_process(c)) : 0;
}

int64_t
job_started_ms(const struct job *j)
{
	return j->started_ms;
}

int64_t
job_cpu_us(const struct job *j)
{
	const struct child *c = j->queued.child;

	return c != NULL ? process_cpu_us(child_process(c)) - j->cpu_us : 0;
}
