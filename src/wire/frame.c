#include "wire/frame.h"

#include <assert.h>
#include <string.h>

#include "base/alloc.h"
#include "base/utf8.h"

static void
store_u32(char *at, uint32_t value)
{
	for (int i = 0; i < 4; i++)
		at[i] = (char)(value >> (8 * i));
}

static uint64_t
load(const char *at, int bytes)
{
	uint64_t value = 0;

	for (int i = bytes - 1; i >= 0; i--)
		value = value << 8 | (unsigned char)at[i];
	return value;
}

size_t
frame_open(struct buf *out, uint8_t type)
{
	size_t start = out->size;

	put_u32(out, 0);
	put_u8(out, type);
	return start;
}

bool
frame_close(struct buf *out, size_t start)
{
	if (out->overflowed)
		return false;
	assert(out->size >= start + FRAME_HEAD);
	store_u32(
		out->data + start, (uint32_t)(out->size - start - FRAME_HEAD));
	return true;
}

enum frame_state
frame_find(const char *bytes, size_t size, size_t ceiling_bytes,
	struct frame *f, size_t *used)
{
	size_t length;

	if (size < FRAME_HEAD)
		return FRAME_PARTIAL;
	length = (size_t)load(bytes, 4);
	if (length > ceiling_bytes)
		return FRAME_TOO_LARGE;
	if (size - FRAME_HEAD < length)
		return FRAME_PARTIAL;
	f->type = (uint8_t)bytes[4];
	f->payload = bytes + FRAME_HEAD;
	f->size = length;
	*used = FRAME_HEAD + length;
	return FRAME_WHOLE;
}

void
put_u8(struct buf *out, uint8_t value)
{
	buf_add(out, &value, 1);
}

void
put_u32(struct buf *out, uint32_t value)
{
	char bytes[4];

	store_u32(bytes, value);
	buf_add(out, bytes, sizeof(bytes));
}

void
put_u64(struct buf *out, uint64_t value)
{
	put_u32(out, (uint32_t)value);
	put_u32(out, (uint32_t)(value >> 32));
}

void
put_text_n(struct buf *out, const char *text, size_t size)
{
	put_u32(out, (uint32_t)size);
	buf_add(out, text, size);
}

void
put_text(struct buf *out, const char *text)
{
	if (text == NULL)
		text = "";
	put_text_n(out, text, strlen(text));
}

void
reader_init(struct reader *r, const char *bytes, size_t size)
{
	*r = (struct reader){.at = bytes, .left = size};
}

static const char *
step(struct reader *r, size_t size)
{
	const char *at = r->at;

	if (r->failed || r->left < size) {
		r->failed = true;
		return NULL;
	}
	r->at += size;
	r->left -= size;
	return at;
}

static uint64_t
get_number(struct reader *r, int bytes)
{
	const char *at = step(r, (size_t)bytes);

	return at != NULL ? load(at, bytes) : 0;
}

uint8_t
get_u8(struct reader *r)
{
	return (uint8_t)get_number(r, 1);
}

uint32_t
get_u32(struct reader *r)
{
	return (uint32_t)get_number(r, 4);
}

uint64_t
get_u64(struct reader *r)
{
	return get_number(r, 8);
}

const char *
get_text_n(struct reader *r, size_t *size)
{
	size_t length = get_u32(r);
	const char *at = step(r, length);

	*size = at != NULL ? length : 0;
	return at != NULL ? at : "";
}

char *
get_text(struct reader *r)
{
	size_t size;
	const char *at = get_text_n(r, &size);
	char *text;

	size = strnlen(at, size);
	if (utf8_check(at, size, NULL)) {
		r->kept += size + TEXT_KEPT;
		return text_copy_n(at, size);
	}
	text = utf8_repair(at, size, &size);
	r->kept += size + TEXT_KEPT;
	return text;
}

bool
reader_end(const struct reader *r)
{
	return !r->failed && r->left == 0;
}
