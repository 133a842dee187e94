/*
 * Both directions of every frame of an answer stand next to each other, so
 * that a field cannot be added on one side only. Those that add to a check are
 * in check_frames.c.
 */
#include "wire/answer.h"

#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/limits.h"
#include "wire/check_frames.h"

enum { VERSION_MAX = 64 };

enum frame_type {
	FRAME_PHASE = 'p',
	FRAME_ENGINES = 'd',
	FRAME_VERSION = 'z',
	FRAME_FAULT = 'f',
	FRAME_FURTHER = 'g',
	FRAME_REMARK = 'w',
	FRAME_CHECK = 'c',
	FRAME_OUTPUT = 't',
	FRAME_DONE = '.',
};

/* --- phase, version, done ------------------------------------------------ */

void
answer_put_phase(struct buf *out, enum phase phase)
{
	size_t start = frame_open(out, FRAME_PHASE);

	put_u8(out, (uint8_t)phase);
	(void)frame_close(out, start); /* overflow is looked at when sending */
}

static bool
take_phase(struct answer *a, struct reader *r)
{
	uint8_t phase = get_u8(r);

	if (phase > PHASE_CORE)
		return false;
	a->phase = (enum phase)phase;
	return true;
}

void
answer_put_engines(struct buf *out, uint32_t engines)
{
	size_t start = frame_open(out, FRAME_ENGINES);

	put_u32(out, engines);
	(void)frame_close(out, start);
}

static bool
take_engines(struct answer *a, struct reader *r)
{
	a->engines = get_u32(r);
	return true;
}

void
answer_put_version(struct buf *out, const char *version)
{
	size_t start = frame_open(out, FRAME_VERSION);

	put_text(out, version);
	(void)frame_close(out, start);
}

static bool
take_version(struct answer *a, struct reader *r)
{
	size_t size;
	const char *version = get_text_n(r, &size);

	if (size > VERSION_MAX)
		return false;
	free(a->z3_version);
	a->z3_version = text_copy_n(version, strnlen(version, size));
	return true;
}

void
answer_put_done(struct buf *out, bool stays)
{
	size_t start = frame_open(out, FRAME_DONE);

	put_u8(out, stays);
	(void)frame_close(out, start);
}

static bool
take_done(struct answer *a, struct reader *r)
{
	a->stays = get_u8(r) != 0;
	a->done = true;
	return true;
}

/* --- fault --------------------------------------------------------------- */

static void
put_fault(struct buf *out, uint8_t type, const struct diagnostic *fault)
{
	size_t start = frame_open(out, type);

	put_u8(out, (uint8_t)fault->kind);
	put_u64(out, fault->offset);
	put_u64(out, fault->length);
	put_u32(out, fault->line);
	put_u32(out, fault->column);
	put_text(out, fault->what);
	(void)frame_close(out, start);
}

static bool
get_fault(struct reader *r, struct diagnostic *f)
{
	const char *what;
	size_t size;
	uint8_t kind = get_u8(r);

	*f = (struct diagnostic){0};
	if (kind == DIAGNOSTIC_NONE || kind > DIAGNOSTIC_SOLVER)
		return false;
	f->kind = (enum diagnostic_kind)kind;
	f->offset = get_u64(r);
	f->length = get_u64(r);
	f->line = get_u32(r);
	f->column = get_u32(r);
	what = get_text_n(r, &size);
	if (size >= sizeof(f->what))
		size = sizeof(f->what) - 1;
	memcpy(f->what, what, size);
	return true;
}

void
answer_put_fault(struct buf *out, const struct diagnostic *fault)
{
	put_fault(out, FRAME_FAULT, fault);
}

static bool
take_fault(struct answer *a, struct reader *r)
{
	struct diagnostic f;

	if (!get_fault(r, &f))
		return false;
	a->fault = f;
	return true;
}

void
answer_put_further(struct buf *out, const struct diagnostic *fault)
{
	put_fault(out, FRAME_FURTHER, fault);
}

static bool
take_further(struct answer *a, struct reader *r)
{
	struct diagnostic f;

	return get_fault(r, &f) && diagnostics_add(&a->further, &f);
}

/* --- check --------------------------------------------------------------- */

void
answer_put_check(struct buf *out, const struct answer_check *check)
{
	size_t start = frame_open(out, FRAME_CHECK);

	put_u32(out, check->line);
	put_u8(out, (uint8_t)check->status);
	put_text(out, check->reason);
	put_u64(out, check->solve_us);
	(void)frame_close(out, start);
}

static bool
take_check(struct answer *a, struct reader *r)
{
	struct answer_check check = {0};
	uint8_t status;

	if (a->check_count == LIMIT_CHECKS)
		return false;
	check.line = get_u32(r);
	status = get_u8(r);
	if (status > STATUS_UNKNOWN)
		return false;
	check.status = (enum status)status;
	check.reason = get_text(r);
	check.solve_us = get_u64(r);
	a->checks = mem_room(a->checks, a->check_count, &a->check_capacity,
		sizeof(*a->checks));
	a->checks[a->check_count++] = check;
	return true;
}

/* --- output -------------------------------------------------------------- */

void
answer_put_output(struct buf *out, const char *text)
{
	size_t start = frame_open(out, FRAME_OUTPUT);

	put_text(out, text);
	(void)frame_close(out, start);
}

static void
append_text(char **to, size_t *to_size, size_t *capacity, const char *more,
	size_t size)
{
	if (*to_size + size >= *capacity) {
		*capacity = 2 * (*to_size + size) + 1;
		*to = mem_grow(*to, *capacity, 1);
	}
	memcpy(*to + *to_size, more, size);
	*to_size += size;
	(*to)[*to_size] = '\0';
}

static bool
take_output(struct answer *a, struct reader *r)
{
	struct answer_check *check = answer_last(a);
	size_t size;
	const char *text = get_text_n(r, &size);

	size = strnlen(text, size);
	append_text(
		&a->output, &a->output_size, &a->output_capacity, text, size);
	r->kept += size;
	if (check == NULL)
		return true;
	append_text(&check->output, &check->output_size,
		&check->output_capacity, text, size);
	r->kept += size;
	return true;
}

/* --- remarks ------------------------------------------------------------- */

void
answer_put_remark(struct buf *out, enum answer_remark remark, uint32_t line)
{
	size_t start = frame_open(out, FRAME_REMARK);

	put_u8(out, (uint8_t)remark);
	put_u32(out, line);
	(void)frame_close(out, start);
}

static bool
take_remark(struct answer *a, struct reader *r)
{
	uint8_t remark = get_u8(r);
	uint32_t line = get_u32(r);

	if (remark == ANSWER_REMARK_NONE || remark >= ANSWER_REMARK_COUNT)
		return false;
	a->remarks = mem_room(a->remarks, a->remark_count, &a->remark_capacity,
		sizeof(a->remarks[0]));
	a->remarks[a->remark_count++] = (struct answer_remark_at){
		.remark = (enum answer_remark)remark, .line = line};
	return true;
}

/* --- the whole ----------------------------------------------------------- */

typedef bool take_frame(struct answer *a, struct reader *r);

static const struct {
	enum frame_type type;
	take_frame *take;
} frames[] = {
	{FRAME_PHASE, take_phase},
	{FRAME_ENGINES, take_engines},
	{FRAME_VERSION, take_version},
	{FRAME_FAULT, take_fault},
	{FRAME_FURTHER, take_further},
	{FRAME_REMARK, take_remark},
	{FRAME_CHECK, take_check},
	{FRAME_OUTPUT, take_output},
	{FRAME_DONE, take_done},
};

static bool
take(struct answer *a, const struct frame *f, struct reader *r)
{
	for (size_t i = 0; i < sizeof(frames) / sizeof(frames[0]); i++) {
		if (frames[i].type == f->type)
			return frames[i].take(a, r);
	}
	return check_take(answer_last(a), f->type, r);
}

bool
answer_take(struct answer *a, const struct frame *f)
{
	struct reader r;

	if (a->done)
		return false;
	reader_init(&r, f->payload, f->size);
	if (!take(a, f, &r) || !reader_end(&r))
		return false;
	a->kept += r.kept;
	return a->kept <= LIMIT_ANSWER_KEPT;
}
