/*
 * From a place in the text that libz3 reads to the script's. It tells the
 * errors of a text one behind the other, tens of thousands of them at times:
 * so each search begins where the last one ended.
 */
#include <string.h>

#include "smt/text/unicode_escape.h"
#include "worker/read/problem.h"

/* To the beginning of a line, or of the last one if there are fewer. */
static void
go_to_line(const char *text, size_t size, unsigned line, struct problem_mark *m)
{
	if (m->line == 0 || m->line > line)
		*m = (struct problem_mark){0, 1};
	while (m->line < line) {
		const char *next = memchr(text + m->at, '\n', size - m->at);

		if (next == NULL)
			return;
		m->at = (size_t)(next - text) + 1;
		m->line++;
	}
}

/* To the beginning of the line that holds a byte. */
static void
go_to_byte(const char *text, size_t offset, struct problem_mark *m)
{
	const char *next;

	if (m->line == 0 || m->at > offset)
		*m = (struct problem_mark){0, 1};
	while ((next = memchr(text + m->at, '\n', offset - m->at)) != NULL) {
		m->at = (size_t)(next - text) + 1;
		m->line++;
	}
}

/* Bytes of the text before that line and column. */
static size_t
offset_of(struct problem *p, unsigned line, unsigned column)
{
	go_to_line(p->text.data, p->text.size, line, &p->text_mark);
	if (column > p->text.size - p->text_mark.at)
		return p->text.size;
	return p->text_mark.at + column;
}

/* The last part that begins there or before; NULL if there is none. */
static const struct problem_part *
part_at(const struct problem *p, size_t at)
{
	size_t low = 0;
	size_t high = p->count;

	while (low < high) {
		size_t middle = low + (high - low) / 2;

		if (p->parts[middle].at <= at)
			low = middle + 1;
		else
			high = middle;
	}
	return low > 0 ? &p->parts[low - 1] : NULL;
}

const struct problem_part *
problem_place(struct problem *p, unsigned line, unsigned column,
	struct diagnostic *fault)
{
	size_t at = offset_of(p, line, column);
	const struct problem_part *found = part_at(p, at);
	size_t inside;

	if (found == NULL)
		return NULL;
	/* What stands behind a part was written around it. */
	inside = unicode_escape_decode(p->script + found->source.offset,
		found->source.length, at - found->at);
	if (inside >= found->source.length)
		inside =
			found->source.length > 0 ? found->source.length - 1 : 0;
	fault->offset = found->source.offset + inside;
	fault->length = 0;
	go_to_byte(p->script, fault->offset, &p->script_mark);
	fault->line = p->script_mark.line;
	fault->column = (unsigned)(fault->offset - p->script_mark.at) + 1;
	return found;
}
