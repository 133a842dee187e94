#include "unit/unit.h"

#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/limits.h"
#include "worker/base/answer_stream.h"

TEST(a_frame_is_written_at_once)
{
	struct answer_stream out;
	int fds[2];
	char bytes[16];

	assert_int_equal(pipe(fds), 0);
	answer_stream_open(&out, fds[1]);
	answer_stream_phase(&out, PHASE_CORE);
	assert_int_equal(read(fds[0], bytes, sizeof(bytes)), FRAME_HEAD + 1);
	assert_int_equal(bytes[FRAME_HEAD], PHASE_CORE);
	assert_int_equal(out.frames.size, 0);
	(void)close(fds[0]);
	(void)close(fds[1]);
}

TEST(what_a_standin_says_is_turned_back)
{
	const struct sort_aliases list = {.at = {{"List", "L!st"}}, .count = 1};
	const struct sort_aliases none = {.count = 0};
	struct answer_stream out;
	int fds[2];
	char bytes[64] = "";

	assert_int_equal(pipe(fds), 0);
	answer_stream_open(&out, fds[1]);
	answer_stream_sort_aliases(&out, &list);
	answer_put_output(&out.frames, "(as nil L!st)");
	answer_stream_sort_aliases(&out, &none);
	answer_put_output(&out.frames, "L!st");
	answer_stream_send(&out);
	assert_true(read(fds[0], bytes, sizeof(bytes)) > 0);
	assert_non_null(memmem(bytes, sizeof(bytes), "(as nil List)", 13));
	assert_non_null(memmem(bytes, sizeof(bytes), "L!st", 4));
	(void)close(fds[0]);
	(void)close(fds[1]);
}

static int
exit_code_of(void (*act)(int fd), int fd)
{
	pid_t child = fork();
	int status = 0;

	if (child == 0) {
		act(fd);
		_exit(77);
	}
	assert_int_equal(waitpid(child, &status, 0), child);
	assert_true(WIFEXITED(status));
	return WEXITSTATUS(status);
}

static void
send_one(int fd)
{
	struct answer_stream out;

	answer_stream_open(&out, fd);
	answer_stream_phase(&out, PHASE_CORE);
}

TEST(a_server_that_is_gone_ends_the_process)
{
	assert_int_equal(exit_code_of(send_one, -1), EXIT_FAILURE);
}

static void
send_too_much(int fd)
{
	struct answer_stream out;
	char *text = calloc(LIMIT_ANSWER + 1, 1);

	for (size_t i = 0; i < LIMIT_ANSWER; i++)
		text[i] = 'x';
	answer_stream_open(&out, fd);
	answer_put_output(&out.frames, text);
	answer_stream_send(&out);
}

TEST(an_answer_over_its_ceiling_ends_the_process)
{
	assert_int_equal(
		exit_code_of(send_too_much, STDERR_FILENO), EXIT_FAILURE);
}
