/*
 * FlatZinc, which MiniZinc's compiler writes:
 *
 *	var 1..4: x :: output_var;
 *	var bool: b :: is_defined_var;
 *	constraint int_le_reif(x, 2, b) :: defines_var(b);
 *	solve maximize x;
 *
 * The domain of a variable is asserted; or, where a constraint says what it is,
 * it becomes a definition, which is written before the first use of it.
 * Otherwise the order of the text stays. Annotations for the search are
 * skipped.
 */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/limits.h"
#include "language/flatzinc_model.h"
#include "language/language.h"

enum {
	/* Of definitions within definitions: libz3 recurses, and the engines
	 * may look at a term once for each of its uses. */
	DEPTH_MAX = 40,
	/* Items that a long text is divided into. */
	ITEMS = 200,
};

struct writer {
	struct fzn_model m;
	struct translation *out;
	size_t text_size;
	size_t item_size; /* of the last item, in bytes of the source */
};

/* Each constraint that says what a variable is, as its definition: the first
 * one that does. */
static void
find_definitions(struct writer *w)
{
	for (uint32_t i = 0; i < w->m.constraints.count; i++) {
		struct fzn_constraint *c = &w->m.constraints.at[i];

		fzn_find_builtin(&w->m, c);
		if (w->m.is_refused)
			return;
		if (fzn_can_define(&w->m, c) &&
			w->m.declarations.at[c->defines].definition == FZN_NONE)
			w->m.declarations.at[c->defines].definition = i;
	}
}

/* What comes from that statement: another item, if the last one has had its
 * share of the text. */
static void
begin_statement(struct writer *w, struct slice statement, const char *note)
{
	struct translation *out = w->out;
	const struct translation_item *last =
		out->count > 0 ? &out->items[out->count - 1] : NULL;
	unsigned line;
	unsigned column;

	if (last == NULL || w->item_size > w->text_size / ITEMS ||
		out->text.size - last->offset > LIMIT_ITEM / 4 ||
		strcmp(last->note, note) != 0) {
		text_place(w->m.text, (size_t)(statement.start - w->m.text),
			&line, &column);
		translation_add_item(out, NULL, note, line);
		w->item_size = 0;
	}
	w->item_size += statement.length;
}

static void
declare_variables(struct writer *w)
{
	for (size_t i = 0; i < w->m.declarations.count; i++) {
		const struct fzn_declaration *d = &w->m.declarations.at[i];
		bool is_empty_set = d->value.kind == FZN_SET && d->has_domain &&
				    d->value.span.count == 0;

		if (d->value.form != FZN_VARIABLE || is_empty_set ||
			d->definition != FZN_NONE)
			continue;
		begin_statement(w, d->text, "variables");
		fzn_add_declaration(&w->out->text, &w->m, d);
	}
}

static void write_constraint(
	struct writer *w, struct fzn_constraint *c, unsigned waiting);

static bool
is_definition(const struct writer *w, const struct fzn_constraint *c)
{
	return c->defines != FZN_NONE &&
	       w->m.declarations.at[c->defines].definition ==
		       (uint32_t)(c - w->m.constraints.at);
}

/* In the place of its definition, which is then a constraint like others. */
static void
declare_instead(struct writer *w, const struct fzn_constraint *c)
{
	w->m.declarations.at[c->defines].definition = FZN_NONE;
	begin_statement(w, c->text, "constraints");
	fzn_add_declaration(
		&w->out->text, &w->m, &w->m.declarations.at[c->defines]);
}

/* The definition of a variable before its use by `user`. What has been begun
 * defines itself by itself, and with too many that wait it stays a constant. */
static void
require_definition(struct writer *w, struct fzn_constraint *user,
	uint32_t variable, unsigned waiting)
{
	const struct fzn_declaration *d = &w->m.declarations.at[variable];
	struct fzn_constraint *c;

	if (d->definition == FZN_NONE)
		return;
	c = &w->m.constraints.at[d->definition];
	if (c->state == FZN_OPEN && waiting < DEPTH_MAX)
		write_constraint(w, c, waiting + 1);
	else if (c->state != FZN_WRITTEN)
		declare_instead(w, c);
	if (d->definition != FZN_NONE && user->depth <= c->depth)
		user->depth = c->depth + 1;
}

/* Of all variables that a constraint names, but for the one that it defines. */
static void
require_definitions(
	struct writer *w, struct fzn_constraint *c, unsigned waiting)
{
	const struct fzn_value *v = w->m.values.at + c->arguments.first;
	uint32_t own = is_definition(w, c) ? c->defines : FZN_NONE;

	for (uint32_t i = 0; i < c->arguments.count; i++, v++) {
		bool is_array = v->form == FZN_ARRAY;
		const struct fzn_value *one =
			is_array ? w->m.values.at + v->span.first : v;
		uint32_t count = is_array ? v->span.count : 1;

		for (; count > 0; count--, one++) {
			if (one->form != FZN_VARIABLE)
				continue;
			if (one->variable != own)
				require_definition(
					w, c, one->variable, waiting);
			else
				own = FZN_NONE; /* a second one is a circle */
		}
	}
}

/* After the definitions of the variables that it names; so many other
 * constraints wait for this one. */
static void
write_constraint(struct writer *w, struct fzn_constraint *c, unsigned waiting)
{
	c->state = FZN_BEGUN;
	require_definitions(w, c, waiting);
	if (is_definition(w, c) && c->depth >= DEPTH_MAX)
		declare_instead(w, c);
	c->state = FZN_WRITTEN;
	begin_statement(w, c->text, "constraints");
	if (is_definition(w, c))
		fzn_add_definition(&w->out->text, &w->m, c);
	else
		fzn_add_constraint(&w->out->text, &w->m, c);
}

static void
write_objective(struct writer *w)
{
	const struct fzn_model *m = &w->m;
	struct buf *text = &w->out->text;

	if (m->goal == FZN_SATISFY)
		return;
	w->out->has_objective = true;
	begin_statement(w, m->solve, "objective");
	(void)buf_add_text(
		text, m->goal == FZN_MINIMIZE ? "(minimize " : "(maximize ");
	fzn_add_scalar(text, &m->objective, m->objective.kind);
	(void)buf_add_text(text, ")\n");
}

/* --- what is printed of a solution --------------------------------------- */

static void
add_output(
	struct buf *out, const struct fzn_model *m, const struct fzn_value *v)
{
	if (v->kind == FZN_SET && v->form != FZN_ARRAY) {
		bool is_variable = v->form == FZN_VARIABLE;

		(void)buf_add_char(out, '{');
		fzn_add_numbers(out, m, v, is_variable ? FLATZINC_MEMBER : "",
			is_variable ? FLATZINC_END : ",");
		if (!is_variable && v->span.count > 0)
			buf_truncate(out, out->size - 1);
		(void)buf_add_char(out, '}');
	} else if (v->form == FZN_VARIABLE) {
		(void)buf_add_text(out,
			v->kind == FZN_FLOAT ? FLATZINC_FLOAT : FLATZINC_VALUE);
		fzn_add_name(out, v->text);
		(void)buf_add_text(out, FLATZINC_END);
	} else {
		(void)buf_add(out, v->text.start, v->text.length);
	}
}

/* "array2d(1..2,0..1,[x,5,6,x])" */
static void
add_output_array(struct buf *out, const struct fzn_model *m,
	const struct fzn_declaration *d)
{
	(void)buf_add_format(out, "array%ud(", (unsigned)d->shape.count);
	for (uint32_t i = 0; i < d->shape.count; i++) {
		struct slice set = m->values.at[d->shape.first + i].text;

		(void)buf_add_format(out, "%.*s,", (int)set.length, set.start);
	}
	(void)buf_add_char(out, '[');
	for (uint32_t i = 0; i < d->value.span.count; i++) {
		(void)buf_add_text(out, i > 0 ? "," : "");
		add_output(out, m, &m->values.at[d->value.span.first + i]);
	}
	(void)buf_add_text(out, "])");
}

static void
write_outputs(struct writer *w)
{
	DROP(buf) struct buf out;

	buf_init(&out, w->out->text.ceiling);
	for (size_t i = 0; i < w->m.declarations.count; i++) {
		const struct fzn_declaration *d = &w->m.declarations.at[i];

		if (!d->is_output)
			continue;
		(void)buf_add(&out, d->name.start, d->name.length);
		(void)buf_add_text(&out, " = ");
		if (d->value.form == FZN_ARRAY)
			add_output_array(&out, &w->m, d);
		else
			add_output(&out, &w->m, &d->value);
		(void)buf_add_text(&out, ";\n");
	}
	w->out->text.overflowed |= out.overflowed;
	w->out->solution_format = buf_detach(&out);
}

/* --- the language -------------------------------------------------------- */

/* Also a whole model of MiniZinc, which is refused with what to do. */
bool
flatzinc_is(const char *text)
{
	static const char *const beginnings[] = {"predicate ", "array [",
		"array[", "var ", "constraint ",
		"bool:", "int:", "float:", "set of ", "include \"", "enum ",
		/* All that the compiler leaves of what it could decide, with
		 * its two blanks. */
		"solve  satisfy;"};
	size_t at = strspn(text, " \t\r\n");

	while (text[at] == '%') {
		at += strcspn(text + at, "\n");
		at += strspn(text + at, " \t\r\n");
	}
	for (size_t i = 0; i < sizeof(beginnings) / sizeof(beginnings[0]); i++)
		if (strncmp(text + at, beginnings[i], strlen(beginnings[i])) ==
			0)
			return strstr(text + at, "solve") != NULL;
	return false;
}

/* Returns the first control character that is no white space, or NULL. Pieces
 * of the text go into out->solution_format, whose marks are such characters. */
static const char *
find_control_character(const char *text)
{
	while (*text != '\0' &&
		((unsigned char)*text >= ' ' || isspace((unsigned char)*text)))
		text++;
	return *text != '\0' ? text : NULL;
}

bool
flatzinc_read(const char *text, size_t size, struct translation *out,
	struct diagnostic *fault)
{
	const char *control = find_control_character(text);
	struct writer w = {.out = out, .text_size = size};
	bool is_read;

	if (control != NULL)
		return language_refuse(fault, text, (struct slice){control, 1},
			"the control character %02x is not allowed in "
			"FlatZinc; remove it, also from comments",
			(unsigned char)*control);
	if (fzn_model_read(&w.m, text, fault)) {
		find_definitions(&w);
		if (!w.m.is_refused)
			declare_variables(&w);
		for (size_t i = 0; i < w.m.constraints.count &&
				   !w.m.is_refused && !out->text.overflowed;
			i++)
			if (w.m.constraints.at[i].state == FZN_OPEN)
				write_constraint(&w, &w.m.constraints.at[i], 0);
		write_objective(&w);
		write_outputs(&w);
	}
	is_read = !w.m.is_refused;
	fzn_model_release(&w.m);
	return is_read;
}
