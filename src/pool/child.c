#include "pool/child.h"

#include <assert.h>
#include <errno.h>
#include <limits.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "base/alloc.h"
#include "base/buf.h"
#include "base/clock.h"
#include "base/limits.h"
#include "base/loop.h"
#include "pool/process.h"
#include "wire/fork_request.h"

enum {
	PIECE = 64 * KIB,
	/* Then the loop looks after others: some milliseconds, if they hold
	 * the smallest frames. */
	PIECES_PER_TURN = 4,
	/* From hanging up without the last word to the death that explains
	 * it: a process of gigabytes takes its time. */
	EXIT_TIMEOUT_MS = 1000,
	/* From the last word to a death of its own. */
	EXIT_GRACE_MS = 1000,
	/* For a launcher to end in when the server does: less than clients
	 * wait before they kill it. */
	LAUNCHER_LAST_MS = 1000,
	SHOWN = 120,	   /* of what came in the place of its hello */
	SIGNAL_BASE = 128, /* the exit code of a shell, and of srun, above it */
	/* Room for the text, the lines of its items, and the frame. */
	ASK_CEILING = LIMIT_ASK + MIB,
};

int child_stay_ms = 5 * 60 * 1000;
int child_launcher_ms = 5000;

enum child_state { CHILD_IDLE, CHILD_BUSY, CHILD_LEAVING };

struct connection {
	int fd; /* -1 when it is over */
	struct watch *watch;
	struct buf out; /* the ask */
	size_t sent;
	struct buf in; /* the frame that is not whole */
	size_t received;
};

struct child {
	struct loop *loop;
	struct process process;
	struct watch *process_watch;
	enum child_state state;
	int64_t created_ms;
	struct connection socket;
	struct {
		struct timer *timer;
		void (*act)(struct child *c); /* what is done at that time */
	} alarm;
	bool never_read; /* it met a closed socket */
	bool lacked_thread;
	bool is_lost;	/* told when its death says why */
	uint64_t owner; /* of what it was asked; 0: none yet, or nobody */
	struct {
		char *hello;	      /* of one that is launched; or NULL */
		bool is_awaited;      /* that line: it is asked after it */
		int64_t deadline_ms;  /* of the ask */
		int64_t signalled_ms; /* when it was told to end */
	} launch;
	const struct ask *ask; /* while busy */
	struct answer *answer; /* likewise */
	child_on_event *on_event;
	void *argument;
};

/* --- its end ------------------------------------------------------------- */

static void
stop_timer(struct child *c)
{
	timer_free(c->alarm.timer);
	c->alarm.timer = NULL;
}

static void
on_time(void *argument)
{
	struct child *c = argument;

	c->alarm.timer = NULL;
	c->alarm.act(c);
}

static void
act_after(struct child *c, int ms, void (*act)(struct child *c))
{
	stop_timer(c);
	c->alarm.act = act;
	c->alarm.timer = loop_at(c->loop, clock_now_ms() + ms, on_time, c);
}

static void
hang_up(struct child *c)
{
	watch_free(c->socket.watch);
	c->socket.watch = NULL;
	if (c->socket.fd >= 0)
		(void)close(c->socket.fd);
	c->socket.fd = -1;
	buf_release(&c->socket.out);
	buf_release(&c->socket.in);
}

static void
detach(struct child *c)
{
	c->state = CHILD_LEAVING;
	c->ask = NULL;
	c->answer = NULL;
	c->launch.is_awaited = false;
	stop_timer(c);
	hang_up(c);
}

static void
kill_group(struct child *c)
{
	process_signal_group(&c->process, SIGKILL);
}

/* Of one that has left. */
static void
end_process(struct child *c)
{
	if (!child_is_launched(c)) {
		process_kill(&c->process);
		return;
	}
	process_signal_group(&c->process, SIGTERM);
	c->launch.signalled_ms = clock_now_ms();
	act_after(c, child_launcher_ms, kill_group);
}

/* How long to wait for a death that is expected. */
static int
grace_ms(const struct child *c, int of_child_ms)
{
	return child_is_launched(c) ? child_launcher_ms : of_child_ms;
}

/* One that is done is let go by itself: test builds write at exit. */
static void
finish(struct child *c, enum outcome outcome, enum child_event event)
{
	c->answer->outcome = outcome;
	detach(c);
	if (outcome == OUTCOME_DONE)
		act_after(c, grace_ms(c, EXIT_GRACE_MS), end_process);
	else
		end_process(c);
	c->on_event(c, event, c->argument);
}

/* `why`, on the heap, is the answer's now. */
static void
finish_lost(struct child *c, char *why)
{
	free(c->answer->detail);
	c->answer->detail = why;
	finish(c, OUTCOME_LOST, CHILD_ANSWERED);
}

/* Ends a job whose frames are no answer. Nothing of them is kept. */
static void
finish_garbled(struct child *c)
{
	answer_forget(c->answer);
	if (child_is_launched(c))
		finish_lost(
			c, text_copy("what came from the launcher is not the "
				     "answer of a satchel-worker"));
	else
		finish(c, OUTCOME_GARBLED, CHILD_ANSWERED);
}

/* The last word of an answer has come; `left` bytes follow it. */
static void
complete(struct child *c, size_t left)
{
	if (!c->answer->stays) {
		finish(c, OUTCOME_DONE, CHILD_ANSWERED);
	} else if (left > 0 || c->socket.out.size > 0) {
		finish_garbled(c);
	} else {
		buf_clear(&c->socket.in);
		c->answer->outcome = OUTCOME_DONE;
		c->ask = NULL;
		c->answer = NULL;
		c->state = CHILD_IDLE;
		act_after(c, child_stay_ms, child_kill);
		c->on_event(c, CHILD_ANSWERED, c->argument);
	}
}

static void
discard(struct child *c)
{
	detach(c);
	end_process(c);
	c->is_lost = true;
}

static void
on_exit_timeout(struct child *c)
{
	if (child_is_launched(c))
		finish_lost(c, text_copy("the launcher has closed its output"));
	else
		finish(c, OUTCOME_GARBLED, CHILD_ANSWERED);
}

/* --- the conversation ---------------------------------------------------- */

static void
send_more(struct child *c)
{
	ssize_t sent = send(c->socket.fd, c->socket.out.data + c->socket.sent,
		c->socket.out.size - c->socket.sent,
		MSG_NOSIGNAL | MSG_DONTWAIT);

	if (sent < 0 && (errno == EAGAIN || errno == EINTR))
		return;
	if (sent < 0 && c->socket.sent == 0)
		c->never_read = true;
	if (sent > 0)
		c->socket.sent += (size_t)sent;
	if (sent < 0 || c->socket.sent == c->socket.out.size) {
		buf_clear(&c->socket.out);
		watch_set(c->socket.watch, POLLIN);
	}
}

static void
put_ask(struct child *c, const struct ask *ask)
{
	ask_put(&c->socket.out, ask);
	assert(!c->socket.out.overflowed);
	watch_set(c->socket.watch, POLLIN | POLLOUT);
	send_more(c);
}

/* False: it has not come, or is another one, and the job is over. */
static bool
read_hello(struct child *c)
{
	const struct buf *in = &c->socket.in;
	struct ask ask = *c->ask;
	int64_t left_ms = c->launch.deadline_ms - clock_now_ms();
	size_t size = strlen(c->launch.hello);
	const char *end = memchr(in->data, '\n', in->size);

	if (end == NULL && in->size < HELLO_MAX)
		return false;
	if (end == NULL || (size_t)(end + 1 - in->data) != size ||
		memcmp(in->data, c->launch.hello, size) != 0) {
		size_t line = strcspn(in->data, "\r\n");

		finish_lost(
			c, text_format("its job began with \"%.*s\", and not "
				       "with \"%.*s\"",
				   line < SHOWN ? (int)line : SHOWN, in->data,
				   (int)size - 1, c->launch.hello));
		return false;
	}
	buf_consume(&c->socket.in, size);
	c->launch.is_awaited = false;
	c->answer->phase = PHASE_PARSING;
	/* The time that it took to get there is gone. */
	ask.timeout_ms = left_ms > 1 ? (uint32_t)left_ms : 1;
	put_ask(c, &ask);
	return true;
}

/*
 * Takes in the frames that are whole. False: the conversation is over. What a
 * frame says of its size is not believed: what has come is what counts.
 */
static bool
read_frames(struct child *c)
{
	size_t at = 0;
	size_t used;
	struct frame f;

	while (frame_find(c->socket.in.data + at, c->socket.in.size - at,
		       SIZE_MAX, &f, &used) == FRAME_WHOLE) {
		at += used;
		if (!answer_add_frame(c->answer, c->ask, &f)) {
			if (c->answer->kept > LIMIT_ANSWER_KEPT)
				finish(c, OUTCOME_TOO_LARGE, CHILD_ANSWERED);
			else
				finish_garbled(c);
			return false;
		}
		if (c->answer->done) {
			complete(c, c->socket.in.size - at);
			return false;
		}
	}
	/* Of a frame of megabytes every piece would be a walk over all. */
	if (at > 0)
		buf_consume(&c->socket.in, at);
	return true;
}

/* False: there is nothing more to receive now, or ever. */
static bool
receive(struct child *c)
{
	char piece[PIECE];
	ssize_t got = recv(c->socket.fd, piece, sizeof(piece), MSG_DONTWAIT);

	if (got < 0 && (errno == EAGAIN || errno == EINTR))
		return false;
	if (got <= 0 || c->state == CHILD_IDLE) {
		/* A reset: it closed its end with the ask unread in
		 * it. */
		if (got < 0 && c->socket.received == 0)
			c->never_read = true;
		/* Nothing more will come; how it died will say why. */
		if (c->state == CHILD_IDLE) {
			discard(c);
		} else {
			hang_up(c);
			act_after(c, grace_ms(c, EXIT_TIMEOUT_MS),
				on_exit_timeout);
		}
		return false;
	}
	c->socket.received += (size_t)got;
	if (c->socket.received > LIMIT_ANSWER) {
		finish(c, OUTCOME_TOO_LARGE, CHILD_ANSWERED);
		return false;
	}
	buf_add(&c->socket.in, piece, (size_t)got); /* its ceiling is higher */
	if (c->launch.is_awaited && !read_hello(c))
		return c->state == CHILD_BUSY;
	return read_frames(c);
}

static void
receive_pieces(struct child *c, int most)
{
	while (most-- > 0 && receive(c))
		;
}

static void
on_socket(int fd, short events, void *argument)
{
	struct child *c = argument;

	(void)fd;
	if ((events & POLLOUT) != 0)
		send_more(c);
	if ((events & ~POLLOUT) != 0)
		receive_pieces(c, PIECES_PER_TURN);
}

/* Of the exit codes of launchers only those count that can come from nothing
 * but a worker that was asked: its own, or 128 and a signal for its faults. */
static enum outcome
launched_outcome(const struct child *c, const struct process_exit *end)
{
	static const int own[] = {
		SIGSEGV, SIGBUS, SIGABRT, SIGILL, SIGFPE, SIGSYS, SIGXCPU};
	struct process_exit worker = {.code = CLD_KILLED};

	if (end->code != CLD_EXITED || c->launch.is_awaited)
		return OUTCOME_LOST;
	if (end->status == EXIT_NO_MEMORY)
		return OUTCOME_MEMORY;
	if (end->status == EXIT_OWN_FAULT)
		return OUTCOME_FAULT;
	for (size_t i = 0; i < sizeof(own) / sizeof(own[0]); i++) {
		worker.status = own[i];
		if (end->status == SIGNAL_BASE + own[i])
			return exit_outcome(&worker);
	}
	return OUTCOME_LOST;
}

static void
finish_dead(struct child *c, const struct process_exit *end)
{
	enum outcome outcome = child_is_launched(c) ? launched_outcome(c, end)
						    : exit_outcome(end);

	if (outcome == OUTCOME_LOST)
		finish_lost(c, text_format("the launcher %s %d",
				       end->code == CLD_EXITED
					       ? "ended with exit code"
					       : "was killed by signal",
				       end->status));
	else
		finish(c, outcome,
			c->never_read ? CHILD_NEVER_READ : CHILD_ANSWERED);
}

/* What it has written before it died is finite. */
static void
on_exit_of_process(int fd, short events, void *argument)
{
	struct child *c = argument;
	struct process_exit end;

	(void)fd, (void)events;
	if (c->socket.fd >= 0)
		receive_pieces(c, INT_MAX);
	if (child_is_launched(c))
		process_signal_group(
			&c->process, SIGKILL); /* whom it leaves behind */
	if (!process_reap(&c->process, &end))
		return;
	watch_free(c->process_watch);
	c->process_watch = NULL;
	c->lacked_thread =
		end.code == CLD_EXITED && end.status == EXIT_NO_THREAD;
	c->never_read |= c->lacked_thread;
	if (c->state == CHILD_BUSY)
		finish_dead(c, &end);
	else if (c->state == CHILD_IDLE)
		discard(c);
	if (c->is_lost)
		c->on_event(c, CHILD_LOST, c->argument);
	stop_timer(c);
	c->on_event(c, CHILD_GONE, c->argument);
}

/* --- its life ------------------------------------------------------------ */

struct child *
child_new(struct loop *l, pid_t pid, int fd, child_on_event *on_event,
	void *argument)
{
	struct process process;
	struct child *c;

	if (!process_open(&process, pid)) {
		(void)close(fd);
		return NULL;
	}
	c = mem_new(sizeof(*c));
	c->loop = l;
	c->process = process;
	c->created_ms = clock_now_ms();
	c->socket.fd = fd;
	buf_init(&c->socket.out, ASK_CEILING);
	buf_init(&c->socket.in, LIMIT_ANSWER);
	c->on_event = on_event;
	c->argument = argument;
	c->socket.watch = loop_watch(l, fd, POLLIN, on_socket, c);
	c->process_watch =
		loop_watch(l, process.pidfd, POLLIN, on_exit_of_process, c);
	return c;
}

void
child_free(struct child *c)
{
	if (c == NULL)
		return;
	detach(c);
	watch_free(c->process_watch);
	/* A launcher that was told to end has its job to end, too. */
	end_process(c);
	stop_timer(c);
	process_close(&c->process);
	free(c->launch.hello);
	free(c);
}

void
child_expect_hello(struct child *c, const char *line)
{
	c->launch.hello = text_copy(line);
}

bool
child_is_launched(const struct child *c)
{
	return c->launch.hello != NULL;
}

void
child_ask(struct child *c, const struct ask *ask, struct answer *answer)
{
	assert(c->state == CHILD_IDLE);
	assert(c->owner == 0 || c->owner == ask->owner);
	stop_timer(c);
	c->state = CHILD_BUSY;
	c->owner = ask->owner;
	c->ask = ask;
	c->answer = answer;
	c->socket.sent = 0;
	c->socket.received = 0;
	if (!child_is_launched(c)) {
		put_ask(c, ask);
		return;
	}
	answer->job.is_launched = true;
	c->launch.is_awaited = true;
	c->launch.deadline_ms = clock_now_ms() + ask->timeout_ms;
}

void
child_kill(struct child *c)
{
	detach(c);
	end_process(c);
}

void
child_wait(struct child *c, int64_t until_ms)
{
	struct pollfd death = {.fd = c->process.pidfd, .events = POLLIN};
	int64_t left_ms =
		c->launch.signalled_ms + LAUNCHER_LAST_MS - clock_now_ms();

	if (c->process.pidfd < 0)
		return; /* it is init's */
	/* A launcher was told to end, and has its time for that since. Reaped
	 * it would leave behind who is in its group. */
	if (child_is_launched(c)) {
		(void)poll(&death, 1, left_ms > 0 ? (int)left_ms : 0);
		process_signal_group(&c->process, SIGKILL);
		until_ms = clock_now_ms() + EXIT_TIMEOUT_MS;
	}
	(void)process_wait(&c->process, until_ms);
}

bool
child_is_idle(const struct child *c)
{
	return c->state == CHILD_IDLE;
}

uint64_t
child_owner(const struct child *c)
{
	return c->owner;
}

bool
child_is_busy(const struct child *c)
{
	return c->state == CHILD_BUSY;
}

int64_t
child_age_ms(const struct child *c)
{
	return clock_now_ms() - c->created_ms;
}

bool
child_lacked_thread(const struct child *c)
{
	return c->lacked_thread;
}

const struct process *
child_process(const struct child *c)
{
	return &c->process;
}
