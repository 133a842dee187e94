#include "smt/clauses_term.h"

#include <assert.h>
#include <stdlib.h>

#include "base/alloc.h"
#include "smt/connective.h"
#include "smt/lexer.h"

/*
 * A term is read token by token with a stack of the lists that are open; no
 * recursion, since a term may be nested ten thousand deep. The literals of the
 * elements of all open lists are one stack too. A definition with parameters
 * is read again wherever it is applied, with its parameters bound.
 */

/* Definitions that apply each other twice grow without a bound; so much is
 * read in a second. */
enum { STEPS_MAX = 10000000 };

enum kind {
	KIND_OPERATOR,
	KIND_CALL, /* of a definition */
	KIND_BODY, /* of a definition, while it is applied */
	KIND_BINDINGS,
	KIND_BINDING,
	KIND_SKIPPED, /* the value of an attribute */
};

struct frame {
	enum kind kind;
	const struct connective *connective; /* of an operator */
	struct token open;
	size_t values;	 /* how many there were before its own */
	size_t bindings; /* likewise */
	size_t names;	 /* likewise: of a let that are not bound yet */
	size_t elements; /* that it has had */
	size_t macro;	 /* of a call */
	bool is_asserted;
	bool is_label;	   /* the next element is one */
	struct lexer back; /* of a body: where to go on behind it */
	size_t base;	   /* likewise: of the bindings */
};

struct reading {
	struct clauses *clauses;
	struct lexer lexer;
	struct fault *fault;
	struct frame *frames;
	size_t frame_count, frame_capacity;
	int32_t *values;
	size_t value_count, value_capacity;
	size_t *names; /* of the lets whose terms are read */
	size_t name_count, name_capacity;
};

static bool
refuse(struct reading *r, const struct token *t, const char *why)
{
	return fault_at(r->fault, FAULT_REFUSED, t, "%s", why);
}

static struct frame *
top(struct reading *r)
{
	return &r->frames[r->frame_count - 1];
}

static void
push_value(struct reading *r, int32_t literal)
{
	r->values = mem_room(r->values, r->value_count, &r->value_capacity,
		sizeof(*r->values));
	r->values[r->value_count++] = literal;
}

static struct frame *
push_frame(struct reading *r, enum kind kind, const struct token *open)
{
	r->frames = mem_room(r->frames, r->frame_count, &r->frame_capacity,
		sizeof(*r->frames));
	r->frames[r->frame_count] = (struct frame){
		.kind = kind,
		.open = *open,
		.values = r->value_count,
		.bindings = r->clauses->literals.binding_count,
		.names = r->name_count,
	};
	return &r->frames[r->frame_count++];
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
		push_value(r, meaning.literal);
	else if (token_is(r->lexer.text, t, "true"))
		push_value(r, GATES_TRUE);
	else if (token_is(r->lexer.text, t, "false"))
		push_value(r, GATES_FALSE);
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
	push_frame(r, KIND_CALL, open)->macro = meaning.macro;
	return true;
}

/* A term in parentheses begins. */
static bool
open_term(struct reading *r, const struct token *open, bool is_asserted)
{
	const struct connective *connective;
	struct token head;
	struct frame *f;

	if (!lexer_next(&r->lexer, &head, r->fault))
		return false;
	if (!token_is_symbol(&head))
		return refuse(r, &head, "it is no Boolean operator");
	connective = connective_find(r->lexer.text, &head);
	if (connective == NULL)
		return open_call(r, open, &head);
	f = push_frame(r, KIND_OPERATOR, open);
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

/* Of the list that ends. To an array that is not there nothing is added. */
static int32_t *
values_of(const struct reading *r, const struct frame *f)
{
	return r->values != NULL ? r->values + f->values : NULL;
}

/* The values of a let's terms get their names. */
static void
end_bindings(struct reading *r, const struct frame *f)
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
end_call(struct reading *r, const struct frame *call)
{
	const struct clauses_macro *macro = &r->clauses->macros[call->macro];
	struct literals *l = &r->clauses->literals;
	struct frame *body;

	if (r->value_count - call->values != macro->parameter_count)
		return refuse(r, &call->open,
			"the definition has another number of parameters");
	r->value_count = call->values;
	body = push_frame(r, KIND_BODY, &call->open);
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
end_operator(struct reading *r, const struct frame *f)
{
	const struct connective *c = f->connective;
	struct gates *g = &r->clauses->gates;
	int32_t *values = values_of(r, f);
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
	push_value(r, value);
	return true;
}

static bool
end_list(struct reading *r)
{
	struct frame f = *top(r);

	r->frame_count--;
	if (f.kind == KIND_OPERATOR)
		return end_operator(r, &f);
	if (f.kind == KIND_CALL)
		return end_call(r, &f);
	if (f.kind == KIND_BINDING && f.elements != 2)
		return refuse(r, &f.open, "a name and one term are due here");
	if (f.kind == KIND_BINDINGS)
		end_bindings(r, &f);
	return true;
}

/* Of an applied definition: when its one term has its value. */
static void
end_bodies(struct reading *r)
{
	struct literals *l = &r->clauses->literals;

	while (r->frame_count > 0 && top(r)->kind == KIND_BODY &&
		r->value_count > top(r)->values) {
		const struct frame *f = top(r);

		literals_unbind(l, f->bindings);
		l->base = f->base;
		r->lexer = f->back;
		r->frame_count--;
	}
}

/* --- elements ------------------------------------------------------------- */

/* The name in (x term). */
static bool
read_name(struct reading *r, const struct token *t)
{
	if (!token_is_symbol(t))
		return refuse(r, t, "a name is due here");
	r->names = mem_room(
		r->names, r->name_count, &r->name_capacity, sizeof(*r->names));
	r->names[r->name_count++] =
		literals_name(&r->clauses->literals, r->lexer.text, t);
	return true;
}

static bool
read_binding(struct reading *r, const struct token *t, enum kind kind)
{
	if (t->kind != TOKEN_OPEN)
		return refuse(r, t, "a binding is due here");
	(void)push_frame(r, kind, t);
	return true;
}

/* :named label, :pattern (...) and such, behind the term. */
static bool
read_attribute(struct reading *r, struct frame *f, const struct token *t)
{
	struct literals *l = &r->clauses->literals;

	if (f->is_label && token_is_symbol(t))
		literals_set(l, literals_name(l, r->lexer.text, t),
			(struct meaning){MEANS_LITERAL,
				r->values[r->value_count - 1], 0});
	f->is_label = token_is(r->lexer.text, t, ":named");
	if (t->kind == TOKEN_OPEN)
		(void)push_frame(r, KIND_SKIPPED, t);
	return true;
}

static bool
read_operand(struct reading *r, struct frame *f, size_t position,
	const struct token *t)
{
	if (f->connective->kind == CONNECTIVE_NOTE && position > 0)
		return read_attribute(r, f, t);
	if (f->connective->kind == CONNECTIVE_LET && position == 0)
		return read_binding(r, t, KIND_BINDINGS);
	return read_term(
		r, t, f->is_asserted && f->connective->kind == CONNECTIVE_AND);
}

static bool
read_element(struct reading *r, const struct token *t)
{
	struct frame *f = top(r);
	size_t position = f->elements++;

	switch (f->kind) {
	case KIND_OPERATOR:
		return read_operand(r, f, position, t);
	case KIND_BINDINGS:
		return read_binding(r, t, KIND_BINDING);
	case KIND_BINDING:
		return position == 0 ? read_name(r, t) : read_term(r, t, false);
	case KIND_SKIPPED:
		if (t->kind == TOKEN_OPEN)
			(void)push_frame(r, KIND_SKIPPED, t);
		return true;
	case KIND_CALL:
	case KIND_BODY:
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
	while (r->frame_count > 0) {
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
	free(r.frames);
	free(r.values);
	free(r.names);
	return done;
}
