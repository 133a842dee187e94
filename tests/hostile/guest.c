/* clang-format off */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <cmocka.h>
/* clang-format on */

#include "hostile/guest.h"

#include <errno.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/alloc.h"
#include "base/clock.h"
#include "base/limits.h"
#include "hostile/siege.h"

enum { WAIT_MS = 2 * SIEGE_LATE_MS, LOOK_MS = 2, HEARD_MAX = 512 * MIB };

void
guest_start(struct guest *g)
{
	DROP(text) char *program = text_format("%s/satchel", g->place.programs);
	DROP(text) char *db = place_path(&g->place, "satchel.db");
	DROP(text) char *log = place_path(&g->place, "server.log");
	char option[] = "--db";
	char workers[] = "--workers";
	char two[] = "2";
	char *argv[] = {program, option, db, workers, two, NULL};
	struct err e;

	buf_clear(&g->heard);
	if (!process_start(&g->server, &g->place, argv, log, &e))
		fail_msg("%s", e.text);
}

int
guest_arrive(void **state)
{
	DROP(text) char *build = siege_build();
	struct guest *g = mem_new(sizeof(*g));
	struct err e;

	process_adopt_orphans();
	buf_init(&g->heard, HEARD_MAX);
	if (!place_init(&g->place, build, &e))
		return -1;
	*state = g;
	guest_start(g);
	return 0;
}

int
guest_leave(void **state)
{
	struct guest *g = *state;

	process_kill(&g->server);
	(void)process_sweep(0); /* a failed test has said so */
	buf_release(&g->heard);
	place_release(&g->place);
	free(g->line);
	free(g);
	return 0;
}

void
guest_send(struct guest *g, const void *bytes, size_t size)
{
	const char *at = bytes;

	while (size > 0) {
		struct pollfd fd = {g->server.in, POLLOUT, 0};
		ssize_t sent;

		if (poll(&fd, 1, WAIT_MS) == 0)
			fail_msg("the server does not read");
		sent = write(g->server.in, at, size);
		if (sent < 0 && errno != EAGAIN && errno != EINTR)
			fail_msg("the server is gone: %s", strerror(errno));
		if (sent > 0) {
			at += sent;
			size -= (size_t)sent;
		}
	}
}

void
guest_say(struct guest *g, const char *line)
{
	guest_send(g, line, strlen(line));
	guest_send(g, "\n", 1);
}

static bool
take_line(struct guest *g)
{
	char *newline = memchr(g->heard.data, '\n', g->heard.size);
	size_t size;

	if (newline == NULL)
		return false;
	size = (size_t)(newline - g->heard.data);
	free(g->line);
	g->line = text_copy_n(g->heard.data, size);
	buf_consume(&g->heard, size + 1);
	return true;
}

const char *
guest_hear(struct guest *g, int64_t within_ms)
{
	int64_t deadline_ms = clock_now_ms() + within_ms;
	static char piece[MIB];

	while (!take_line(g)) {
		struct pollfd fd = {g->server.out, POLLIN, 0};
		int64_t left_ms = deadline_ms - clock_now_ms();
		ssize_t size;

		if (left_ms <= 0 || poll(&fd, 1, (int)left_ms) == 0)
			return NULL;
		size = read(g->server.out, piece, sizeof(piece));
		if (size > 0)
			assert_true(buf_add(&g->heard, piece, (size_t)size));
		else if (size == 0 || (errno != EAGAIN && errno != EINTR))
			return NULL;
	}
	return g->line;
}

void
guest_expect(struct guest *g, const char *piece)
{
	const char *line = guest_hear(g, WAIT_MS);

	if (line == NULL)
		fail_msg("no answer, but %s was expected", piece);
	else if (strstr(line, piece) == NULL)
		fail_msg("no %s in %.400s", piece, line);
}

void
guest_expect_silence(struct guest *g)
{
	static const char ping[] = "{\"jsonrpc\":\"2.0\",\"id\":"
				   "\"silence\",\"method\":\"ping\"}";

	guest_say(g, ping);
	guest_expect(g, "\"id\":\"silence\",\"result\":{}");
}

void
guest_greet(struct guest *g)
{
	guest_say(g, "{\"jsonrpc\":\"2.0\",\"id\":0,\"method\":\"initialize\","
		     "\"params\":{\"protocolVersion\":\"2025-11-25\","
		     "\"capabilities\":{},\"clientInfo\":{\"name\":\"guest\","
		     "\"version\":\"1\"}}}");
	guest_expect(g, "\"protocolVersion\":\"2025-11-25\"");
	guest_say(g, "{\"jsonrpc\":\"2.0\","
		     "\"method\":\"notifications/initialized\"}");
}

void
guest_expect_each(struct guest *g, const struct guest_raw *raws, size_t count)
{
	guest_greet(g);
	for (size_t i = 0; i < count; i++) {
		guest_say(g, raws[i].line);
		if (raws[i].answer != NULL)
			guest_expect(g, raws[i].answer);
		guest_expect_silence(g);
	}
}

void
guest_expect_end(struct guest *g, int64_t within_ms)
{
	unsigned left;
	int status;

	if (!process_wait(&g->server, clock_now_ms() + within_ms, &status))
		fail_msg("it did not end within %d ms", (int)within_ms);
	assert_int_equal(status, 0);
	left = process_sweep(clock_now_ms() + SIEGE_LATE_MS);
	if (left > 0)
		fail_msg("%u processes are left", left);
}

void
guest_close_in(struct guest *g)
{
	(void)close(g->server.in);
	g->server.in = -1;
}

void
guest_close_out(struct guest *g)
{
	(void)close(g->server.out);
	g->server.out = -1;
}

pid_t
guest_start_endless(struct guest *g, int id)
{
	DROP(text)
	char *call = text_format(
		"{\"jsonrpc\":\"2.0\",\"id\":%d,\"method\":\"tools/call\","
		"\"params\":{\"name\":\"solve_smtlib\",\"arguments\":{"
		"\"smtlib\":\"(declare-const x Int)(declare-const y Int)"
		"(declare-const z Int)(assert (= (+ (* x x x) (* y y y) "
		"(* z z z)) 33))(check-sat)\"}}}",
		id);
	int64_t deadline_ms = clock_now_ms() + WAIT_MS;
	pid_t pid;

	guest_say(g, call);
	while ((pid = process_find_busy(g->server.pid)) == 0) {
		if (clock_now_ms() > deadline_ms)
			fail_msg("no worker is busy");
		(void)poll(NULL, 0, LOOK_MS);
	}
	return pid;
}

bool
guest_sees_gone(pid_t pid, int64_t within_ms)
{
	int64_t deadline_ms = clock_now_ms() + within_ms;
	int64_t ignored;

	while (process_cpu_ms(pid, &ignored)) {
		if (clock_now_ms() >= deadline_ms)
			return false;
		(void)poll(NULL, 0, 1);
	}
	return true;
}

int64_t
guest_rss_kib(const struct guest *g)
{
	return siege_rss_kib(g->server.pid);
}

bool
guest_sees_small(const struct guest *g, int64_t most_kib)
{
	enum { SOON_MS = SIEGE_LATE_MS };
	int64_t deadline_ms = clock_now_ms() + SOON_MS;

	while (guest_rss_kib(g) > most_kib) {
		if (clock_now_ms() > deadline_ms)
			return false;
		(void)poll(NULL, 0, LOOK_MS);
	}
	return true;
}

static int64_t
cpu_ms(const struct guest *g)
{
	int64_t ms = 0;

	assert_true(process_cpu_ms(g->server.pid, &ms));
	return ms;
}

bool
guest_sees_rest(const struct guest *g)
{
	enum { WINDOW_MS = 200, WINDOWS = 150, LITTLE_MS = 20 };
	int64_t before_ms = cpu_ms(g);

	for (int i = 0; i < WINDOWS; i++) {
		int64_t now_ms;

		(void)poll(NULL, 0, WINDOW_MS);
		now_ms = cpu_ms(g);
		if (now_ms - before_ms <= LITTLE_MS)
			return true;
		before_ms = now_ms;
	}
	return false;
}
