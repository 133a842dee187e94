#include "wire/ask.h"

#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"

enum { FRAME_ASK = 'A' };

uint32_t
engines_of_word(const char *word)
{
	static const char *const words[] = {
#define ENGINE(id, word, kind, traits) word,
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

uint32_t
engines_with(enum engine_trait trait)
{
	static const unsigned traits[] = {
#define ENGINE(id, word, kind, traits) traits,
#include "wire/engines.def"
#undef ENGINE
	};
	uint32_t set = 0;

	for (enum engine i = 0; i < ENGINE_COUNT; i++) {
		if ((traits[i] & trait) != 0)
			set |= ENGINE_BIT(i);
	}
	return set;
}

bool
engine_has(enum engine engine, enum engine_trait trait)
{
	return (engines_with(trait) & ENGINE_BIT(engine)) != 0;
}

/* A newline before it ends a comment of the text before. */
void
ask_fields_add(struct ask_fields *fields, enum ask_field_kind kind,
	const char *term, size_t size, struct buf *text)
{
	buf_add_char(text, '\n');
	*ARRAY_ADD(fields->at, fields->count, fields->capacity) =
		(struct ask_field){kind, (uint32_t)text->size, (uint32_t)size};
	buf_add(text, term, size);
}

bool
ask_kind_reads(enum ask_kind kind)
{
	return kind >= ASK_READ_ITEMS && kind <= ASK_READ_PROGRAM;
}

bool
ask_field_is_solution(enum ask_field_kind kind)
{
	return kind == FIELD_SOLUTION || kind == FIELD_START;
}

bool
ask_field_is_assumed(enum ask_field_kind kind)
{
	return kind == FIELD_ASSUME || kind == FIELD_REFUTE ||
	       kind == FIELD_SET || kind == FIELD_SET_MORE ||
	       kind == FIELD_SET_REFUTE;
}

const struct ask_field *
ask_find(const struct ask *ask, enum ask_field_kind kind)
{
	for (size_t i = 0; ask != NULL && i < ask->field_count; i++) {
		if (ask->fields[i].kind == kind)
			return &ask->fields[i];
	}
	return NULL;
}

const struct ask_field *
ask_solution(const struct ask *ask)
{
	const struct ask_field *start = ask_find(ask, FIELD_START);

	return start != NULL ? start : ask_find(ask, FIELD_SOLUTION);
}

char *
hello_line(const char *z3_version)
{
	return text_format(
		"satchel-worker %s, libz3 %s\n", SATCHEL_VERSION, z3_version);
}

size_t
ask_script_size(const struct ask *ask)
{
	return ask->field_count > 0 ? ask->fields[0].offset : ask->size;
}

uint32_t
ask_field_at(const struct ask *ask, size_t offset)
{
	size_t low = 0;
	size_t high = ask != NULL ? ask->field_count : 0;

	while (low < high) {
		size_t middle = low + (high - low) / 2;

		if (ask->fields[middle].offset <= offset)
			low = middle + 1;
		else
			high = middle;
	}
	return (uint32_t)low;
}

void
ask_copy_init(struct ask_copy *copy, const struct ask *ask)
{
	size_t fields = ask->field_count * sizeof(*copy->fields);
	size_t groups = ask->groups.count * sizeof(*copy->groups);

	*copy = (struct ask_copy){
		.ask = *ask,
		.text = text_copy_n(ask->text, ask->size),
		.fields = mem_new(fields + 1),
		.groups = mem_new(groups + 1),
	};
	if (fields > 0)
		memcpy(copy->fields, ask->fields, fields);
	if (groups > 0)
		memcpy(copy->groups, ask->groups.at, groups);
	copy->ask.text = copy->text;
	copy->ask.fields = copy->fields;
	copy->ask.groups.at = copy->groups;
}

void
ask_copy_release(struct ask_copy *copy)
{
	free(copy->text);
	free(copy->fields);
	free(copy->groups);
	*copy = (struct ask_copy){0};
}

void
ask_put(struct buf *out, const struct ask *ask)
{
	size_t start = frame_open(out, FRAME_ASK);

	put_u8(out, (uint8_t)ask->kind);
	put_u32(out, ask->timeout_ms);
	put_u64(out, ask->owner);
	put_u8(out, ask->minimize_core);
	put_u32(out, ask->engines);
	put_u32(out, ask->solutions);
	put_u8(out, ask->count);
#define REQUEST_FIELD(...)
#define REQUEST_SENT(type, name, ...) put_u64(out, (uint64_t)ask->name);
#include "wire/request_fields.def"
	put_text_n(out, ask->text, ask->size);
	put_u32(out, (uint32_t)ask->field_count);
	for (size_t i = 0; i < ask->field_count; i++) {
		put_u32(out, ask->fields[i].kind);
		put_u32(out, ask->fields[i].offset);
		put_u32(out, ask->fields[i].size);
	}
	put_u32(out, (uint32_t)ask->groups.count);
	for (size_t i = 0; i < ask->groups.count; i++)
		put_u32(out, ask->groups.at[i]);
	frame_close(out, start); /* the caller looks at overflowed */
}

/* Of a list whose entries are of that many bytes. The count is not believed:
 * it has to fit into what is there. */
static size_t
get_count(struct reader *r, size_t entry)
{
	uint32_t count = get_u32(r);

	r->failed |= count > r->left / entry;
	return r->failed ? 0 : count;
}

/* They stand one after the other at the end of the text. */
static bool
fields_fit(const struct ask *ask)
{
	size_t end = 0;

	for (size_t i = 0; i < ask->field_count; i++) {
		const struct ask_field *f = &ask->fields[i];

		if (f->kind < FIELD_OPTION || f->kind > FIELD_TEXT ||
			f->offset < end || f->offset > ask->size ||
			f->size > ask->size - f->offset)
			return false;
		end = f->offset + f->size;
	}
	return true;
}

static void
get_lists(struct reader *r, struct ask_copy *copy)
{
	struct ask *ask = &copy->ask;

	ask->field_count = get_count(r, 3 * sizeof(uint32_t));
	copy->fields =
		mem_grow(NULL, ask->field_count + 1, sizeof(*copy->fields));
	for (size_t i = 0; i < ask->field_count; i++) {
		copy->fields[i].kind = (enum ask_field_kind)get_u32(r);
		copy->fields[i].offset = get_u32(r);
		copy->fields[i].size = get_u32(r);
	}
	ask->groups.count = get_count(r, sizeof(uint32_t));
	copy->groups =
		mem_grow(NULL, ask->groups.count + 1, sizeof(*copy->groups));
	for (size_t i = 0; i < ask->groups.count; i++)
		copy->groups[i] = get_u32(r);
	ask->fields = copy->fields;
	ask->groups.at = copy->groups;
}

bool
ask_get(const struct frame *f, struct ask_copy *copy)
{
	struct reader r;
	struct ask *ask = &copy->ask;

	if (f->type != FRAME_ASK)
		return false;
	*copy = (struct ask_copy){0};
	reader_init(&r, f->payload, f->size);
	ask->kind = (enum ask_kind)get_u8(&r);
	ask->timeout_ms = get_u32(&r);
	ask->owner = get_u64(&r);
	ask->minimize_core = get_u8(&r) != 0;
	ask->engines = get_u32(&r);
	ask->solutions = get_u32(&r);
	ask->count = get_u8(&r) != 0;
#define REQUEST_FIELD(...)
#define REQUEST_SENT(type, name, ...) ask->name = (ASK_##type)get_u64(&r);
#include "wire/request_fields.def"
	ask->text = get_text_n(&r, &ask->size);
	copy->text = text_copy_n(ask->text, ask->size);
	ask->text = copy->text;
	get_lists(&r, copy);
	if (reader_end(&r) && (ask->engines & ~ENGINES_ALL) == 0 &&
		ask->kind >= ASK_CHECK && ask->kind <= ASK_READ_PROGRAM &&
		fields_fit(ask))
		return true;
	ask_copy_release(copy);
	return false;
}
