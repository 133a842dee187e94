#ifndef TESTS_UNIT_FRAMES_H
#define TESTS_UNIT_FRAMES_H

/*
 * Frames as a server takes them in, in tests of what comes before and after.
 */

#include <string.h>

#include "base/limits.h"
#include "wire/answer.h"
#include "wire/ask.h"

/* A request with many checks, lines, assumptions and wishes, so that whatever
 * a test makes up may be an answer to it. */
static inline const struct ask *
frames_any_ask(void)
{
	enum { LINES = 5000, FIELDS = 100 };
	static char text[LINES + FIELDS];
	static struct ask_field fields[FIELDS];
	static struct ask any = {
		.kind = ASK_SOLVE,
		.text = text,
		.size = sizeof(text),
		.fields = fields,
		.field_count = FIELDS,
		.timeout_ms = LIMIT_TIMEOUT_MS,
		.owner = 1,
		.checks = LIMIT_CHECKS,
		.solutions = LIMIT_COUNTED,
		.relax = true,
	};

	memset(text, '\n', sizeof(text));
	for (uint32_t i = 0; i < FIELDS; i++)
		fields[i] = (struct ask_field){FIELD_ASSUME, LINES + i, 1};
	return &any;
}

/* Takes in the frames that are whole, up to one that is refused; returns their
 * size. */
static inline size_t
frames_add(
	struct answer *a, const struct ask *ask, const char *bytes, size_t size)
{
	struct frame f;
	size_t at = 0;
	size_t used;

	while (frame_find(bytes + at, size - at, SIZE_MAX, &f, &used) ==
			FRAME_WHOLE &&
		answer_add_frame(a, ask, &f))
		at += used;
	return at;
}

/* Takes in frames as pool/child.c does. Returns false, and the answer is
 * garbled, if one is refused. */
static inline bool
frames_take(
	struct answer *a, const struct ask *ask, const char *bytes, size_t size)
{
	struct frame f;
	size_t used;
	size_t at = frames_add(a, ask, bytes, size);

	if (a->done || frame_find(bytes + at, size - at, SIZE_MAX, &f, &used) !=
			       FRAME_WHOLE)
		return true;
	answer_forget(a);
	a->outcome = OUTCOME_GARBLED;
	return false;
}

#endif
