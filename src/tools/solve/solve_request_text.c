#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/limits.h"
#include "model/items/model.h"
#include "smt/text/commands.h"
#include "tools/solve/core_items.h"
#include "tools/solve/request_errors.h"
#include "tools/solve/solve_request.h"

/* Room for the terms of the call, which came in one message, and what stands
 * around them. */
enum { ROOM = 2 * LIMIT_MESSAGE };

static void
blank(char *text, size_t size)
{
	for (size_t i = 0; i < size; i++) {
		if (text[i] != '\n')
			text[i] = ' ';
	}
}

static void
blank_items(struct solve_request *q)
{
	size_t at = 0;

	for (size_t i = 0; q->left_out > 0 && i < q->model->count; i++) {
		size_t size = model_at(q->model, i)->size;

		if (q->is_left_out[i])
			blank(q->render.text.data + at, size);
		at += size + 1;
	}
}

static bool
is_objective(enum command_kind command)
{
	return command == COMMAND_MINIMIZE || command == COMMAND_MAXIMIZE ||
	       command == COMMAND_ASSERT_SOFT;
}

/* They say what is best, not what is possible. */
static bool
blank_objectives(struct solve_request *q, struct diagnostic *fault)
{
	DROP(commands) struct commands forms = {0};
	struct buf *text = &q->render.text;

	if (!commands_split(text->data, text->size, &forms, fault))
		return false;
	for (size_t i = 0; i < forms.count; i++) {
		const struct token *list = &forms.at[i].list;

		if (is_objective(forms.at[i].command))
			blank(text->data + list->offset, list->length);
	}
	return true;
}

static void
write_line(struct solve_request *q, const char *line)
{
	buf_add_format(&q->render.text, "%s\n", line);
	q->next_line++;
}

/* Whole, so that its lines and columns are those of the argument. */
static void
write_term(struct solve_request *q, struct solve_request_term *term)
{
	term->line = q->next_line;
	buf_add(&q->render.text, term->text, term->size);
	buf_add_char(&q->render.text, '\n');
	q->next_line++;
	for (size_t i = 0; i < term->size; i++)
		q->next_line += term->text[i] == '\n';
}

/* Each term for `as` between a line before and one behind. */
static void
write_each(struct solve_request *q, enum asked as, const char *before,
	const char *behind)
{
	for (size_t i = 0; i < q->term_count; i++) {
		if (q->terms[i].as != as)
			continue;
		write_line(q, before);
		write_term(q, &q->terms[i]);
		write_line(q, behind);
	}
}

static void
write_options(struct solve_request *q)
{
	q->next_line +=
		(unsigned)solver_options_write(&q->settings, &q->render.text);
	if (q->priority == NULL)
		return;
	buf_add_format(&q->render.text, "(set-option :opt.priority %s)\n",
		q->priority);
	q->next_line++;
}

static void
write_check(struct solve_request *q)
{
	bool has_property = !q->without_property &&
			    solve_request_count(q, ASKED_PROPERTY) > 0;

	if (!has_property && solve_request_count(q, ASKED_ASSUME) == 0) {
		write_line(q, "(check-sat)");
		return;
	}
	write_line(q, "(check-sat-assuming (");
	if (has_property)
		write_each(q, ASKED_PROPERTY, "(not", ")");
	for (size_t i = 0; i < q->term_count; i++) {
		if (q->terms[i].as == ASKED_ASSUME)
			write_term(q, &q->terms[i]);
	}
	write_line(q, "))");
}

/*
 * Several solutions differ on the terms of get-value, so what is only to be
 * evaluated is asked for by eval.
 */
static void
write_evaluations(struct solve_request *q)
{
	write_each(q, ASKED_DISTINCT, "(get-value (", "))");
	write_each(q, ASKED_VALUE, "(eval", ")");
}

/* Of an item, the session's configuration or the call: the last one counts. */
static const char *
order_of(const char *text, const struct commands *forms)
{
	static const char *const names[] = {"lex", "box", "pareto"};
	const char *order = names[0];

	for (size_t i = 0; i < forms->count; i++) {
		const struct command *form = &forms->at[i];
		struct token name;
		struct token value;

		if (form->command != COMMAND_SET_OPTION ||
			!command_argument(form, text, 0, &name) ||
			!command_argument(form, text, 1, &value) ||
			!token_is(text, &name, ":opt.priority"))
			continue;
		for (size_t k = 0; k < sizeof(names) / sizeof(names[0]); k++) {
			if (token_is(text, &value, names[k]))
				order = names[k];
		}
	}
	return order;
}

bool
solve_request_write(struct solve_request *q, struct err *e)
{
	DROP(commands) struct commands forms = {0};
	struct buf *text = &q->render.text;
	struct diagnostic fault;

	render_release(&q->render);
	assertions_release(&q->all);
	render_worker(q->model, &q->render);
	text->ceiling += ROOM;
	q->next_line = q->render.end_line;
	blank_items(q);
	if (q->without_objectives && !blank_objectives(q, &fault))
		return question_refuse(q, &fault, e);
	write_options(q);
	write_each(q, ASKED_MINIMIZE, "(minimize", ")");
	write_each(q, ASKED_MAXIMIZE, "(maximize", ")");
	write_check(q);
	write_evaluations(q);
	if (!commands_split(text->data, text->size, &forms, &fault))
		return question_refuse(q, &fault, e);
	core_items_all(&forms, &q->all);
	q->order = order_of(text->data, &forms);
	if (!q->without_property)
		hash_text(text->data, text->size, q->text_hash);
	return true;
}

bool
solve_request_write_evaluation(
	struct solve_request *q, const struct buf *prefix, struct err *e)
{
	DROP(commands) struct commands forms = {0};
	struct buf *text = &q->render.text;
	struct diagnostic fault;

	render_release(&q->render);
	buf_init(text, prefix->size + ROOM);
	buf_add(text, prefix->data, prefix->size);
	q->next_line = 1;
	for (size_t i = 0; i < prefix->size; i++)
		q->next_line += prefix->data[i] == '\n';
	write_line(q, "(check-sat)");
	write_evaluations(q);
	return commands_split(text->data, text->size, &forms, &fault) ||
	       question_refuse(q, &fault, e);
}
