#ifndef TESTS_UNIT_TOOLS_PLAYED_POOL_H
#define TESTS_UNIT_TOOLS_PLAYED_POOL_H

/*
 * A pool that the test plays: it sees each ask and answers when it
 * wants to. The pool's functions are defined here, so that the linker leaves
 * the real ones out: include this in one source of a program.
 */

#include "unit/assertions.h"
#include "unit/frames.h"
#include "unit/unit.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/clock.h"
#include "base/limits.h"
#include "language/read_text.h"
#include "pool/portfolio.h"

struct portfolio {
	bool is_background;
	enum ask_kind kind;
	char *text;
	uint32_t timeout_ms;
	struct ask_field *fields;
	uint32_t *groups;
	struct ask ask; /* with the texts and lists above */
	enum pool_queue queue;
	portfolio_done *done;
	void *argument;
};

enum { JOBS_MAX = 64 };

static struct portfolio *stage_jobs[JOBS_MAX]; /* asked and not answered */
static size_t stage_job_count;
static size_t stage_asked; /* ever */
static size_t stage_cancelled;
static enum phase stage_phase = PHASE_SOLVING; /* of all of them */
static bool stage_is_full;		       /* the next ask is refused */

struct portfolio *
portfolio_ask(struct pool *p, const struct ask *ask, enum pool_queue queue,
	portfolio_done *done, void *argument, struct err *e)
{
	size_t size = ask->field_count * sizeof(*ask->fields);
	size_t groups_size = ask->groups.count * sizeof(*ask->groups.at);
	struct ask_field *fields;
	struct portfolio *j;

	(void)p;
	if (stage_is_full || stage_job_count == JOBS_MAX) {
		(void)err_set(e, ERR_LIMIT, "too many jobs wait");
		return NULL;
	}
	fields = mem_new(size + 1);
	if (size > 0)
		memcpy(fields, ask->fields, size);
	j = mem_new(sizeof(*j));
	*j = (struct portfolio){
		.kind = ask->kind,
		.text = text_copy_n(ask->text, ask->size),
		.fields = fields,
		.groups = mem_new(groups_size + 1),
		.timeout_ms = ask->timeout_ms,
		.ask = *ask,
		.queue = queue,
		.done = done,
		.argument = argument,
	};
	if (groups_size > 0)
		memcpy(j->groups, ask->groups.at, groups_size);
	j->ask.text = j->text;
	j->ask.fields = j->fields;
	j->ask.groups.at = j->groups;
	stage_jobs[stage_job_count++] = j;
	stage_asked += !ask_kind_reads(ask->kind);
	return j;
}

/* Takes a job out of the list. */
static inline void
stage_remove(size_t index)
{
	stage_job_count--;
	memmove(&stage_jobs[index], &stage_jobs[index + 1],
		(stage_job_count - index) * sizeof(stage_jobs[0]));
}

static inline void
stage_free_job(struct portfolio *j)
{
	free(j->text);
	free(j->fields);
	free(j->groups);
	free(j);
}

void
portfolio_cancel(struct portfolio *r)
{
	size_t index = 0;

	while (stage_jobs[index] != r)
		index++;
	stage_remove(index);
	stage_free_job(r);
	stage_cancelled++;
}

/* What has come of every answer. */
static struct answer *stage_so_far;

struct answer *
portfolio_stop(struct portfolio *r)
{
	struct answer *found = stage_so_far;

	if (found == NULL)
		found = answer_new();
	stage_so_far = NULL;
	found->outcome = OUTCOME_CANCELLED;
	portfolio_cancel(r);
	return found;
}

const struct answer *
portfolio_answer(const struct portfolio *r)
{
	(void)r;
	if (stage_so_far == NULL)
		stage_so_far = answer_new();
	stage_so_far->phase = stage_phase;
	return stage_so_far;
}

int64_t
portfolio_started_ms(const struct portfolio *r)
{
	(void)r;
	return clock_now_ms();
}

void
portfolio_set_background(struct portfolio *r, bool is_background)
{
	r->is_background = is_background;
}

size_t
portfolio_memory_kb(const struct portfolio *r)
{
	(void)r;
	return 0;
}

void
pool_get_state(const struct pool *p, struct pool_state *state)
{
	(void)p;
	*state = (struct pool_state){.has_seccomp = true};
}

/* --- answers ---------------------------------------------------------- */

/* Takes the answer. */
static inline void
answer_job(size_t index, struct answer *a)
{
	struct portfolio *r = stage_jobs[index];

	assert_true(stage_job_count > index);
	stage_remove(index);
	r->done(r, a, r->argument);
	stage_free_job(r);
}

/* Answers the oldest job; takes the answer. */
static inline void
answer(struct answer *a)
{
	answer_job(0, a);
}

static inline void
answer_accept(void)
{
	struct answer *a = answer_new();

	a->done = true;
	answer(a);
}

static inline void
answer_outcome(enum outcome outcome)
{
	struct answer *a = answer_new();

	a->outcome = outcome;
	a->phase = PHASE_PARSING;
	answer(a);
}

static inline void
answer_fault_in(
	unsigned field, unsigned line, unsigned column, const char *what)
{
	struct answer *a = answer_new();

	a->done = true;
	a->fault.kind = DIAGNOSTIC_SOLVER;
	a->fault.field = field;
	a->fault.line = line;
	a->fault.column = column;
	(void)snprintf(a->fault.what, sizeof(a->fault.what), "%s", what);
	answer(a);
}

static inline void
answer_fault(unsigned line, unsigned column, const char *what)
{
	answer_fault_in(0, line, column, what);
}

/* Of the same kind in each of these lines, up to 0. */
static inline void
answer_faults(const unsigned *lines, unsigned column, const char *what)
{
	struct answer *a = answer_new();
	struct diagnostic fault = {.kind = DIAGNOSTIC_SOLVER, .column = column};

	a->done = true;
	(void)snprintf(fault.what, sizeof(fault.what), "%s", what);
	for (size_t i = 0; lines[i] != 0; i++) {
		fault.line = lines[i];
		fault.offset = 0;
		for (const char *at = stage_jobs[0]->text; fault.line > 1; at++)
			if (fault.offset++, *at == '\n')
				fault.line--;
		fault.offset += column;
		fault.line = lines[i];
		if (i == 0)
			a->fault = fault;
		else
			*ARRAY_ADD(a->further.at, a->further.count,
				a->further.capacity) = fault;
	}
	answer(a);
}

/* What the next answer is to. */
static inline const struct ask *
stage_ask(void)
{
	return stage_job_count > 0 ? &stage_jobs[0]->ask : frames_any_ask();
}

/* Adds frames to an answer, as they come from a worker. */
static inline void
add_frames(struct answer *a, const struct buf *frames)
{
	assert_int_equal(frames_add(a, stage_ask(), frames->data, frames->size),
		frames->size);
}

/* The answer as frames would make it: a check with this status. */
static inline struct answer *
new_answer(enum status status)
{
	DROP(buf) struct buf frames;
	struct answer *a = answer_new();
	struct answer_check check = {.line = 0, .status = status};

	buf_init(&frames, LIMIT_ANSWER);
	answer_put_version(&frames, "4.8.12");
	answer_put_check(&frames, &check);
	answer_put_output(&frames, status_name(status));
	answer_put_output(&frames, "\n");
	add_frames(a, &frames);
	return a;
}

/* Reads the texts of a job as a worker would. */
static inline struct answer *
read_texts_of(const struct portfolio *r)
{
	DROP(buf) struct buf frames;
	struct answer *a = answer_new();

	buf_init(&frames, LIMIT_ANSWER);
	reading_answer(&r->ask, &frames);
	answer_put_done(&frames, false);
	assert_int_equal(
		frames_add(a, &r->ask, frames.data, frames.size), frames.size);
	return a;
}

/* Answers the jobs that are to read texts. */
static inline void
play_readings(void)
{
	size_t i = 0;

	while (i < stage_job_count) {
		if (ask_kind_reads(stage_jobs[i]->kind)) {
			answer_job(i, read_texts_of(stage_jobs[i]));
			i = 0;
		} else {
			i++;
		}
	}
}

/* Adds the frame of that name. */
#define ADD_FRAME(a, name, ...) \
	do { \
		DROP(buf) struct buf frame_; \
		buf_init(&frame_, LIMIT_ANSWER); \
		answer_put_##name(&frame_, __VA_ARGS__); \
		add_frames(a, &frame_); \
	} while (0)

/* The frame of that name is a lie: the answer is what pool/child.c makes of it.
 */
#define ADD_LIE(a, name, ...) \
	do { \
		DROP(buf) struct buf frame_; \
		buf_init(&frame_, LIMIT_ANSWER); \
		answer_put_##name(&frame_, __VA_ARGS__); \
		assert_false(frames_take( \
			(a), stage_ask(), frame_.data, frame_.size)); \
	} while (0)

static inline void
add_value(
	struct answer *a, const char *name, const char *sort, const char *json)
{
	const struct answer_value value = {
		.name = (char *)(uintptr_t)name,
		.sort = (char *)(uintptr_t)sort,
		.json = (char *)(uintptr_t)json,
	};

	ADD_FRAME(a, value, &value);
}

static inline void
add_core(struct answer *a, const struct answer_assertion *list, size_t count,
	bool minimal)
{
	struct answer_assertions core = {0};

	for (size_t i = 0; i < count; i++)
		assertions_add(&core, &list[i]);
	ADD_FRAME(a, core,
		&(struct answer_core){.minimal = minimal, .assertions = core});
	assertions_release(&core);
}

#endif
