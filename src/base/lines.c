#include "base/lines.h"

#include <stdint.h>
#include <string.h>

#include "base/limits.h"

/* What a quiet stream may keep allocated after a long line. */
enum { KEPT_BYTES = 64 * KIB };

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
	(void)buf_add(&l->bytes, bytes, size); /* no ceiling to hit */
}

void
lines_end(struct lines *l)
{
	if (l->bytes.size > l->at)
		lines_add(l, "\n", 1);
}

/* No newline has come yet: one byte over the ceiling may be the "\r" of the
 * end. */
static enum line_kind
wait_for_end(struct lines *l, const char **text, size_t *size)
{
	size_t left = l->bytes.size - l->at;
	bool is_reported = l->skipping;

	l->searched = left;
	if (left == 0 && l->bytes.capacity > KEPT_BYTES) {
		buf_release(&l->bytes);
		buf_init(&l->bytes, SIZE_MAX / 2);
		l->at = 0;
	}
	if (!is_reported && left <= l->ceiling + 1)
		return LINE_NONE;
	*text = l->bytes.data + l->at;
	*size = l->ceiling;
	l->at = l->bytes.size;
	l->searched = 0;
	l->skipping = true;
	if (is_reported)
		return LINE_NONE;
	l->bytes.data[l->at - left + l->ceiling] = '\0';
	return LINE_TOO_LONG;
}

enum line_kind
lines_next(struct lines *l, const char **text, size_t *size)
{
	for (;;) {
		char *start = l->bytes.data + l->at;
		char *newline = memchr(start + l->searched, '\n',
			l->bytes.size - l->at - l->searched);
		bool is_reported = l->skipping;

		if (newline == NULL)
			return wait_for_end(l, text, size);
		l->at += (size_t)(newline - start) + 1;
		l->searched = 0;
		l->skipping = false;
		if (is_reported)
			continue;
		if (newline > start && newline[-1] == '\r')
			newline--;
		*text = start;
		*size = (size_t)(newline - start);
		if (*size <= l->ceiling) {
			*newline = '\0';
			return LINE_WHOLE;
		}
		start[l->ceiling] = '\0';
		*size = l->ceiling;
		return LINE_TOO_LONG;
	}
}
