#include "base/buf.h"

#include <assert.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"

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
buf_take(struct buf *b)
{
	char *text = b->data;

	buf_init(b, b->ceiling);
	return text;
}
