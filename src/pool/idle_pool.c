#include "pool/idle_pool.h"

#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/alloc.h"
#include "base/clock.h"
#include "base/loop.h"
#include "pool/child.h"
#include "pool/process.h"
#include "pool/spawn.h"
#include "wire/fork_request.h"

enum {
	/* The fork of a child takes 2 ms, and most jobs are over before this
	 * time is; `satchel solve` has one, and never needs the others. */
	REFILL_MS = 100,
	/* After a fork that failed: time for the system to recover. */
	RETRY_MS = 100,
	/* What dies sooner and unused did not die by chance. */
	EARLY_EXIT_MS = 200,
	SPARE_MAX = 4,
	/* Between two looks whether what a fork server left has died. */
	REAP_MS = 5,
	/* What the dynamic loader exits with when a library is missing. */
	EXIT_NOT_LOADED = 127,
};

int forkserver_timeout_ms = 10000;

/*
 * The one process that forks children for us. What it fails to do in its time
 * ends it. A child is moved to a process group of its own when it arrives, so
 * that the group of the fork server holds that and what it forked but could not
 * hand over: when it dies, that is killed and reaped, too, before it may be
 * started again.
 */
struct forkserver {
	enum {
		FORKSERVER_ABSENT,
		FORKSERVER_STARTING,
		FORKSERVER_UP,
		FORKSERVER_ENDING, /* killed, or found dead */
	} state;
	unsigned starts;
	bool came_up; /* has said HELLO since it was started */
	struct process process;
	int fd; /* -1 when it is not listened to */
	struct watch *fd_watch;
	struct watch *process_watch;
	struct timer *timer; /* its timeout; the next look at its group */
	unsigned ordered;    /* children that have not come */
	char *z3_version;    /* as last heard; NULL before */
	bool has_seccomp;    /* likewise */
};

struct idle_pool {
	struct loop *loop;
	struct idle_pool_owner owner;
	struct pool_options options; /* the worker's path is a copy */
	struct forkserver forkserver;
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
	struct {
		unsigned count;
		int64_t since_ms;
	} failures; /* since a job was done, or in a window of time */
	/* What is known against more children, until a job is done. As long as
	 * there is something only a job makes the idle pool try again. */
	char *why;
	/* There was no process, thread or descriptor for the last one. */
	bool is_scarce;
};

/* --- failures ------------------------------------------------------------ */

static bool
is_in_window(const struct idle_pool *s)
{
	return clock_now_ms() - s->failures.since_ms < RESTART_WINDOW_MS;
}

static void
record_failure(struct idle_pool *s)
{
	if (s->failures.count == 0 || !is_in_window(s)) {
		s->failures.count = 0;
		s->failures.since_ms = clock_now_ms();
	}
	s->failures.count++;
}

/* `why` is the idle pool's now; NULL: nothing is known. */
static void
set_failure(struct idle_pool *s, char *why)
{
	free(s->why);
	s->why = why;
}

/* Tells those who wait that it is in vain. */
static void
fail(struct idle_pool *s)
{
	DROP(text)
	char *why = s->why != NULL
			    ? text_copy(s->why)
			    : text_format("the worker failed %d times in %d s",
				      LIMIT_RESTARTS, RESTART_WINDOW_MS / 1000);

	s->owner.on_failure(why, s->owner.argument);
}

static void
change(struct idle_pool *s)
{
	s->owner.on_change(s->owner.argument);
}

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
		record_failure(s);
	s->not_before.retry_ms = now_ms + RETRY_MS;
	s->is_scarce = true;
	set_failure(
		s, text_format("a worker process could not be made: %s", why));
}

static void
record_lack_of_thread(struct idle_pool *s, const struct child *c)
{
	if (child_lacked_thread(c))
		on_scarcity(s, "it could not start its thread");
}

static void
on_child(struct child *c, enum child_event event, void *argument)
{
	struct idle_pool *s = argument;

	switch (event) {
	case CHILD_ANSWERED:
		if (child_is_idle(c)) {
			/* It stays, and is the last to go. */
			remove_child(s, c);
			add_last(s, c);
			if (count(s, stays) > STAYING_MAX)
				(void)kill_oldest(s);
		}
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
			record_failure(s);
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

/* --- the end of the fork server ------------------------------------------ */

static void
stop_timer(struct forkserver *f)
{
	timer_free(f->timer);
	f->timer = NULL;
}

/* Nothing that it says counts any more; its death will be noticed. */
static void
shut_down(struct forkserver *f)
{
	f->state = FORKSERVER_ENDING;
	f->ordered = 0;
	stop_timer(f);
	watch_free(f->fd_watch);
	f->fd_watch = NULL;
	if (f->fd >= 0)
		(void)close(f->fd);
	f->fd = -1;
	process_kill(&f->process);
}

/* One that may well work the next time is just started again. */
static void
on_ended(struct idle_pool *s)
{
	s->forkserver.state = FORKSERVER_ABSENT;
	record_failure(s);
	if (s->forkserver.came_up)
		set_failure(s, NULL);
	else if (s->why != NULL)
		fail(s);
	change(s);
}

static void
reap_group(void *argument)
{
	struct idle_pool *s = argument;
	struct forkserver *f = &s->forkserver;

	f->timer = NULL;
	if (process_group_is_gone(&f->process))
		on_ended(s);
	else
		f->timer = loop_at(
			s->loop, clock_now_ms() + REAP_MS, reap_group, s);
}

static void on_packet(int fd, short events, void *argument);

/* Its last packets may hold children, who live on without it. */
static void
on_exit_of_process(int fd, short events, void *argument)
{
	struct idle_pool *s = argument;
	struct forkserver *f = &s->forkserver;
	struct process_exit end;

	(void)fd, (void)events;
	on_packet(f->fd, POLLIN, s);
	process_signal_group(&f->process, SIGKILL);
	if (!process_reap(&f->process, &end))
		return;
	watch_free(f->process_watch);
	f->process_watch = NULL;
	shut_down(f);
	if (!f->came_up && s->why == NULL && end.code == CLD_EXITED &&
		end.status == EXIT_NOT_LOADED)
		set_failure(
			s, text_copy("libz3 could not be loaded, or another "
				     "library that the worker needs"));
	reap_group(s);
}

static void
on_timeout(void *argument)
{
	struct idle_pool *s = argument;

	s->forkserver.timer = NULL;
	if (s->forkserver.state == FORKSERVER_STARTING)
		set_failure(s,
			text_format("the worker did not come up within %d ms",
				forkserver_timeout_ms));
	shut_down(&s->forkserver);
}

/* For the next thing that it has to do, if there is any. */
static void
restart_timer(struct idle_pool *s)
{
	struct forkserver *f = &s->forkserver;

	stop_timer(f);
	if (f->state == FORKSERVER_STARTING || f->ordered > 0)
		f->timer = loop_at(s->loop,
			clock_now_ms() + forkserver_timeout_ms, on_timeout, s);
}

/* --- what it says -------------------------------------------------------- */

/* What to do with a packet. False: it makes no sense now, or says that the fork
 * server cannot work. */

static bool
on_hello(struct idle_pool *s, const struct fork_request_packet *packet)
{
	struct forkserver *f = &s->forkserver;

	if (f->state != FORKSERVER_STARTING)
		return false;
	free(f->z3_version);
	f->z3_version = text_copy(packet->text);
	f->has_seccomp = packet->has_seccomp;
	if (!packet->version_fits) {
		set_failure(
			s, text_format("libz3 is version %s but the worker was "
				       "built for another one",
				   f->z3_version));
		return false;
	}
	f->state = FORKSERVER_UP;
	f->came_up = true;
	restart_timer(s);
	return true;
}

/* A child that was ordered, or why there is none. */
static bool
on_fork(struct idle_pool *s, const struct fork_request_packet *packet)
{
	struct err e;

	if (s->forkserver.ordered == 0) {
		if (packet->fd >= 0)
			(void)close(packet->fd);
		return false;
	}
	s->forkserver.ordered--;
	restart_timer(s);
	if (packet->said == FORK_REQUEST_FAILED) {
		on_scarcity(s, packet->text);
	} else if (packet->fd < 0) {
		process_discard(packet->pid);
		on_scarcity(s, NO_DESCRIPTOR);
	} else {
		/* It may have died, which will be noticed. */
		(void)setpgid(packet->pid, packet->pid);
		if (add_child(s, packet->pid, packet->fd, &e) == NULL)
			on_scarcity(s, e.text);
	}
	return true;
}

static bool
dispatch(struct idle_pool *s, const struct fork_request_packet *packet)
{
	if (packet->said == FORK_REQUEST_HELLO)
		return on_hello(s, packet);
	if (packet->said == FORK_REQUEST_CHILD ||
		s->forkserver.state == FORKSERVER_UP)
		return on_fork(s, packet);
	set_failure(
		s, text_format("the worker cannot come up: %s", packet->text));
	return false;
}

static void
on_packet(int fd, short events, void *argument)
{
	struct idle_pool *s = argument;
	struct fork_request_packet packet = {0};
	int got;

	(void)fd, (void)events;
	while (s->forkserver.fd >= 0 &&
		(got = fork_request_receive(s->forkserver.fd, &packet)) != 0) {
		if (got < 0 || !dispatch(s, &packet))
			shut_down(&s->forkserver);
		else
			change(s);
	}
}

/* --- its beginning ------------------------------------------------------- */

static bool
start(struct idle_pool *s, struct err *e)
{
	struct forkserver *f = &s->forkserver;
	struct spawned spawned;

	f->starts++;
	f->came_up = false;
	if (!spawn_forkserver(
		    s->options.worker_path, s->options.memory_mb, &spawned, e))
		return false;
	if (!process_open(&f->process, spawned.pid)) {
		(void)close(spawned.fd);
		return err_set(e, ERR_WORKER, "%s", NO_DESCRIPTOR);
	}
	set_failure(s, NULL);
	f->state = FORKSERVER_STARTING;
	f->fd = spawned.fd;
	f->fd_watch = loop_watch(s->loop, f->fd, POLLIN, on_packet, s);
	f->process_watch = loop_watch(
		s->loop, f->process.pidfd, POLLIN, on_exit_of_process, s);
	restart_timer(s);
	return true;
}

/* Of one that is up. */
static void
order(struct idle_pool *s, size_t count)
{
	struct forkserver *f = &s->forkserver;

	for (; count > 0; count--) {
		if (!fork_request_ask_fork(f->fd)) {
			shut_down(f);
			return;
		}
		f->ordered++;
	}
	restart_timer(s);
}

/* Kills it, and waits for its death. */
static void
end_forkserver(struct forkserver *f, int64_t until_ms)
{
	if (f->state == FORKSERVER_ABSENT)
		return;
	shut_down(f);
	watch_free(f->process_watch);
	if (f->process.pidfd >= 0) {
		process_signal_group(&f->process, SIGKILL);
		(void)process_wait(&f->process, until_ms);
	}
	/* Who is not dead by then is init's. */
	while (!process_group_is_gone(&f->process) && clock_now_ms() < until_ms)
		(void)poll(NULL, 0, 1);
	process_close(&f->process);
}

/* --- supply and demand --------------------------------------------------- */

struct idle_pool *
idle_pool_new(struct loop *l, const struct pool_options *options,
	const struct idle_pool_owner *owner)
{
	struct idle_pool *s = mem_new(sizeof(*s));
	int spare = options->launcher != NULL ? 2 : options->workers + 1;

	s->loop = l;
	s->owner = *owner;
	s->options = *options;
	s->options.worker_path = text_copy(
		options->worker_path != NULL ? options->worker_path : "");
	s->spare = (size_t)(spare < SPARE_MAX ? spare : SPARE_MAX);
	s->forkserver.process.pidfd = -1;
	s->forkserver.fd = -1;
	return s;
}

void
idle_pool_free(struct idle_pool *s, int64_t until_ms)
{
	if (s == NULL)
		return;
	for (size_t i = 0; i < s->children.count; i++)
		child_kill(s->children.list[i]);
	end_forkserver(&s->forkserver, until_ms);
	for (size_t i = 0; i < s->children.count; i++) {
		child_wait(s->children.list[i], until_ms);
		child_free(s->children.list[i]);
	}
	free(s->children.list);
	timer_free(s->timer);
	free(s->forkserver.z3_version);
	free((char *)(uintptr_t)s->options.worker_path); /* our copy */
	free(s->why);
	free(s);
}

static void
on_time(void *argument)
{
	struct idle_pool *s = argument;

	s->timer = NULL;
	change(s);
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
	return s->forkserver.z3_version != NULL;
}

struct child *
idle_pool_launch(struct idle_pool *s, struct err *e)
{
	DROP(text)
	char *hello = hello_line(s->forkserver.z3_version);
	struct spawned spawned;
	struct child *c;

	if (!spawn_launcher(
		    s->options.launcher, s->options.memory_mb, &spawned, e))
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

	if (!spawn_second_solver(s->options.worker_path, s->options.memory_mb,
		    s->options.confirm_with, &spawned, e))
		return NULL;
	return add_child(s, spawned.pid, spawned.fd, e);
}

void
idle_pool_need(struct idle_pool *s, size_t jobs)
{
	int64_t now_ms = clock_now_ms();
	size_t idle = count(s, is_idle);
	struct forkserver *f = &s->forkserver;
	size_t wanted = jobs;
	int64_t from_ms = s->not_before.retry_ms;
	struct err e;

	if (jobs == 0 && idle < s->spare && s->why == NULL)
		wanted = s->spare - idle;
	if (wanted <= f->ordered ||
		(f->state != FORKSERVER_ABSENT && f->state != FORKSERVER_UP))
		return; /* or something will come of it */
	/* What one that stays has, a job may need. */
	if (jobs > 0 && s->is_scarce && kill_oldest(s)) {
		s->failures.count = 0;
		s->is_scarce = false;
	}
	if (s->failures.count >= LIMIT_RESTARTS && is_in_window(s)) {
		if (jobs > 0 && f->ordered == 0)
			fail(s);
		return;
	}
	if (jobs == 0 && s->not_before.refill_ms > from_ms)
		from_ms = s->not_before.refill_ms;
	if (now_ms < from_ms) {
		timer_free(s->timer);
		s->timer = loop_at(s->loop, from_ms, on_time, s);
	} else if (f->state == FORKSERVER_UP) {
		order(s, wanted - f->ordered);
	} else if (!start(s, &e)) {
		set_failure(s, text_copy(e.text));
		on_ended(s);
	}
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
		s->failures.count = 0;
		set_failure(s, NULL);
	}
}

void
idle_pool_get_state(const struct idle_pool *s, struct pool_state *state)
{
	const struct forkserver *f = &s->forkserver;

	state->forkserver_is_up = f->state == FORKSERVER_UP;
	state->has_seccomp = f->z3_version == NULL || f->has_seccomp;
	state->z3_version = f->z3_version;
	state->idle = count(s, is_idle);
	state->staying = count(s, stays);
	state->busy = count(s, child_is_busy);
	state->dying =
		s->children.count - state->idle - state->staying - state->busy;
	state->restarts = f->starts > 0 ? f->starts - 1 : 0;
}
