#include "base/lines.h"

#include <string.h>

#include "base/limits.h"

/* What a quiet stream may keep allocated after a long line. */
enum { KEPT_BYTES = 64 * KIB };

void
lines_init(struct lines *l, size_t ceiling_bytes, lines_on_line *on_line,
	lines_on_long *on_long, void *argument)
{
	*l = (struct lines){.ceiling = ceiling_bytes,
		.on_line = on_line,
		.on_long = on_long,
		.argument = argument};
	/* One byte more than a line: room for the "\r" of its end. */
	buf_init(&l->waiting, ceiling_bytes + 1);
}

void
lines_release(struct lines *l)
{
	buf_release(&l->waiting);
}

static void
forget(struct lines *l)
{
	size_t ceiling = l->waiting.ceiling;

	if (l->waiting.capacity <= KEPT_BYTES) {
		buf_clear(&l->waiting);
		return;
	}
	buf_release(&l->waiting);
	buf_init(&l->waiting, ceiling);
}

static void
refuse(struct lines *l)
{
	if (l->waiting.size > l->ceiling)
		buf_truncate(&l->waiting, l->ceiling);
	l->on_long(l->waiting.data, l->waiting.size, l->argument);
	forget(l);
}

static void
add(struct lines *l, const char *bytes, size_t size)
{
	size_t room = l->waiting.ceiling - l->waiting.size;

	if (l->skipping)
		return;
	if (size <= room) {
		(void)buf_add(&l->waiting, bytes, size); /* it has room */
		return;
	}
	(void)buf_add(&l->waiting, bytes, room); /* likewise */
	l->skipping = true;
	refuse(l);
}

static void
finish(struct lines *l)
{
	struct buf *line = &l->waiting;

	if (l->skipping) {
		l->skipping = false;
		return;
	}
	if (line->size > 0 && line->data[line->size - 1] == '\r')
		buf_truncate(line, line->size - 1);
	if (line->size > l->ceiling) {
		refuse(l);
		return;
	}
	l->on_line(line->data, line->size, l->argument);
	forget(l);
}

void
lines_feed(struct lines *l, const char *bytes, size_t size)
{
	while (size > 0) {
		const char *newline = memchr(bytes, '\n', size);
		size_t used =
			newline != NULL ? (size_t)(newline - bytes) : size;

		add(l, bytes, used);
		if (newline != NULL) {
			finish(l);
			used++;
		}
		bytes += used;
		size -= used;
	}
}

void
lines_end(struct lines *l)
{
	if (l->skipping || l->waiting.size > 0)
		finish(l);
}
