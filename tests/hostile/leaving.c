/*
 * How a client may go: at any time, by any way, mid-call, without reading.
 * The server ends with 0, soon, and nothing of it is left; and what a client
 * that stays has given up costs it no worker.
 */

/* clang-format off */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>
/* clang-format on */

#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/alloc.h"
#include "base/clock.h"
#include "base/limits.h"
#include "hostile/guest.h"
#include "hostile/siege.h"

enum {
	/* SPEC: 200 ms; the rest is for a busy machine. */
	END_MS = 500 * SIEGE_PATIENCE,
	FREE_WORKER_MS = 200,
	/* Two seconds of patience with a reader that may still come. */
	SLOW_END_MS = 5000 * SIEGE_PATIENCE,
};

#define TOOLS_LIST(id) \
	"{\"jsonrpc\":\"2.0\",\"id\":" #id ",\"method\":\"tools/list\"}"

static void
send_signal(struct guest *g, int number)
{
	assert_int_equal(kill(g->server.pid, number), 0);
}

/* --- ends ----------------------------------------------------------------- */

static void
without_a_word(void **state)
{
	guest_close_in(*state);
	guest_expect_end(*state, END_MS);
}

static void
without_a_word_and_without_ears(void **state)
{
	guest_close_out(*state);
	guest_close_in(*state);
	guest_expect_end(*state, END_MS);
}

static void
in_the_middle_of_a_line(void **state)
{
	struct guest *g = *state;

	guest_greet(g);
	guest_send(g, "{\"jsonrpc\":\"2.0\",\"id\":7,\"meth", 30);
	guest_close_in(g);
	guest_expect_end(g, END_MS);
}

/* The call may be answered or not; the worker is not left. */
static void
in_the_middle_of_a_call(void **state)
{
	struct guest *g = *state;

	guest_greet(g);
	(void)guest_start_endless(g, 1);
	guest_close_in(g);
	guest_expect_end(g, END_MS);
}

static void
with_its_ears_first(void **state)
{
	struct guest *g = *state;

	guest_greet(g);
	guest_close_out(g);
	guest_expect_end(g, END_MS);
}

static void
with_its_ears_first_in_the_middle_of_a_call(void **state)
{
	struct guest *g = *state;

	guest_greet(g);
	(void)guest_start_endless(g, 1);
	guest_close_out(g);
	guest_expect_end(g, END_MS);
}

/* As a host does it that has lost its patience. */
static void
by_sigint_and_sigterm_a_moment_later(void **state)
{
	struct guest *g = *state;

	guest_greet(g);
	(void)guest_start_endless(g, 1);
	send_signal(g, SIGINT);
	(void)poll(NULL, 0, 100);
	(void)kill(g->server.pid, SIGTERM); /* it may be gone */
	guest_expect_end(g, END_MS);
}

static void
by_many_signals_at_once(void **state)
{
	struct guest *g = *state;

	guest_greet(g);
	for (int i = 0; i < 50; i++)
		(void)kill(g->server.pid, i % 2 == 0 ? SIGTERM : SIGINT);
	guest_expect_end(g, END_MS);
}

static void
by_a_signal_before_a_word(void **state)
{
	struct guest *g = *state;

	/* Sooner it would be the program loader that it hits. */
	guest_expect_silence(g);
	send_signal(g, SIGTERM);
	guest_expect_end(g, END_MS);
}

static void
a_sigpipe_is_no_end(void **state)
{
	struct guest *g = *state;

	guest_greet(g);
	send_signal(g, SIGPIPE);
	guest_expect_silence(g);
}

/* The host is killed: both pipes are gone at once, and nobody says so. */
static void
with_its_life(void **state)
{
	struct guest *g = *state;
	pid_t worker;

	guest_greet(g);
	worker = guest_start_endless(g, 1);
	guest_close_in(g);
	guest_close_out(g);
	assert_true(guest_sees_gone(worker, FREE_WORKER_MS));
	guest_expect_end(g, END_MS);
}

/* The server is killed: its workers must go by themselves. */
static void
kill_9_of_the_server_frees_the_worker(void **state)
{
	struct guest *g = *state;
	pid_t worker;

	guest_greet(g);
	worker = guest_start_endless(g, 1);
	process_kill(&g->server);
	assert_true(guest_sees_gone(worker, FREE_WORKER_MS));
	assert_int_equal(process_sweep(clock_now_ms() + 3000), 0);
}

/* --- stays, but ----------------------------------------------------------- */

static void
a_cancelled_call_frees_its_worker(void **state)
{
	struct guest *g = *state;
	pid_t worker;

	guest_greet(g);
	worker = guest_start_endless(g, 5);
	guest_say(g, "{\"jsonrpc\":\"2.0\",\"method\":"
		     "\"notifications/cancelled\","
		     "\"params\":{\"requestId\":5}}");
	assert_true(guest_sees_gone(worker, FREE_WORKER_MS));
	guest_expect_silence(g);
}

/* What it asked for is bounded, waits, and is all there when it reads. */
static void
who_asks_and_does_not_read_is_waited_for(void **state)
{
	/* Far more than two pipes and the server's own buffers hold. */
	enum { MANY = 20000 };
	static const char line[] = TOOLS_LIST(1) "\n";
	struct guest *g = *state;
	int sent = 0;
	struct pollfd fd;

	guest_greet(g);
	fd = (struct pollfd){g->server.in, POLLOUT, 0};
	while (sent < MANY && poll(&fd, 1, 300) == 1) {
		guest_send(g, line, sizeof(line) - 1);
		sent++;
	}
	/* It has stopped listening long before. */
	assert_in_range(sent, 100, MANY - 1);
	assert_in_range(
		guest_rss_kib(g), 0, 3 * (LIMIT_UNSENT / KIB) + 16 * KIB);
	assert_true(guest_sees_rest(g));
	for (int i = 0; i < sent; i++)
		guest_expect(g, "\"id\":1,");
	guest_expect_silence(g);
}

static void
who_asks_and_does_not_read_may_leave(void **state)
{
	static const char line[] = TOOLS_LIST(1) "\n";
	struct guest *g = *state;

	guest_greet(g);
	for (int i = 0; i < 500; i++)
		guest_send(g, line, sizeof(line) - 1);
	guest_close_in(g);
	guest_close_out(g);
	guest_expect_end(g, SLOW_END_MS);
}

static void
an_idle_server_does_not_spin(void **state)
{
	struct guest *g = *state;

	guest_greet(g);
	(void)guest_start_endless(g, 1);
	assert_true(guest_sees_rest(g));
}

/* More than may be open at once: the rest is refused, by name. */
static void
too_many_open_calls_are_refused(void **state)
{
	enum { MANY = LIMIT_WAITING_JOBS + 50 };
	struct guest *g = *state;

	guest_greet(g);
	(void)guest_start_endless(g, 1);
	(void)guest_start_endless(g, 2);
	for (int i = 0; i < MANY; i++)
		guest_say(g, "{\"jsonrpc\":\"2.0\",\"id\":3,\"method\":"
			     "\"tools/call\",\"params\":{\"name\":"
			     "\"solve_smtlib\",\"arguments\":{\"smtlib\":"
			     "\"(check-sat)\"}}}");
	guest_expect(g, "1000");
	guest_close_in(g);
	guest_expect_end(g, SLOW_END_MS);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		guest_test(without_a_word),
		guest_test(without_a_word_and_without_ears),
		guest_test(in_the_middle_of_a_line),
		guest_test(in_the_middle_of_a_call),
		guest_test(with_its_ears_first),
		guest_test(with_its_ears_first_in_the_middle_of_a_call),
		guest_test(by_sigint_and_sigterm_a_moment_later),
		guest_test(by_many_signals_at_once),
		guest_test(by_a_signal_before_a_word),
		guest_test(a_sigpipe_is_no_end),
		guest_test(with_its_life),
		guest_test(kill_9_of_the_server_frees_the_worker),
		guest_test(a_cancelled_call_frees_its_worker),
		guest_test(who_asks_and_does_not_read_is_waited_for),
		guest_test(who_asks_and_does_not_read_may_leave),
		guest_test(an_idle_server_does_not_spin),
		guest_test(too_many_open_calls_are_refused),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
