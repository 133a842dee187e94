/*
 * Texts that a child reads for the server: whatever they are, the answer is
 * whole, the server takes it, and the places in it are places of a text. The
 * first byte says what is asked for; the text is behind it. Of items, a NUL
 * ends a text.
 */

#include <stdbool.h>
#include <string.h>

#include "base/alloc.h"
#include "base/limits.h"
#include "fuzz/fuzz.h"
#include "language/read_text.h"
#include "tools/call/text_reading.h"
#include "unit/frames.h"
#include "wire/answer.h"

static void
add_texts(struct reading_request *r, const char *bytes, size_t size)
{
	const char *end = bytes + size;

	for (const char *at = bytes; at <= end && r->fields.count < 8;) {
		const char *stop = memchr(at, '\0', (size_t)(end - at));

		if (stop == NULL || r->ask.kind != ASK_READ_ITEMS)
			stop = end;
		reading_request_add(r, at, (size_t)(stop - at));
		at = stop + 1;
	}
}

/* The message about a fault can be made. */
static void
look_at_fault(const struct answer *a, const struct reading_request *r)
{
	const struct ask_field *field = &r->fields.at[a->fault.field - 1];
	DROP(text)
	char *text = text_copy_n(r->text.data + field->offset, field->size);
	struct advice_place place = {.text = text,
		.size = strlen(text),
		.what = "the text",
		.index = -1};
	struct err e;

	REQUIRE(!reading_refuse(a, &place, &e));
	REQUIRE(e.text[0] != '\0');
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static const enum ask_kind kinds[] = {ASK_READ_ITEMS, ASK_READ_MODEL,
		ASK_READ_SCRIPT, ASK_READ_PROGRAM};
	DROP(reading_request) struct reading_request r = {0};
	DROP(answer) struct answer *a = answer_new();
	const struct advice_job job = {.what = "the text"};
	DROP(buf) struct buf frames;
	struct ask ask;
	struct err e;

	buf_init(&frames, LIMIT_ANSWER);
	if (size == 0)
		return 0;
	reading_request_init(&r, kinds[data[0] % 4]);
	add_texts(&r, (const char *)data + 1, size - 1);
	REQUIRE(reading_request_ask(&r, &ask, &e));
	reading_answer(&ask, &frames);
	answer_put_done(&frames, false);
	REQUIRE(!frames.overflowed);
	REQUIRE(frames_add(a, &ask, frames.data, frames.size) == frames.size);
	REQUIRE(reading_has_ended(a, &job, &e));
	for (size_t i = 0; i < a->further.count; i++)
		REQUIRE(a->further.at[i].field == a->fault.field);
	if (a->fault.kind != DIAGNOSTIC_NONE)
		look_at_fault(a, &r);
	return 0;
}
