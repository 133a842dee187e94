#include "advice/z3/unknown_name.h"

#include <string.h>

#include "advice/message/rules.h"
#include "advice/slips/infix.h"
#include "advice/slips/suggestion.h"
#include "advice/z3/enclosing_form.h"
#include "advice/z3/sort_errors.h"
#include "base/alloc.h"
#include "base/buf.h"
#include "smt/names/builtin.h"

/* "unknown constant ...": a name alone, or one that is applied. */

/* The word under the caret without the bars of a quoted symbol. */
static struct quote
bare_name(const struct text_context *s, struct span at)
{
	if (span_first(s, at) == '|' && at.size > 2)
		return quote_text(s->text + at.offset + 1, at.size - 2);
	return quote_span(s, at);
}

/* The type of a constant beside the place in the same form, or NULL. */
static const char *
type_beside(const struct message *c, const struct text_context *s)
{
	struct span form, child;

	if (!text_context_form(s, 0, &form) || !form_child(s, form, 0, &child))
		return NULL;
	while (form_after(s, form, &child)) {
		const char *type =
			suggestion_type(c->where, quote_span(s, child).text);

		if (type != NULL && !suggestion_is_function(type))
			return type;
	}
	return NULL;
}

static void
tell_declare_constant(struct message *c, const struct text_context *s)
{
	const char *type = type_beside(c, s);

	if (type == NULL && enclosing_form_wants_bool(s, 0))
		type = "Bool";
	if (type == NULL)
		type = strncmp(c->head.text, "re.", 3) == 0 ||
				       strncmp(c->head.text, "str.", 4) == 0
			       ? "String"
			       : "Int";
	if (strcmp(type, "String") == 0)
		(void)rules_use(c, "text");
	message_part(c, 2, type, strlen(type));
	(void)rules_use(c, "declare-constant");
}

/* A constructor was meant rather than another constant. */
static bool
is_of_declared_sort(const struct message *c, const struct text_context *s)
{
	const char *type = type_beside(c, s);

	for (size_t i = 0; type != NULL && i < c->where->symbol_count; i++)
		if (strcmp(c->where->symbols[i].name, type) == 0)
			return c->step_count == 0;
	return false;
}

static void
tell_constant(struct message *c, const struct text_context *s)
{
	struct quote name = bare_name(s, c->at);

	if (enclosing_form_is_own_name(c, s, name.text) ||
		suggestion_late(c, c->where, name.text) ||
		suggestion_word(c, "term", name.text) ||
		suggestion_bits(c, name.text) || infix_in_word(c, s, c->at) ||
		suggestion_field(c, c->where, name.text))
		return;
	if (enclosing_form_explains(c, s, c->where, name.text) ||
		suggestion_unmentioned(c, c->where, name.text, NULL))
		return;
	(void)rules_use(c, "no-constant");
	suggestion_nearest(c, SUGGESTION_CONSTANT, name.text, c->where);
	if (is_of_declared_sort(c, s))
		suggestion_scope(c, c->where, SUGGESTION_CONSTANT);
	tell_declare_constant(c, s);
	if (c->step_count == 1)
		suggestion_scope(c, c->where, SUGGESTION_CONSTANT);
}

/* A field is applied to its datatype alone. */
static bool
tell_unmentioned(struct message *c, const char *name, struct slice sorts)
{
	DROP(text) char *sort = text_copy_n(sorts.start, sorts.length);

	return suggestion_unmentioned(c, c->where, name, sort);
}

/* `sorts` are those of the arguments: Int (Array Int Int) */
static void
tell_function(
	struct message *c, const struct text_context *s, struct slice sorts)
{
	struct quote name = bare_name(s, c->at);

	if (enclosing_form_is_command(c, s) ||
		enclosing_form_is_own_name(c, s, name.text) ||
		suggestion_late(c, c->where, name.text) ||
		suggestion_word(c, "term", name.text) ||
		suggestion_bits(c, name.text))
		return;
	message_part(c, 2, sorts.start, sorts.length);
	if (builtin_has(name.text)) {
		(void)rules_use(c, "other-arguments");
		return;
	}
	if (infix_in_word(c, s, c->at) ||
		enclosing_form_explains(c, s, c->where, name.text))
		return;
	if (tell_unmentioned(c, name.text, sorts))
		return;
	(void)rules_use(c, "no-function");
	suggestion_nearest(c, SUGGESTION_FUNCTION, name.text, c->where);
	message_part(c, 2, sorts.start, sorts.length);
	(void)rules_use(c, enclosing_form_wants_bool(s, 1)
				   ? "declare-predicate"
				   : "declare-function");
	if (c->step_count == 1)
		suggestion_scope(c, c->where, SUGGESTION_FUNCTION);
}

/* The domain of "(declare-fun f (Int Int) Bool)", without its parentheses. */
static bool
domain_of(struct slice declared, struct slice *domain)
{
	struct slice inner = {declared.start + 1, declared.length - 1};

	if (!sort_list_at(inner, 2, domain) || *domain->start != '(')
		return false;
	domain->start++;
	domain->length -= 2;
	return true;
}

/* The first argument that has another sort than the declaration says. */
static void
tell_argument(struct message *c, const struct text_context *s,
	struct slice domain, struct slice given)
{
	struct slice due, had;
	struct span form, argument;
	size_t i;

	for (i = 0;
		sort_list_at(domain, i, &due) && sort_list_at(given, i, &had);
		i++) {
		if (sort_is(due, had) || !text_context_form(s, 0, &form) ||
			!form_child(s, form, i + 1, &argument))
			continue;
		sort_errors_argument(c, argument, due, had);
		return;
	}
}

/* (distinct (x y)) */
static void
tell_inner_list(struct message *c, const struct text_context *s)
{
	struct span form, head;

	if (!text_context_form(s, 1, &form) || form_count(s, form) != 2 ||
		!form_child(s, form, 0, &head) ||
		!builtin_has(quote_span(s, head).text))
		return;
	message_part(c, 3, s->text + head.offset, head.size);
	(void)rules_use(c, "inner-list");
}

/* A declared function with too many or few arguments, or a wrong one. */
static void
tell_declared(struct message *c, const struct text_context *s,
	struct slice given, struct slice declared)
{
	struct slice domain;

	message_part(c, 1, given.start, given.length);
	message_part(c, 2, declared.start, declared.length);
	(void)rules_use(c, "declared");
	if (!domain_of(declared, &domain))
		return;
	message_part(c, 3, domain.start, domain.length);
	if (domain.length == 0 && strstr(c->parts[1].text, "() (Array ")) {
		(void)rules_use(c, "is-array");
	} else if (domain.length == 0) {
		(void)rules_use(c, "is-constant");
		tell_inner_list(c, s);
		(void)rules_use(c, "as-function");
	} else if (sort_list_count(domain) != sort_list_count(given)) {
		(void)rules_use(c, "argument-count");
	} else {
		tell_argument(c, s, domain, given);
	}
}

/* The list in libz3's words that begins at the end of `mark`. */
static const char *
list_after(const char *words, const char *mark, struct slice *list)
{
	const char *found = strstr(words, mark);

	if (found == NULL)
		return NULL;
	found += strlen(mark) - 1;
	if (!sort_list_at((struct slice){found, strlen(found)}, 0, list) ||
		list->length < 2)
		return NULL;
	return found;
}

/* Of several declarations the one with as many arguments, else the first. */
static bool
find_declared(const char *words, size_t count, struct slice *best)
{
	struct slice one, domain;
	bool found = false;

	while ((words = list_after(words, "declared: (", &one)) != NULL) {
		if (!found || (domain_of(one, &domain) &&
				      sort_list_count(domain) == count))
			*best = one;
		found = true;
	}
	return found;
}

/*
 * libz3 stands at the name if it is alone, at the ")" if it is applied to the
 * sorts it lists, and after (_ name 3) or (as name Sort).
 */
bool
unknown_name_tell(struct message *c, const struct text_context *s)
{
	struct slice given = {0}, declared = {0};
	struct span form, head;
	bool is_applied = list_after(c->words, " (", &given) != NULL;

	if (!is_applied && text_context_before(s, &form) &&
		(span_begins(s, form, "(_ ") || span_begins(s, form, "(as ")) &&
		form_head(s, form, &head) &&
		!span_begins(s, s->token,
			c->words + strlen("unknown "
					  "constant "))) {
		message_form(c, form);
		message_aim(c, head);
	} else if (s->kind == PIECE_CLOSE && text_context_form(s, 0, &form) &&
		   form_head(s, form, &head)) {
		message_aim(c, head);
	}
	(void)rules_use(c, "not-known");
	if (!is_applied || s->kind != PIECE_CLOSE) {
		tell_constant(c, s);
		return true;
	}
	given.start++;
	given.length -= 2;
	if (find_declared(c->words, sort_list_count(given), &declared))
		tell_declared(c, s, given, declared);
	else
		tell_function(c, s, given);
	return true;
}
