/*
 * FlatZinc, which MiniZinc's compiler writes:
 *
 *	var 1..4: x :: output_var;
 *	var bool: b :: is_defined_var;
 *	constraint int_le_reif(x, 2, b) :: defines_var(b);
 *	solve maximize x;
 *
 * A variable is a constant with its domain asserted, or, where a constraint
 * says what it is, a definition. Those come before what uses them, otherwise
 * the order of the text stays. Annotations for the search are skipped.
 */
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/limits.h"
#include "language/flatzinc_builtins.h"
#include "language/flatzinc_model.h"
#include "language/language.h"

enum {
	/* Of definitions within definitions: libz3 recurses, and the engines
	 * may look at a term once for each of its uses. */
	DEPTH_MAX = 40,
	/* Items that a long text is divided into. */
	ITEMS = 200,
};

/* What is written of a constraint, and how many definitions it stands on. */
struct progress {
	enum { OPEN, BEGUN, WRITTEN } state;
	unsigned depth;
	bool is_definition;
	uint32_t argument, element; /* to be looked at next */
	uint32_t parent;
};

struct writing {
	struct fzn_model m;
	struct translation *out;
	struct progress *constraints;
	size_t item_size; /* in bytes of the source */
};

/* "constraint forall (...)" is MiniZinc, as is one without a name. */
static bool
has_calls_only(const char *text)
{
	static const char word[] = "constraint ";

	while ((text = strstr(text, word)) != NULL) {
		size_t length;

		text += strlen(word);
		text += strspn(text, " ");
		length = strcspn(text, "( \t\n;");
		if (length == 0 || text[length] != '(' ||
			strncmp(text, "forall", length) == 0 ||
			strncmp(text, "exists", length) == 0)
			return false;
	}
	return true;
}

bool
flatzinc_is(const char *text, size_t size)
{
	static const char *const words[] = {"predicate", "array", "var",
		"constraint", "bool", "int", "float", "set"};
	size_t at = strspn(text, " \t\r\n");

	(void)size;
	while (text[at] == '%') {
		at += strcspn(text + at, "\n");
		at += strspn(text + at, " \t\r\n");
	}
	for (size_t i = 0; i < sizeof(words) / sizeof(words[0]); i++) {
		size_t length = strlen(words[i]);

		if (strncmp(text + at, words[i], length) == 0 &&
			strchr(" :[", text[at + length]) != NULL)
			return strstr(text + at, "solve") != NULL &&
			       strstr(text + at, "\noutput") == NULL &&
			       has_calls_only(text + at);
	}
	return false;
}

/* --- variables ----------------------------------------------------------- */

static const char *
sort_of(enum fzn_kind kind)
{
	static const char *const sorts[] = {"Bool", "Int", "Real", "Bool"};

	return sorts[kind];
}

static void
write_domain(struct writing *w, const struct fzn_declaration *d)
{
	struct buf *text = &w->out->text;
	DROP(buf) struct buf name;

	buf_init(&name, text->ceiling);
	if (!d->has_domain)
		return;
	fzn_write_name(d->name, &name);
	(void)buf_add_text(text, " (assert ");
	if (d->kind == FZN_INT) {
		fzn_write_in_ranges(&w->m, d->domain.span, name.data, text);
	} else {
		const struct fzn_value *ends =
			w->m.values + d->domain.span.first;

		(void)buf_add_text(text, "(<= ");
		fzn_write_value(&w->m, &ends[0], FZN_FLOAT, text);
		(void)buf_add_format(text, " %s ", name.data);
		fzn_write_value(&w->m, &ends[1], FZN_FLOAT, text);
		(void)buf_add_char(text, ')');
	}
	(void)buf_add_char(text, ')');
}

static bool
declare_set(struct writing *w, const struct fzn_declaration *d)
{
	struct buf *text = &w->out->text;
	const struct fzn_range *r = w->m.ranges + d->domain.span.first;
	uint32_t count = d->domain.span.count;

	if (!d->has_domain ||
		(count > 0 && (uint64_t)r[count - 1].high - (uint64_t)r->low >=
				      FZN_SET_MAX))
		return fzn_refuse(&w->m, d->offset, d->size,
			"the set %.*s has no bounds, or more than %d numbers "
			"between them; write var set of LOW..HIGH",
			(int)d->name.length, d->name.start, FZN_SET_MAX);
	for (; count > 0 && !text->overflowed; count--, r++) {
		for (int64_t k = r->low; k <= r->high; k++) {
			(void)buf_add_text(text, "(declare-const ");
			fzn_write_member(d->name, k, text);
			(void)buf_add_text(text, " Bool) ");
		}
	}
	return true;
}

/* (declare-const x Int) (assert (<= 1 x 9)) */
static bool
declare(struct writing *w, const struct fzn_declaration *d)
{
	struct buf *text = &w->out->text;

	if (d->kind == FZN_SET)
		return declare_set(w, d);
	(void)buf_add_text(text, "(declare-const ");
	fzn_write_name(d->name, text);
	(void)buf_add_format(text, " %s)", sort_of(d->kind));
	write_domain(w, d);
	return true;
}

/* `var 1..9: x = y;` */
static void
assert_value(struct writing *w, const struct fzn_declaration *d)
{
	struct buf *text = &w->out->text;

	(void)buf_add_text(text, " (assert (= ");
	fzn_write_name(d->name, text);
	(void)buf_add_char(text, ' ');
	fzn_write_value(&w->m, &d->value, d->kind, text);
	(void)buf_add_text(text, "))");
}

/* --- items --------------------------------------------------------------- */

/* What comes from that statement: another item, if the last one has had its
 * share of the text. */
static void
begin_statement(
	struct writing *w, uint32_t offset, uint32_t size, const char *note)
{
	struct translation *out = w->out;
	bool is_full = out->count == 0 || w->item_size > w->m.size / ITEMS ||
		       out->text.size - out->items[out->count - 1].offset >
			       LIMIT_ITEM / 4 ||
		       strcmp(out->items[out->count - 1].note, note) != 0;
	unsigned line;
	unsigned column;

	if (is_full) {
		text_place(w->m.text, offset, &line, &column);
		translation_add_item(out, NULL, note, line);
		w->item_size = 0;
	}
	w->item_size += size;
	translation_add_place(out, offset, size);
}

static bool
declare_variables(struct writing *w)
{
	for (size_t i = 0; i < w->m.declaration_count; i++) {
		const struct fzn_declaration *d = &w->m.declarations[i];

		if (!d->is_variable || d->is_array || d->definition != FZN_NONE)
			continue;
		begin_statement(w, d->offset, d->size, "variables");
		if (!declare(w, d))
			return false;
		if (d->has_value)
			assert_value(w, d);
		(void)buf_add_char(&w->out->text, '\n');
	}
	return true;
}

/* --- constraints --------------------------------------------------------- */

/* Each constraint that says what a variable is, as its definition: the first
 * one that does. */
static bool
find_definitions(struct writing *w)
{
	for (size_t i = 0; i < w->m.constraint_count; i++) {
		const struct fzn_constraint *c = &w->m.constraints[i];
		struct fzn_declaration *d;
		struct fzn_term t;

		if (!fzn_term_find(&t, &w->m, c, &w->out->text))
			return false;
		if (!fzn_term_defines(&t))
			continue;
		d = &w->m.declarations[c->defines];
		if (d->definition != FZN_NONE || d->has_value ||
			d->kind == FZN_SET)
			continue;
		d->definition = (uint32_t)i;
		w->constraints[i].is_definition = true;
	}
	return true;
}

static void
begin_constraint(struct writing *w, size_t number)
{
	const struct fzn_constraint *c = &w->m.constraints[number];

	begin_statement(w, c->offset, c->size, "constraints");
}

/* In the place of its definition, which is then a constraint like others. */
static bool
declare_instead(struct writing *w, size_t number)
{
	struct progress *p = &w->constraints[number];

	p->is_definition = false;
	p->depth = 0;
	begin_constraint(w, number);
	return declare(w,
		       &w->m.declarations[w->m.constraints[number].defines]) &&
	       (buf_add_char(&w->out->text, '\n') || true);
}

static bool
write_definition(struct writing *w, struct fzn_term *t)
{
	const struct fzn_declaration *d = &w->m.declarations[t->c->defines];
	struct buf *text = &w->out->text;
	size_t before;

	(void)buf_add_text(text, "(define-fun ");
	fzn_write_name(d->name, text);
	(void)buf_add_format(text, " () %s ", sort_of(d->kind));
	if (!fzn_term_write_definition(t))
		return false;
	(void)buf_add_char(text, ')');
	if (!slice_is(t->c->name, "bool2int"))
		write_domain(w, d);
	before = text->size;
	(void)buf_add_text(text, " (assert ");
	if (fzn_term_write_guard(t))
		(void)buf_add_char(text, ')');
	else
		buf_truncate(text, before);
	return true;
}

static bool
write_constraint(struct writing *w, size_t number)
{
	struct progress *p = &w->constraints[number];
	struct buf *text = &w->out->text;
	struct fzn_term t;

	if (p->is_definition && p->depth >= DEPTH_MAX &&
		!declare_instead(w, number))
		return false;
	if (!fzn_term_find(&t, &w->m, &w->m.constraints[number], text))
		return false;
	p->state = WRITTEN;
	begin_constraint(w, number);
	if (p->is_definition) {
		if (!write_definition(w, &t))
			return false;
	} else {
		(void)buf_add_text(text, "(assert ");
		if (!fzn_term_write(&t))
			return false;
		(void)buf_add_char(text, ')');
	}
	(void)buf_add_char(text, '\n');
	return true;
}

/* The definition of the variable, if the constraint has to wait for it; what
 * has been begun already defines itself by itself, and becomes a constant. */
static bool
look_at(struct writing *w, struct progress *p, const struct fzn_value *v,
	uint32_t *wanted)
{
	uint32_t number = v->form == FZN_VARIABLE
				  ? w->m.declarations[v->declaration].definition
				  : FZN_NONE;
	struct progress *other = &w->constraints[number];

	if (number == FZN_NONE || other == p || !other->is_definition)
		return true;
	if (other->state == OPEN)
		*wanted = number;
	else if (other->state == BEGUN)
		return declare_instead(w, number);
	if (other->depth >= p->depth)
		p->depth = other->depth + 1;
	return true;
}

/* The next definition that is to be written before the constraint, or NONE. */
static bool
find_wanted(struct writing *w, size_t number, uint32_t *wanted)
{
	const struct fzn_span arguments = w->m.constraints[number].arguments;
	struct progress *p = &w->constraints[number];

	*wanted = FZN_NONE;
	for (; p->argument < arguments.count; p->argument++, p->element = 0) {
		const struct fzn_value *v =
			&w->m.values[arguments.first + p->argument];
		uint32_t count = v->form == FZN_ARRAY ? v->span.count : 1;

		for (; p->element < count; p->element++) {
			const struct fzn_value *one =
				v->form == FZN_ARRAY
					? &w->m.values[v->span.first +
						       p->element]
					: v;

			if (!look_at(w, p, one, wanted))
				return false;
			if (*wanted != FZN_NONE)
				return true;
		}
	}
	return true;
}

/* The constraint after all that it stands on. */
static bool
write_in_order(struct writing *w, uint32_t number)
{
	w->constraints[number].parent = FZN_NONE;
	while (number != FZN_NONE && !w->out->text.overflowed) {
		struct progress *p = &w->constraints[number];
		uint32_t wanted;

		p->state = BEGUN;
		if (!find_wanted(w, number, &wanted))
			return false;
		if (wanted != FZN_NONE) {
			w->constraints[wanted].parent = number;
			number = wanted;
		} else {
			if (!write_constraint(w, number))
				return false;
			number = p->parent;
		}
	}
	return true;
}

static bool
write_constraints(struct writing *w)
{
	for (uint32_t i = 0; i < w->m.constraint_count; i++) {
		if (w->constraints[i].state == OPEN && !write_in_order(w, i))
			return false;
	}
	return true;
}

static void
write_objective(struct writing *w)
{
	const struct fzn_model *m = &w->m;
	struct buf *text = &w->out->text;

	if (m->goal == FZN_SATISFY)
		return;
	w->out->has_objective = true;
	begin_statement(w, m->solve_offset, m->solve_size, "objective");
	(void)buf_add_text(
		text, m->goal == FZN_MINIMIZE ? "(minimize " : "(maximize ");
	fzn_write_value(m, &m->objective, m->objective.kind, text);
	(void)buf_add_text(text, ")\n");
}

/* --- what is printed of a solution --------------------------------------- */

static void
add_set(const struct fzn_model *m, const struct fzn_value *v, struct buf *out)
{
	struct fzn_span set =
		v->form == FZN_VARIABLE
			? m->declarations[v->declaration].domain.span
			: v->span;

	(void)buf_add_char(out, '{');
	for (uint32_t i = 0; i < set.count; i++) {
		const struct fzn_range *r = &m->ranges[set.first + i];

		for (int64_t k = r->low; k <= r->high && !out->overflowed;
			k++) {
			(void)buf_add_text(out, FLATZINC_MEMBER);
			if (v->form == FZN_VARIABLE)
				fzn_write_member(
					m->declarations[v->declaration].name, k,
					out);
			(void)buf_add_format(out,
				FLATZINC_NUMBER "%lld" FLATZINC_END,
				(long long)k);
		}
	}
	(void)buf_add_char(out, '}');
}

static void
add_output(
	const struct fzn_model *m, const struct fzn_value *v, struct buf *out)
{
	if (v->kind == FZN_SET) {
		add_set(m, v, out);
	} else if (v->form != FZN_VARIABLE) {
		if (v->kind == FZN_BOOL)
			(void)buf_add_text(out, v->number ? "true" : "false");
		else
			(void)buf_add(out, m->text + v->offset, v->size);
	} else {
		(void)buf_add_text(out,
			v->kind == FZN_FLOAT ? FLATZINC_FLOAT : FLATZINC_VALUE);
		fzn_write_name(m->declarations[v->declaration].name, out);
		(void)buf_add_text(out, FLATZINC_END);
	}
}

static void
add_output_array(const struct fzn_model *m, const struct fzn_declaration *d,
	struct buf *out)
{
	(void)buf_add_format(out, "array%ud(", (unsigned)d->shape.count);
	for (uint32_t i = 0; i < d->shape.count; i++) {
		const struct fzn_value *v = &m->values[d->shape.first + i];

		(void)buf_add(out, m->text + v->offset, v->size);
		(void)buf_add_char(out, ',');
	}
	(void)buf_add_char(out, '[');
	for (uint32_t i = 0; i < d->value.span.count; i++) {
		(void)buf_add_text(out, i > 0 ? "," : "");
		add_output(m, &m->values[d->value.span.first + i], out);
	}
	(void)buf_add_text(out, "])");
}

static void
write_outputs(struct writing *w)
{
	DROP(buf) struct buf out;

	buf_init(&out, w->out->text.ceiling);
	for (size_t i = 0; i < w->m.declaration_count; i++) {
		const struct fzn_declaration *d = &w->m.declarations[i];
		struct fzn_value self = {.form = FZN_VARIABLE,
			.kind = d->kind,
			.declaration = (uint32_t)i};

		if (!d->is_output)
			continue;
		(void)buf_add(&out, d->name.start, d->name.length);
		(void)buf_add_text(&out, " = ");
		if (d->is_array)
			add_output_array(&w->m, d, &out);
		else
			add_output(&w->m, d->is_variable ? &self : &d->value,
				&out);
		(void)buf_add_text(&out, ";\n");
	}
	w->out->text.overflowed |= out.overflowed;
	w->out->solution_format = buf_take(&out);
}

static bool
write_model(struct writing *w)
{
	w->constraints =
		mem_new((w->m.constraint_count + 1) * sizeof(*w->constraints));
	if (!find_definitions(w) || !declare_variables(w) ||
		!write_constraints(w))
		return false;
	write_objective(w);
	write_outputs(w);
	return true;
}

bool
flatzinc_read(const char *text, size_t size, struct translation *out,
	struct diagnostic *fault)
{
	struct writing w = {.out = out};
	bool is_read =
		fzn_model_read(&w.m, text, size, fault) && write_model(&w);

	free(w.constraints);
	fzn_model_release(&w.m);
	return is_read;
}
