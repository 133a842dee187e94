#ifndef UNIT_SOLVER_SOLVED_H
#define UNIT_SOLVER_SOLVED_H

/*
 * A text through the executor in this process, without a jail: what the server
 * would have received. Call solved_begin once per program.
 */

#include "unit/frames.h"
#include "unit/unit.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/limits.h"
#include "wire/answer.h"
#include "worker/base/answer_stream.h"
#include "worker/base/context.h"
#include "worker/base/watchdog.h"
#include "worker/executor/script_runner.h"

/* For each ask; what a busy machine needs for the dearest, and some. */
enum { SOLVED_DEADLINE_US = 120000000 };

static inline int
solved_begin(void **state)
{
	(void)state;
	watchdog_start();
	watchdog_begin(clock_now_us() + SOLVED_DEADLINE_US);
	return 0;
}

/* Reads up to the first frame of the type, or all (0), as a server does. */
static inline struct answer *
solved_read(int fd, const struct ask *asked, uint8_t last)
{
	struct ask ask = *asked;
	struct answer *a = answer_new();
	off_t size = lseek(fd, 0, SEEK_END);
	char *bytes = mmap(NULL, (size_t)size, PROT_READ, MAP_PRIVATE, fd, 0);
	struct frame f;
	size_t at = 0;
	size_t used;

	ask.checks = LIMIT_CHECKS; /* nobody has counted those of the text */
	assert_true(size == 0 || bytes != MAP_FAILED);
	while (frame_find(bytes + at, (size_t)size - at, LIMIT_ANSWER, &f,
		       &used) == FRAME_WHOLE) {
		if (!answer_add_frame(a, &ask, &f))
			fail_msg("a frame %c is refused", f.type);
		at += used;
		if (f.type == last)
			return a;
	}
	assert_int_equal(at, size);
	return a;
}

static inline struct answer *
solved_up_to(int64_t deadline_us, const struct ask *ask, uint8_t last)
{
	int fd = memfd_create("answer", 0);
	struct parse_context context = {.c = context_new()};
	struct answer_stream out;
	struct answer *a;

	assert_true(fd >= 0);
	answer_stream_open(&out, fd);
	watchdog_begin(deadline_us);
	(void)script_runner_ask(&out, &context, ask);
	watchdog_begin(clock_now_us() + SOLVED_DEADLINE_US);
	answer_stream_send(&out);
	buf_release(&out.frames);
	/* 17 MB, of each of hundreds of asks. */
	if (context.c != NULL)
		Z3_del_context(context.c);
	a = solved_read(fd, ask, last);
	(void)close(fd);
	return a;
}

static inline struct answer *
solved_until(int64_t deadline_us, const struct ask *ask)
{
	return solved_up_to(deadline_us, ask, 0);
}

static inline struct answer *
solved_ask(const struct ask *ask)
{
	return solved_until(clock_now_us() + SOLVED_DEADLINE_US, ask);
}

/*
 * With a time limit that is meant to pass. On a busy machine little of it may
 * be this process's: then the limit is doubled, until a quarter of what it was
 * at first has been, or the answer comes so early that nothing was cut.
 */
static inline struct answer *
solved_within(int64_t time_us, const struct ask *ask)
{
	for (int64_t limit_us = time_us;; limit_us *= 2) {
		int64_t begun_us = clock_now_us();
		int64_t spent_us = clock_spent_us();
		struct answer *a = solved_until(begun_us + limit_us, ask);

		if (clock_now_us() - begun_us < limit_us / 4 ||
			clock_spent_us() - spent_us >= time_us / 4)
			return a;
		answer_free(a);
	}
}

/* An ask to start from, for tests that set more of it. */
static inline struct ask
ask_for(const char *text)
{
	return (struct ask){.kind = ASK_SOLVE,
		.text = text,
		.size = strlen(text),
		.timeout_ms = 20000,
		.minimize_core = true};
}

static inline struct answer *
solved(const char *text)
{
	struct ask ask = ask_for(text);

	return solved_ask(&ask);
}

/* A test with an answer a, which the expression makes. */
#define ANSWER_TEST(sentence, expression) \
	static void sentence##_in(struct answer *a); \
	TEST(sentence) \
	{ \
		struct answer *a = expression; \
		sentence##_in(a); \
		answer_free(a); \
	} \
	static void sentence##_in(struct answer *a)

#define SOLVED_TEST(sentence, problem) ANSWER_TEST(sentence, solved(problem))

static inline struct answer *
checked(const char *text)
{
	return solved_ask(&(struct ask){.kind = ASK_CHECK,
		.text = text,
		.size = strlen(text),
		.timeout_ms = 20000});
}

/* The typed value of a name in the last check; "(none)" if it has none. */
static inline const char *
value_of(const struct answer *a, const char *name)
{
	const struct answer_check *check = answer_last(a);

	for (size_t i = 0; i < check->values.count; i++) {
		if (strcmp(check->values.at[i].name, name) == 0)
			return check->values.at[i].json;
	}
	return "(none)";
}

/*
 * The solution stands for the functions that are declared. The problem's text:
 * what it declares beside them, they, and all the rest.
 */
static inline void
assert_reads_back(const char *sorts, const char *functions, const char *rest)
{
	char *text = NULL;
	struct answer *a;
	struct answer *b;
	const char *model;

	assert_true(asprintf(&text, "%s%s%s", sorts, functions, rest) > 0);
	a = solved(text);
	free(text);
	assert_int_equal(answer_last(a)->status, STATUS_SAT);
	model = answer_last(a)->model;
	assert_true(asprintf(&text, "%s%.*s%s", sorts, (int)strlen(model) - 2,
			    model + 1, rest) > 0);
	b = solved(text);
	if (b->fault.kind != DIAGNOSTIC_NONE)
		fail_msg("%s in\n%s", b->fault.what, text);
	assert_int_equal(answer_last(b)->status, STATUS_SAT);
	free(text);
	answer_free(a);
	answer_free(b);
}

/* The text has a solution in which the name has that value, as JSON. */
#define VALUE_IS(text, name, json) \
	do { \
		struct answer *a_ = solved(text); \
		assert_int_equal(answer_last(a_)->status, STATUS_SAT); \
		assert_string_equal(value_of(a_, name), json); \
		answer_free(a_); \
	} while (0)

#endif
