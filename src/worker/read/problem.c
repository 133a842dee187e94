#include "worker/read/problem.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "smt/text/lexer.h"
#include "smt/text/unicode_escape.h"
#include "worker/read/assertion_writer.h"
#include "worker/read/model_symbols.h"

/* A label is a definition, which has to be read again. */
static bool
can_be_known(const struct problem *p, const struct command *form)
{
	static const char named[] = ":named";

	return form->command == COMMAND_ASSERT &&
	       memmem(p->script + form->list.offset, form->list.length, named,
		       strlen(named)) == NULL;
}

/* An assertion whose term is known. */
static void
add_known(struct problem *p, const struct command *form)
{
	struct problem_part *part =
		assertion_writer_add(p, PART_ASSERTION, form, &form->list);

	part->at = p->text.size;
	part->is_known = true;
	part->term = (long)p->terms++;
}

static void
add_command(struct problem *p, const struct command *form)
{
	bool asserts = form->command == COMMAND_ASSERT;
	struct problem_part *part = assertion_writer_add(
		p, asserts ? PART_ASSERTION : PART_COMMAND, form, &form->list);

	if (asserts)
		part->term = (long)p->terms++;
	assertion_writer_add_source(p, part);
	buf_add_char(&p->text, '\n');
}

/* A Bool that is asserted here only to be read. */
static void
add_bool(struct problem *p, enum part_kind kind, const struct command *form,
	const struct token *term)
{
	struct problem_part *part = assertion_writer_add(p, kind, form, term);

	part->term = (long)p->terms++;
	buf_add_text(&p->text, "(assert\n");
	assertion_writer_add_source(p, part);
	buf_add_text(&p->text, "\n)\n");
}

static void
add_term(struct problem *p, enum part_kind kind, const struct command *form,
	const struct token *term)
{
	struct problem_part *part = assertion_writer_add(p, kind, form, term);

	part->term = (long)p->terms++;
	part->is_wrapped = true;
	buf_add_text(&p->text, "(assert (let ((satchel!term\n");
	assertion_writer_add_source(p, part);
	buf_add_text(&p->text, "\n)) (= satchel!term satchel!term)))\n");
}

/* The elements of a list argument, each as a part. */
static void
add_list(struct problem *p, enum part_kind kind, const struct command *form)
{
	struct lexer walk;
	struct token list;
	struct token one;

	if (!command_argument(form, p->script, 0, &list) ||
		list.kind != TOKEN_OPEN)
		return;
	lexer_enter(&walk, p->script, &list);
	while (command_next(&walk, &one)) {
		if (kind == PART_ASSUMPTION)
			add_bool(p, kind, form, &one);
		else
			add_term(p, kind, form, &one);
	}
}

static void
add_assumptions(struct problem *p, const struct command *check)
{
	struct lexer walk;
	struct token one;

	if (check == NULL)
		return;
	if (check->command == COMMAND_CHECK_SAT_ASSUMING) {
		add_list(p, PART_ASSUMPTION, check);
		return;
	}
	command_walk(check, p->script, &walk);
	while (command_next(&walk, &one))
		add_bool(p, PART_ASSUMPTION, check, &one);
}

static void
add_argument(struct problem *p, enum part_kind kind, const struct command *form)
{
	struct token term;

	if (!command_argument(form, p->script, 0, &term))
		return;
	if (kind == PART_SOFT)
		add_bool(p, kind, form, &term);
	else
		add_term(p, kind, form, &term);
}

/* --- labels -------------------------------------------------------------- */

/* get-assignment asks for every label in force. */
static void
add_labels(struct problem *p, const struct script *s,
	const struct script_problem *sp, const struct command *query)
{
	for (size_t i = 0; i < sp->active_count; i++) {
		const struct command *form = &s->forms->at[s->active[i]];
		struct token label;

		if (form->command == COMMAND_ASSERT &&
			command_label(form, p->script, &label))
			add_term(p, PART_QUERY, query, &label);
	}
}

/* --- the whole ----------------------------------------------------------- */

static void
add_active(struct problem *p, const struct command *form)
{
	switch ((int)form->command) {
	case COMMAND_MINIMIZE:
	case COMMAND_MAXIMIZE:
		add_argument(p, PART_OBJECTIVE, form);
		break;
	case COMMAND_ASSERT_SOFT:
		add_argument(p, PART_SOFT, form);
		break;
	case COMMAND_SET_LOGIC:
		break; /* a hint: under a logic libz3 lacks names */
	default:
		add_command(p, form);
	}
}

static void
add_follower(struct problem *p, const struct script *s,
	const struct script_problem *sp, const struct command *form)
{
	switch ((int)form->command) {
	case COMMAND_GET_VALUE:
		add_list(p, PART_QUERY, form);
		break;
	case COMMAND_EVAL:
	case COMMAND_SIMPLIFY:
		add_argument(p, PART_QUERY, form);
		break;
	case COMMAND_GET_ASSIGNMENT:
		add_labels(p, s, sp, form);
		break;
	case COMMAND_ECHO:
	case COMMAND_GET_INFO:
	case COMMAND_GET_OPTION:
	case COMMAND_GET_OBJECTIVES:
	case COMMAND_GET_UNSAT_ASSUMPTIONS:
	case COMMAND_GET_MODEL:
	case COMMAND_GET_UNSAT_CORE:
	case COMMAND_SET_LOGIC:
		break; /* answered without a term */
	default:
		add_command(p, form);
	}
}

/* Numbers the assertions; parts and commands stand in the same order. */
static void
number_parts(struct problem *p, const struct commands *forms)
{
	const struct command *form = forms->at;
	size_t number = 0;

	for (size_t i = 0; i < p->count; i++) {
		if (p->parts[i].kind != PART_ASSERTION)
			continue;
		for (; form < p->parts[i].form; form++) {
			if (form->command == COMMAND_ASSERT)
				number++;
		}
		p->parts[i].number = number;
	}
}

/* What the labels of an assertion name, without the assertion. */
static void
add_labelled(struct problem *p, const struct command *form)
{
	struct token term;

	if (!command_argument(form, p->script, 0, &term))
		return;
	buf_add_format(&p->text, "(define-fun satchel!gone!%zu () Bool\n",
		form->list.offset);
	unicode_escape_put(&p->text, p->script + term.offset, term.length);
	buf_add_text(&p->text, "\n)\n");
}

void
problem_build(struct problem *p, const struct script *s,
	const struct script_problem *sp, enum problem_constants constants)
{
	const struct command *form;
	size_t labelled = 0;

	*p = (struct problem){.script = s->text};
	buf_init(&p->text, SIZE_MAX / 2);
	for (size_t i = 0; i < sp->active_count; i++) {
		while (labelled < s->labelled_count &&
			s->labelled[labelled] < s->active[i])
			add_labelled(p, &s->forms->at[s->labelled[labelled++]]);
		form = &s->forms->at[s->active[i]];
		if (i < sp->known_count && can_be_known(p, form))
			add_known(p, form);
		else
			add_active(p, form);
	}
	while (labelled < s->labelled_count)
		add_labelled(p, &s->forms->at[s->labelled[labelled++]]);
	add_assumptions(p, sp->check);
	if (constants != CONSTANTS_NONE)
		model_symbols_add(p, s, sp, constants);
	for (size_t i = sp->follow_first; i < sp->follow_end; i++)
		add_follower(p, s, sp, &s->forms->at[i]);
	number_parts(p, s->forms);
}

void
problem_release(struct problem *p)
{
	buf_release(&p->text);
	free(p->parts);
	*p = (struct problem){0};
}

void
problem_drop(struct problem *p)
{
	problem_release(p);
}
