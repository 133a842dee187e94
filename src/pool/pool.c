/*
 * Whatever happens - an ask, news of a child, a deadline - is written down,
 * and one step that the loop runs soon after sets things right: it gives jobs
 * that wait to children that wait, and tells the stock what is missing. So no
 * answer is given from inside of a call, and no order of events is special.
 */
#include "pool/pool.h"

#include <assert.h>
#include <signal.h>
#include <stdlib.h>

#include "base/alloc.h"
#include "base/clock.h"
#include "base/loop.h"
#include "pool/child.h"
#include "pool/job.h"
#include "pool/stock.h"

enum { LANES = LANE_SOLVE + 1 };

struct lane {
	struct jobs waiting;
	size_t waiting_count;
	size_t slots;
	size_t running;
};

struct pool {
	struct loop *loop;
	struct stock *stock;
	struct lane lanes[LANES];
	struct jobs running;
	struct jobs refused; /* their timers are due */
	size_t waiting_bytes;
	struct timer *step;
};

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

struct pool *
pool_new(struct loop *l, const struct pool_options *options)
{
	struct pool *p = mem_new(sizeof(*p));
	struct stock_owner owner = {step_soon, on_failure, on_end, p};

	assert(options->workers > 0 && options->memory_mb > 0);
	(void)signal(SIGCHLD, SIG_DFL); /* cannot fail for this signal */
	p->loop = l;
	p->stock = stock_new(l, options, &owner);
	for (size_t i = 0; i < LANES; i++)
		TAILQ_INIT(&p->lanes[i].waiting);
	p->lanes[LANE_CHECK].slots = 1;
	p->lanes[LANE_SOLVE].slots = (size_t)options->workers;
	TAILQ_INIT(&p->running);
	TAILQ_INIT(&p->refused);
	return p;
}

void
pool_warm(struct pool *p)
{
	step_soon(p);
}

/* --- the lists of jobs
 * --------------------------------------------------------- */

static struct lane *
lane_of(const struct job *j)
{
	return &j->pool->lanes[j->lane];
}

static void
leave_list(struct job *j)
{
	struct lane *lane = lane_of(j);

	if (j->list == &lane->waiting) {
		lane->waiting_count--;
		j->pool->waiting_bytes -= j->ask.size;
	} else if (j->list == &j->pool->running) {
		lane->running--;
		j->child = NULL;
	}
	TAILQ_REMOVE(j->list, j, link);
	j->list = NULL;
}

static void
set_timer(struct job *j, int64_t at_ms, loop_on_time *on_time)
{
	timer_free(j->timer);
	j->timer = loop_at(j->pool->loop, at_ms, on_time, j);
}

/* The job's last moment. Its owner may ask and cancel other jobs in it. */
static void
finish(struct job *j)
{
	leave_list(j);
	step_soon(j->pool);
	j->done(j, TAKE(j->answer), j->argument);
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
	child_kill(j->child);
	stock_note_end(j->pool->stock, false);
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
wait_in_lane(struct job *j)
{
	struct lane *lane = lane_of(j);

	/* One that is back from a dead child has waited longest. */
	if (j->was_retried)
		TAILQ_INSERT_HEAD(&lane->waiting, j, link);
	else
		TAILQ_INSERT_TAIL(&lane->waiting, j, link);
	j->list = &lane->waiting;
	lane->waiting_count++;
	j->pool->waiting_bytes += j->ask.size;
	set_timer(j, j->deadline_ms, on_time_without_child);
	step_soon(j->pool);
}

static void
run_in(struct child *c, struct job *j)
{
	struct pool *p = j->pool;

	leave_list(j);
	TAILQ_INSERT_TAIL(&p->running, j, link);
	j->list = &p->running;
	lane_of(j)->running++;
	j->child = c;
	j->started_ms = clock_now_ms();
	j->answer->phase = PHASE_PARSING;
	j->ask.timeout_ms = job_left_ms(j);
	set_timer(j, j->deadline_ms + GRACE_MS, on_time_with_child);
	child_ask(c, &j->ask, j->answer);
	stock_note_start(p->stock);
}

static void
refuse(struct job *j, const char *why)
{
	leave_list(j);
	TAILQ_INSERT_TAIL(&j->pool->refused, j, link);
	j->list = &j->pool->refused;
	j->answer->outcome = OUTCOME_NO_WORKER;
	j->answer->detail = text_copy(why);
	set_timer(j, clock_now_ms(), on_time_without_child);
}

/* --- what the stock tells
 * -------------------------------------------------------- */

static struct job *
find_job(struct pool *p, const struct child *c)
{
	struct job *j;

	TAILQ_FOREACH(j, &p->running, link)
	{
		if (j->child == c)
			return j;
	}
	return NULL;
}

static void
on_end(struct child *c, bool never_read, void *argument)
{
	struct pool *p = argument;
	struct job *j = find_job(p, c);

	assert(j != NULL);
	stock_note_end(p->stock, j->answer->outcome == OUTCOME_DONE);
	if (never_read && !j->was_retried) {
		j->was_retried = true;
		j->answer->outcome = OUTCOME_DONE;
		j->answer->phase = PHASE_WAITING;
		leave_list(j);
		wait_in_lane(j);
		return;
	}
	finish(j);
}

/* Jobs that could start now, up to the slots of their lane. */
static size_t
count_ready(const struct lane *lane)
{
	size_t room = lane->slots - lane->running;

	return lane->waiting_count < room ? lane->waiting_count : room;
}

static void
hand_out(struct pool *p)
{
	for (struct lane *lane = p->lanes; lane < p->lanes + LANES; lane++) {
		struct child *c;

		while (count_ready(lane) > 0 &&
			(c = stock_find(p->stock)) != NULL)
			run_in(c, TAILQ_FIRST(&lane->waiting));
	}
}

/* Jobs that wait for others of their lane may yet find better times. */
static void
on_failure(const char *why, void *argument)
{
	struct pool *p = argument;

	hand_out(p);
	for (struct lane *lane = p->lanes; lane < p->lanes + LANES; lane++) {
		for (size_t left = count_ready(lane); left > 0; left--)
			refuse(TAILQ_FIRST(&lane->waiting), why);
	}
}

static void
step(void *argument)
{
	struct pool *p = argument;
	size_t ready = 0;

	p->step = NULL;
	hand_out(p);
	for (size_t i = 0; i < LANES; i++)
		ready += count_ready(&p->lanes[i]);
	stock_need(p->stock, ready);
}

/* --- what others ask
 * ------------------------------------------------------------- */

static size_t
count_waiting(const struct pool *p)
{
	size_t waiting = 0;

	for (size_t i = 0; i < LANES; i++)
		waiting += p->lanes[i].waiting_count;
	return waiting;
}

static bool
has_room(const struct pool *p, size_t size, struct err *e)
{
	if (count_waiting(p) >= LIMIT_WAITING_JOBS)
		return err_set(e, ERR_LIMIT,
			"%d jobs wait for a worker already, and no more may. "
			"Wait for answers, or cancel some of the calls.",
			LIMIT_WAITING_JOBS);
	if (size > LIMIT_WAITING_BYTES - p->waiting_bytes)
		return err_set(e, ERR_LIMIT,
			"The jobs that wait for a worker hold %zu bytes of "
			"text; with this one's %zu they would pass the limit "
			"of %d. Wait for answers, or cancel some of the calls.",
			p->waiting_bytes, size, LIMIT_WAITING_BYTES);
	return true;
}

struct job *
pool_ask(struct pool *p, const struct ask *ask, enum pool_lane lane,
	pool_done *done, void *argument, struct err *e)
{
	struct job *j;

	if (!has_room(p, ask->size, e))
		return NULL;
	j = job_new(ask);
	j->pool = p;
	j->lane = lane;
	j->done = done;
	j->argument = argument;
	wait_in_lane(j);
	return j;
}

void
pool_cancel(struct job *j)
{
	if (j->child != NULL)
		stop_child(j);
	leave_list(j);
	step_soon(j->pool);
	job_free(j);
}

void
pool_look(const struct pool *p, struct pool_state *state)
{
	stock_look(p->stock, state);
	state->waiting = count_waiting(p);
}

static void
forget_jobs(struct jobs *list)
{
	struct job *j;

	while ((j = TAILQ_FIRST(list)) != NULL) {
		leave_list(j);
		job_free(j);
	}
}

void
pool_free(struct pool *p)
{
	if (p == NULL)
		return;
	stock_free(p->stock, clock_now_ms() + FREE_MS);
	for (size_t i = 0; i < LANES; i++)
		forget_jobs(&p->lanes[i].waiting);
	forget_jobs(&p->running);
	forget_jobs(&p->refused);
	timer_free(p->step);
	free(p);
}
