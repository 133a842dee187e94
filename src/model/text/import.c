#include "model/text/import.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/buf.h"
#include "base/limits.h"
#include "model/text/export.h"
#include "model/text/import_split.h"
#include "model/text/imported.h"
#include "smt/text/text.h"

/*
 * An export is a row of regions, each from the mark of an item to the next one.
 * As long as a region is what its mark says, its lines are the item, whatever
 * they look like; one that was changed is split at its commands.
 */

/* A place in the text, at the beginning of a line. */
struct cursor {
	struct import *im;
	size_t at;
	unsigned line;
	/* Bytes that were gone over for promises that were not kept: an honest
	 * text has no more of them than it has bytes. */
	size_t wasted;
};

/* `; item 3: 2 lines, escaped`, and what stands below it. */
struct mark {
	size_t lines;
	bool is_escaped;
	char *name;
	char *note;
	struct buf original; /* of an escaped one */
};

static bool
is_at_end(const struct cursor *c)
{
	return c->at >= c->im->size;
}

static size_t
line_length(const struct cursor *c)
{
	return strcspn(c->im->text + c->at, "\n");
}

static void
go_on(struct cursor *c)
{
	c->at += line_length(c);
	if (c->im->text[c->at] == '\n') {
		c->at++;
		c->line++;
	}
}

/* What is behind the beginning of the line, to its end; the caller's, or NULL
 * when it begins otherwise. */
static char *
rest_behind(const struct cursor *c, const char *beginning)
{
	size_t skipped = strlen(beginning);
	size_t length = line_length(c);

	if (length < skipped ||
		memcmp(c->im->text + c->at, beginning, skipped) != 0)
		return NULL;
	return text_copy_n(c->im->text + c->at + skipped, length - skipped);
}

/* The same of a line of ours, which may have got a CR at its end since. */
static char *
label_behind(const struct cursor *c, const char *beginning)
{
	char *label = rest_behind(c, beginning);
	size_t size = label != NULL ? strlen(label) : 0;

	if (size > 0 && label[size - 1] == '\r')
		label[size - 1] = '\0';
	return label;
}

static bool
begins_with(const struct cursor *c, const char *beginning)
{
	DROP(text) char *rest = rest_behind(c, beginning);

	return rest != NULL;
}

static bool
is_blank(const struct cursor *c)
{
	const char *line = c->im->text + c->at;

	return strspn(line, " \t\r") == line_length(c);
}

/* --- marks ---------------------------------------------------------------- */

static bool
read_first_line(const struct cursor *c, struct mark *mark)
{
	DROP(text) char *rest = rest_behind(c, "; item ");
	char *at = rest;

	if (rest == NULL || !isdigit((unsigned char)*at))
		return false;
	at += strspn(at, "0123456789");
	if (strncmp(at, ": ", 2) != 0 || !isdigit((unsigned char)at[2]))
		return false;
	mark->lines = strtoull(at + 2, &at, 10);
	mark->is_escaped = strstr(at, ", escaped") != NULL;
	return strncmp(at, " line", 5) == 0;
}

static bool
is_mark(const struct cursor *c)
{
	struct mark ignored = {0};

	return read_first_line(c, &ignored) || begins_with(c, "; end of items");
}

/* The lines of comments below the first one. */
static void
read_labels(struct cursor *c, struct mark *mark)
{
	char *original;

	mark->name = label_behind(c, "; name: ");
	if (mark->name != NULL)
		go_on(c);
	mark->note = label_behind(c, "; note: ");
	if (mark->note != NULL)
		go_on(c);
	buf_init(&mark->original, LIMIT_MESSAGE);
	while (mark->is_escaped &&
		(original = rest_behind(c, "; = ")) != NULL) {
		if (mark->original.size > 0)
			(void)buf_add_char(&mark->original, '\n');
		(void)buf_add_text(&mark->original, original);
		free(original);
		go_on(c);
	}
}

/* --- regions -------------------------------------------------------------- */

/* The text between two places, without the line break at its end. */
static char *
text_between(const struct cursor *from, const struct cursor *end)
{
	size_t size = end->at - from->at;

	if (size > 0 && from->im->text[end->at - 1] == '\n')
		size--;
	return text_copy_n(from->im->text + from->at, size);
}

/* What was escaped, unless the escaped lines were changed since. */
static char *
original_of(const struct mark *mark, char *content)
{
	struct buf escaped;
	bool is_same;

	if (!mark->is_escaped)
		return content;
	buf_init(&escaped, LIMIT_MESSAGE);
	export_add_content(mark->original.data, mark->original.size, &escaped);
	is_same = strcmp(escaped.data, content) == 0;
	buf_release(&escaped);
	if (!is_same)
		return content;
	free(content);
	return text_copy(mark->original.data);
}

/* A text that is one item, whatever it holds; labels are taken. */
static void
read_item(struct import *im, const char *content, size_t offset,
	const struct import_split_part *part)
{
	struct import_item item = {
		.name = part->name,
		.note = part->note,
		.line = part->line,
		.offset = offset,
	};
	struct diagnostic fault;

	if (imported_content(im, content, strlen(content), part->line,
		    &item.content, &fault)) {
		(void)imported_item(im, &item);
		return;
	}
	free(item.name);
	free(item.note);
	if (fault.kind == DIAGNOSTIC_EMPTY)
		imported_warn(im, part->line, fault.what);
	else
		imported_refuse(im, &fault, offset, part->line);
}

/* Goes to the next mark, or the end. */
static void
go_to_mark(struct cursor *c)
{
	while (!is_at_end(c) && !is_mark(c))
		go_on(c);
}

/* Over so many lines, to `end`, and the blank ones behind them. Whether the
 * region ends there. */
static bool
ends_behind(struct cursor *c, size_t lines, struct cursor *end)
{
	for (size_t i = 0; i < lines && !is_at_end(c); i++)
		go_on(c);
	*end = *c;
	while (!is_at_end(c) && is_blank(c))
		go_on(c);
	return is_at_end(c) || is_mark(c);
}

/* The item of a mark: the lines that it promises, and none but blank ones
 * behind them. */
static void
read_region(struct cursor *c)
{
	struct mark mark = {0};
	struct cursor end;
	struct import_split_part part;
	struct cursor start;

	(void)read_first_line(c, &mark);
	go_on(c);
	read_labels(c, &mark);
	start = *c;
	part = (struct import_split_part){
		start.at, start.at, start.line, mark.name, mark.note, false};
	if (c->wasted <= c->im->size && ends_behind(c, mark.lines, &end)) {
		DROP(text)
		char *content = original_of(&mark, text_between(&start, &end));

		read_item(c->im, content, start.at, &part);
	} else {
		start.wasted += c->at - start.at;
		*c = start;
		go_to_mark(c);
		part.end = c->at;
		import_split_commands(c->im, &part);
	}
	buf_release(&mark.original);
}

/* What stands before the first mark, and behind the last. */
static void
read_frame(struct cursor *c, size_t from, unsigned line)
{
	struct import_split_part part = {from, c->at, line, NULL, NULL, true};

	import_split_commands(c->im, &part);
}

static void
read_export(struct import *im)
{
	struct cursor c = {im, 0, 1, 0};
	struct cursor tail;

	go_to_mark(&c);
	read_frame(&c, 0, 1);
	while (!is_at_end(&c) && !begins_with(&c, "; end of items"))
		read_region(&c);
	tail = c;
	c.at = im->size;
	read_frame(&c, tail.at, tail.line);
}

/* --- the text ------------------------------------------------------------- */

static bool
is_export(const struct import *im)
{
	const char *start = im->text + strspn(im->text, " \t\r\n");
	static const char first[] = "; " EXPORT_FIRST_LINE;

	return strncmp(start, first, sizeof(first) - 1) == 0;
}

void
import_read(struct import *im, const char *text, size_t size)
{
	struct import_split_part all = {0, size, 1, NULL, NULL, false};

	*im = (struct import){.text = text_copy_n(text, size), .size = size};
	text_unwrap(im->text, size);
	im->is_export = is_export(im);
	if (im->is_export)
		read_export(im);
	else
		import_split_commands(im, &all);
}
