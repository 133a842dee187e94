#include "pool/idle_pool.h"

#include <stdlib.h>
#include <unistd.h>

#include "base/alloc.h"
#include "base/clock.h"
#include "base/loop.h"
#include "pool/child.h"
#include "pool/forkserver.h"

enum {
	/* The fork of a child takes 2 ms, and most jobs are over before this
	 * time is; `satchel solve` has one, and never needs the others. */
	REFILL_MS = 100,
	/* After a fork that failed: time for the system to recover. */
	RETRY_MS = 100,
	/* What dies sooner and unused did not die by chance. */
	EARLY_EXIT_MS = 200,
	/* For the fork server: libz3 from a cold disk on a busy machine. */
	START_TIMEOUT_MS = 10000,
	SPARE_MIN = 2,
	SPARE_MAX = 4,
};

/* --- how often it may fail ----------------------------------------------- */

void
restart_limit_record(struct restart_limit *b, int64_t now_ms)
{
	b->at_ms[b->count % LIMIT_RESTARTS] = now_ms;
	b->count++;
}

bool
restart_limit_is_spent(const struct restart_limit *b, int64_t now_ms)
{
	/* The slot that comes next holds the oldest. */
	int64_t oldest_ms = b->at_ms[b->count % LIMIT_RESTARTS];

	return b->count >= LIMIT_RESTARTS &&
	       now_ms - oldest_ms < RESTART_WINDOW_MS;
}

void
restart_limit_reset(struct restart_limit *b)
{
	b->count = 0;
}

/* --- the pool ------------------------------------------------------------ */

struct idle_pool {
	struct loop *loop;
	struct idle_pool_owner owner;
	struct forkserver *forkserver;
	const char *launcher;	  /* or NULL */
	const char *confirm_with; /* likewise */
	int memory_mb;
	unsigned starts; /* of the fork server */
	struct {
		struct child **list; /* owned, and so are those in it */
		size_t count, capacity;
	} children;
	size_t spare; /* children that ought to wait */
	struct timer *timer;
	struct {
		int64_t refill_ms; /* for spare children */
		int64_t retry_ms;  /* for any */
	} not_before;		   /* this a child is ordered */
	struct restart_limit budget;
	/* What is known against more children. As long as there is something
	 * only a job makes the idle pool try again. */
	char *why;
	/* There was no process, thread or descriptor for the last one. */
	bool is_scarce;
	/* Children die for want of a thread: that more are forked does not say
	 * that they live. */
	bool lacks_threads;
};

/* --- the children --------------------------------------------------------- */

/* One that nobody has asked yet may go to anybody. */
static bool
is_idle(const struct child *c)
{
	return child_is_idle(c) && child_owner(c) == 0;
}

/* One that has answered and stays (wire/ask.h) waits for its owner only. */
static bool
stays(const struct child *c)
{
	return child_is_idle(c) && child_owner(c) != 0;
}

static size_t
count(const struct idle_pool *s, bool (*fits)(const struct child *c))
{
	size_t fitting = 0;

	for (size_t i = 0; i < s->children.count; i++)
		fitting += fits(s->children.list[i]);
	return fitting;
}

static void
add_last(struct idle_pool *s, struct child *c)
{
	*ARRAY_ADD(s->children.list, s->children.count, s->children.capacity) =
		c;
}

/* The others keep their order, which is one of age. */
static void
remove_child(struct idle_pool *s, const struct child *c)
{
	size_t i = 0;

	while (s->children.list[i] != c)
		i++;
	s->children.count--;
	for (; i < s->children.count; i++)
		s->children.list[i] = s->children.list[i + 1];
}

/* Kills the one that was asked longest ago of those that stay. False: none
 * does. */
static bool
kill_oldest(struct idle_pool *s)
{
	for (size_t i = 0; i < s->children.count; i++) {
		if (stays(s->children.list[i])) {
			child_kill(s->children.list[i]);
			return true;
		}
	}
	return false;
}

static struct child *
find_child(const struct idle_pool *s, uint64_t owner)
{
	for (size_t i = 0; i < s->children.count; i++) {
		if (child_is_idle(s->children.list[i]) &&
			child_owner(s->children.list[i]) == owner)
			return s->children.list[i];
	}
	return NULL;
}

static void on_forkserver(const struct forkserver_event *event, void *argument);

static size_t
choose_spare(int workers)
{
	int spare = workers + 1;

	if (spare < SPARE_MIN)
		spare = SPARE_MIN;
	if (spare > SPARE_MAX)
		spare = SPARE_MAX;
	return (size_t)spare;
}

struct idle_pool *
idle_pool_new(struct loop *l, const struct pool_options *options,
	const struct idle_pool_owner *owner)
{
	struct idle_pool *s = mem_new(sizeof(*s));
	struct forkserver_options forkserver = {
		.worker_path = options->worker_path,
		.memory_mb = options->memory_mb,
		.timeout_ms = START_TIMEOUT_MS,
	};

	s->loop = l;
	s->owner = *owner;
	s->launcher = options->launcher;
	s->confirm_with = options->confirm_with;
	s->memory_mb = options->memory_mb;
	s->spare = choose_spare(s->launcher != NULL ? 1 : options->workers);
	s->forkserver = forkserver_new(l, &forkserver, on_forkserver, s);
	return s;
}

void
idle_pool_free(struct idle_pool *s, int64_t until_ms)
{
	if (s == NULL)
		return;
	for (size_t i = 0; i < s->children.count; i++)
		child_kill(s->children.list[i]);
	forkserver_free(s->forkserver, until_ms);
	for (size_t i = 0; i < s->children.count; i++) {
		child_wait(s->children.list[i], until_ms);
		child_free(s->children.list[i]);
	}
	free(s->children.list);
	timer_free(s->timer);
	free(s->why);
	free(s);
}

static void
change(struct idle_pool *s)
{
	s->owner.on_change(s->owner.argument);
}

static void
on_time(void *argument)
{
	struct idle_pool *s = argument;

	s->timer = NULL;
	change(s);
}

static void
change_at(struct idle_pool *s, int64_t at_ms)
{
	timer_free(s->timer);
	s->timer = loop_at(s->loop, at_ms, on_time, s);
}

/* `why` is the idle pool's now; NULL: nothing is known. */
static void
set_failure(struct idle_pool *s, char *why)
{
	free(s->why);
	s->why = why;
}

/*
 * There is no process, thread or descriptor for a child. Orders that fail
 * together are one failure, and none as long as a child is at work: when that
 * is gone there will be.
 */
static void
on_scarcity(struct idle_pool *s, const char *why)
{
	int64_t now_ms = clock_now_ms();

	if (now_ms >= s->not_before.retry_ms && count(s, child_is_busy) == 0)
		restart_limit_record(&s->budget, now_ms);
	s->not_before.retry_ms = now_ms + RETRY_MS;
	s->is_scarce = true;
	set_failure(
		s, text_format("a worker process could not be made: %s", why));
}

static void
record_lack_of_thread(struct idle_pool *s, const struct child *c)
{
	if (!child_lacked_thread(c))
		return;
	s->lacks_threads = true;
	on_scarcity(s, "it could not start its thread");
}

/* It stays, and is the last one then; if that is one too many, the one that has
 * not been asked for longest is killed. */
static void
move_to_end(struct idle_pool *s, struct child *c)
{
	remove_child(s, c);
	add_last(s, c);
	if (count(s, stays) > STAYING_MAX)
		(void)kill_oldest(s);
}

static void
on_child(struct child *c, enum child_event event, void *argument)
{
	struct idle_pool *s = argument;

	switch (event) {
	case CHILD_ANSWERED:
		if (child_is_idle(c))
			move_to_end(s, c);
		s->owner.on_end(c, false, s->owner.argument);
		break;
	case CHILD_NEVER_READ:
		record_lack_of_thread(s, c);
		s->owner.on_end(c, true, s->owner.argument);
		break;
	case CHILD_LOST:
		record_lack_of_thread(s, c);
		if (!child_lacked_thread(c) && child_owner(c) == 0 &&
			child_age_ms(c) < EARLY_EXIT_MS)
			restart_limit_record(&s->budget, clock_now_ms());
		change(s);
		break;
	case CHILD_GONE:
		remove_child(s, c);
		child_free(c);
		break;
	}
}

/* NULL: there is no descriptor for it. */
static struct child *
add_child(struct idle_pool *s, pid_t pid, int fd, struct err *e)
{
	struct child *c = child_new(s->loop, pid, fd, on_child, s);

	if (c != NULL)
		add_last(s, c);
	else
		err_set(e, ERR_WORKER, "%s", NO_DESCRIPTOR);
	return c;
}

struct child *
idle_pool_find(struct idle_pool *s, uint64_t owner)
{
	struct child *c = find_child(s, owner);

	/* The oldest idle one is warm. */
	return c != NULL ? c : find_child(s, 0);
}

bool
idle_pool_may_launch(const struct idle_pool *s)
{
	return forkserver_get_state(s->forkserver).z3_version != NULL;
}

struct child *
idle_pool_launch(struct idle_pool *s, struct err *e)
{
	DROP(text)
	char *hello =
		hello_line(forkserver_get_state(s->forkserver).z3_version);
	struct spawned spawned;
	struct child *c;

	if (!spawn_launcher(s->launcher, s->memory_mb, &spawned, e))
		return NULL;
	c = add_child(s, spawned.pid, spawned.fd, e);
	if (c != NULL)
		child_expect_hello(c, hello);
	return c;
}

struct child *
idle_pool_second_solver(struct idle_pool *s, struct err *e)
{
	struct spawned spawned;

	if (!spawn_second_solver(forkserver_worker_path(s->forkserver),
		    s->memory_mb, s->confirm_with, &spawned, e))
		return NULL;
	return add_child(s, spawned.pid, spawned.fd, e);
}

/* --- the fork server ----------------------------------------------------- */

static void
fail(struct idle_pool *s)
{
	DROP(text) char *why = NULL;

	if (s->why != NULL)
		why = text_copy(s->why);
	else
		why = text_format("the worker failed %d times in %d s",
			LIMIT_RESTARTS, RESTART_WINDOW_MS / 1000);
	s->owner.on_failure(why, s->owner.argument);
}

/* One that may well work the next time is just started again. */
static void
on_ended(struct idle_pool *s, const char *why)
{
	restart_limit_record(&s->budget, clock_now_ms());
	set_failure(s, text_copy(why));
	if (why != NULL)
		fail(s);
}

static void
on_forkserver(const struct forkserver_event *event, void *argument)
{
	struct idle_pool *s = argument;
	struct err e;

	switch (event->kind) {
	case FORKSERVER_IS_UP:
	case FORKSERVER_FORKED:
		if (!s->lacks_threads)
			set_failure(s, NULL);
		if (event->kind == FORKSERVER_FORKED &&
			add_child(s, event->pid, event->fd, &e) == NULL)
			on_scarcity(s, e.text);
		break;
	case FORKSERVER_CANNOT:
		on_scarcity(s, event->why);
		break;
	case FORKSERVER_HAS_ENDED:
		on_ended(s, event->why);
		break;
	}
	change(s);
}

static void
start(struct idle_pool *s)
{
	struct err e;

	s->starts++;
	if (!forkserver_start(s->forkserver, &e))
		on_ended(s, e.text);
}

/* --- supply and demand --------------------------------------------------- */

void
idle_pool_need(struct idle_pool *s, size_t jobs)
{
	int64_t now_ms = clock_now_ms();
	size_t idle = count(s, is_idle);
	struct forkserver_state forkserver =
		forkserver_get_state(s->forkserver);
	size_t wanted = jobs;
	int64_t from_ms = s->not_before.retry_ms;

	if (jobs == 0 && idle < s->spare && s->why == NULL)
		wanted = s->spare - idle;
	if (wanted <= forkserver.ordered ||
		(!forkserver.is_absent && !forkserver.is_up))
		return; /* or there will be an event */
	/* What one that stays has, a job may need. */
	if (jobs > 0 && s->is_scarce && kill_oldest(s)) {
		restart_limit_reset(&s->budget);
		s->is_scarce = false;
	}
	if (restart_limit_is_spent(&s->budget, now_ms)) {
		if (jobs > 0 && forkserver.ordered == 0)
			fail(s);
		return;
	}
	if (jobs == 0 && s->not_before.refill_ms > from_ms)
		from_ms = s->not_before.refill_ms;
	if (now_ms < from_ms)
		change_at(s, from_ms);
	else if (forkserver.is_absent)
		start(s);
	else
		forkserver_order(
			s->forkserver, (unsigned)(wanted - forkserver.ordered));
}

void
idle_pool_record_start(struct idle_pool *s)
{
	s->not_before.refill_ms = clock_now_ms() + REFILL_MS;
}

void
idle_pool_record_end(struct idle_pool *s, bool success)
{
	s->not_before.refill_ms = 0;
	if (success) {
		restart_limit_reset(&s->budget);
		s->lacks_threads = false;
		set_failure(s, NULL);
	}
}

void
idle_pool_get_state(const struct idle_pool *s, struct pool_state *state)
{
	struct forkserver_state forkserver =
		forkserver_get_state(s->forkserver);

	state->forkserver_is_up = forkserver.is_up;
	state->has_seccomp = forkserver.has_seccomp;
	state->z3_version = forkserver.z3_version;
	state->idle = count(s, is_idle);
	state->staying = count(s, stays);
	state->busy = count(s, child_is_busy);
	state->dying =
		s->children.count - state->idle - state->staying - state->busy;
	state->restarts = s->starts > 0 ? s->starts - 1 : 0;
}
