#include "solver/definitions.h"

#include <stdint.h>
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

/* A constant that some step made for itself (supremum.c). */
static bool
is_ours(const char *text, const struct token *list)
{
	static const char prefix[] = "satchel!";
	struct lexer inside;
	struct token t;

	if (list->kind != TOKEN_OPEN)
		return false;
	lexer_enter(&inside, text, list);
	return form_next(&inside, &t) && form_next(&inside, &t) &&
	       strncmp(text + t.offset, prefix, strlen(prefix)) == 0;
}

/* Copies what is a command with the comments before it. */
static void
add_commands(struct buf *out, const char *text)
{
	size_t copied = 0;
	struct lexer walk;
	struct token t;

	lexer_init(&walk, text, strlen(text));
	while (form_next(&walk, &t)) {
		bool is_hidden = is_ours(text, &t);

		if (!is_hidden && !is_no_command(text, &t))
			continue;
		buf_add(out, text + copied, t.offset - copied);
		if (!is_hidden)
			add_comment(out, text + t.offset, t.length);
		copied = t.offset + t.length;
		if (text[copied] == '\n')
			copied++;
	}
	buf_add_text(out, text + copied);
}

void
definitions_report(const struct task *t)
{
	DROP(buf) struct buf out;
	const char *text;

	context_clear();
	text = Z3_model_to_string(t->c, t->model);
	if (context_failed() || text == NULL)
		return;
	buf_init(&out, SIZE_MAX / 2);
	buf_add_text(&out, "(\n");
	add_commands(&out, text);
	if (out.data[out.size - 1] != '\n')
		buf_add_char(&out, '\n');
	buf_add_text(&out, ")");
	answer_put_model(report_frames(), out.data);
}
