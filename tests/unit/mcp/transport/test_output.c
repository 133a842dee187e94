#include "unit/unit.h"

#include "mcp/transport/output.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "base/alloc.h"
#include "base/limits.h"
#include "base/loop.h"

/* An output whose reader is the test. */
struct rig {
	struct loop *loop;
	struct output *output;
	int in_fd; /* the reader's end */
	int out_fd;
	unsigned changes;
};

static void
on_change(void *argument)
{
	struct rig *rig = argument;

	rig->changes++;
}

static void
attach(struct rig *rig, const int fds[2])
{
	rig->in_fd = fds[0];
	rig->out_fd = fds[1];
	rig->loop = loop_new();
	rig->output = output_new(rig->loop, rig->out_fd, on_change, rig);
}

static int
setup_pipe(void **state)
{
	struct rig *rig = mem_new(sizeof(*rig));
	int fds[2];

	assert_int_equal(pipe2(fds, O_CLOEXEC), 0);
	assert_true(fcntl(fds[1], F_SETPIPE_SZ, 4096) > 0);
	attach(rig, fds);
	*state = rig;
	return 0;
}

static int
setup_socket(void **state)
{
	struct rig *rig = mem_new(sizeof(*rig));
	int fds[2];

	assert_int_equal(
		socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, fds), 0);
	attach(rig, fds);
	*state = rig;
	return 0;
}

static int
teardown(void **state)
{
	struct rig *rig = *state;

	output_free(rig->output);
	loop_free(rig->loop);
	if (rig->in_fd >= 0)
		close(rig->in_fd);
	close(rig->out_fd);
	free(rig);
	return 0;
}

#define PIPE_TEST(sentence) \
	TEST_ON(sentence, setup_pipe, teardown, struct rig *rig)

/* Reads until `size` bytes are there, turning the loop meanwhile. */
static char *
read_all(struct rig *rig, size_t size)
{
	char *text = mem_new(size + 1);
	size_t used = 0;

	while (used < size) {
		struct pollfd ready = {.fd = rig->in_fd, .events = POLLIN};
		ssize_t more;

		(void)loop_turn(rig->loop, 0);
		if (poll(&ready, 1, 0) == 0)
			continue;
		more = read(rig->in_fd, text + used, size - used);
		assert_true(more > 0);
		used += (size_t)more;
	}
	return text;
}

PIPE_TEST(writes_a_line_at_once_when_it_can)
{
	char *text;

	output_line(rig->output, "{}", 2);
	assert_int_equal(output_waiting(rig->output), 0);
	assert_int_equal(output_written(rig->output), 3);
	text = read_all(rig, 3);
	assert_string_equal(text, "{}\n");
	free(text);
}

PIPE_TEST(keeps_what_the_reader_does_not_take_yet)
{
	enum { SIZE = 1000000 };
	char *line = mem_new(SIZE + 1);
	char *text;

	for (size_t i = 0; i < SIZE; i++)
		line[i] = (char)('a' + i % 26);
	output_line(rig->output, line, SIZE);
	output_line(rig->output, "last", 4);
	assert_true(output_waiting(rig->output) > 0);
	text = read_all(rig, SIZE + 6);
	assert_memory_equal(text, line, SIZE);
	assert_string_equal(text + SIZE, "\nlast\n");
	assert_int_equal(output_waiting(rig->output), 0);
	assert_true(rig->changes > 0);
	free(text);
	free(line);
}

PIPE_TEST(does_not_change_the_flags_of_the_descriptor)
{
	output_line(rig->output, "{}", 2);
	assert_int_equal(fcntl(rig->out_fd, F_GETFL) & O_NONBLOCK, 0);
}

PIPE_TEST(is_clogged_above_its_ceiling_and_drops_nothing)
{
	char *line = mem_new(LIMIT_UNSENT);

	memset(line, 'x', LIMIT_UNSENT);
	output_line(rig->output, line, 1000);
	assert_true(output_waiting(rig->output) <= LIMIT_UNSENT);
	output_line(rig->output, line, LIMIT_UNSENT);
	output_line(rig->output, line, LIMIT_UNSENT);
	assert_true(output_waiting(rig->output) > LIMIT_UNSENT);
	assert_false(output_is_broken(rig->output));
	assert_true(output_waiting(rig->output) > 2 * (size_t)LIMIT_UNSENT);
	free(line);
}

PIPE_TEST(gives_up_on_a_reader_far_beyond_its_ceiling)
{
	char *line = mem_new(LIMIT_UNSENT);

	memset(line, 'x', LIMIT_UNSENT);
	for (int i = 0; i < 4; i++)
		output_line(rig->output, line, LIMIT_UNSENT);
	assert_true(output_is_broken(rig->output));
	assert_int_equal(output_waiting(rig->output), 0);
	output_line(rig->output, "into the void", 13);
	assert_int_equal(output_waiting(rig->output), 0);
	free(line);
}

PIPE_TEST(notices_at_once_that_the_reader_is_gone)
{
	close(rig->in_fd);
	rig->in_fd = -1;
	(void)loop_turn(rig->loop, 1000);
	assert_true(output_is_broken(rig->output));
	assert_int_equal(rig->changes, 1);
}

PIPE_TEST(survives_a_line_to_a_reader_that_is_gone)
{
	close(rig->in_fd);
	rig->in_fd = -1;
	output_line(rig->output, "{}", 2);
	assert_true(output_is_broken(rig->output));
}

/* As the server does. */
static int
ignore_sigpipe(void **state)
{
	(void)state;
	(void)signal(SIGPIPE, SIG_IGN);
	return 0;
}
TEST_AGAIN(writes_a_line_at_once_when_it_can, setup_socket, teardown)
TEST_AGAIN(keeps_what_the_reader_does_not_take_yet, setup_socket, teardown)
TEST_AGAIN(does_not_change_the_flags_of_the_descriptor, setup_socket, teardown)
TEST_AGAIN(notices_at_once_that_the_reader_is_gone, setup_socket, teardown)
TEST_AGAIN(survives_a_line_to_a_reader_that_is_gone, setup_socket, teardown)

TEST_GROUP(ignore_sigpipe, NULL)
