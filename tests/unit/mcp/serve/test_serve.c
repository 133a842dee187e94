#include "unit/unit.h"

#include "mcp/serve/serve.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/stat.h>

#include "base/buf.h"
#include "base/clock.h"
#include "base/limits.h"
#include "base/loop.h"
#include "unit/mcp/fake.h"
#include "unit/store/scratch.h"

#define PING(id) "{\"jsonrpc\":\"2.0\",\"id\":" id ",\"method\":\"ping\"}"
#define PONG(id) "{\"jsonrpc\":\"2.0\",\"id\":" id ",\"result\":{}}"
#define CALL(id, tool) \
	"{\"jsonrpc\":\"2.0\",\"id\":" id ",\"method\":\"tools/call\"," \
	"\"params\":{\"name\":\"" tool "\"}}"

/* The promise is 200; a busy machine that runs tests is no measure of it. */
enum { LATE_MS = 30000 };

/* A server between two pipes, in this process. */
struct rig {
	struct loop *loop;
	struct server server;
	int in[2];  /* the server reads from in[0] */
	int out[2]; /* and writes to out[1] */
	struct buf heard;
	int64_t took_ms;
	int64_t waited_ms; /* of that, until a timer: no busy machine adds */
	struct scratch *scratch; /* with its database, or NULL */
	int64_t changed_ns;	 /* its file, before it was served */
};

/* What the loop has waited in vain, ... */
static int64_t vain_ms;

/* ... as its own calls of poll say, of which this takes the place. */
int
poll(struct pollfd *fds, nfds_t nfds, int timeout)
{
	struct timespec wait = {
		.tv_sec = timeout / 1000, .tv_nsec = timeout % 1000 * 1000000L};
	int ready = ppoll(fds, nfds, timeout < 0 ? NULL : &wait, NULL);

	if (ready == 0)
		vain_ms += timeout;
	return ready;
}

static void
close_one(int *fd)
{
	if (*fd >= 0)
		close(*fd);
	*fd = -1;
}

static int
setup(void **state)
{
	struct rig *rig = mem_new(sizeof(*rig));

	fake_reset();
	rig->loop = loop_new();
	buf_init(&rig->heard, 256u << 20);
	assert_int_equal(pipe2(rig->in, O_CLOEXEC), 0);
	assert_int_equal(pipe2(rig->out, O_CLOEXEC), 0);
	*state = rig;
	return 0;
}

static int
teardown(void **state)
{
	struct rig *rig = *state;

	for (size_t i = 0; i < 2; i++) {
		close_one(&rig->in[i]);
		close_one(&rig->out[i]);
	}
	loop_free(rig->loop);
	buf_release(&rig->heard);
	free(rig);
	fake_forget();
	return 0;
}

#define SERVE_TEST(sentence) TEST_ON(sentence, setup, teardown, struct rig *rig)

static void
type(struct rig *rig, const char *text)
{
	size_t size = strlen(text);

	assert_int_equal(write(rig->in[1], text, size), size);
}

/* Serves to the end and reads what is left of the output. */
static void
serve(struct rig *rig)
{
	int64_t start_ms = clock_now_ms();
	char bytes[4096];
	ssize_t size;

	vain_ms = 0;
	assert_int_equal(mcp_serve(rig->loop, &rig->server, &catalog_satchel,
				 rig->in[0], rig->out[1]),
		0);
	rig->took_ms = clock_now_ms() - start_ms;
	rig->waited_ms = vain_ms;
	close_one(&rig->out[1]);
	while (rig->out[0] >= 0 &&
		(size = read(rig->out[0], bytes, sizeof(bytes))) > 0)
		assert_true(buf_add(&rig->heard, bytes, (size_t)size));
}

SERVE_TEST(answers_its_lines_and_ends_with_its_input)
{
	type(rig, PING("1") "\n\r\n" PING("2") "\r\n");
	close_one(&rig->in[1]);
	serve(rig);
	assert_string_equal(rig->heard.data, PONG("1") "\n" PONG("2") "\n");
}

SERVE_TEST(ends_at_once_when_its_input_is_empty)
{
	close_one(&rig->in[1]);
	serve(rig);
	assert_int_equal(rig->heard.size, 0);
	assert_int_equal(rig->waited_ms, 0);
}

SERVE_TEST(answers_a_last_line_without_a_newline)
{
	type(rig, PING("1"));
	close_one(&rig->in[1]);
	serve(rig);
	assert_string_equal(rig->heard.data, PONG("1") "\n");
}

static void
finish_first(void *argument)
{
	(void)argument;
	fake_finish(0, "just in time");
}

SERVE_TEST(answers_a_call_that_is_done_soon_after_the_input)
{
	type(rig, CALL("1", "slow") "\n");
	close_one(&rig->in[1]);
	(void)loop_at(rig->loop, clock_now_ms() + 20, finish_first, NULL);
	serve(rig);
	assert_non_null(strstr(rig->heard.data, "just in time"));
	assert_int_equal(fake_cancelled, 0);
}

SERVE_TEST(runs_a_last_batch_to_its_end)
{
	type(rig, "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"initialize\","
		  "\"params\":{\"protocolVersion\":\"2025-03-26\"}}\n"
		  "[" PING("2") "," CALL("3", "slow") "]");
	close_one(&rig->in[1]);
	(void)loop_at(rig->loop, clock_now_ms() + 20, finish_first, NULL);
	serve(rig);
	assert_non_null(strstr(rig->heard.data, PONG("2")));
	assert_non_null(strstr(rig->heard.data, "just in time"));
}

SERVE_TEST(answers_a_call_that_is_done_long_after_the_input)
{
	type(rig, CALL("1", "slow") "\n");
	close_one(&rig->in[1]);
	(void)loop_at(rig->loop, clock_now_ms() + 3 * SERVE_DRAIN_MS,
		finish_first, NULL);
	serve(rig);
	assert_non_null(strstr(rig->heard.data, "just in time"));
	assert_int_equal(fake_cancelled, 0);
	assert_in_range(rig->took_ms, 3 * SERVE_DRAIN_MS, LATE_MS);
}

static void
stop_reading(void *argument)
{
	struct rig *rig = argument;

	close_one(&rig->out[0]);
}

SERVE_TEST(cancels_a_call_when_the_client_closes_both_ends)
{
	type(rig, CALL("1", "slow") "\n");
	close_one(&rig->in[1]);
	(void)loop_at(rig->loop, clock_now_ms() + 20, stop_reading, rig);
	serve(rig);
	assert_int_equal(fake_cancelled, 1);
	assert_in_range(rig->waited_ms, 0, SERVE_DRAIN_MS - 1);
}

static void
send_signal(void *argument)
{
	(void)argument;
	(void)raise(SIGTERM);
}

SERVE_TEST(ends_at_once_at_a_signal_in_the_middle_of_a_call)
{
	type(rig, CALL("1", "slow") "\n");
	(void)loop_at(rig->loop, clock_now_ms() + 1, send_signal, NULL);
	serve(rig);
	assert_int_equal(fake_cancelled, 1);
	assert_in_range(rig->waited_ms, 0, SERVE_DRAIN_MS - 1);
}

SERVE_TEST(ends_when_nobody_reads_its_output)
{
	type(rig, CALL("1", "slow") "\n");
	close_one(&rig->out[0]);
	serve(rig);
	assert_int_equal(fake_started, fake_cancelled);
}

SERVE_TEST(ends_when_its_reader_takes_nothing_after_the_input)
{
	fake_huge_size = 1u << 20;
	type(rig, CALL("1", "huge") "\n");
	close_one(&rig->in[1]);
	serve(rig);
	assert_in_range(rig->took_ms, SERVE_DRAIN_MS, LATE_MS);
	assert_true(rig->heard.size < fake_huge_size);
}

/* Reads a piece of the output, and again in the next turn. */
static void
read_some(void *argument)
{
	struct rig *rig = argument;
	struct pollfd ready = {.fd = rig->out[0], .events = POLLIN};

	if (poll(&ready, 1, 0) == 1) {
		static char bytes[64 * KIB];
		ssize_t size = read(rig->out[0], bytes, sizeof(bytes));

		assert_true(size > 0);
		assert_true(buf_add(&rig->heard, bytes, (size_t)size));
	}
	(void)loop_at(rig->loop, 0, read_some, rig);
}

SERVE_TEST(writes_all_to_a_reader_that_goes_on_reading)
{
	fake_huge_size = 7u << 20;
	type(rig, CALL("1", "huge") "\n" PING("2") "\n");
	close_one(&rig->in[1]);
	(void)loop_at(rig->loop, 0, read_some, rig);
	serve(rig);
	assert_true(rig->heard.size > fake_huge_size);
	assert_non_null(strstr(rig->heard.data, "\n" PONG("2") "\n"));
}

static size_t asked_when_clogged;

static void
look_and_read(void *argument)
{
	struct rig *rig = argument;

	asked_when_clogged = fake_asked;
	close_one(&rig->in[1]);
	read_some(rig);
}

/* Twenty answers of 4 MiB are more than may wait. */
SERVE_TEST(stops_listening_while_clogged_and_loses_nothing)
{
	size_t lines = 0;

	fake_huge_size = 4u << 20;
	for (int i = 0; i < 20; i++)
		type(rig, CALL("1", "huge") "\n");
	(void)loop_at(rig->loop, clock_now_ms() + 1, look_and_read, rig);
	serve(rig);
	assert_in_range(asked_when_clogged, 1, 19);
	for (size_t i = 0; i < rig->heard.size; i++)
		lines += rig->heard.data[i] == '\n';
	assert_int_equal(lines, 20);
}

SERVE_TEST(tells_those_who_listen_that_it_ends)
{
	char *line = quoted(
		"{'jsonrpc':'2.0','id':'L','method':'subscriptions/listen',"
		"'params':{'notifications':{}," MODERN "}}\n");

	type(rig, line);
	close_one(&rig->in[1]);
	serve(rig);
	assert_non_null(strstr(rig->heard.data, "acknowledged"));
	assert_non_null(strstr(rig->heard.data, "\"id\":\"L\",\"result\""));
	assert_int_equal(rig->waited_ms, 0);
	free(line);
}

static int64_t
changed_ns(const struct scratch *scratch)
{
	struct stat status;

	assert_int_equal(stat(scratch->path, &status), 0);
	return status.st_mtim.tv_sec * 1000000000 + status.st_mtim.tv_nsec;
}

/* Ends the input as soon as the file itself has been written. */
static void
look_at_file(void *argument)
{
	struct rig *rig = argument;

	if (changed_ns(rig->scratch) != rig->changed_ns)
		close_one(&rig->in[1]);
	else
		(void)loop_at(
			rig->loop, clock_now_ms() + 10, look_at_file, rig);
}

static int
setup_with_store(void **state)
{
	struct rig *rig;
	void *scratch;

	if (scratch_setup(&scratch) != 0 || setup(state) != 0)
		return -1;
	rig = *state;
	rig->scratch = scratch;
	rig->server.store = rig->scratch->store;
	rig->server.cache = &rig->scratch->cache;
	return 0;
}

static int
teardown_with_store(void **state)
{
	void *scratch = ((struct rig *)*state)->scratch;

	return scratch_teardown(&scratch) != 0 ? -1 : teardown(state);
}

TEST_WITH(brings_what_was_kept_into_one_file_when_it_rests, setup_with_store,
	teardown_with_store)
{
	struct rig *rig = *state;

	(void)scratch_session(rig->scratch, "a");
	rig->changed_ns = changed_ns(rig->scratch);
	type(rig, PING("1") "\n");
	look_at_file(rig);
	serve(rig);
}
