#include "smt/clauses_term.h"

#include <assert.h>

#include "smt/connective.h"
#include "smt/lexer.h"
#include "smt/reading.h"

/*
 * A term is read token by token; smt/reading.h has the lists that are open. A
 * definition with parameters is read again wherever it is applied, with its
 * parameters bound.
 */

/* Definitions that apply each other twice grow without a bound; so much is
 * read in a second. */
enum { STEPS_MAX = 10000000 };

static bool
refuse(struct reading *r, const struct token *t, const char *why)
{
	return fault_at(r->fault, FAULT_REFUSED, t, "%s", why);
}

static struct meaning
find_meaning(struct reading *r, const struct token *t)
{
	struct literals *l = &r->clauses->literals;

	return literals_get(l, literals_name(l, r->lexer.text, t));
}

/* --- beginnings ----------------------------------------------------------- */

static bool
read_constant(struct reading *r, const struct token *t)
{
	struct meaning meaning = find_meaning(r, t);

	if (meaning.kind == MEANS_LITERAL)
		reading_push(r, meaning.literal);
	else if (token_is(r->lexer.text, t, "true"))
		reading_push(r, GATES_TRUE);
	else if (token_is(r->lexer.text, t, "false"))
		reading_push(r, GATES_FALSE);
	else
		return refuse(r, t, "it is no Bool constant");
	return true;
}

static bool
open_call(struct reading *r, const struct token *open, const struct token *head)
{
	struct meaning meaning = find_meaning(r, head);

	if (meaning.kind != MEANS_MACRO)
		return refuse(r, head,
			"it is none of not, and, or, xor, =>, =, distinct, "
			"ite, let and the functions that are defined over "
			"Bool");
	reading_open(r, READING_CALL, open)->macro = meaning.macro;
	return true;
}

/* A term in parentheses begins. */
static bool
open_term(struct reading *r, const struct token *open, bool is_asserted)
{
	const struct connective *connective;
	struct token head;
	struct reading_list *f;

	if (!lexer_next(&r->lexer, &head, r->fault))
		return false;
	if (!token_is_symbol(&head))
		return refuse(r, &head, "it is no Boolean operator");
	connective = connective_find(r->lexer.text, &head);
	if (connective == NULL)
		return open_call(r, open, &head);
	f = reading_open(r, READING_OPERATOR, open);
	f->connective = connective;
	f->is_asserted = is_asserted && connective_is_clausal(connective);
	return true;
}

static bool
read_term(struct reading *r, const struct token *t, bool is_asserted)
{
	if (t->kind == TOKEN_OPEN)
		return open_term(r, t, is_asserted);
	if (token_is_symbol(t))
		return read_constant(r, t);
	return refuse(r, t, "it is no Bool constant");
}

/* --- ends ----------------------------------------------------------------- */

/* The values of a let's terms get their names. */
static void
end_bindings(struct reading *r, const struct reading_list *f)
{
	size_t count = r->value_count - f->values;

	for (size_t i = 0; i < count; i++)
		literals_bind(&r->clauses->literals, r->names[f->names + i],
			r->values[f->values + i]);
	r->name_count = f->names;
	r->value_count = f->values;
}

/* The body of the definition is read in the place of the call. */
static bool
end_call(struct reading *r, const struct reading_list *call)
{
	const struct clauses_macro *macro = &r->clauses->macros[call->macro];
	struct literals *l = &r->clauses->literals;
	struct reading_list *body;

	if (r->value_count - call->values != macro->parameter_count)
		return refuse(r, &call->open,
			"the definition has another number of parameters");
	r->value_count = call->values;
	body = reading_open(r, READING_BODY, &call->open);
	body->back = r->lexer;
	body->base = l->base;
	l->base = l->binding_count;
	for (size_t i = 0; i < macro->parameter_count; i++)
		literals_bind(
			l, macro->parameters[i], r->values[call->values + i]);
	lexer_at(&r->lexer, macro->text, &macro->body);
	return true;
}

static bool
end_operator(struct reading *r, const struct reading_list *f)
{
	const struct connective *c = f->connective;
	struct gates *g = &r->clauses->gates;
	int32_t *values = reading_values(r, f);
	size_t count = r->value_count - f->values;
	int32_t value = GATES_TRUE;

	if (count < c->least || count > c->most)
		return refuse(
			r, &f->open, "it takes another number of arguments");
	if (f->is_asserted)
		connective_assert(c, g, values, count);
	else
		value = connective_give(c, g, values, count);
	literals_unbind(&r->clauses->literals, f->bindings);
	r->value_count = f->values;
	reading_push(r, value);
	return true;
}

static bool
end_list(struct reading *r)
{
	struct reading_list f = *reading_top(r);

	r->list_count--;
	if (f.kind == READING_OPERATOR)
		return end_operator(r, &f);
	if (f.kind == READING_CALL)
		return end_call(r, &f);
	if (f.kind == READING_BINDING && f.elements != 2)
		return refuse(r, &f.open, "a name and one term are due here");
	if (f.kind == READING_BINDINGS)
		end_bindings(r, &f);
	return true;
}

/* Of an applied definition: when its one term has its value. */
static void
end_bodies(struct reading *r)
{
	struct literals *l = &r->clauses->literals;

	while (r->list_count > 0 && reading_top(r)->kind == READING_BODY &&
		r->value_count > reading_top(r)->values) {
		const struct reading_list *f = reading_top(r);

		literals_unbind(l, f->bindings);
		l->base = f->base;
		r->lexer = f->back;
		r->list_count--;
	}
}

/* --- elements ------------------------------------------------------------- */

/* The name in (x term). */
static bool
read_name(struct reading *r, const struct token *t)
{
	if (!token_is_symbol(t))
		return refuse(r, t, "a name is due here");
	reading_push_name(
		r, literals_name(&r->clauses->literals, r->lexer.text, t));
	return true;
}

static bool
read_binding(struct reading *r, const struct token *t, enum reading_kind kind)
{
	if (t->kind != TOKEN_OPEN)
		return refuse(r, t, "a binding is due here");
	(void)reading_open(r, kind, t);
	return true;
}

/* :named label, :pattern (...) and such, behind the term. */
static bool
read_attribute(struct reading *r, struct reading_list *f, const struct token *t)
{
	struct literals *l = &r->clauses->literals;

	if (f->is_label && token_is_symbol(t))
		literals_set(l, literals_name(l, r->lexer.text, t),
			(struct meaning){MEANS_LITERAL,
				r->values[r->value_count - 1], 0});
	f->is_label = token_is(r->lexer.text, t, ":named");
	if (t->kind == TOKEN_OPEN)
		(void)reading_open(r, READING_SKIPPED, t);
	return true;
}

static bool
read_operand(struct reading *r, struct reading_list *f, size_t position,
	const struct token *t)
{
	if (f->connective->kind == CONNECTIVE_NOTE && position > 0)
		return read_attribute(r, f, t);
	if (f->connective->kind == CONNECTIVE_LET && position == 0)
		return read_binding(r, t, READING_BINDINGS);
	return read_term(
		r, t, f->is_asserted && f->connective->kind == CONNECTIVE_AND);
}

static bool
read_element(struct reading *r, const struct token *t)
{
	struct reading_list *f = reading_top(r);
	size_t position = f->elements++;

	switch (f->kind) {
	case READING_OPERATOR:
		return read_operand(r, f, position, t);
	case READING_BINDINGS:
		return read_binding(r, t, READING_BINDING);
	case READING_BINDING:
		return position == 0 ? read_name(r, t) : read_term(r, t, false);
	case READING_SKIPPED:
		if (t->kind == TOKEN_OPEN)
			(void)reading_open(r, READING_SKIPPED, t);
		return true;
	case READING_CALL:
	case READING_BODY:
		break;
	}
	return read_term(r, t, false);
}

static bool
step(struct reading *r)
{
	struct token t;

	if (!lexer_next(&r->lexer, &t, r->fault))
		return false;
	if (++r->clauses->steps > STEPS_MAX ||
		r->clauses->gates.text.overflowed)
		return fault_at(r->fault, FAULT_LIMIT, &t, "%s",
			"it takes too many clauses");
	if (t.kind == TOKEN_CLOSE ? !end_list(r) : !read_element(r, &t))
		return false;
	end_bodies(r);
	return true;
}

static bool
read_all(struct reading *r, bool is_asserted, int32_t *literal)
{
	struct token first;

	if (!lexer_next(&r->lexer, &first, r->fault) ||
		!read_term(r, &first, is_asserted))
		return false;
	while (r->list_count > 0) {
		if (!step(r))
			return false;
	}
	assert(r->value_count == 1);
	*literal = r->values[0];
	if (is_asserted && *literal != GATES_TRUE) {
		gates_clause(&r->clauses->gates, literal, 1);
		*literal = GATES_TRUE;
	}
	return true;
}

bool
clauses_term(struct clauses *c, const char *text, const struct token *term,
	bool is_asserted, int32_t *literal, struct fault *fault)
{
	struct reading r = {.clauses = c, .fault = fault};
	bool done;

	lexer_at(&r.lexer, text, term);
	done = read_all(&r, is_asserted, literal);
	reading_release(&r);
	return done;
}
