#include "fake/child.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "base/alloc.h"
#include "base/buf.h"
#include "base/limits.h"
#include "wire/answer.h"
#include "wire/ask.h"
#include "wire/frame.h"
#include "wire/nursery.h"

enum { CEILING = 2 * LIMIT_ANSWER, SLOW_MS = 300 };

static void
say(struct buf *out)
{
	size_t sent = 0;

	while (sent < out->size) {
		ssize_t size =
			write(NURSERY_FD, out->data + sent, out->size - sent);

		if (size < 0 && errno != EINTR)
			_exit(EXIT_FAILURE);
		sent += size > 0 ? (size_t)size : 0;
	}
	buf_clear(out);
}

void
child_hang(void)
{
	for (;;)
		(void)poll(NULL, 0, -1);
}

static void
put_sat(struct buf *out)
{
	char none[] = "";
	struct answer_check check = {
		.line = 1, .status = STATUS_SAT, .reason = none};

	answer_put_check(out, &check);
}

static void
answer_well(struct buf *out, const struct ask *ask)
{
	if (ask->kind == ASK_SOLVE) {
		answer_put_phase(out, PHASE_SOLVING);
		put_sat(out);
		answer_put_model(out, "(\n)");
	}
	answer_put_done(out);
	say(out);
}

/* Nothing, for ever. */
static void
be_mute(struct buf *out, const struct ask *ask)
{
	(void)out, (void)ask;
	child_hang();
}

/* Nothing, and no signal but SIGKILL ends it. */
static void
be_stubborn(struct buf *out, const struct ask *ask)
{
	sigset_t all;

	(void)out, (void)ask;
	(void)sigfillset(&all);
	(void)sigprocmask(SIG_BLOCK, &all, NULL);
	child_hang();
}

static void
be_slow(struct buf *out, const struct ask *ask)
{
	(void)poll(NULL, 0, SLOW_MS);
	answer_well(out, ask);
}

/* Its verdict, then nothing more. */
static void
stop_at_verdict(struct buf *out, const struct ask *ask)
{
	(void)ask;
	put_sat(out);
	say(out);
	child_hang();
}

static void
stop_at_phase(struct buf *out, const struct ask *ask)
{
	(void)ask;
	answer_put_phase(out, PHASE_SOLVING);
	say(out);
	child_hang();
}

/* A byte at a time. */
static void
trickle(struct buf *out, const struct ask *ask)
{
	DROP(buf) struct buf byte;
	DROP(buf) struct buf all;

	buf_init(&byte, 1);
	buf_init(&all, CEILING);
	(void)buf_add(&all, out->data, out->size); /* it has the room */
	put_sat(&all);
	answer_put_model(&all, "(\n)");
	answer_put_done(&all);
	(void)ask;
	for (size_t i = 0; i < all.size; i++) {
		buf_add_char(&byte, all.data[i]);
		say(&byte);
	}
}

/* A frame within its limit, all of them together over the limit. */
static void
flood(struct buf *out, const struct ask *ask)
{
	const size_t size = MIB;
	char *text = mem_grow(NULL, size + 1, 1);

	(void)ask;
	memset(text, 'x', size);
	text[size] = '\0';
	for (int i = 0; i < 2 * (LIMIT_ANSWER / MIB); i++) {
		answer_put_output(out, text);
		say(out);
	}
	free(text);
	child_hang();
}

/* A frame that claims to be as long as a length can be. */
static void
be_huge(struct buf *out, const struct ask *ask)
{
	(void)ask;
	put_u32(out, UINT32_MAX);
	put_u8(out, 'M');
	say(out);
	child_hang();
}

static void
be_garbled(struct buf *out, const struct ask *ask)
{
	(void)ask;
	buf_clear(out);
	for (unsigned i = 0; i < 4096; i++)
		buf_add_char(out, (char)(i * 7919 >> 5));
	say(out);
	child_hang();
}

/* A whole frame of a type that is none. */
static void
speak_strangely(struct buf *out, const struct ask *ask)
{
	(void)ask;
	(void)frame_close(out, frame_open(out, 0xfe));
	say(out);
	child_hang();
}

/* A model where no check was. */
static void
answer_out_of_order(struct buf *out, const struct ask *ask)
{
	(void)ask;
	answer_put_model(out, "(\n)");
	answer_put_done(out);
	say(out);
}

static void
go_on_after_done(struct buf *out, const struct ask *ask)
{
	answer_well(out, ask);
	put_sat(out);
	say(out);
	child_hang();
}

/* Half of a frame, and the end. */
static void
break_off(struct buf *out, const struct ask *ask)
{
	(void)ask;
	put_sat(out);
	buf_truncate(out, out->size - 3);
	say(out);
}

/* The end before the answer, as if all was well. */
static void
leave(struct buf *out, const struct ask *ask)
{
	(void)out, (void)ask;
}

static void
run_out_of_memory(struct buf *out, const struct ask *ask)
{
	(void)out, (void)ask;
	_exit(EXIT_NO_MEMORY);
}

static void
die_of(int signal)
{
	struct sigaction action = {.sa_handler = SIG_DFL};

	(void)sigaction(signal, &action, NULL);
	(void)raise(signal);
}

static void
crash(struct buf *out, const struct ask *ask)
{
	(void)out, (void)ask;
	die_of(SIGSEGV);
}

/* A verdict, then a crash. */
static void
crash_late(struct buf *out, const struct ask *ask)
{
	(void)ask;
	put_sat(out);
	say(out);
	die_of(SIGSEGV);
}

static void
break_out(struct buf *out, const struct ask *ask)
{
	(void)out, (void)ask;
	die_of(SIGSYS);
}

static const struct {
	const char *name;
	void (*act)(struct buf *out, const struct ask *ask);
} words[] = {
	{"fake_mute", be_mute},
	{"fake_stubborn", be_stubborn},
	{"fake_slow", be_slow},
	{"fake_verdict", stop_at_verdict},
	{"fake_phase", stop_at_phase},
	{"fake_trickle", trickle},
	{"fake_flood", flood},
	{"fake_huge", be_huge},
	{"fake_garbled", be_garbled},
	{"fake_strange", speak_strangely},
	{"fake_disorder", answer_out_of_order},
	{"fake_more", go_on_after_done},
	{"fake_half", break_off},
	{"fake_leave", leave},
	{"fake_memory", run_out_of_memory},
	{"fake_crash", crash},
	{"fake_late_crash", crash_late},
	{"fake_jail", break_out},
};

static bool
holds(const struct ask *ask, const char *word)
{
	return memmem(ask->text, ask->size, word, strlen(word)) != NULL;
}

static void
read_ask(struct buf *in, struct ask *ask)
{
	static char bytes[64 * KIB];
	struct frame f;
	size_t used;

	while (frame_find(in->data, in->size, CEILING, &f, &used) !=
		FRAME_WHOLE) {
		ssize_t size = read(NURSERY_FD, bytes, sizeof(bytes));

		if (size == 0)
			_exit(EXIT_SUCCESS);
		if (size < 0 && errno != EINTR)
			_exit(EXIT_FAILURE);
		if (size > 0)
			buf_add(in, bytes, (size_t)size);
	}
	if (!ask_get(&f, ask))
		_exit(EXIT_FAILURE);
}

void
child_be(int fd, pid_t server)
{
	struct buf in;
	struct buf out;
	struct ask ask = {0};

	if (dup2(fd, NURSERY_FD) < 0 ||
		syscall(SYS_close_range, NURSERY_FD + 1, ~0U, 0) != 0 ||
		prctl(PR_SET_PDEATHSIG, SIGKILL, 0, 0, 0) != 0 ||
		getppid() != server)
		_exit(EXIT_FAILURE);
	buf_init(&in, CEILING);
	buf_init(&out, CEILING);
	read_ask(&in, &ask);
	answer_put_version(&out, "4.8.12");
	for (size_t i = 0; i < sizeof(words) / sizeof(words[0]); i++) {
		if (holds(&ask, words[i].name)) {
			words[i].act(&out, &ask);
			_exit(EXIT_SUCCESS);
		}
	}
	answer_well(&out, &ask);
	_exit(EXIT_SUCCESS);
}
