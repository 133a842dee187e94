#include "worker/executor/query.h"

#include <stdint.h>
#include <stdlib.h>

#include "base/alloc.h"
#include "base/buf.h"
#include "smt/text/lexer.h"
#include "worker/base/answer_stream.h"
#include "worker/base/context.h"
#include "worker/base/interruptible.h"
#include "worker/base/termset.h"
#include "worker/print/model_definitions.h"
#include "worker/print/print_term.h"
#include "worker/solution/evaluator.h"
#include "worker/solution/solution.h"
#include "worker/solution/stored_solution.h"

/* The terms of a query stand in a row. */
static const struct problem_part *
next_term(const struct task *t, const struct command *form,
	const struct problem_part *after)
{
	const struct problem *p = &t->parsed->problem;
	const struct problem_part *end = p->parts + p->count;
	const struct problem_part *at = after != NULL ? after + 1 : p->parts;

	while (after == NULL && at < end && at->form != form)
		at++;
	return at < end && at->form == form ? at : NULL;
}

/*
 * Why a query shows nothing, in its place: scripts ask whatever the
 * answer may be, and the answer stands.
 */
static void
add_unanswered(
	const struct task *t, const struct command *form, struct buf *out)
{
	const char *name = command_kind_info(form->command)->name;

	if (!t->sp->has_check)
		buf_add_format(out,
			"; %s: no check-sat since the last assert, push or "
			"pop\n",
			name);
	else
		buf_add_format(out, "; %s: the answer is %s\n", name,
			status_name(t->found.status));
}

static bool
has_model(const struct task *t, const struct command *form, struct buf *out)
{
	if (t->model == NULL)
		add_unanswered(t, form, out);
	return t->model != NULL;
}

/*
 * The same value, typed: solve_model's `values` are asked for in this way. The
 * bare name of a function is an array for libz3.
 */
static void
put_typed(struct task *t, const struct problem_part *part, Z3_ast value)
{
	Z3_ast term = task_term(t, part);
	DROP(text) char *name = task_name(t, part);

	if (value != NULL &&
		(term_applies_partial(t->c, value) ||
			(stored_solution_is_given(t) &&
				stored_solution_leaves_open(t, term, value))))
		(void)solution_put_value(t, name, term, NULL);
	else if (Z3_is_as_array(t->c, term) &&
		 Z3_model_has_interp(
			 t->c, t->model, Z3_get_as_array_func_decl(t->c, term)))
		(void)functions_put(
			t, Z3_get_as_array_func_decl(t->c, term), name);
	else
		(void)solution_put_value(t, name, term, value);
}

/* Returns whether the term is the bare name of a recursive function, which
 * stands for itself. */
static bool
is_recursive(const struct task *t, Z3_ast term)
{
	return Z3_is_as_array(t->c, term) &&
	       term_declares_recursive(
		       t->c, Z3_get_as_array_func_decl(t->c, term));
}

/* Returns the value in the solution, or NULL. */
static Z3_ast
value_of(struct task *t, const struct problem_part *part)
{
	Z3_ast term = task_term(t, part);

	return is_recursive(t, term) ? term : evaluator_value(t, term);
}

static Z3_ast
add_value(struct task *t, const struct problem_part *part, struct buf *out)
{
	Z3_ast value = value_of(t, part);
	DROP(text) char *text = NULL;

	if (is_recursive(t, task_term(t, part)))
		text = task_source(t, part);
	else if (value != NULL)
		text = print_term(t->printer, value);
	buf_add_text(out, text != NULL && text[0] != '\0' ? text : "unknown");
	return value;
}

/* ((TERM VALUE) ...) */
static void
get_values(struct task *t, const struct command *form, struct buf *out)
{
	bool is_typed = form->command == COMMAND_GET_VALUE;
	const char *separator = is_typed ? "\n " : " ";
	const struct problem_part *part = NULL;
	const char *before = "(";

	if (!has_model(t, form, out))
		return;
	while ((part = next_term(t, form, part)) != NULL) {
		DROP(text) char *source = task_source(t, part);
		Z3_ast value;

		buf_add_format(out, "%s(%s ", before, source);
		value = add_value(t, part, out);
		buf_add_char(out, ')');
		if (is_typed)
			put_typed(t, part, value);
		before = separator;
	}
	buf_add_text(out, before == separator ? ")\n" : "()\n");
}

static void
eval(struct task *t, const struct command *form, struct buf *out)
{
	const struct problem_part *part = next_term(t, form, NULL);

	if (!has_model(t, form, out))
		return;
	if (part != NULL)
		put_typed(t, part, add_value(t, part, out));
	else
		buf_add_text(out, "unknown");
	buf_add_char(out, '\n');
}

/* A term that libz3 gives up on is printed as it stands. */
static void
simplify(struct task *t, const struct command *form, struct buf *out)
{
	const struct problem_part *part = next_term(t, form, NULL);
	DROP(text) char *text = NULL;
	Z3_ast simple;

	if (part == NULL)
		return;
	context_clear();
	simple = interruptible_simplify(t->c, task_term(t, part));
	if (context_failed())
		simple = task_term(t, part);
	text = print_term(t->printer, simple);
	buf_add_format(out, "%s\n", text[0] != '\0' ? text : "unknown");
}

static void
get_objectives(struct task *t, const struct command *form, struct buf *out)
{
	if (!has_model(t, form, out))
		return;
	buf_add_text(out, t->found.objectives != NULL ? t->found.objectives
						      : "(objectives\n)\n");
}

/* The assumptions of the core as the text has them. */
static void
add_assumptions(const struct task *t, const char *before, struct buf *out)
{
	for (size_t i = 0; i < t->found.core.assumptions.count; i++) {
		const struct answer_assertion *one =
			&t->found.core.assumptions.list[i];

		buf_add_text(out, before);
		buf_add(out, t->script->text + one->offset, one->length);
		before = " ";
	}
}

static void
get_unsat_assumptions(
	struct task *t, const struct command *form, struct buf *out)
{
	if (t->found.status != STATUS_UNSAT) {
		add_unanswered(t, form, out);
		return;
	}
	buf_add_char(out, '(');
	add_assumptions(t, "", out);
	buf_add_text(out, ")\n");
}

/* The answer as a whole has the solution of the last check. */
static void
get_model(struct task *t, const struct command *form, struct buf *out)
{
	DROP(text) char *text = NULL;

	if (t->sp->is_last || !has_model(t, form, out))
		return;
	text = model_definitions_text(t, false);
	if (text != NULL)
		buf_add_format(out, "%s\n", text);
}

/* A comment, as none of it has a name that could stand in the list. */
static void
add_unnamed(const struct task *t, const struct answer_assertion *one,
	struct buf *out)
{
	const char *source = t->script->text + one->offset;
	const char *end = source + one->length;

	buf_add_format(out, "; line %u: ", (unsigned)one->line);
	for (; source < end; source++) {
		buf_add_char(out, *source);
		if (*source == '\n')
			buf_add_text(out, ";   ");
	}
	buf_add_char(out, '\n');
}

static void
add_core(const struct task *t, struct buf *out)
{
	const struct answer_assertions *core = &t->found.core.assertions;
	const char *before = "";

	buf_add_char(out, '(');
	for (size_t i = 0; i < core->count; i++) {
		if (core->list[i].label[0] == '\0')
			continue;
		buf_add_text(out, before);
		text_add_symbol(out, core->list[i].label);
		before = " ";
	}
	add_assumptions(t, before, out);
	buf_add_text(out, ")\n");
	for (size_t i = 0; i < core->count; i++) {
		if (core->list[i].label[0] == '\0')
			add_unnamed(t, &core->list[i], out);
	}
}

/* The answer as a whole has the core of the last check. */
static void
get_core(struct task *t, const struct command *form, struct buf *out)
{
	if (t->sp->is_last)
		return;
	if (t->found.status == STATUS_UNSAT)
		add_core(t, out);
	else
		add_unanswered(t, form, out);
}

static void
echo(struct task *t, const struct command *form, struct buf *out)
{
	struct token argument;
	DROP(text) char *text = NULL;

	/* smt/rules/command_policy.h lets nothing else pass. */
	if (!command_argument(form, t->script->text, 0, &argument))
		return;
	text = token_string(t->script->text, &argument);
	buf_add_format(out, "%s\n", text);
}

/* An option is none of these. */
static void
get_info(struct task *t, const struct command *form, struct buf *out)
{
	const char *text = t->script->text;
	struct token name = {0};

	if (form->command == COMMAND_GET_OPTION ||
		!command_argument(form, text, 0, &name))
		name = form->head;
	if (token_is(text, &name, ":reason-unknown"))
		buf_add_format(out, "(:reason-unknown \"%s\")\n",
			t->found.reason != NULL ? t->found.reason : "");
	else if (token_is(text, &name, ":all-statistics"))
		buf_add_format(out, "%s\n",
			t->found.counters != NULL ? t->found.counters : "()");
	else if (token_is(text, &name, ":version"))
		buf_add_format(out, "(:version \"%s\")\n", context_version());
	else if (token_is(text, &name, ":name"))
		buf_add_text(out, "(:name \"Z3\")\n");
	else if (token_is(text, &name, ":authors"))
		buf_add_text(out, "(:authors \"the authors of Z3\")\n");
	else if (token_is(text, &name, ":error-behavior"))
		buf_add_text(out, "(:error-behavior immediate-exit)\n");
	else
		buf_add_text(out, "unsupported\n");
}

static const struct {
	enum command_kind command;
	void (*answer)(
		struct task *t, const struct command *form, struct buf *out);
} queries[] = {
	{COMMAND_GET_VALUE, get_values},
	{COMMAND_EVAL, eval},
	{COMMAND_SIMPLIFY, simplify},
	{COMMAND_GET_ASSIGNMENT, get_values},
	{COMMAND_GET_OBJECTIVES, get_objectives},
	{COMMAND_GET_UNSAT_ASSUMPTIONS, get_unsat_assumptions},
	{COMMAND_GET_MODEL, get_model},
	{COMMAND_GET_UNSAT_CORE, get_core},
	{COMMAND_ECHO, echo},
	{COMMAND_GET_INFO, get_info},
	{COMMAND_GET_OPTION, get_info},
};

static void
query(struct task *t, const struct command *form)
{
	DROP(buf) struct buf out;

	buf_init(&out, SIZE_MAX / 2);
	for (size_t i = 0; i < sizeof(queries) / sizeof(queries[0]); i++) {
		if (queries[i].command != form->command)
			continue;
		queries[i].answer(t, form, &out);
		answer_put_output(&t->out->frames, out.data);
		answer_stream_send_late(t->out);
	}
}

/* Answers what the fields of the request ask for. */
static void
query_fields(struct task *t)
{
	const struct problem_part *part = NULL;

	while ((part = task_part(t, PART_QUERY, part)) != NULL) {
		if (part->field == NULL || t->model == NULL)
			continue;
		put_typed(t, part, value_of(t, part));
		answer_stream_send_late(t->out);
	}
}

void
query_all(struct task *t)
{
	for (size_t i = t->sp->follow_first; i < t->sp->follow_end; i++)
		query(t, &t->script->forms->at[i]);
	query_fields(t);
}
