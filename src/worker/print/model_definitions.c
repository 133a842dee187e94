#include "worker/print/model_definitions.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/buf.h"
#include "smt/text/command.h"
#include "smt/text/lexer.h"
#include "smt/text/name_set.h"
#include "smt/text/text.h"
#include "worker/base/answer_stream.h"
#include "worker/print/definition_order.h"
#include "worker/print/model_printer.h"
#include "worker/print/overloads.h"
#include "worker/print/partial_functions.h"
#include "worker/print/universe.h"
#include "worker/solution/macro_values.h"

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
	return command_next(&inside, &head) && token_is(text, &head, "forall");
}

/* --- what is not shown --------------------------------------------------- */

/* What decides how a definition is written. */
struct writing {
	const struct task *t;
	const char *text;	/* as libz3 prints it */
	struct name_set labels; /* of the problem: all symbols behind :named */
	struct name_set unwritten; /* what it defines, and is not shown */
	struct name_set overloads; /* its names that say no signature */
	struct buf *out;
};

static void
labels_add(
	const struct task *t, const struct token *part, struct name_set *labels)
{
	const char *text = t->script->text;
	struct lexer walk;
	struct token token;
	struct diagnostic ignored;
	bool is_next = false;

	lexer_at(&walk, text, part);
	while (lexer_next(&walk, &token, &ignored) && token.kind != TOKEN_END) {
		if (is_next && token_is_symbol(&token))
			name_set_add(labels, token_name(text, &token));
		is_next = token.kind == TOKEN_KEYWORD &&
			  token_is(text, &token, ":named");
	}
}

static void
labels_read(const struct task *t, struct name_set *labels)
{
	const struct problem *p = &t->parsed->problem;

	*labels = (struct name_set){0};
	if (strstr(t->script->text, ":named") == NULL)
		return;
	for (size_t i = 0; i < p->count; i++)
		labels_add(t, &p->parts[i].source, labels);
	name_set_sort(labels);
}

/*
 * The text defines a label, and may do so before libz3 prints what the label
 * is about; what some step made for itself (supremum.c) is nobody's; and what
 * operators are where SMT-LIB does not say it (completions.c) reads back as
 * something else.
 */
static bool
is_hidden(const struct writing *w, struct slice name)
{
	static const char prefix[] = "satchel!";

	return name_set_have(&w->labels, name) ||
	       name_set_have(&w->unwritten, name) ||
	       partial_function_is(w->t, name) ||
	       (name.length > strlen(prefix) &&
		       memcmp(name.start, prefix, strlen(prefix)) == 0);
}

/* --- the text ------------------------------------------------------------ */

/* The arguments of (define-fun NAME (PARAMETERS) SORT BODY). */
struct definition {
	struct token name, parameters, sort, body;
	bool has_parameters;
};

static bool
read_definition(
	const char *text, const struct token *list, struct definition *d)
{
	struct lexer inside;
	struct token head;
	struct token ignored;

	if (list->kind != TOKEN_OPEN)
		return false;
	lexer_enter(&inside, text, list);
	if (!command_next(&inside, &head) ||
		!token_is(text, &head, "define-fun") ||
		!command_next(&inside, &d->name) ||
		!command_next(&inside, &d->parameters) ||
		!command_next(&inside, &d->sort) ||
		!command_next(&inside, &d->body))
		return false;
	lexer_enter(&inside, text, &d->parameters);
	d->has_parameters = command_next(&inside, &ignored);
	return true;
}

/*
 * libz3 reads no second definition of a name without parameters, even of
 * another sort, but it reads a second declaration.
 */
static void
add_overloaded(const struct writing *w, const struct definition *d)
{
	buf_add_format(w->out, "(declare-fun %.*s () %.*s)\n",
		(int)d->name.length, w->text + d->name.offset,
		(int)d->sort.length, w->text + d->sort.offset);
	buf_add_format(w->out, "(assert (= (as %.*s %.*s) ",
		(int)d->name.length, w->text + d->name.offset,
		(int)d->sort.length, w->text + d->sort.offset);
	buf_add(w->out, w->text + d->body.offset, d->body.length);
	buf_add_text(w->out, "))\n");
}

/* True for a list that is not to be copied; what replaces it is added. */
static bool
replace(const struct writing *w, const struct token *list)
{
	struct definition d;
	struct slice name;

	if (is_no_command(w->text, list)) {
		add_comment(w->out, w->text + list->offset, list->length);
		return true;
	}
	if (!read_definition(w->text, list, &d))
		return false;
	name = token_name(w->text, &d.name);
	if (is_hidden(w, name))
		return true;
	if (d.has_parameters || !name_set_have(&w->overloads, name))
		return false;
	add_overloaded(w, &d);
	return true;
}

/* Copies what is a command with the comments before it. */
static void
add_commands(const struct writing *w)
{
	size_t copied = 0;
	struct lexer walk;
	struct token t;

	lexer_init(&walk, w->text, strlen(w->text));
	while (command_next(&walk, &t)) {
		buf_add(w->out, w->text + copied, t.offset - copied);
		copied = t.offset + t.length;
		if (!replace(w, &t))
			buf_add(w->out, w->text + t.offset, t.length);
		else if (w->text[copied] == '\n')
			copied++;
	}
	buf_add_text(w->out, w->text + copied);
}

char *
model_definitions_text(const struct task *t)
{
	DROP(buf) struct buf out;
	DROP(text) char *printed = NULL;
	DROP(buf) struct buf commands;
	struct writing w = {.t = t, .out = &commands};

	buf_init(&out, SIZE_MAX / 2);
	buf_init(&commands, SIZE_MAX / 2);
	w.text = printed = model_printer_model(t);
	if (printed == NULL)
		return NULL;
	buf_add_text(&out, "(\n");
	labels_read(t, &w.labels);
	overloads_read(t, &w.overloads);
	macro_values_unwritten(t, &w.unwritten);
	universe_add_missing(printed, &commands);
	add_commands(&w);
	name_set_release(&w.labels);
	name_set_release(&w.unwritten);
	name_set_release(&w.overloads);
	if (Z3_model_get_num_funcs(t->c, t->model) > 0)
		definition_order_definitions(t, commands.data, &out);
	else
		buf_add(&out, commands.data, commands.size);
	if (out.data[out.size - 1] != '\n')
		buf_add_char(&out, '\n');
	partial_functions_add(t, &out);
	buf_add_text(&out, ")");
	return buf_take(&out);
}

void
model_definitions_report(const struct task *t)
{
	DROP(text) char *text = model_definitions_text(t);

	if (text == NULL)
		return;
	if (t->ask->want_values)
		universe_report(text);
	answer_put_model(answer_stream_frames(), text);
}
