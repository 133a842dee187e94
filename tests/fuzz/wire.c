/* What a worker that has gone mad sends to the server, and what would be sent
 * to a worker; and that what is written is read as it was. */

#include <string.h>

#include "base/alloc.h"
#include "base/buf.h"
#include "base/limits.h"
#include "fuzz/fuzz.h"
#include "unit/frames.h"
#include "wire/answer.h"
#include "wire/ask.h"

static void
look_at_checks(const struct answer *a)
{
	for (size_t i = 0; i < a->checks.count; i++) {
		const struct answer_check *check = &a->checks.at[i];

		REQUIRE(status_name(check->status) != NULL);
		for (size_t j = 0; j < check->values.count; j++)
			REQUIRE(check->values.at[j].json != NULL);
		for (size_t j = 0; j < check->core.assertions.count; j++)
			REQUIRE(check->core.assertions.list[j].label != NULL);
	}
}

static void
read_answer(const char *bytes, size_t size)
{
	struct answer *a = answer_new();
	struct frame f;
	size_t used;

	while (frame_find(bytes, size, LIMIT_ANSWER, &f, &used) ==
			FRAME_WHOLE &&
		answer_add_frame(a, frames_any_ask(), &f)) {
		REQUIRE(used <= size);
		bytes += used;
		size -= used;
	}
	REQUIRE(a->checks.count == 0 || answer_last(a) != NULL);
	look_at_checks(a);
	REQUIRE(phase_name(a->phase) != NULL);
	answer_free(a);
}

static void
read_ask(const char *bytes, size_t size)
{
	DROP(buf) struct buf out;
	struct ask_copy ask;
	struct ask_copy again;
	struct frame f;
	size_t used;

	buf_init(&out, LIMIT_MESSAGE);
	if (frame_find(bytes, size, LIMIT_MESSAGE, &f, &used) != FRAME_WHOLE ||
		!ask_get(&f, &ask))
		return;
	REQUIRE(ask.ask.size <= size);
	ask_put(&out, &ask.ask);
	REQUIRE(!out.overflowed);
	REQUIRE(frame_find(out.data, out.size, LIMIT_MESSAGE, &f, &used) ==
		FRAME_WHOLE);
	REQUIRE(ask_get(&f, &again));
	REQUIRE(again.ask.kind == ask.ask.kind &&
		again.ask.size == ask.ask.size &&
		again.ask.field_count == ask.ask.field_count &&
		again.ask.groups.count == ask.ask.groups.count);
	REQUIRE(memcmp(again.text, ask.text, ask.ask.size) == 0);
	ask_copy_release(&ask);
	ask_copy_release(&again);
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	read_answer((const char *)data, size);
	read_ask((const char *)data, size);
	return 0;
}
