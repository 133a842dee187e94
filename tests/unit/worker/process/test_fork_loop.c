#include "unit/frames.h"
#include "unit/unit.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/alloc.h"
#include "base/buf.h"
#include "base/limits.h"
#include "wire/answer.h"
#include "wire/ask.h"
#include "wire/fork_request.h"
#include "worker/base/context.h"
#include "worker/process/fork_loop.h"
#include "worker/process/jail.h"

enum { WAIT_MS = 20000, MEMORY_MB = 1024 };

static int forkserver_fd;
static pid_t forkserver_pid;

static struct fork_request_packet
receive(void)
{
	struct fork_request_packet packet;
	struct pollfd ready = {.fd = forkserver_fd, .events = POLLIN};

	assert_int_equal(poll(&ready, 1, WAIT_MS), 1);
	assert_int_equal(fork_request_receive(forkserver_fd, &packet), 1);
	return packet;
}

static int
start(void **state)
{
	int pair[2];
	pid_t server = getpid();

	(void)state;
	if (socketpair(AF_UNIX, SOCK_SEQPACKET, 0, pair) != 0)
		return -1;
	forkserver_fd = fcntl(pair[0], F_DUPFD, 10);
	forkserver_pid = fork();
	if (forkserver_pid == 0) {
		/* One of ours that stays open, and it would not see the end. */
		(void)close(forkserver_fd);
		(void)close(pair[0]);
		(void)dup2(pair[1], FORK_REQUEST_FD);
		_exit(fork_loop_run(server, MEMORY_MB));
	}
	(void)close(pair[0]);
	(void)close(pair[1]);
	return 0;
}

static int
stop(void **state)
{
	int status = 0;

	(void)state;
	(void)close(forkserver_fd);
	return waitpid(forkserver_pid, &status, 0) == forkserver_pid &&
			       WIFEXITED(status) && WEXITSTATUS(status) == 0
		       ? 0
		       : -1;
}

TEST(it_says_hello_with_the_version)
{
	struct fork_request_packet hello = receive();

	assert_int_equal(hello.said, FORK_REQUEST_HELLO);
	assert_string_equal(hello.text, context_version());
	assert_true(hello.version_fits);
}

static struct fork_request_packet
ask_for_child(void)
{
	struct fork_request_packet child;

	assert_true(fork_request_ask_fork(forkserver_fd));
	child = receive();
	assert_int_equal(child.said, FORK_REQUEST_CHILD);
	return child;
}

TEST(a_child_is_ours_and_does_a_job)
{
	const struct ask ask = {.kind = ASK_CHECK,
		.text = "(assert true)",
		.size = 13,
		.timeout_ms = 5000};
	struct fork_request_packet child = ask_for_child();
	struct buf b;
	char bytes[4096];
	int status = 0;

	buf_init(&b, 1000);
	ask_put(&b, &ask);
	assert_int_equal(write(child.fd, b.data, b.size), b.size);
	assert_true(read(child.fd, bytes, sizeof(bytes)) > 0);
	/* Waiting works only for one's own children. */
	assert_int_equal(waitpid(child.pid, &status, 0), child.pid);
	assert_true(WIFEXITED(status));
	assert_int_equal(WEXITSTATUS(status), 0);
	(void)close(child.fd);
	buf_release(&b);
}

TEST(a_child_whose_channel_closes_goes)
{
	struct fork_request_packet child = ask_for_child();
	int status = 0;

	(void)close(child.fd);
	assert_int_equal(waitpid(child.pid, &status, 0), child.pid);
	assert_true(WIFEXITED(status));
}

TEST(a_killed_child_does_not_harm_the_fork_server)
{
	struct fork_request_packet child = ask_for_child();
	int status = 0;

	assert_int_equal(kill(child.pid, SIGKILL), 0);
	assert_int_equal(waitpid(child.pid, &status, 0), child.pid);
	assert_true(WIFSIGNALED(status));
	(void)close(child.fd);
	child = ask_for_child();
	(void)close(child.fd);
	assert_int_equal(waitpid(child.pid, &status, 0), child.pid);
}

TEST_GROUP(start, stop)

struct job {
	pid_t pid;
	int to;
	int from;
};

static struct job
job_start(void)
{
	struct job j;
	int in[2];
	int out[2];

	assert_int_equal(pipe(in), 0);
	assert_int_equal(pipe(out), 0);
	j = (struct job){.pid = fork(), .to = in[1], .from = out[0]};
	if (j.pid == 0) {
		(void)close(in[1]);
		child_process_run(context_new(), in[0], out[1], false);
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

/* Up to the last word, or until the child hangs up. */
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
	while (!a->done && (got = read(fd, piece, sizeof(piece))) > 0) {
		buf_add(&bytes, piece, (size_t)got);
		while (frame_find(bytes.data + at, bytes.size - at,
			       LIMIT_ANSWER, &f, &used) == FRAME_WHOLE) {
			assert_true(answer_add_frame(a, frames_any_ask(), &f));
			at += used;
		}
	}
	buf_release(&bytes);
	return a;
}

TEST(one_ask_has_one_whole_answer)
{
	const struct ask ask = {.kind = ASK_SOLVE,
		.text = "(assert true)",
		.size = 13,
		.timeout_ms = 5000};
	struct job j = job_start();
	struct answer *a;
	struct buf b;

	buf_init(&b, 1000);
	ask_put(&b, &ask);
	/* In two pieces, as a socket may hand them over. */
	assert_int_equal(write(j.to, b.data, 3), 3);
	assert_int_equal(write(j.to, b.data + 3, b.size - 3), b.size - 3);
	a = read_answer(j.from);
	assert_true(a->done);
	assert_false(a->stays);
	assert_string_equal(a->z3_version, context_version());
	assert_int_equal(answer_last(a)->status, STATUS_SAT);
	assert_int_equal(finish(&j), EXIT_SUCCESS);
	answer_free(a);
	buf_release(&b);
}

/* --- one that stays ------------------------------------------------------ */

static void
send_check(const struct job *j, uint64_t owner, const char *text,
	uint32_t timeout_ms)
{
	const struct ask ask = {.kind = ASK_CHECK,
		.text = text,
		.size = strlen(text),
		.owner = owner,
		.timeout_ms = timeout_ms};
	struct buf b;

	buf_init(&b, 2 * MIB);
	ask_put(&b, &ask);
	assert_int_equal(write(j->to, b.data, b.size), b.size);
	buf_release(&b);
}

/* What it says to the text: "stays" or "goes", and "refused" before it. */
static const char *
check(const struct job *j, uint64_t owner, const char *text)
{
	struct answer *a;
	const char *says;

	send_check(j, owner, text, 5000);
	a = read_answer(j->from);
	assert_true(a->done);
	says = a->stays ? "stays" : "goes";
	if (a->fault.kind != DIAGNOSTIC_NONE)
		says = a->stays ? "refused, stays" : "refused, goes";
	answer_free(a);
	return says;
}

TEST(a_check_of_an_owner_lets_it_stay_for_the_next_one)
{
	struct job j = job_start();

	for (int i = 0; i < 100; i++)
		assert_string_equal(
			check(&j, 7, "(declare-const x Int)(assert (> x 1))"),
			"stays");
	assert_int_equal(finish(&j), EXIT_SUCCESS);
}

TEST(a_check_of_nobody_is_its_last)
{
	struct job j = job_start();

	assert_string_equal(check(&j, 0, "(declare-const x Int)"), "goes");
	assert_int_equal(finish(&j), EXIT_SUCCESS);
}

/* 2^17 different terms of few bytes. */
TEST(what_took_much_memory_is_its_last)
{
	DROP(buf) struct buf text;
	struct job j = job_start();
	struct answer *a;

	buf_init(&text, MIB);
	(void)buf_add_text(&text, "(declare-fun f (Int Int) Int)"
				  "(declare-fun g (Int) Int)"
				  "(declare-fun h (Int) Int)"
				  "(define-fun d0 ((y Int)) Int (f y y))");
	for (int i = 1; i < 17; i++)
		(void)buf_add_format(&text,
			"(define-fun d%d ((y Int)) Int"
			" (f (d%d (g y)) (d%d (h y))))",
			i, i - 1, i - 1);
	(void)buf_add_text(&text, "(assert (= (d16 1) 7))");
	send_check(&j, 7, text.data, 60000);
	a = read_answer(j.from);
	assert_true(a->done);
	assert_int_equal(a->stays, !jail_is_whole());
	answer_free(a);
	assert_int_equal(finish(&j), EXIT_SUCCESS);
}

TEST(an_ask_of_another_owner_ends_it_unread)
{
	struct job j = job_start();
	struct answer *a;

	assert_string_equal(check(&j, 7, "(declare-const x Int)"), "stays");
	send_check(&j, 8, "(declare-const x Int)", 5000);
	a = read_answer(j.from);
	assert_false(a->done);
	assert_null(a->z3_version);
	answer_free(a);
	assert_int_equal(finish(&j), EXIT_FAILURE);
}

TEST(what_a_text_declared_is_unknown_to_the_next_one)
{
	/* Each of them means the names of the one before in another way. */
	static const char *const texts[] = {
		"(declare-sort S 0)(declare-fun f (S) Int)(declare-const x S)"
		"(assert (! (= (f x) 1) :named a))",
		"(declare-sort S 1)(declare-const x (S Int))"
		"(declare-fun a ((S Int)) Bool)(assert (a x))",
		"(define-sort S () Int)(define-fun f ((x S)) S (+ x 1))"
		"(define-const x S 3)(assert (= (f x) 4))",
		"(declare-fun f () Bool)(assert (! f :named x))",
		"(set-logic QF_UF)(declare-sort U 0)(declare-const c U)",
		"(declare-const c Real)(assert (> c 0.5))",
	};
	struct job j = job_start();

	for (size_t i = 0; i < 3 * sizeof(texts) / sizeof(texts[0]); i++)
		assert_string_equal(check(&j, 7, texts[i % 6]), "stays");
	assert_string_equal(check(&j, 7, "(assert (> c 1))"), "refused, goes");
	assert_int_equal(finish(&j), EXIT_SUCCESS);
}

TEST(a_datatype_may_change_between_two_texts)
{
	static const char *const texts[] = {
		"(declare-datatype D ((a) (b (c Int))))"
		"(declare-const d D)(assert (> (c d) 0))",
		"(declare-datatype D ((a) (b (c Bool)) (e)))"
		"(declare-const d D)(assert (and (c d) (distinct d e)))",
		"(declare-sort D 0)(declare-const d D)"
		"(declare-fun c (D) Real)(assert (> (c d) 0.5))",
		"(declare-datatypes ((D 0) (F 0))"
		" (((a (b F))) ((c (e D)) (n))))"
		"(declare-const d D)(assert (= (b d) (c d)))",
	};
	struct job j = job_start();

	for (size_t i = 0; i < 4; i++) {
		for (int again = 0; again < 3; again++)
			assert_string_equal(check(&j, 7, texts[i]), "stays");
	}
	assert_string_equal(
		check(&j, 7, "(declare-datatype D ((a)))(assert (= a e))"),
		"refused, goes");
	assert_int_equal(finish(&j), EXIT_SUCCESS);
}

TEST(what_libz3_would_remember_makes_it_go)
{
	static const char *const texts[] = {
		"(declare-datatype P (par (X) ((p1) (p2 (p3 X)))))",
		"(declare-sort S 0)(declare-datatype E ((e1) (e2 (e3 S))))",
		"(define-fun-rec f ((x Int)) Int (ite (< x 1) 0 (f (- x 1))))",
		"(define-funs-rec ((g ((x Int)) Int)) ((g x)))",
		"(set-option :smt.mbqi false)",
	};

	for (size_t i = 0; i < sizeof(texts) / sizeof(texts[0]); i++) {
		struct job j = job_start();

		assert_string_equal(
			check(&j, 7, "(declare-const x Int)"), "stays");
		assert_string_equal(check(&j, 7, texts[i]), "goes");
		assert_int_equal(finish(&j), EXIT_SUCCESS);
	}
}

TEST(much_text_makes_it_go)
{
	char *text = mem_new(600 * KIB);
	struct job j = job_start();

	memset(text, ' ', 600 * KIB - 1);
	memcpy(text, "(assert true)", 13);
	assert_string_equal(check(&j, 7, text), "stays");
	assert_string_equal(check(&j, 7, text), "goes");
	assert_int_equal(finish(&j), EXIT_SUCCESS);
	free(text);
}

/* The deadline of a check means nothing to those behind it. */
TEST(a_pause_longer_than_a_deadline_harms_nothing)
{
	struct job j = job_start();
	struct answer *a;

	send_check(&j, 7, "(assert true)", 300);
	a = read_answer(j.from);
	assert_true(a->stays);
	answer_free(a);
	(void)poll(NULL, 0, 400);
	assert_string_equal(check(&j, 7, "(assert (= 1 2))"), "stays");
	assert_int_equal(finish(&j), EXIT_SUCCESS);
}

TEST(a_server_that_goes_away_without_an_ask_ends_it)
{
	struct job j = job_start();

	assert_int_equal(finish(&j), EXIT_SUCCESS);
}

TEST(what_is_no_ask_ends_it)
{
	struct job j = job_start();

	assert_int_equal(write(j.to, "\0\0\0\0?", 5), 5);
	assert_int_equal(finish(&j), EXIT_FAILURE);
}
