#include "model/text/render.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/coroutine.h"
#include "base/limits.h"
#include "base/utf8.h"
#include "model/text/data_line.h"
#include "smt/rules/parsed_text.h"

void
render_smtlib(const struct model *m, struct buf *out)
{
	for (size_t i = 0; i < m->count && !out->overflowed; i++) {
		coroutine_pause();
		buf_add(out, model_at(m, i)->content, model_at(m, i)->size);
		buf_add_char(out, '\n');
	}
}

void
render_worker(const struct model *m, struct render *r)
{
	unsigned line = 1;

	buf_init(&r->text, m->bytes + m->count);
	render_smtlib(m, &r->text);
	assert(!r->text.overflowed);
	r->count = m->count;
	r->first_lines = mem_grow(NULL, m->count, sizeof(unsigned));
	for (size_t i = 0; i < m->count; i++) {
		coroutine_pause();
		r->first_lines[i] = line;
		line += item_lines(model_at(m, i));
	}
	r->end_line = line;
}

void
render_add_commands(
	const struct model *m, const bool *left_out, struct commands *out)
{
	size_t offset = 0;
	unsigned line = 0;

	for (size_t i = 0; i < m->count; i++) {
		const struct item *item = model_at(m, i);
		const struct commands *own = &item_parsed(item)->commands;

		coroutine_pause();
		for (size_t k = 0; k < own->count; k++) {
			if (left_out != NULL && left_out[i])
				break;
			struct command *form =
				ARRAY_ADD(out->at, out->count, out->capacity);

			*form = own->at[k];
			form->list.offset += offset;
			form->list.line += line;
			form->head.offset += offset;
			form->head.line += line;
		}
		offset += item->size + 1;
		line += item_lines(item);
	}
}

void
render_release(struct render *r)
{
	buf_release(&r->text);
	free(r->first_lines);
	*r = (struct render){0};
}

bool
render_locate(const struct render *r, unsigned line, size_t *index,
	unsigned *line_in_item)
{
	size_t low = 0;
	size_t high = r->count;

	if (line == 0 || line >= r->end_line)
		return false;
	while (high - low > 1) {
		size_t middle = low + (high - low) / 2;

		if (r->first_lines[middle] <= line)
			low = middle;
		else
			high = middle;
	}
	*index = low;
	*line_in_item = line - r->first_lines[low] + 1;
	return true;
}

/* The number on the first line of an item, nothing on the others. */
struct margin {
	int width;
	size_t index;
	bool used;
};

static void
add_margin(struct margin *margin, struct buf *out)
{
	if (margin->used)
		buf_add_format(out, "%*s | ", margin->width, "");
	else
		buf_add_format(out, "%*zu | ", margin->width, margin->index);
	margin->used = true;
}

static void
add_lines(struct margin *margin, const char *text, struct buf *out)
{
	const char *start = text;
	size_t skip;

	add_margin(margin, out);
	for (; *text != '\0'; text += skip > 0 ? skip : 1) {
		skip = line_breaks_find(text);
		if (skip == 0)
			continue;
		buf_add(out, start, (size_t)(text - start));
		buf_add_char(out, '\n');
		add_margin(margin, out);
		start = text + skip;
	}
	buf_add(out, start, (size_t)(text - start));
	buf_add_char(out, '\n');
}

size_t
render_items(const struct model *m, size_t from, size_t count, struct buf *out)
{
	size_t end = m->count;
	size_t i;
	int width;

	if (from < m->count && count < m->count - from)
		end = from + count;
	width = snprintf(NULL, 0, "%zu", end > 0 ? end - 1 : 0);
	for (i = from; i < end; i++) {
		const struct item *item = model_at(m, i);
		struct margin margin = {.width = width, .index = i};
		size_t before = out->size;
		/* A table as the data that it came from. */
		DROP(text) char *data = data_line(item->content, item->size);

		/* "; name: note", "; name:" or "; note" */
		if (item->name != NULL || item->note != NULL) {
			add_margin(&margin, out);
			buf_add_text(out, ";");
			if (item->name != NULL)
				buf_add_format(out, " %s:", item->name);
			if (item->note != NULL)
				buf_add_format(out, " %s", item->note);
			buf_add_char(out, '\n');
		}
		if (data != NULL) {
			add_margin(&margin, out);
			buf_add_format(out, "data %s\n", data);
		} else
			add_lines(&margin, item->content, out);
		if (out->overflowed) {
			buf_truncate(out, before);
			return i - from;
		}
	}
	return i - from;
}

/* --- the outline --------------------------------------------------------- */

enum { OUTLINE_MAX = 80 }; /* bytes of the commands, and of the label */

/* Its data, or else its tokens with a blank between them. */
static void
add_summary(const struct item *item, struct buf *line)
{
	DROP(text) char *data = data_line(item->content, item->size);
	struct lexer lexer = lexer_of(item->content, item->size);
	struct token t;
	bool is_apart = false;

	if (data != NULL)
		buf_add_format(line, "data %.*s", OUTLINE_MAX, data);
	while (data == NULL && line->size <= OUTLINE_MAX &&
		lexer_token(&lexer, &t)) {
		const char *token = item->content + t.offset;

		if (is_apart && t.kind != TOKEN_CLOSE)
			buf_add_char(line, ' ');
		buf_add(line, token,
			utf8_cut(token, t.length, OUTLINE_MAX + 4));
		is_apart = t.kind != TOKEN_OPEN;
	}
}

static void
add_cut(const char *text, struct buf *out)
{
	size_t size = strlen(text);
	size_t fits = utf8_cut(text, size, OUTLINE_MAX);

	buf_add(out, text, fits);
	if (fits < size)
		buf_add_text(out, " ...");
}

void
render_outline(const struct model *m, struct buf *out)
{
	for (size_t i = 0; i < m->count && !out->overflowed; i++) {
		const struct item *item = model_at(m, i);
		const char *name = item->name;
		DROP(text)
		char *label = text_format("%s%s%s", name != NULL ? name : "",
			name != NULL && item->note != NULL ? ": " : "",
			item->note != NULL ? item->note : "");
		DROP(buf) struct buf line;
		DROP(text) char *flat = NULL;

		coroutine_pause();
		buf_init(&line, 1 * KIB);
		add_summary(item, &line);
		/* A quoted symbol or a string may hold a line break. */
		flat = line_breaks_flatten(line.data);
		buf_add_format(out, "%zu | ", i);
		add_cut(flat, out);
		if (*label != '\0') {
			buf_add_text(out, " ; ");
			add_cut(label, out);
		}
		buf_add_char(out, '\n');
	}
}
