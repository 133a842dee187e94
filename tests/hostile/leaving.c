/*
 * How a client may go: at any time, by any way, mid-call, without reading.
 * The server ends with 0, soon, and nothing of it is left; and what a client
 * that stays has given up costs it no worker.
 */

#include "unit/unit.h"

#include <poll.h>
#include <signal.h>
#include <string.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/limits.h"
#include "hostile/guest.h"
#include "hostile/siege.h"

enum {
	/* Of the default time limit of a call, as long as which a worker that
	 * nobody ends would live, less than this is for a busy machine. */
	FREE_WORKER_MS = DEFAULT_TIMEOUT_MS / 2,
	/* SPEC: 200 ms; the rest is for a busy machine. */
	END_MS = SIEGE_LATE_MS,
	/* Two seconds of patience with a reader that may still come. */
	SLOW_END_MS = 2000 + SIEGE_LATE_MS,
};

#define TOOLS_LIST(id) \
	"{\"jsonrpc\":\"2.0\",\"id\":" #id ",\"method\":\"tools/list\"}"

static void
send_signal(struct guest *g, int number)
{
	assert_int_equal(kill(g->server.pid, number), 0);
}

/* --- ends ----------------------------------------------------------------- */

TEST_WITH(without_a_word, guest_arrive, guest_leave)
{
	guest_close_in(*state);
	guest_expect_end(*state, END_MS);
}

TEST_WITH(without_a_word_and_without_ears, guest_arrive, guest_leave)
{
	guest_close_out(*state);
	guest_close_in(*state);
	guest_expect_end(*state, END_MS);
}

GUEST_TEST(in_the_middle_of_a_line)
{
	guest_greet(g);
	guest_send(g, "{\"jsonrpc\":\"2.0\",\"id\":7,\"meth", 30);
	guest_close_in(g);
	guest_expect_end(g, END_MS);
}

/* The call may be answered or not; the worker is not left. */
GUEST_TEST(in_the_middle_of_a_call)
{
	guest_greet(g);
	(void)guest_start_endless(g, 1);
	guest_close_in(g);
	guest_expect_end(g, END_MS);
}

GUEST_TEST(with_its_ears_first)
{
	guest_greet(g);
	guest_close_out(g);
	guest_expect_end(g, END_MS);
}

GUEST_TEST(with_its_ears_first_in_the_middle_of_a_call)
{
	guest_greet(g);
	(void)guest_start_endless(g, 1);
	guest_close_out(g);
	guest_expect_end(g, END_MS);
}

/* As a host does it that has lost its patience. */
GUEST_TEST(by_sigint_and_sigterm_a_moment_later)
{
	guest_greet(g);
	(void)guest_start_endless(g, 1);
	send_signal(g, SIGINT);
	(void)poll(NULL, 0, 100);
	(void)kill(g->server.pid, SIGTERM); /* it may be gone */
	guest_expect_end(g, END_MS);
}

GUEST_TEST(by_many_signals_at_once)
{
	guest_greet(g);
	for (int i = 0; i < 50; i++)
		(void)kill(g->server.pid, i % 2 == 0 ? SIGTERM : SIGINT);
	guest_expect_end(g, END_MS);
}

GUEST_TEST(by_a_signal_before_a_word)
{
	/* Sooner it would be the program loader that it hits. */
	guest_expect_silence(g);
	send_signal(g, SIGTERM);
	guest_expect_end(g, END_MS);
}

GUEST_TEST(a_sigpipe_is_no_end)
{
	guest_greet(g);
	send_signal(g, SIGPIPE);
	guest_expect_silence(g);
}

/* The host is killed: both pipes are gone at once, and nobody says so. */
GUEST_TEST(with_its_life)
{
	pid_t worker;

	guest_greet(g);
	worker = guest_start_endless(g, 1);
	guest_close_in(g);
	guest_close_out(g);
	assert_true(guest_sees_gone(worker, FREE_WORKER_MS));
	guest_expect_end(g, END_MS);
}

/* The server is killed: its workers must go by themselves. */
GUEST_TEST(kill_9_of_the_server_frees_the_worker)
{
	pid_t worker;

	guest_greet(g);
	worker = guest_start_endless(g, 1);
	process_kill(&g->server);
	assert_true(guest_sees_gone(worker, FREE_WORKER_MS));
	assert_int_equal(process_sweep(clock_now_ms() + SIEGE_LATE_MS), 0);
}

/* --- stays, but ----------------------------------------------------------- */

GUEST_TEST(a_cancelled_call_frees_its_worker)
{
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
GUEST_TEST(who_asks_and_does_not_read_is_waited_for)
{
	/* Far more than two pipes and the server's own buffers hold. */
	enum { MANY = 20000 };
	static const char line[] = TOOLS_LIST(1) "\n";
	int sent = 0;
	struct pollfd fd;

	guest_greet(g);
	fd = (struct pollfd){g->server.in, POLLOUT, 0};
	while (sent < MANY && poll(&fd, 1, 2000) == 1) {
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

GUEST_TEST(who_asks_and_does_not_read_may_leave)
{
	static const char line[] = TOOLS_LIST(1) "\n";

	guest_greet(g);
	for (int i = 0; i < 500; i++)
		guest_send(g, line, sizeof(line) - 1);
	guest_close_in(g);
	guest_close_out(g);
	guest_expect_end(g, SLOW_END_MS);
}

GUEST_TEST(an_idle_server_does_not_spin)
{
	guest_greet(g);
	(void)guest_start_endless(g, 1);
	assert_true(guest_sees_rest(g));
}

/* More than may be open at once: the rest is refused, by name. */
GUEST_TEST(too_many_open_calls_are_refused)
{
	enum { MANY = LIMIT_WAITING_JOBS + 50 };

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
