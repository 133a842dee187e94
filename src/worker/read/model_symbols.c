#include "worker/read/model_symbols.h"

#include "smt/text/lexer.h"
#include "worker/read/assertion_writer.h"

/* --- constants ----------------------------------------------------------- */

/* Name and sort of a command that declares or defines a constant. */
static bool
constant_of(const char *script, const struct command *form, struct token *name,
	struct token *sort)
{
	struct token parameters;
	struct token first;
	struct lexer walk;

	switch ((int)form->command) {
	case COMMAND_DECLARE_CONST:
	case COMMAND_DEFINE_CONST:
		return command_argument(form, script, 0, name) &&
		       command_argument(form, script, 1, sort);
	case COMMAND_DECLARE_FUN:
	case COMMAND_DEFINE_FUN:
		if (!command_argument(form, script, 0, name) ||
			!command_argument(form, script, 1, &parameters) ||
			!command_argument(form, script, 2, sort) ||
			parameters.kind != TOKEN_OPEN)
			return false;
		lexer_enter(&walk, script, &parameters);
		return !command_next(&walk, &first);
	default:
		return false;
	}
}

static void
add_bytes(struct problem *p, const struct token *t)
{
	buf_add(&p->text, p->script + t->offset, t->length);
}

void
model_symbols_add_constant(struct problem *p, const struct command *form,
	enum problem_constants constants)
{
	struct problem_part *part;
	struct token name;
	struct token sort;

	if (!constant_of(p->script, form, &name, &sort) ||
		!token_is_symbol(&name))
		return;
	part = assertion_writer_add(p, PART_CONSTANT, form, &name);
	part->term = (long)p->terms++;
	part->is_wrapped = true;
	buf_add_text(&p->text, "(assert (let ((satchel!term ");
	if (constants == CONSTANTS_QUALIFIED)
		buf_add_text(&p->text, "(as ");
	assertion_writer_add_source(p, part);
	if (constants == CONSTANTS_QUALIFIED) {
		buf_add_char(&p->text, ' ');
		add_bytes(p, &sort);
		buf_add_char(&p->text, ')');
	}
	buf_add_text(&p->text, ")) (= satchel!term satchel!term)))\n");
}

/* --- functions ----------------------------------------------------------- */

/* A function to variables: (f satchel!0), ((as f Int) satchel!0). */
static void
add_application(struct problem *p, struct problem_part *part, size_t arity,
	const struct token *range)
{
	buf_add_text(&p->text, range != NULL ? "((as " : "(");
	assertion_writer_add_source(p, part);
	if (range != NULL) {
		buf_add_char(&p->text, ' ');
		add_bytes(p, range);
		buf_add_char(&p->text, ')');
	}
	for (size_t i = 0; i < arity; i++)
		buf_add_format(&p->text, " satchel!%zu", i);
	buf_add_char(&p->text, ')');
}

static void
open_function(struct problem *p, struct problem_part *part)
{
	part->term = (long)p->terms++;
	buf_add_text(&p->text, "(assert (forall (");
}

static void
close_function(struct problem *p, struct problem_part *part, size_t arity,
	const struct token *range)
{
	buf_add_text(&p->text, ") (= ");
	add_application(p, part, arity, range);
	add_application(p, part, arity, range);
	buf_add_text(&p->text, ")))\n");
}

static void
add_variable(struct problem *p, size_t number, const struct token *sort)
{
	buf_add_format(&p->text, "(satchel!%zu ", number);
	add_bytes(p, sort);
	buf_add_char(&p->text, ')');
}

static void
add_function(struct problem *p, const struct command *form,
	enum problem_constants constants)
{
	struct problem_part *part;
	struct token name, sorts, range, one;
	struct lexer walk;
	size_t arity = 0;

	if (form->command != COMMAND_DECLARE_FUN ||
		constant_of(p->script, form, &name, &range) ||
		!command_argument(form, p->script, 0, &name) ||
		!command_argument(form, p->script, 1, &sorts) ||
		!command_argument(form, p->script, 2, &range) ||
		sorts.kind != TOKEN_OPEN)
		return;
	part = assertion_writer_add(p, PART_FUNCTION, form, &name);
	open_function(p, part);
	lexer_enter(&walk, p->script, &sorts);
	while (command_next(&walk, &one))
		add_variable(p, arity++, &one);
	close_function(p, part, arity,
		constants == CONSTANTS_QUALIFIED ? &range : NULL);
}

/* --- selectors ----------------------------------------------------------- */

/* A datatype: its name, and a walk over its constructors. */
struct datatype {
	const struct command *form;
	struct token sort;
	struct lexer constructors;
};

/* Of (C (s S) ...). */
static void
add_selectors(struct problem *p, const struct datatype *d,
	const struct token *constructor)
{
	struct lexer walk;
	struct lexer field;
	struct token t;

	if (constructor->kind != TOKEN_OPEN)
		return;
	lexer_enter(&walk, p->script, constructor);
	(void)command_next(&walk, &t); /* C */
	while (command_next(&walk, &t)) {
		struct problem_part *part;
		struct token name;

		if (t.kind != TOKEN_OPEN)
			continue;
		lexer_enter(&field, p->script, &t);
		if (!command_next(&field, &name))
			continue;
		part = assertion_writer_add(p, PART_FUNCTION, d->form, &name);
		open_function(p, part);
		add_variable(p, 0, &d->sort);
		close_function(p, part, 1, NULL);
	}
}

/* Where there is but one constructor, its selectors have no other. */
static void
add_datatype(struct problem *p, struct datatype *d)
{
	struct lexer walk = d->constructors;
	struct token first;
	struct token t;

	if (!command_next(&walk, &first) || !command_next(&walk, &t) ||
		token_is(p->script, &first, "par"))
		return;
	while (command_next(&d->constructors, &t))
		add_selectors(p, d, &t);
}

/* (declare-datatypes ((T 0) (U 0)) ((C ...) (D ...))), or the older
 * (declare-datatypes () ((T C ...) (U D ...))); not of sorts with parameters.
 */
static void
add_datatypes(struct problem *p, struct datatype *d)
{
	struct lexer heads, bodies, head;
	struct token list, t;
	bool is_old;

	if (!command_argument(d->form, p->script, 0, &list) ||
		list.kind != TOKEN_OPEN)
		return;
	lexer_enter(&heads, p->script, &list);
	head = heads;
	is_old = !command_next(&head, &t);
	if (!command_argument(d->form, p->script, 1, &list) ||
		list.kind != TOKEN_OPEN)
		return;
	lexer_enter(&bodies, p->script, &list);
	while (command_next(&bodies, &t) && t.kind == TOKEN_OPEN) {
		lexer_enter(&d->constructors, p->script, &t);
		if (is_old) {
			if (!command_next(&d->constructors, &d->sort))
				continue;
		} else if (!command_next(&heads, &list) ||
			   list.kind != TOKEN_OPEN) {
			return;
		} else {
			lexer_enter(&head, p->script, &list);
			(void)command_next(&head, &d->sort);
		}
		add_datatype(p, d);
	}
}

static void
add_selectors_of(struct problem *p, const struct command *form)
{
	struct datatype d = {.form = form};
	struct token list;

	if (form->command == COMMAND_DECLARE_DATATYPES) {
		add_datatypes(p, &d);
		return;
	}
	if (form->command != COMMAND_DECLARE_DATATYPE ||
		!command_argument(form, p->script, 0, &d.sort) ||
		!command_argument(form, p->script, 1, &list) ||
		list.kind != TOKEN_OPEN)
		return;
	lexer_enter(&d.constructors, p->script, &list);
	add_datatype(p, &d);
}

/* --- all ----------------------------------------------------------------- */

void
model_symbols_add_functions(struct problem *p, const struct command *form,
	enum problem_constants constants)
{
	add_function(p, form, constants);
	/* Which is meant of two of one name nothing could say. */
	if (constants == CONSTANTS_PLAIN)
		add_selectors_of(p, form);
}

void
model_symbols_add(struct problem *p, const struct script *s,
	const struct script_problem *sp, enum problem_constants constants)
{
	for (size_t i = 0; i < sp->active_count; i++)
		model_symbols_add_constant(
			p, &s->forms->at[s->active[i]], constants);
	for (size_t i = 0; i < sp->active_count; i++)
		model_symbols_add_functions(
			p, &s->forms->at[s->active[i]], constants);
}
