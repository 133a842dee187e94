/* clang-format off */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>
/* clang-format on */

#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/alloc.h"
#include "base/limits.h"
#include "solver/child.h"
#include "solver/context.h"
#include "wire/answer.h"
#include "wire/ask.h"

struct job {
	pid_t pid;
	int to;
	int from;
};

static struct job
start(void)
{
	struct job j;
	int in[2];
	int out[2];

	assert_int_equal(pipe(in), 0);
	assert_int_equal(pipe(out), 0);
	j = (struct job){.pid = fork(), .to = in[1], .from = out[0]};
	if (j.pid == 0) {
		(void)close(in[1]);
		child_run(context_new(), in[0], out[1]);
	}
	(void)close(in[0]);
	(void)close(out[1]);
	return j;
}

static int
finish(struct job *j)
{
	int status = 0;

	(void)close(j->to);
	(void)close(j->from);
	assert_int_equal(waitpid(j->pid, &status, 0), j->pid);
	assert_true(WIFEXITED(status));
	return WEXITSTATUS(status);
}

static struct answer *
read_answer(int fd)
{
	struct answer *a = answer_new();
	struct buf bytes;
	struct frame f;
	char piece[4096];
	size_t used;
	size_t at = 0;
	ssize_t got;

	buf_init(&bytes, LIMIT_ANSWER);
	while ((got = read(fd, piece, sizeof(piece))) > 0)
		buf_add(&bytes, piece, (size_t)got);
	while (frame_find(bytes.data + at, bytes.size - at, LIMIT_ANSWER, &f,
		       &used) == FRAME_WHOLE) {
		assert_true(answer_take(a, &f));
		at += used;
	}
	buf_release(&bytes);
	return a;
}

static void
one_ask_has_one_whole_answer(void **state)
{
	const struct ask ask = {.kind = ASK_SOLVE,
		.text = "(assert true)",
		.size = 13,
		.timeout_ms = 5000};
	struct job j = start();
	struct answer *a;
	struct buf b;

	(void)state;
	buf_init(&b, 1000);
	ask_put(&b, &ask);
	/* In two pieces, as a socket may hand them over. */
	assert_int_equal(write(j.to, b.data, 3), 3);
	assert_int_equal(write(j.to, b.data + 3, b.size - 3), b.size - 3);
	a = read_answer(j.from);
	assert_true(a->done);
	assert_string_equal(a->z3_version, context_version());
	assert_int_equal(answer_last(a)->status, STATUS_SAT);
	assert_int_equal(finish(&j), EXIT_SUCCESS);
	answer_free(a);
	buf_release(&b);
}

static void
a_server_that_goes_away_without_an_ask_ends_it(void **state)
{
	struct job j = start();

	(void)state;
	assert_int_equal(finish(&j), EXIT_SUCCESS);
}

static void
what_is_no_ask_ends_it(void **state)
{
	struct job j = start();

	(void)state;
	assert_int_equal(write(j.to, "\0\0\0\0?", 5), 5);
	assert_int_equal(finish(&j), EXIT_FAILURE);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(one_ask_has_one_whole_answer),
		cmocka_unit_test(
			a_server_that_goes_away_without_an_ask_ends_it),
		cmocka_unit_test(what_is_no_ask_ends_it),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
