#include "solver/watchdog.h"

#include <pthread.h>
#include <stdlib.h>
#include <time.h>

#include "base/clock.h"

enum { INTERRUPT_EVERY_US = 3000 };

static struct {
	pthread_mutex_t lock;
	pthread_cond_t changed;
	Z3_context context;
	int64_t deadline_us;
	int64_t budget_us; /* 0: none */
} dog = {.lock = PTHREAD_MUTEX_INITIALIZER};

static int64_t
strike_at(void)
{
	if (dog.budget_us != 0 && dog.budget_us < dog.deadline_us)
		return dog.budget_us;
	return dog.deadline_us;
}

static void
wait_until(int64_t at_us)
{
	struct timespec at = {
		.tv_sec = at_us / 1000000, .tv_nsec = at_us % 1000000 * 1000};

	/* Woken early or late: the loop looks at the clock again. */
	(void)pthread_cond_timedwait(&dog.changed, &dog.lock, &at);
}

static void *
watch(void *unused)
{
	(void)unused;
	(void)pthread_mutex_lock(&dog.lock);
	for (;;) {
		int64_t now_us = clock_now_us();

		if (now_us < strike_at()) {
			wait_until(strike_at());
			continue;
		}
		if (dog.context != NULL)
			Z3_interrupt(dog.context);
		wait_until(now_us + INTERRUPT_EVERY_US);
	}
	return NULL;
}

void
watchdog_start(int64_t deadline_us)
{
	pthread_condattr_t clock;
	pthread_t thread;

	dog.deadline_us = deadline_us;
	(void)pthread_condattr_init(&clock);
	(void)pthread_condattr_setclock(&clock, CLOCK_MONOTONIC);
	(void)pthread_cond_init(&dog.changed, &clock);
	/* Without it the server would have to kill every late job. */
	if (pthread_create(&thread, NULL, watch, NULL) != 0)
		_Exit(EXIT_FAILURE);
}

static void
change(Z3_context context, int64_t budget_us)
{
	(void)pthread_mutex_lock(&dog.lock);
	dog.context = context;
	dog.budget_us = budget_us;
	(void)pthread_cond_signal(&dog.changed);
	(void)pthread_mutex_unlock(&dog.lock);
}

void
watchdog_watch(Z3_context c)
{
	change(c, dog.budget_us);
}

void
watchdog_budget(int64_t at_us)
{
	change(dog.context, at_us);
}

bool
watchdog_is_over(void)
{
	return watchdog_left_us() <= 0;
}

int64_t
watchdog_left_us(void)
{
	return dog.deadline_us - clock_now_us();
}
