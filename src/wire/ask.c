#include "wire/ask.h"

#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"

enum { FRAME_ASK = 'A' };

uint32_t
engines_of_word(const char *word)
{
	static const char *const words[] = {
#define ENGINE(id, word, fits, solver) word,
#include "wire/engines.def"
#undef ENGINE
	};
	uint32_t set = 0;

	for (enum engine i = 0; i < ENGINE_COUNT; i++) {
		if (strcmp(words[i], word) == 0)
			set |= ENGINE_BIT(i);
	}
	return set != 0 ? set : ENGINES_ALL;
}

void
ask_put(struct buf *out, const struct ask *ask)
{
	size_t start = frame_open(out, FRAME_ASK);

	put_u8(out, (uint8_t)ask->kind);
	put_u32(out, ask->timeout_ms);
	put_u64(out, ask->owner);
	put_u8(out, ask->want_values);
	put_u8(out, ask->is_evaluation);
	put_u8(out, ask->minimize_core);
	put_u32(out, ask->engines);
	put_u32(out, ask->solutions);
	put_u8(out, ask->relax);
	put_u32(out, (uint32_t)ask->group_count);
	for (size_t i = 0; i < ask->group_count; i++)
		put_u32(out, ask->groups[i]);
	put_text_n(out, ask->text, ask->size);
	(void)frame_close(out, start); /* the caller looks at overflowed */
}

/* The count is not believed: it has to fit into what is there. */
static uint32_t *
get_groups(struct reader *r, size_t *count)
{
	uint32_t claimed = get_u32(r);
	uint32_t *groups;

	*count = 0;
	if (claimed > r->left / sizeof(*groups)) {
		r->failed = true;
		return NULL;
	}
	if (claimed == 0)
		return NULL;
	groups = mem_grow(NULL, claimed, sizeof(*groups));
	while (*count < claimed)
		groups[(*count)++] = get_u32(r);
	return groups;
}

bool
ask_get(const struct frame *f, struct ask *ask)
{
	struct reader r;
	struct ask read = {0};
	uint32_t *groups;

	if (f->type != FRAME_ASK)
		return false;
	reader_init(&r, f->payload, f->size);
	read.kind = (enum ask_kind)get_u8(&r);
	read.timeout_ms = get_u32(&r);
	read.owner = get_u64(&r);
	read.want_values = get_u8(&r) != 0;
	read.is_evaluation = get_u8(&r) != 0;
	read.minimize_core = get_u8(&r) != 0;
	read.engines = get_u32(&r);
	read.solutions = get_u32(&r);
	read.relax = get_u8(&r) != 0;
	groups = get_groups(&r, &read.group_count);
	read.groups = groups;
	read.text = get_text_n(&r, &read.size);
	if (!reader_end(&r) || (read.engines & ~ENGINES_ALL) != 0 ||
		read.kind < ASK_CHECK || read.kind > ASK_DIMACS) {
		free(groups);
		return false;
	}
	*ask = read;
	return true;
}
