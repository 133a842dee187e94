#include "advice/around.h"

#include <string.h>

#include "advice/meant.h"
#include "smt/builtin.h"
#include "smt/command.h"

enum { NEAR = 2 }; /* forms outwards in which a foreign function counts */

/* (member x s): s is not known either, but that is not the point. */
bool
around_is_foreign(struct counsel *c, const struct scene *s,
	const struct advice_place *where)
{
	struct span form, head;

	for (size_t outward = 0; outward < NEAR; outward++) {
		struct quote name;

		if (!scene_form(s, outward, &form) ||
			!form_child(s, form, 0, &head))
			continue;
		name = quote_span(s, head);
		if (builtin_has(name.text) ||
			meant_type(where, name.text) != NULL ||
			!meant_word(c, WORD_TERM, name.text))
			continue;
		counsel_form(c, s, form);
		counsel_aim(c, s, head);
		counsel_problem(c, "`{token}` is not known");
		return true;
	}
	return false;
}

bool
around_wants_bool(const struct scene *s, size_t outward)
{
	static const char *const heads[] = {"assert", "assert-soft", "and",
		"or", "not", "xor", "=>", "implies"};
	struct span form, head;

	if (!scene_form(s, outward, &form) || !form_child(s, form, 0, &head))
		return false;
	for (size_t i = 0; i < sizeof(heads) / sizeof(heads[0]); i++)
		if (span_is(s, head, heads[i]))
			return true;
	return false;
}

bool
around_is_command(struct counsel *c, const struct scene *s)
{
	static const char *const begins[] = {"assert", "declare-", "define-",
		"minimize", "maximize", "check-sat", "set-logic", "set-option"};
	struct span form, head, term;

	for (size_t outward = 0; outward + 1 < s->depth; outward++) {
		if (!scene_form(s, outward, &form) ||
			!form_child(s, form, 0, &head) ||
			command_find((struct slice){s->text + head.offset,
				head.size}) == COMMAND_COUNT)
			continue;
		for (size_t i = 0; i < sizeof(begins) / sizeof(begins[0]);
			i++) {
			if (!span_begins(s, head, begins[i]))
				continue;
			counsel_aim(c, s, head);
			counsel_problem(c, "`{token}` is a command, and stands "
					   "inside of another one");
			counsel_cause(c, "a command stands alone, never in a "
					 "term");
			if (i == 0 && form_child(s, form, 1, &term)) {
				counsel_part(
					c, 1, s->text + term.offset, term.size);
				counsel_step(c, "Write the condition alone: "
						"{1}.");
				return true;
			}
			counsel_part(c, 1, s->text + form.offset, form.size);
			counsel_step(c, "Put it in front, as a command of its "
					"own: {1}.");
			return true;
		}
	}
	return false;
}

static bool
is_own_name(struct counsel *c, const struct scene *s, const char *name)
{
	struct span form, head, defined;

	if (s->depth == 0 || !scene_form(s, s->depth - 1, &form) ||
		!form_child(s, form, 0, &head) ||
		!span_is(s, head, "define-fun") ||
		!form_child(s, form, 1, &defined) || !span_is(s, defined, name))
		return false;
	counsel_cause(c, "define-fun cannot use the name that it defines");
	counsel_step(c, "For a recursive function write (define-fun-rec "
			"{token} ...), with the rest as it is.");
	return true;
}

/* Whether the text before the place binds the name: ((y Int)), (y 5). */
static bool
was_bound(struct counsel *c, const struct scene *s, const char *name)
{
	static const char *const binders[] = {
		"forall", "exists", "lambda", "let"};
	size_t size = strlen(name);
	size_t at = 0;
	struct span token;
	enum piece_kind kind;
	struct span binder = {0};

	while ((kind = piece_next(s->text, s->size, at, &token)) != PIECE_END &&
		token.offset < s->token.offset) {
		size_t end = token.offset + token.size;

		at = end;
		for (size_t i = 0; i < sizeof(binders) / sizeof(binders[0]);
			i++)
			if (span_is(s, token, binders[i]))
				binder = token;
		if (binder.size == 0 || kind != PIECE_ATOM ||
			token.size != size || !span_is(s, token, name) ||
			s->text[token.offset - 1] != '(' || s->text[end] != ' ')
			continue;
		counsel_part(c, 1, s->text + binder.offset, binder.size);
		return true;
	}
	return false;
}

static bool
has_left_its_binder(struct counsel *c, const struct scene *s, const char *name)
{
	if (s->depth == 0 || !was_bound(c, s, name))
		return false;
	counsel_cause(c, "`{1}` before this place binds `{token}`, but only up "
			 "to its own `)`");
	counsel_step(c, "Move this into the body of that `{1}`.");
	counsel_step(c, "Or, if all of the model is about one `{token}`, "
			"declare it: (declare-const {token} Int).");
	return true;
}

/* (let ((z 1) (w z)) ...): z is bound beside the place, not around it. */
static bool
is_bound_beside(struct counsel *c, const struct scene *s, const char *name)
{
	struct span let, list, bound;
	size_t outward;

	for (outward = 0; scene_form(s, outward, &let); outward++) {
		struct span binding = {0, 0};

		if (!form_child(s, let, 0, &bound) ||
			!span_is(s, bound, "let") ||
			!form_child(s, let, 1, &list) ||
			s->token.offset >= list.offset + list.size)
			continue;
		while (form_after(s, list, &binding))
			if (form_child(s, binding, 0, &bound) &&
				span_is(s, bound, name)) {
				counsel_cause(c, "the bindings of one `let` do "
						 "not see each other");
				counsel_step(c, "Nest them: (let (({token} "
						"TERM)) (let (...) BODY)).");
				return true;
			}
	}
	return false;
}

/* |x - y| */
static bool
is_quoted_term(struct counsel *c, const struct scene *s, const char *name)
{
	if (span_first(s, c->at) != '|' || strpbrk(name, " ") == NULL)
		return false;
	counsel_cause(c, "bars quote a name, so all of this is one name, and "
			 "it is not declared");
	counsel_step(c, "For an absolute value write (abs TERM), with the "
			"operator in front: (abs (- x y)).");
	counsel_step(c, "If it is a name, declare it first: (declare-const "
			"{token} Int).");
	return true;
}

bool
around_explains(struct counsel *c, const struct scene *s,
	const struct advice_place *where, const char *name)
{
	return is_bound_beside(c, s, name) || is_quoted_term(c, s, name) ||
	       around_is_command(c, s) || around_is_foreign(c, s, where) ||
	       is_own_name(c, s, name) || has_left_its_binder(c, s, name);
}
