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
	int slots;
	int running;
};

struct pool {
	struct loop *loop;
	struct stock *stock;
	struct lane lanes[LANES];
	struct jobs running;
	struct jobs refused; /* to be answered by their timers */
	size_t waiting_count;
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
	(void)signal(SIGCHLD, SIG_DFL);
	p->loop = l;
	p->stock = stock_new(l, options, &owner);
	for (int i = 0; i < LANES; i++)
		TAILQ_INIT(&p->lanes[i].waiting);
	p->lanes[LANE_CHECK].slots = 1;
	p->lanes[LANE_SOLVE].slots = options->workers;
	TAILQ_INIT(&p->running);
	TAILQ_INIT(&p->refused);
	return p;
}

static void
free_jobs(struct jobs *list)
{
	while (!TAILQ_EMPTY(list))
		job_free(TAILQ_FIRST(list));
}

void
pool_free(struct pool *p)
{
	if (p == NULL)
		return;
	stock_free(p->stock, clock_now_ms() + FREE_MS);
	for (int i = 0; i < LANES; i++)
		free_jobs(&p->lanes[i].waiting);
	free_jobs(&p->running);
	free_jobs(&p->refused);
	timer_free(p->step);
	free(p);
}

/* --- the lists a job is in ----------------------------------------------------- */

static struct lane *
lane_of(const struct job *j)
{
	return &j->pool->lanes[j->lane];
}

static bool
is_waiting(const struct job *j)
{
	return j->list == &lane_of(j)->waiting;
}

/* Writes down that it leaves the list it is in. */
static void
count_out(const struct job *j)
{
	if (is_waiting(j)) {
		j->pool->waiting_count--;
		j->pool->waiting_bytes -= j->ask.size;
	} else if (j->child != NULL) {
		lane_of(j)->running--;
	}
}

static void
count_in(const struct job *j)
{
	j->pool->waiting_count++;
	j->pool->waiting_bytes += j->ask.size;
}

static void
set_timer(struct job *j, int64_t at_ms, loop_on_time *on_time)
{
	timer_free(j->timer);
	j->timer = loop_at(j->pool->loop, at_ms, on_time, j);
}

/* The job's last moment. Its owner may ask and cancel others meanwhile. */
static void
answer(struct job *j)
{
	struct pool *p = j->pool;

	count_out(j);
	j->child = NULL;
	job_leave(j);
	step_soon(p);
	j->done(j, TAKE(j->answer), j->argument);
	job_free(j);
}

/* --- deadlines ------------------------------------------------------------------ */

static void
on_deadline_of_waiting(void *argument)
{
	struct job *j = argument;

	j->timer = NULL;
	j->answer->outcome = OUTCOME_TIMEOUT;
	answer(j);
}

static void
on_deadline_of_running(void *argument)
{
	struct job *j = argument;

	j->timer = NULL;
	j->answer->outcome = OUTCOME_TIMEOUT;
	child_kill(j->child);
	stock_note_end(j->pool->stock, false);
	answer(j);
}

static void
on_refused(void *argument)
{
	struct job *j = argument;

	j->timer = NULL;
	answer(j);
}
