/*
 * Nobody waits for what another call is answered: pings come back while an
 * answer of very many frames is taken in, and while one of megabytes is.
 *
 * The bounds are for machines that are busy: what walks over an answer again
 * for each frame of it takes minutes.
 */

/* clang-format off */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>
/* clang-format on */

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/alloc.h"
#include "base/buf.h"
#include "base/clock.h"
#include "base/limits.h"
#include "hostile/siege.h"
#include "json/json.h"

enum {
	PING_MS = SIEGE_LATE_MS,
	WHOLE_MS = 300000,
	PAUSE_MS = 20,
	/* Of the server: it takes about a second. */
	CPU_MS = 20000,
};

static int
start(void **state)
{
	return siege_start(state, "--workers 2 --memory-mb 4096");
}

/* What the server itself has computed. */
static int64_t
cpu_ms(const struct siege *s)
{
	int64_t ms = 0;

	assert_true(process_cpu_ms(s->client.server.pid, &ms));
	return ms;
}

static void
ping(struct siege *s)
{
	size_t number;
	struct err e;

	if (!client_request(&s->client, "ping", NULL, &number, &e) ||
		siege_await(s, number, PING_MS, &e) == NULL)
		fail_msg("a ping: %s", e.text);
}

/* Pings until the text is answered; the answer. */
static const struct json_object *
solve(struct siege *s, const char *text)
{
	struct json_object *arguments = siege_json("{\"timeout_ms\": 60000}");
	int64_t until_ms = clock_now_ms() + WHOLE_MS;
	int64_t before_ms = cpu_ms(s);
	const struct exchange *x;
	size_t number;
	struct err e;

	json_put_string(arguments, "smtlib", text);
	if (!client_call(&s->client, "solve_smtlib", arguments, &number, &e))
		fail_msg("%s", e.text);
	do {
		ping(s);
		(void)client_turn(&s->client, clock_now_ms() + PAUSE_MS, &e);
		x = &s->client.exchanges[number];
	} while (x->reply == NULL && clock_now_ms() < until_ms);
	assert_non_null(x->reply);
	assert_true(cpu_ms(s) - before_ms < CPU_MS);
	return json_get_object(
		json_get_object(x->reply, "result"), "structuredContent");
}

/* `count` lines, with their numbers, between the two. */
static char *
lines(const char *line, int count, const char *tail)
{
	DROP(buf) struct buf text;

	buf_init(&text, LIMIT_MESSAGE);
	for (int i = 0; i < count; i++) {
		(void)buf_add_text(&text, line);
		if (line[strlen(line) - 1] == '_')
			(void)buf_add_format(&text, "%d Int)\n", i);
	}
	(void)buf_add_text(&text, tail);
	assert_false(text.overflowed);
	return buf_take(&text);
}

static void
pings_come_back_while_very_many_lines_are_printed(void **state)
{
	DROP(text)
	char *text = lines("(echo \"abcdefg\")\n", 810000, "(check-sat)");
	const struct json_object *structured = solve(*state, text);

	assert_string_equal(json_get_string(structured, "status"), "sat");
}

static void
pings_come_back_while_values_of_megabytes_are_written(void **state)
{
	DROP(text)
	char *text = lines("(declare-const "
			   "a_name_that_is_as_long_as_names_in_models_are_",
		150000, "(check-sat)(get-model)");
	const struct json_object *structured = solve(*state, text);

	assert_string_equal(json_get_string(structured, "status"), "sat");
	assert_true(json_get_bool(structured, "truncated", false));
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(
			pings_come_back_while_very_many_lines_are_printed),
		cmocka_unit_test(
			pings_come_back_while_values_of_megabytes_are_written),
	};

	return cmocka_run_group_tests(tests, start, siege_stop);
}
