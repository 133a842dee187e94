/*
 * A server that may open hardly more files than it has: what stays for a
 * session that nobody edits is given up for what is asked now.
 */

/* clang-format off */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>
/* clang-format on */

#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>

#include "base/alloc.h"
#include "hostile/siege.h"
#include "json/json.h"

enum {
	ANSWER_MS = 200000,
	/* Socket and pidfd of the nursery, and of one child, and one more. */
	ONE_CHILD = 5,
	NO_CHILD = 3,
};

static int
start(void **state)
{
	return siege_start(state, "--workers 2");
}

static bool
is_open(const struct siege *s, rlim_t fd)
{
	DROP(text)
	char *path = text_format(
		"/proc/%d/fd/%d", (int)s->client.server.pid, (int)fd);
	struct stat status;

	return lstat(path, &status) == 0;
}

/* The server may open so many more than it has now. */
static void
leave_descriptors(const struct siege *s, unsigned more)
{
	struct rlimit limit = {0};

	while (more > 0)
		more -= !is_open(s, limit.rlim_cur++);
	limit.rlim_max = limit.rlim_cur;
	assert_int_equal(
		prlimit(s->client.server.pid, RLIMIT_NOFILE, &limit, NULL), 0);
}

static const struct json_object *
call(struct siege *s, const char *tool, const char *arguments)
{
	const struct json_object *reply;
	struct err e;

	reply = siege_call(s, tool, siege_json(arguments), ANSWER_MS, &e);
	if (reply == NULL)
		fail_msg("%s", e.text);
	return json_get_object(reply, "result");
}

static void
expect_done(struct siege *s, const char *tool, const char *arguments)
{
	const struct json_object *result = call(s, tool, arguments);

	if (json_get_bool(result, "isError", false)) {
		DROP(text) char *text = json_text(result);

		fail_msg("%s %s: %s", tool, arguments, text);
	}
}

static void
room_for_one_child_is_enough_for_all(void **state)
{
	struct siege *s = *state;

	expect_done(s, "open_session", "{\"session\":\"a\"}");
	expect_done(s, "open_session", "{\"session\":\"b\"}");
	leave_descriptors(s, ONE_CHILD);
	for (int i = 0; i < 3; i++) {
		expect_done(s, "add_item",
			"{\"session\":\"a\",\"content\":\"(assert true)\"}");
		expect_done(s, "solve_model", "{\"session\":\"a\"}");
		expect_done(s, "add_item",
			"{\"session\":\"b\",\"content\":\"(assert true)\"}");
	}
}

static void
without_room_the_message_says_what_is_short(void **state)
{
	struct siege *s = *state;
	DROP(text) char *text = NULL;

	expect_done(s, "open_session", "{\"session\":\"a\"}");
	leave_descriptors(s, NO_CHILD);
	text = json_text(call(s, "add_item",
		"{\"session\":\"a\",\"content\":\"(assert true)\"}"));
	if (strstr(text, "open files") == NULL)
		fail_msg("%s", text);
	assert_non_null(strstr(text, "ulimit -n"));
	assert_null(strstr(text, "crashed"));
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(
			room_for_one_child_is_enough_for_all, start,
			siege_stop),
		cmocka_unit_test_setup_teardown(
			without_room_the_message_says_what_is_short, start,
			siege_stop),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
