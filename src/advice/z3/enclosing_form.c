#include "advice/z3/enclosing_form.h"

#include <string.h>

#include "advice/message/rules.h"
#include "advice/slips/suggestion.h"
#include "smt/names/builtin.h"
#include "smt/text/command_kind.h"

enum { NEAR = 2 }; /* forms outwards in which a foreign function counts */

/* (member x s): s is not known either, but that is not the point. */
bool
enclosing_form_is_foreign(struct message *c, const struct text_context *s,
	const struct advice_place *where)
{
	struct span form, head;

	for (size_t outward = 0; outward < NEAR; outward++) {
		struct quote name;

		if (!text_context_form(s, outward, &form) ||
			!form_child(s, form, 0, &head))
			continue;
		name = quote_span(s, head);
		if (builtin_has(name.text) ||
			suggestion_type(where, name.text) != NULL ||
			!suggestion_word(c, "term", name.text))
			continue;
		message_form(c, form);
		message_aim(c, head);
		return rules_use(c, "not-known");
	}
	return false;
}

bool
enclosing_form_wants_bool(const struct text_context *s, size_t outward)
{
	static const char *const heads[] = {"assert", "assert-soft", "and",
		"or", "not", "xor", "=>", "implies"};
	struct span form, head;

	if (!text_context_form(s, outward, &form) ||
		!form_child(s, form, 0, &head))
		return false;
	for (size_t i = 0; i < sizeof(heads) / sizeof(heads[0]); i++)
		if (span_is(s, head, heads[i]))
			return true;
	return false;
}

bool
enclosing_form_is_command(struct message *c, const struct text_context *s)
{
	static const char *const begins[] = {"assert", "declare-", "define-",
		"minimize", "maximize", "check-sat", "set-logic", "set-option"};
	struct span form, head, term;

	for (size_t outward = 0; outward + 1 < s->depth; outward++) {
		if (!text_context_form(s, outward, &form) ||
			!form_child(s, form, 0, &head) ||
			command_kind_find((struct slice){s->text + head.offset,
				head.size}) == COMMAND_KIND_COUNT)
			continue;
		for (size_t i = 0; i < sizeof(begins) / sizeof(begins[0]);
			i++) {
			if (!span_begins(s, head, begins[i]))
				continue;
			message_aim(c, head);
			(void)rules_use(c, "inner-command");
			if (i == 0 && form_child(s, form, 1, &term)) {
				message_part(
					c, 1, s->text + term.offset, term.size);
				return rules_use(c, "condition-alone");
			}
			message_part(c, 1, s->text + form.offset, form.size);
			return rules_use(c, "command-alone");
		}
	}
	return false;
}

bool
enclosing_form_is_own_name(
	struct message *c, const struct text_context *s, const char *name)
{
	struct span form, head, defined;

	if (s->depth == 0 || !text_context_form(s, s->depth - 1, &form) ||
		!form_child(s, form, 0, &head) ||
		!span_is(s, head, "define-fun") ||
		!form_child(s, form, 1, &defined) || !span_is(s, defined, name))
		return false;
	return rules_use(c, "own-name");
}

/* Whether the text before the place binds the name: ((y Int)), (y 5). */
static bool
was_bound(struct message *c, const struct text_context *s, const char *name)
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
		message_part(c, 1, s->text + binder.offset, binder.size);
		return true;
	}
	return false;
}

static bool
has_left_its_binder(
	struct message *c, const struct text_context *s, const char *name)
{
	if (s->depth == 0 || !was_bound(c, s, name))
		return false;
	return rules_use(c, "left-its-binder");
}

/* (let ((z 1) (w z)) ...): z is bound beside the place, not around it. */
static bool
is_bound_beside(
	struct message *c, const struct text_context *s, const char *name)
{
	struct span let, list, bound;
	size_t outward;

	for (outward = 0; text_context_form(s, outward, &let); outward++) {
		struct span binding = {0, 0};

		if (!form_child(s, let, 0, &bound) ||
			!span_is(s, bound, "let") ||
			!form_child(s, let, 1, &list) ||
			s->token.offset >= list.offset + list.size)
			continue;
		while (form_after(s, list, &binding))
			if (form_child(s, binding, 0, &bound) &&
				span_is(s, bound, name)) {
				return rules_use(c, form_count(s, let) == 2
							    ? "let-body"
							    : "bound-beside");
			}
	}
	return false;
}

/* |x - y| */
static bool
is_quoted_term(
	struct message *c, const struct text_context *s, const char *name)
{
	if (span_first(s, c->at) != '|' || strpbrk(name, " ") == NULL)
		return false;
	return rules_use(c, "quoted-term");
}

bool
enclosing_form_explains(struct message *c, const struct text_context *s,
	const struct advice_place *where, const char *name)
{
	return is_bound_beside(c, s, name) || is_quoted_term(c, s, name) ||
	       enclosing_form_is_command(c, s) ||
	       enclosing_form_is_foreign(c, s, where) ||
	       has_left_its_binder(c, s, name);
}
