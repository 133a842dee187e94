#ifndef BASE_LOOP_H
#define BASE_LOOP_H

/*
 * One poll() loop: descriptors, timers, nothing else. Our own because epoll
 * refuses a plain file on stdin and `satchel < calls.jsonl` has to work.
 *
 * Callbacks run one after another on the only thread: in each turn first the
 * descriptors that are ready, then the timers that had expired when poll
 * returned, so that an answer that arrives with its deadline is an answer. A
 * callback may drop any watch or timer, its own too, close their descriptors,
 * and add new ones; what it adds is first looked at in the next turn. What was
 * dropped is not called any more, not even in this turn. A callback must not
 * run, turn or free the loop.
 */

#include <stdbool.h>
#include <stdint.h>

struct loop;
struct timer;
struct watch;

/* `events` are poll's revents: what is watched for, and POLLHUP, POLLERR and
 * POLLNVAL, which come unasked. */
typedef void loop_on_ready(int fd, short events, void *argument);
typedef void loop_on_time(void *argument);

struct loop *loop_new(void);
void loop_free(struct loop *l); /* and every watch and timer in it */

/*
 * Watches a descriptor (borrowed) for poll events. While `events` is 0 the
 * watch rests: nothing is delivered, POLLHUP neither, and the loop does not
 * stay for it.
 */
struct watch *loop_watch(struct loop *l, int fd, short events,
	loop_on_ready *on_ready, void *argument);
void watch_set(struct watch *w, short events);
void watch_free(struct watch *w); /* NULL is fine */

/*
 * Calls once, at a time of clock_now_ms or soon after it; then the timer is
 * gone. Timers of the same time are called in the order they were made.
 */
struct timer *loop_at(
	struct loop *l, int64_t at_ms, loop_on_time *on_time, void *argument);
/* Before it fired only; NULL is fine. */
void timer_free(struct timer *t);

/* Returns whether the callbacks of the turn at hand have taken that much
 * processor time. False outside of a turn. */
bool loop_turn_takes(const struct loop *l, int64_t us);

/* Runs until loop_stop, or until nothing is watched and no timer waits. */
void loop_run(struct loop *l);

/*
 * No callback is called after this one. loop_run returns (at once, if it is
 * not yet running) and forgets the stop with that.
 */
void loop_stop(struct loop *l);

/*
 * One turn: waits for at most wait_ms (-1: for ever) and may return early, as
 * on a signal. False when stopped or when there is nothing left to wait for.
 */
bool loop_turn(struct loop *l, int wait_ms);

#endif
