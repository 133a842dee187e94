#include "fake/child.h"

#include <poll.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "base/alloc.h"
#include "base/buf.h"
#include "base/limits.h"
#include "wire/answer.h"
#include "wire/ask.h"

enum { PIECE = 64 * KIB, CEILING = 2 * LIMIT_ANSWER };

struct visit {
	int out;
	struct ask_copy copy;
	long number; /* behind the word; 0 if there is none */
};

void
fake_sleep(void)
{
	for (;;)
		(void)pause(); /* only a signal that kills ends it */
}

static void
nap(long ms)
{
	(void)poll(NULL, 0, (int)ms); /* nothing interrupts it */
}

void
fake_send(int fd, const char *bytes, size_t size)
{
	while (size > 0) {
		ssize_t sent = write(fd, bytes, size);

		if (sent <= 0)
			_exit(EXIT_FAILURE);
		bytes += sent;
		size -= (size_t)sent;
	}
}

static void
send_frames(int fd, struct buf *frames)
{
	fake_send(fd, frames->data, frames->size);
	buf_clear(frames);
}

/* What every answer to a solve begins with: a status, as soon as it is known.
 */
static void
put_sat(const struct visit *v, struct buf *frames)
{
	struct answer_check check = {.line = 1, .status = STATUS_SAT};

	answer_put_phase(frames, PHASE_SOLVING);
	answer_put_version(frames, "4.8.12");
	if (v->copy.ask.kind == ASK_SOLVE)
		answer_put_check(frames, &check);
}

/* A whole answer that repeats the text and says how long it had. */
static void
answer(const struct visit *v, bool stays)
{
	char had[32];
	struct buf frames;

	buf_init(&frames, CEILING);
	put_sat(v, &frames);
	(void)snprintf(had, sizeof(had), "%u ms: ", v->copy.ask.timeout_ms);
	answer_put_output(&frames, had);
	answer_put_output(&frames, v->copy.ask.text);
	answer_put_done(&frames, stays);
	send_frames(v->out, &frames);
	buf_release(&frames);
}

static void
visit_done(const struct visit *v)
{
	answer(v, false);
}

/* Waits for another ask, which fake_child reads. */
static void
visit_stay(const struct visit *v)
{
	answer(v, true);
}

static void
visit_slow(const struct visit *v)
{
	nap(v->number);
	visit_done(v);
}

static void
visit_mute(const struct visit *v)
{
	(void)v;
	fake_sleep();
}

/* As the watchdog of the real one makes it: done soon after its deadline. */
static void
visit_interrupted(const struct visit *v)
{
	struct answer_check check = {.status = STATUS_UNKNOWN};
	struct buf frames;

	nap((long)v->copy.ask.timeout_ms + 10);
	check.reason = text_copy("timeout");
	buf_init(&frames, CEILING);
	if (v->copy.ask.kind == ASK_SOLVE)
		answer_put_check(&frames, &check);
	answer_put_done(&frames, false);
	send_frames(v->out, &frames);
}

static void
visit_partial(const struct visit *v)
{
	struct buf frames;

	buf_init(&frames, CEILING);
	put_sat(v, &frames);
	answer_put_phase(&frames, PHASE_MODEL);
	send_frames(v->out, &frames);
	fake_sleep();
}

/* The raw call, past the handlers that a sanitizer has and does not give up. */
static void __attribute__((noreturn)) die_by(int number)
{
	static const unsigned long by_default[4];

	(void)syscall(SYS_rt_sigaction, number, by_default, NULL, sizeof(long));
	(void)raise(number);
	fake_sleep();
}

/* Says what it is at, then dies as the number says. */
static void
visit_signal(const struct visit *v)
{
	struct buf frames;

	buf_init(&frames, CEILING);
	answer_put_phase(&frames, PHASE_OPTIMIZING);
	send_frames(v->out, &frames);
	die_by((int)v->number);
}

static void
visit_exit(const struct visit *v)
{
	_exit((int)v->number);
}

static void
visit_done_then_crash(const struct visit *v)
{
	visit_done(v);
	die_by(SIGSEGV);
}

static void
visit_done_then_stay(const struct visit *v)
{
	visit_done(v);
	fake_sleep();
}

static void
visit_huge(const struct visit *v)
{
	char *text = mem_new(PIECE);
	struct buf frames;

	memset(text, 'x', PIECE - 1);
	buf_init(&frames, CEILING);
	put_sat(v, &frames);
	for (;;) {
		answer_put_model(&frames, text);
		send_frames(v->out, &frames);
	}
}

/* One frame that says it has almost 4 GiB, and goes on for ever. */
static void
visit_huge_frame(const struct visit *v)
{
	char *text = mem_new(PIECE);

	fake_send(v->out, "\xff\xff\xff\xfft", 5);
	for (;;)
		fake_send(v->out, text, PIECE);
}

/* It stays, so that its death explains nothing. */
static void
visit_garbled(const struct visit *v)
{
	static const char frame[] = {0, 0, 0, 0, '?'};

	fake_send(v->out, frame, sizeof(frame));
	fake_sleep();
}

/* Plain text, as if libz3 had printed on the descriptor. */
static void
visit_text(const struct visit *v)
{
	static const char text[] = "(error \"line 1 column 1: ...\")\n";

	fake_send(v->out, text, sizeof(text) - 1);
}

static void
visit_hang_up(const struct visit *v)
{
	(void)shutdown(v->out, SHUT_RDWR);
	fake_sleep();
}

static const struct {
	const char *word;
	void (*visit)(const struct visit *v);
} visits[] = {
	{"done", visit_done},
	{"stay", visit_stay},
	{"slow", visit_slow},
	{"mute", visit_mute},
	{"interrupted", visit_interrupted},
	{"partial", visit_partial},
	{"signal", visit_signal},
	{"exit", visit_exit},
	{"done-then-crash", visit_done_then_crash},
	{"done-then-stay", visit_done_then_stay},
	{"huge", visit_huge},
	{"huge-frame", visit_huge_frame},
	{"garbled", visit_garbled},
	{"text", visit_text},
	{"hang-up", visit_hang_up},
};

static bool
read_ask(int in, struct buf *bytes, struct frame *f)
{
	static char piece[PIECE];
	size_t used;

	while (frame_find(bytes->data, bytes->size, CEILING, f, &used) !=
		FRAME_WHOLE) {
		ssize_t got = read(in, piece, sizeof(piece));

		if (got <= 0 || !buf_add(bytes, piece, (size_t)got))
			return false;
	}
	return true;
}

/* True: it waits for another one. */
static bool
receive(struct visit *v)
{
	static const char stay[] = "stay";
	size_t word = strcspn(v->copy.ask.text, " ");

	v->number = strtol(v->copy.ask.text + word, NULL, 10);
	for (size_t i = 0; i < sizeof(visits) / sizeof(visits[0]); i++) {
		if (strlen(visits[i].word) == word &&
			memcmp(visits[i].word, v->copy.ask.text, word) == 0)
			visits[i].visit(v);
	}
	return strncmp(v->copy.ask.text, stay, sizeof(stay) - 1) == 0;
}

void
fake_child(int in, int out)
{
	struct visit v = {.out = out};
	struct buf bytes;
	struct frame f;

	buf_init(&bytes, CEILING);
	while (read_ask(in, &bytes, &f) && ask_get(&f, &v.copy) && receive(&v))
		buf_clear(&bytes);
	_exit(EXIT_SUCCESS);
}
