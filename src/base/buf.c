#include "base/buf.h"

#include <assert.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void
buf_init(struct buf *b, size_t ceiling_bytes)
{
	*b = (struct buf){.ceiling = ceiling_bytes};
	b->data = mem_new(1);
	b->capacity = 1;
}

void
buf_release(struct buf *b)
{
	free(b->data);
	*b = (struct buf){0};
}

/* Room for `size` bytes more and the closing NUL. */
static bool
reserve(struct buf *b, size_t size)
{
	size_t wanted;

	if (size > b->ceiling - b->size) {
		b->overflowed = true;
		return false;
	}
	wanted = b->size + size + 1;
	if (wanted <= b->capacity)
		return true;
	if (wanted < b->capacity * 2)
		wanted = b->capacity * 2;
	b->data = mem_grow(b->data, wanted, 1);
	b->capacity = wanted;
	return true;
}

bool
buf_add(struct buf *b, const void *bytes, size_t size)
{
	if (!reserve(b, size))
		return false;
	if (size > 0)
		memcpy(b->data + b->size, bytes, size);
	b->size += size;
	b->data[b->size] = '\0';
	return true;
}

bool
buf_add_text(struct buf *b, const char *text)
{
	return buf_add(b, text, strlen(text));
}

bool
buf_add_char(struct buf *b, char c)
{
	return buf_add(b, &c, 1);
}

bool
buf_add_format(struct buf *b, const char *format, ...)
{
	va_list arguments;
	va_list again;
	int wanted;
	bool fits;

	va_start(arguments, format);
	va_copy(again, arguments);
	wanted = vsnprintf(NULL, 0, format, arguments);
	va_end(arguments);
	assert(wanted >= 0);
	fits = reserve(b, (size_t)wanted);
	if (fits) {
		(void)vsnprintf(b->data + b->size, (size_t)wanted + 1, format,
			again); /* the same text as a line above */
		b->size += (size_t)wanted;
	}
	va_end(again);
	return fits;
}

void
buf_consume(struct buf *b, size_t size)
{
	assert(size <= b->size);
	memmove(b->data, b->data + size, b->size - size + 1);
	b->size -= size;
}

void
buf_truncate(struct buf *b, size_t size)
{
	assert(size <= b->size);
	b->size = size;
	b->data[size] = '\0';
}

void
buf_clear(struct buf *b)
{
	buf_truncate(b, 0);
	b->overflowed = false;
}

char *
buf_detach(struct buf *b)
{
	char *text = b->data;

	buf_init(b, b->ceiling);
	return text;
}

void
buf_shrink(struct buf *b)
{
	size_t ceiling = b->ceiling;

	if (b->size > 0 || b->capacity <= BUF_KEPT_BYTES)
		return;
	buf_release(b);
	buf_init(b, ceiling);
}

/* --- lines --------------------------------------------------------------- */

void
lines_init(struct lines *l, size_t ceiling_bytes)
{
	*l = (struct lines){.ceiling = ceiling_bytes};
	buf_init(&l->bytes, SIZE_MAX / 2);
}

void
lines_release(struct lines *l)
{
	buf_release(&l->bytes);
}

void
lines_add(struct lines *l, const char *bytes, size_t size)
{
	buf_consume(&l->bytes, l->at);
	l->at = 0;
	buf_add(&l->bytes, bytes, size); /* no ceiling to hit */
}

void
lines_end(struct lines *l)
{
	if (l->bytes.size > l->at)
		lines_add(l, "\n", 1);
}

enum line_kind
lines_next(struct lines *l, const char **text, size_t *size)
{
	for (;;) {
		char *start = l->bytes.data + l->at;
		size_t left = l->bytes.size - l->at;
		const char *newline =
			memchr(start + l->searched, '\n', left - l->searched);
		bool is_reported = l->skipping;

		/* One byte over the ceiling may be the "\r" of the end. */
		if (newline == NULL && !is_reported && left <= l->ceiling + 1) {
			l->searched = left;
			if (left == 0)
				lines_add(l, "", 0);
			buf_shrink(&l->bytes);
			return LINE_NONE;
		}
		if (newline != NULL)
			left = (size_t)(newline - start);
		l->at += left + (newline != NULL);
		l->searched = 0;
		l->skipping = newline == NULL;
		if (is_reported && newline == NULL)
			return LINE_NONE;
		if (is_reported)
			continue;
		if (newline > start && newline[-1] == '\r')
			left--;
		*text = start;
		*size = left <= l->ceiling ? left : l->ceiling;
		start[*size] = '\0';
		return left <= l->ceiling ? LINE_WHOLE : LINE_TOO_LONG;
	}
}
