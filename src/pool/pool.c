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
	QUEUES = QUEUE_SOLVE + 1,
	PREFERENCES = 64,
	/* Two accounts that have one place have their turns as one. */
	TURNS = 256,
	/* So that many short solves of others do not keep a long one from its
	 * end. */
	GIVE_WAY_MAX = 3,
};

TAILQ_HEAD(jobs, job);

/* A job has one timer, for the latest time of what happens to it next. */
struct job {
	TAILQ_ENTRY(job) link;
	struct jobs *list; /* the one it is in, or NULL */
	struct pool *pool;
	enum pool_queue queue;
	enum job_priority priority;
	bool had_turn; /* it is the next one of its queue */
	int gave_way;  /* how often, to the first solve of another account */
	struct ask ask;
	struct child *child; /* NULL unless it runs */
	int64_t cpu_us;	     /* of that, when it began */
	int retries;	     /* after children that died before they read it */
	int64_t deadline_ms;
	int64_t started_ms;
	struct timer *timer;
	struct answer *answer; /* as far as it has come */
	struct {
		pool_done *done;
		void *argument;
	} owner;
};

/* So many jobs of it run at once: one check, so that none waits for a solve,
 * and one solve per worker. The accounts have turns, and the jobs of one are
 * served as they came. */
struct queue {
	struct jobs waiting;
	size_t waiting_count;
	size_t slots;
	size_t running;
};

struct pool {
	struct loop *loop;
	struct preference preferences[PREFERENCES];
	struct idle_pool *idle;
	struct queue queues[QUEUES];
	struct jobs running;
	struct jobs refused; /* and about to be answered so */
	size_t waiting_bytes;
	/* By account: the number of its last turn. */
	uint64_t turns[TURNS];
	uint64_t turn;
	struct timer *step;
	bool is_launched, competes; /* its solves */
};

/* --- the queue ------------------------------------------------------------ */

static size_t
ask_bytes(const struct ask *ask)
{
	return ask->size + ask->field_count * sizeof(*ask->fields) +
	       ask->groups.count * sizeof(*ask->groups.at);
}

/* Counts the solves of an account that run or wait, but for those of which
 * another child may answer the same. */
static size_t
solves_of(const struct pool *p, int64_t account)
{
	const struct jobs *lists[] = {
		&p->queues[QUEUE_SOLVE].waiting, &p->running};
	const struct job *j;
	size_t count = 0;

	for (size_t i = 0; i < 2; i++)
		TAILQ_FOREACH(j, lists[i], link)
			count += j->queue == QUEUE_SOLVE &&
				 j->ask.account == account &&
				 j->priority != JOB_PRIORITY_COMPETITOR;
	return count;
}

/* Each queue by itself: solves that take minutes keep no edit out. */
static bool
has_room(const struct pool *p, const struct ask *ask, enum pool_queue queue,
	struct err *e)
{
	size_t size = ask_bytes(ask);

	if (queue == QUEUE_SOLVE && ask->account_waiting > 0 &&
		solves_of(p, ask->account) >=
			(size_t)ask->account_solves + ask->account_waiting)
		return err_advise(e, ERR_LIMIT,
			"%u solves of this account wait already, which is its "
			"limit; wait for an answer to one of them, then send "
			"this call again; or cancel some of the calls",
			ask->account_waiting);
	if (p->queues[queue].waiting_count >= LIMIT_WAITING_JOBS)
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
	if (size > LIMIT_WAITING_BYTES - p->waiting_bytes)
		return err_advise(e, ERR_LIMIT,
			"The jobs that wait for a worker hold %zu bytes of "
			"text: with the %zu of this one they would pass the "
			"limit of %d; wait for answers; or cancel some of the "
			"calls",
			p->waiting_bytes, size, LIMIT_WAITING_BYTES);
	return true;
}

/* A job that is in no list goes to the end of those of its priority; one that
 * had its turn before to the beginning. */
static void
enqueue(struct job *j)
{
	struct queue *queue = &j->pool->queues[j->queue];
	struct job *next = TAILQ_FIRST(&queue->waiting);

	assert(j->list == NULL);
	while (next != NULL &&
		(next->priority < j->priority ||
			(next->priority == j->priority && !j->had_turn)))
		next = TAILQ_NEXT(next, link);
	if (next != NULL)
		TAILQ_INSERT_BEFORE(next, j, link);
	else
		TAILQ_INSERT_TAIL(&queue->waiting, j, link);
	j->list = &queue->waiting;
	queue->waiting_count++;
	j->pool->waiting_bytes += ask_bytes(&j->ask);
}

/* It is in no list and has no child after that. */
static void
dequeue(struct job *j)
{
	struct queue *queue = &j->pool->queues[j->queue];

	if (j->list == &queue->waiting) {
		queue->waiting_count--;
		j->pool->waiting_bytes -= ask_bytes(&j->ask);
	}
	if (j->list == &j->pool->running)
		queue->running--;
	TAILQ_REMOVE(j->list, j, link);
	j->list = NULL;
	j->child = NULL;
}

static void
move(struct job *j, struct jobs *list)
{
	dequeue(j);
	TAILQ_INSERT_TAIL(list, j, link);
	j->list = list;
}

/* Jobs that wait in a queue and may run now. */
static size_t
ready_jobs(const struct queue *queue)
{
	size_t room = queue->slots - queue->running;

	return queue->waiting_count < room ? queue->waiting_count : room;
}

/* --- fairness ------------------------------------------------------------- */

/* Counts the jobs of an account that run in a queue, but for those that give
 * way to others. */
static size_t
running_of(const struct pool *p, enum pool_queue queue, int64_t account)
{
	const struct job *j;
	size_t count = 0;

	TAILQ_FOREACH(j, &p->running, link)
		count += j->queue == queue && j->ask.account == account &&
			 j->priority == JOB_PRIORITY_CALL;
	return count;
}

static uint64_t *
turn_of(struct pool *p, int64_t account)
{
	return &p->turns[(uint64_t)account % TURNS];
}

/* Returns the job that is to run next. Among the waiting jobs of the highest
 * priority it is the first of the account with the fewest running jobs; of
 * accounts with equally many, the one whose last turn is the longest ago comes
 * first. Returns NULL if each account has as many running as it may. */
static struct job *
fair_job(struct pool *p, enum pool_queue queue)
{
	struct jobs *waiting = &p->queues[queue].waiting;
	const struct job *first = TAILQ_FIRST(waiting);
	struct job *best = NULL;
	size_t best_running = 0;
	struct job *j;

	TAILQ_FOREACH(j, waiting, link) {
		size_t most = j->ask.account_solves;
		size_t running;

		if (j->priority != first->priority)
			break;
		if (best != NULL && best->ask.account == j->ask.account)
			continue;
		running = running_of(p, queue, j->ask.account);
		if (queue == QUEUE_SOLVE && most > 0 && running >= most)
			continue;
		if (best != NULL &&
			(running > best_running ||
				(running == best_running &&
					*turn_of(p, j->ask.account) >=
						*turn_of(
							p, best->ask.account))))
			continue;
		best = j;
		best_running = running;
	}
	return best;
}

/* The next job that may run, checks before solves; NULL: none may now. */
static struct job *
next_job(struct pool *p)
{
	struct job *j = NULL;

	for (size_t i = 0; i < QUEUES && j == NULL; i++) {
		if (ready_jobs(&p->queues[i]) > 0)
			j = fair_job(p, (enum pool_queue)i);
	}
	return j;
}

/* Returns whether an account without a solve that runs waits for its first. */
static bool
is_kept_out(const struct pool *p, const struct job *j)
{
	return j->priority == JOB_PRIORITY_CALL && j->gave_way == 0 &&
	       running_of(p, QUEUE_SOLVE, j->ask.account) == 0;
}

/*
 * The youngest solve of the account that has the most, if all slots are taken
 * while another account is kept out; or NULL. No solve that has given way ends
 * another one, so that two accounts do not end each other's for ever.
 */
static struct job *
unfair_job(const struct pool *p)
{
	const struct queue *solve = &p->queues[QUEUE_SOLVE];
	const struct job *waits = TAILQ_FIRST(&solve->waiting);
	struct job *victim = NULL;
	size_t most = 0;
	struct job *j;

	if (p->is_launched || solve->running < solve->slots)
		return NULL;
	while (waits != NULL && !is_kept_out(p, waits))
		waits = TAILQ_NEXT(waits, link);
	if (waits == NULL)
		return NULL;
	TAILQ_FOREACH(j, &p->running, link) {
		size_t count;

		if (j->queue != QUEUE_SOLVE || j->gave_way == GIVE_WAY_MAX ||
			j->priority != JOB_PRIORITY_CALL)
			continue;
		count = running_of(p, QUEUE_SOLVE, j->ask.account);
		if (count > most ||
			(count == most && victim != NULL &&
				j->started_ms >= victim->started_ms)) {
			victim = j;
			most = count;
		}
	}
	return victim;
}

/* The job of the lowest priority that runs in a slot for which a solve of a
 * higher priority waits, or NULL. */
static struct job *
surplus_job(const struct pool *p)
{
	const struct queue *solve = &p->queues[QUEUE_SOLVE];
	const struct job *waits = TAILQ_FIRST(&solve->waiting);
	struct job *last = NULL;
	struct job *j;

	if (waits == NULL || solve->running < solve->slots)
		return NULL;
	TAILQ_FOREACH(j, &p->running, link) {
		if (j->queue == QUEUE_SOLVE && j->priority > waits->priority &&
			(last == NULL || j->priority > last->priority))
			last = j;
	}
	return last;
}

/* --- the pool and its jobs ----------------------------------------------- */

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

static void
job_free(struct job *j)
{
	assert(j->list == NULL);
	timer_free(j->timer);
	answer_free(j->answer);
	free(j);
}

static void
free_jobs(struct jobs *list)
{
	struct job *j;

	while ((j = TAILQ_FIRST(list)) != NULL) {
		dequeue(j);
		job_free(j);
	}
}

static struct answer *
detach_answer(struct job *j)
{
	if (j->answer->phase != PHASE_WAITING)
		j->answer->job.ran_ms = clock_now_ms() - j->started_ms;
	return TAKE(j->answer);
}

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
	p->competes = options->launcher == NULL || options->competes;
	for (size_t i = 0; i < QUEUES; i++)
		TAILQ_INIT(&p->queues[i].waiting);
	p->queues[QUEUE_CHECK].slots = 1;
	p->queues[QUEUE_SOLVE].slots = (size_t)options->workers;
	TAILQ_INIT(&p->running);
	TAILQ_INIT(&p->refused);
	return p;
}

void
pool_free(struct pool *p)
{
	if (p == NULL)
		return;
	idle_pool_free(p->idle, clock_now_ms() + FREE_MS);
	for (size_t i = 0; i < QUEUES; i++)
		free_jobs(&p->queues[i].waiting);
	free_jobs(&p->running);
	free_jobs(&p->refused);
	timer_free(p->step);
	free(p);
}

void
pool_get_state(const struct pool *p, struct pool_state *state)
{
	idle_pool_get_state(p->idle, state);
	state->waiting = p->queues[QUEUE_CHECK].waiting_count +
			 p->queues[QUEUE_SOLVE].waiting_count;
}

/* --- the steps of a job -------------------------------------------------- */

/* The job's last moment. Its owner may ask and cancel other jobs in
 * it. */
static void
finish(struct job *j)
{
	dequeue(j);
	step_soon(j->pool);
	j->owner.done(j, detach_answer(j), j->owner.argument);
	job_free(j);
}

static void
stop_child(struct job *j)
{
	child_kill(j->child);
	idle_pool_record_end(j->pool->idle, false);
}

/* It was refused, or has waited until its deadline, or its child had its grace,
 * too. */
static void
on_time(void *argument)
{
	struct job *j = argument;

	j->timer = NULL;
	if (j->child != NULL)
		stop_child(j);
	if (j->answer->outcome == OUTCOME_DONE)
		j->answer->outcome = OUTCOME_TIMEOUT;
	finish(j);
}

static void
set_timer(struct job *j, int64_t at_ms)
{
	timer_free(j->timer);
	j->timer = loop_at(j->pool->loop, at_ms, on_time, j);
}

static void
wait_for_child(struct job *j)
{
	enqueue(j);
	set_timer(j, j->deadline_ms);
	step_soon(j->pool);
}

static void
run_in(struct child *c, struct job *j)
{
	struct pool *p = j->pool;
	int64_t left_ms;

	move(j, &p->running);
	p->queues[j->queue].running++;
	*turn_of(p, j->ask.account) = ++p->turn;
	j->child = c;
	j->started_ms = clock_now_ms();
	/* A check's time is its own: those before it may be of long texts. */
	if (j->queue == QUEUE_CHECK && !j->had_turn)
		j->deadline_ms = j->started_ms + j->ask.timeout_ms;
	if (!child_is_launched(c))
		j->answer->phase = PHASE_PARSING;
	left_ms = j->deadline_ms - clock_now_ms();
	j->ask.timeout_ms = left_ms > 0 ? (uint32_t)left_ms : 1;
	set_timer(j, j->deadline_ms + (child_is_launched(c) ? LAUNCH_GRACE_MS
							    : GRACE_MS));
	j->cpu_us = process_cpu_us(child_process(c));
	child_ask(c, &j->ask, j->answer);
	idle_pool_record_start(p->idle);
}

/* Its timer will tell, from the loop. */
static void
refuse(struct job *j, enum outcome outcome, const char *why)
{
	move(j, &j->pool->refused);
	j->answer->outcome = outcome;
	j->answer->detail = text_copy(why);
	set_timer(j, clock_now_ms());
}

/* With another child; what the one before has said is forgotten. */
static void
retry(struct job *j)
{
	answer_free(j->answer);
	j->answer = answer_new();
	j->had_turn = true;
	dequeue(j);
	wait_for_child(j);
}

static void
on_end(struct child *c, bool never_read, void *argument)
{
	struct pool *p = argument;
	struct job *j = TAILQ_FIRST(&p->running);

	while (j->child != c)
		j = TAILQ_NEXT(j, link);
	idle_pool_record_end(p->idle, j->answer->outcome == OUTCOME_DONE);
	/* The idle pool says when it is in vain to wait for a thread. */
	if (never_read && (child_lacked_thread(c) || j->retries++ < RETRIES))
		retry(j);
	else
		finish(j);
}

/* False: it waits for a child; a launched one, until it is known which libz3
 * to expect. */
static bool
run(struct job *j)
{
	struct idle_pool *idle = j->pool->idle;
	bool is_far = j->pool->is_launched && j->queue == QUEUE_SOLVE &&
		      j->ask.kind == ASK_SOLVE;
	struct child *c;
	struct err e;

	if (is_far && !idle_pool_may_launch(idle))
		return false;
	if (is_far)
		c = idle_pool_launch(idle, &e);
	else if (j->ask.kind == ASK_CONFIRM)
		c = idle_pool_second_solver(idle, &e);
	else if ((c = idle_pool_find(idle, j->ask.owner)) == NULL)
		return false;
	if (c != NULL)
		run_in(c, j);
	else
		refuse(j, is_far ? OUTCOME_LOST : OUTCOME_NO_WORKER, e.text);
	return true;
}

static void
dispatch(struct pool *p)
{
	struct job *j;

	while ((j = next_job(p)) != NULL && run(j))
		;
}

/* Jobs that wait for others of a full queue may yet find better times. */
static void
on_failure(const char *why, void *argument)
{
	struct pool *p = argument;
	struct job *j;

	dispatch(p);
	while ((j = next_job(p)) != NULL)
		refuse(j, OUTCOME_NO_WORKER, why);
}

static void
step(void *argument)
{
	struct pool *p = argument;
	struct job *j;

	p->step = NULL;
	/* A solve is never kept waiting by what another child may answer. */
	while ((j = surplus_job(p)) != NULL) {
		stop_child(j);
		retry(j);
	}
	if ((j = unfair_job(p)) != NULL) {
		j->gave_way++;
		stop_child(j);
		retry(j);
	}
	dispatch(p);
	if (unfair_job(p) != NULL) /* another account waits, too */
		step_soon(p);
	idle_pool_need(p->idle, ready_jobs(&p->queues[QUEUE_CHECK]) +
					ready_jobs(&p->queues[QUEUE_SOLVE]));
}

/* --- what others ask ----------------------------------------------------- */

struct job *
pool_ask(struct pool *p, const struct ask *ask, enum pool_queue queue,
	pool_done *done, void *argument, struct err *e)
{
	struct job *j;

	if (!has_room(p, ask, queue, e))
		return NULL;
	j = mem_new(sizeof(*j));
	j->pool = p;
	j->queue = queue;
	j->ask = *ask;
	j->started_ms = clock_now_ms();
	j->deadline_ms =
		j->started_ms +
		(queue == QUEUE_CHECK ? LIMIT_TIMEOUT_MS : ask->timeout_ms);
	j->answer = answer_new();
	j->owner.done = done;
	j->owner.argument = argument;
	wait_for_child(j);
	return j;
}

void
pool_cancel(struct job *j)
{
	if (j->child != NULL)
		stop_child(j);
	dequeue(j);
	step_soon(j->pool);
	job_free(j);
}

struct answer *
pool_stop(struct job *j)
{
	struct answer *answer = detach_answer(j);

	answer->outcome = OUTCOME_CANCELLED;
	pool_cancel(j);
	return answer;
}

bool
pool_may_compete(const struct pool *p)
{
	return p->competes;
}

bool
pool_has_idle_slot(const struct pool *p)
{
	const struct queue *solve = &p->queues[QUEUE_SOLVE];

	return solve->running + solve->waiting_count < solve->slots;
}

void
pool_set_priority(struct job *j, enum job_priority priority)
{
	if (j->priority == priority)
		return;
	j->priority = priority;
	if (j->child == NULL && j->list != NULL) {
		dequeue(j);
		enqueue(j);
	}
	step_soon(j->pool);
}

void
pool_restart(struct job *j, uint32_t engines)
{
	j->ask.engines = engines;
	if (j->child != NULL)
		stop_child(j);
	retry(j);
}

void
pool_put_first(struct job *j)
{
	j->had_turn = true;
	dequeue(j);
	enqueue(j);
}

struct preference *
pool_preference(struct pool *p, uint64_t kind)
{
	return &p->preferences[kind % PREFERENCES];
}

struct loop *
pool_loop(const struct pool *p)
{
	return p->loop;
}

const struct answer *
job_answer(const struct job *j)
{
	return j->answer;
}

size_t
job_memory_kb(const struct job *j)
{
	const struct child *c = j->child;

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
	const struct child *c = j->child;

	return c != NULL ? process_cpu_us(child_process(c)) - j->cpu_us : 0;
}
