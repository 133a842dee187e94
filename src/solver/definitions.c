#include "solver/definitions.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/buf.h"
#include "smt/form.h"
#include "solver/context.h"
#include "solver/report.h"

/* The list as comment lines. */
static void
add_comment(struct buf *out, const char *text, size_t length)
{
	const char *end = text + length;

	while (text < end) {
		const char *stop = memchr(text, '\n', (size_t)(end - text));

		if (stop == NULL)
			stop = end;
		buf_add_text(out, ";; ");
		buf_add(out, text, (size_t)(stop - text));
		buf_add_char(out, '\n');
		text = stop < end ? stop + 1 : end;
	}
}

static bool
is_no_command(const char *text, const struct token *list)
{
	struct lexer inside;
	struct token head;

	if (list->kind != TOKEN_OPEN)
		return true;
	lexer_enter(&inside, text, list);
	return form_next(&inside, &head) && token_is(text, &head, "forall");
}

/* --- what is not shown --------------------------------------------------- */

/* The labels of a problem: all symbols behind :named. */
struct labels {
	struct slice *at;
	size_t count, capacity;
};

static int
compare_slices(const void *a, const void *b)
{
	const struct slice *left = a;
	const struct slice *right = b;
	size_t size =
		left->length < right->length ? left->length : right->length;
	int order = memcmp(left->start, right->start, size);

	if (order != 0)
		return order;
	return (left->length > right->length) - (left->length < right->length);
}

static void
labels_read(const struct task *t, struct labels *labels)
{
	const struct buf *text = &t->parsed->problem.text;
	struct lexer walk;
	struct token token;
	struct fault ignored;
	bool is_next = false;

	*labels = (struct labels){0};
	if (strstr(text->data, ":named") == NULL)
		return;
	lexer_init(&walk, text->data, text->size);
	while (lexer_next(&walk, &token, &ignored) && token.kind != TOKEN_END) {
		if (is_next && token_is_symbol(&token)) {
			labels->at = mem_room(labels->at, labels->count,
				&labels->capacity, sizeof(*labels->at));
			labels->at[labels->count++] =
				token_name(text->data, &token);
		}
		is_next = token.kind == TOKEN_KEYWORD &&
			  token_is(text->data, &token, ":named");
	}
	if (labels->count > 0)
		qsort(labels->at, labels->count, sizeof(*labels->at),
			compare_slices);
}

static bool
labels_have(const struct labels *labels, const struct slice *name)
{
	return labels->count > 0 &&
	       bsearch(name, labels->at, labels->count, sizeof(*name),
		       compare_slices) != NULL;
}

/*
 * The text defines a label, and may do so before libz3 prints what the label
 * is about; what some step made for itself (supremum.c) is nobody's.
 */
static bool
is_hidden(
	const char *text, const struct token *list, const struct labels *labels)
{
	static const char prefix[] = "satchel!";
	struct lexer inside;
	struct token t;
	struct slice name;

	if (list->kind != TOKEN_OPEN)
		return false;
	lexer_enter(&inside, text, list);
	if (!form_next(&inside, &t) || !form_next(&inside, &t))
		return false;
	name = token_name(text, &t);
	return labels_have(labels, &name) ||
	       (name.length > strlen(prefix) &&
		       memcmp(name.start, prefix, strlen(prefix)) == 0);
}

/* --- the text ------------------------------------------------------------ */

/* Copies what is a command with the comments before it. */
static void
add_commands(struct buf *out, const char *text, const struct labels *labels)
{
	size_t copied = 0;
	struct lexer walk;
	struct token t;

	lexer_init(&walk, text, strlen(text));
	while (form_next(&walk, &t)) {
		bool hidden = is_hidden(text, &t, labels);

		if (!hidden && !is_no_command(text, &t))
			continue;
		buf_add(out, text + copied, t.offset - copied);
		if (!hidden)
			add_comment(out, text + t.offset, t.length);
		copied = t.offset + t.length;
		if (text[copied] == '\n')
			copied++;
	}
	buf_add_text(out, text + copied);
}

char *
definitions_text(const struct task *t)
{
	DROP(buf) struct buf out;
	struct labels labels;
	const char *text;

	context_clear();
	text = Z3_model_to_string(t->c, t->model);
	if (context_failed() || text == NULL)
		return NULL;
	buf_init(&out, SIZE_MAX / 2);
	buf_add_text(&out, "(\n");
	labels_read(t, &labels);
	add_commands(&out, text, &labels);
	free(labels.at);
	if (out.data[out.size - 1] != '\n')
		buf_add_char(&out, '\n');
	buf_add_text(&out, ")");
	return buf_take(&out);
}

void
definitions_report(const struct task *t)
{
	DROP(text) char *text = definitions_text(t);

	if (text != NULL)
		answer_put_model(report_frames(), text);
}
