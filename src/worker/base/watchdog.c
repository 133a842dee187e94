#include "worker/base/watchdog.h"

#include <poll.h>
#include <pthread.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

#include "base/clock.h"
#include "wire/fork_request.h"

enum {
	INTERRUPT_EVERY_US = 3000,
	/*
	 * A budget is noticed within this time. Waking the thread for each
	 * would cost a trivial job a tenth of its time.
	 */
	LOOK_EVERY_US = 20000,
	/* What libz3 may take to listen where nobody else would kill it. */
	GRACE_US = 2000000,
};

static struct {
	pthread_mutex_t lock;
	pthread_cond_t started;
	Z3_context context;
	bool sleeps;	     /* the thread, until it is woken */
	int64_t deadline_us; /* 0: no job */
	int64_t job_us;	     /* the same, as the job has it */
	int64_t budget_us;   /* 0: none */
	int64_t spend_us;    /* 0: none */
	bool is_paused;
	bool is_guarding;
	int in; /* where the end is heard; or -1 */
	unsigned interrupts;
	unsigned interrupts_seen; /* interrupts when it was last paused */
} watchdog = {.lock = PTHREAD_MUTEX_INITIALIZER};

static int64_t
interrupt_at(void)
{
	if (watchdog.budget_us != 0 &&
		watchdog.budget_us < watchdog.deadline_us)
		return watchdog.budget_us;
	return watchdog.deadline_us;
}

static void
guard(int64_t now_us)
{
	struct pollfd in = {.fd = watchdog.in, .events = POLLIN};

	if (now_us >= watchdog.job_us + GRACE_US || poll(&in, 1, 0) > 0)
		_exit(EXIT_LATE);
}

static void *
watch(void *unused)
{
	(void)unused;
	(void)pthread_mutex_lock(&watchdog.lock);
	for (;;) {
		struct timespec next;
		int64_t now_us;
		int64_t next_us;

		while (watchdog.deadline_us == 0) {
			watchdog.sleeps = true;
			(void)pthread_cond_wait(
				&watchdog.started, &watchdog.lock);
		}
		watchdog.sleeps = false;
		now_us = clock_now_us();
		if (watchdog.is_guarding)
			guard(now_us);
		next_us = now_us + LOOK_EVERY_US;
		if (watchdog.is_paused) {
			next_us = now_us + INTERRUPT_EVERY_US;
		} else if (now_us >= interrupt_at() ||
			   (watchdog.spend_us != 0 &&
				   clock_spent_us() >= watchdog.spend_us)) {
			watchdog.interrupts++;
			if (watchdog.context != NULL)
				Z3_interrupt(watchdog.context);
			next_us = now_us + INTERRUPT_EVERY_US;
		} else if (next_us > interrupt_at()) {
			next_us = interrupt_at();
		}
		next = (struct timespec){.tv_sec = next_us / 1000000,
			.tv_nsec = next_us % 1000000 * 1000};
		/* Woken early or late: the loop looks at the clock again. */
		(void)pthread_cond_timedwait(
			&watchdog.started, &watchdog.lock, &next);
	}
	return NULL;
}

void
watchdog_start(void)
{
	pthread_condattr_t clock;
	pthread_t thread;

	(void)pthread_condattr_init(&clock);
	(void)pthread_condattr_setclock(&clock, CLOCK_MONOTONIC);
	(void)pthread_cond_init(&watchdog.started, &clock);
	/* Without it the server would have to kill every late job. */
	if (pthread_create(&thread, NULL, watch, NULL) != 0)
		_Exit(EXIT_NO_THREAD);
}

void
watchdog_begin(int64_t deadline_us)
{
	(void)pthread_mutex_lock(&watchdog.lock);
	watchdog.deadline_us = watchdog.job_us = deadline_us;
	/* One that is awake still looks in time, and need not be woken. */
	if (watchdog.sleeps)
		(void)pthread_cond_signal(&watchdog.started);
	(void)pthread_mutex_unlock(&watchdog.lock);
}

void
watchdog_guard(int in)
{
	(void)pthread_mutex_lock(&watchdog.lock);
	watchdog.is_guarding = true;
	watchdog.in = in;
	(void)pthread_mutex_unlock(&watchdog.lock);
}

void
watchdog_rest(void)
{
	(void)pthread_mutex_lock(&watchdog.lock);
	watchdog.deadline_us = 0;
	watchdog.budget_us = 0;
	watchdog.spend_us = 0;
	watchdog.context = NULL;
	(void)pthread_mutex_unlock(&watchdog.lock);
}

void
watchdog_watch(Z3_context c)
{
	(void)pthread_mutex_lock(&watchdog.lock);
	watchdog.context = c;
	(void)pthread_mutex_unlock(&watchdog.lock);
}

static void
set_time(int64_t *of_dog, int64_t at_us)
{
	(void)pthread_mutex_lock(&watchdog.lock);
	*of_dog = at_us;
	(void)pthread_mutex_unlock(&watchdog.lock);
}

void
watchdog_budget(int64_t at_us)
{
	set_time(&watchdog.budget_us, at_us);
}

void
watchdog_spend(int64_t at_us)
{
	set_time(&watchdog.spend_us, at_us);
}

void
watchdog_share(int64_t deadline_us)
{
	bool is_earlier = deadline_us != 0 && deadline_us < watchdog.job_us;

	set_time(&watchdog.deadline_us,
		is_earlier ? deadline_us : watchdog.job_us);
}

bool
watchdog_is_over(void)
{
	return watchdog_left_us() <= 0;
}

int64_t
watchdog_left_us(void)
{
	return watchdog.deadline_us - clock_now_us();
}

unsigned
watchdog_interrupts(void)
{
	unsigned interrupts;

	(void)pthread_mutex_lock(&watchdog.lock);
	interrupts = watchdog.interrupts;
	(void)pthread_mutex_unlock(&watchdog.lock);
	return interrupts;
}

bool
watchdog_pause(void)
{
	bool was_interrupted;

	(void)pthread_mutex_lock(&watchdog.lock);
	watchdog.is_paused = true;
	was_interrupted = watchdog.interrupts != watchdog.interrupts_seen;
	watchdog.interrupts_seen = watchdog.interrupts;
	(void)pthread_mutex_unlock(&watchdog.lock);
	return was_interrupted;
}

void
watchdog_resume(void)
{
	(void)pthread_mutex_lock(&watchdog.lock);
	watchdog.is_paused = false;
	(void)pthread_mutex_unlock(&watchdog.lock);
}

void
watchdog_strike(bool is_over)
{
	(void)pthread_mutex_lock(&watchdog.lock);
	watchdog.interrupts++;
	if (is_over)
		watchdog.deadline_us = watchdog.job_us = 1;
	(void)pthread_mutex_unlock(&watchdog.lock);
}
