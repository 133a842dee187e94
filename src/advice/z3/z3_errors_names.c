#include "advice/z3/z3_errors.h"

#include <string.h>

#include "advice/slips/operators.h"
#include "advice/slips/suggestion.h"
#include "advice/z3/enclosing_form.h"
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
type_beside(const struct telling *t)
{
	struct span form, child;

	if (!text_context_form(t->scene, 0, &form) ||
		!form_child(t->scene, form, 0, &child))
		return NULL;
	while (form_after(t->scene, form, &child)) {
		const char *type = suggestion_type(
			t->where, quote_span(t->scene, child).text);

		if (type != NULL && !suggestion_is_function(type))
			return type;
	}
	return NULL;
}

static void
tell_declare_constant(struct message *c, const struct telling *t)
{
	const char *type = type_beside(t);

	if (type == NULL && enclosing_form_wants_bool(t->scene, 0))
		type = "Bool";
	if (type == NULL)
		type = strncmp(c->head.text, "re.", 3) == 0 ||
				       strncmp(c->head.text, "str.", 4) == 0
			       ? "String"
			       : "Int";
	if (strcmp(type, "String") == 0)
		message_step(c, "If it is a text, put it in double quotes: "
				"\"{token}\".");
	message_part(c, 2, type, strlen(type));
	message_step(c, t->where->is_term
				? "Declare it first, with add_item: "
				  "(declare-const {token} {2}), with the sort "
				  "that it has."
				: "Declare it first: (declare-const {token} "
				  "{2}), with the sort that it has.");
}

static void
tell_constant(struct message *c, const struct telling *t)
{
	struct quote name = bare_name(t->scene, c->at);

	if (suggestion_late(c, t->where, name.text) ||
		suggestion_word(c, FOREIGN_NAME_TERM, name.text) ||
		suggestion_bits(c, name.text) ||
		operators_in_word(c, t->scene, c->at) ||
		suggestion_field(c, t->where, name.text))
		return;
	if (enclosing_form_explains(c, t->scene, t->where, name.text) ||
		suggestion_unmentioned(c, t->where, name.text, NULL))
		return;
	message_cause(c, "nothing of this name is declared before this place");
	suggestion_nearest(c, SUGGESTION_CONSTANT, name.text, t->where);
	tell_declare_constant(c, t);
	if (c->step_count == 1)
		suggestion_scope(c, t->where, SUGGESTION_CONSTANT);
}

/* A field is applied to its datatype alone. */
static bool
tell_unmentioned(struct message *c, const struct telling *t, const char *name,
	struct sort_text sorts)
{
	DROP(text) char *sort = text_copy_n(sorts.text, sorts.size);

	return suggestion_unmentioned(c, t->where, name, sort);
}

/* `sorts` are those of the arguments: Int (Array Int Int) */
static void
tell_function(
	struct message *c, const struct telling *t, struct sort_text sorts)
{
	struct quote name = bare_name(t->scene, c->at);

	if (enclosing_form_is_command(c, t->scene) ||
		suggestion_late(c, t->where, name.text) ||
		suggestion_word(c, FOREIGN_NAME_TERM, name.text) ||
		suggestion_bits(c, name.text))
		return;
	message_part(c, 2, sorts.text, sorts.size);
	if (builtin_has(name.text)) {
		message_problem(c, "`{token}` cannot be applied to ({2})");
		message_cause(c, "it is built in, and takes other arguments: "
				 "another number, or other sorts");
		message_step(c, "It is written {shape}, for example "
				"{example}.");
		message_step(c, "Check where the parentheses close: {form}.");
		return;
	}
	if (operators_in_word(c, t->scene, c->at) ||
		enclosing_form_explains(c, t->scene, t->where, name.text))
		return;
	if (tell_unmentioned(c, t, name.text, sorts))
		return;
	message_cause(c, "no function of this name is built in or declared "
			 "before this place");
	suggestion_nearest(c, SUGGESTION_FUNCTION, name.text, t->where);
	message_part(c, 2, sorts.text, sorts.size);
	message_step(c, enclosing_form_wants_bool(t->scene, 1)
				? "Declare it first: (declare-fun {token} "
				  "({2}) Bool), or define it with define-fun."
				: "Declare it first: (declare-fun {token} "
				  "({2}) Int), with the result that it has, "
				  "or define it with define-fun.");
	if (c->step_count == 1)
		suggestion_scope(c, t->where, SUGGESTION_FUNCTION);
}

/* The domain of "(declare-fun f (Int Int) Bool)", without its parentheses. */
static bool
domain_of(struct sort_text declared, struct sort_text *domain)
{
	struct sort_text inner = {declared.text + 1, declared.size - 1};

	if (!sort_error_at(inner, 2, domain) || *domain->text != '(')
		return false;
	domain->text++;
	domain->size -= 2;
	return true;
}

/* The first argument that has another sort than the declaration says. */
static void
tell_argument(struct message *c, const struct telling *t,
	struct sort_text domain, struct sort_text given)
{
	struct sort_text due, had;
	struct span form, argument;
	size_t i;

	for (i = 0;
		sort_error_at(domain, i, &due) && sort_error_at(given, i, &had);
		i++) {
		if (sort_error_is(due, had) ||
			!text_context_form(t->scene, 0, &form) ||
			!form_child(t->scene, form, i + 1, &argument))
			continue;
		message_aim(c, t->scene, argument);
		sort_errors_advise(c, t->scene, due, had);
		return;
	}
}

/* (distinct (x y)) */
static void
tell_inner_list(struct message *c, const struct telling *t)
{
	struct span form, head;

	if (!text_context_form(t->scene, 1, &form) ||
		form_count(t->scene, form) != 2 ||
		!form_child(t->scene, form, 0, &head) ||
		!builtin_has(quote_span(t->scene, head).text))
		return;
	message_part(c, 3, t->scene->text + head.offset, head.size);
	message_step(c, "If these are arguments of `{3}`, leave the inner "
			"parentheses out.");
}

/* A declared function with too many or few arguments, or a wrong one. */
static void
tell_declared(struct message *c, const struct telling *t,
	struct sort_text given, struct sort_text declared)
{
	struct sort_text domain;

	message_part(c, 1, given.text, given.size);
	message_part(c, 2, declared.text, declared.size);
	message_problem(c, "`{token}` cannot be applied to ({1})");
	message_cause(c, "it is declared as {2}");
	if (!domain_of(declared, &domain))
		return;
	message_part(c, 3, domain.text, domain.size);
	if (domain.size == 0 && strstr(c->parts[1].text, "() (Array ")) {
		message_step(c, "It is an array: read it with (select {token} "
				"INDEX).");
	} else if (domain.size == 0) {
		message_step(c, "It is a constant and takes no arguments: "
				"write {token} alone.");
		tell_inner_list(c, t);
		message_step(c, "Or declare it as a function: (declare-fun "
				"{token} ({1}) SORT).");
	} else if (sort_error_count(domain) != sort_error_count(given)) {
		message_step(c, "Give it exactly the arguments ({3}).");
		message_step(c, "Check where the parentheses close: {form}.");
	} else {
		tell_argument(c, t, domain, given);
	}
}

/* The list in libz3's words that begins at the end of `mark`. */
static const char *
list_behind(const char *words, const char *mark, struct sort_text *list)
{
	const char *found = strstr(words, mark);

	if (found == NULL)
		return NULL;
	found += strlen(mark) - 1;
	if (!sort_error_at((struct sort_text){found, strlen(found)}, 0, list) ||
		list->size < 2)
		return NULL;
	return found;
}

/* Of several declarations the one with as many arguments, else the first. */
static bool
find_declared(const char *words, size_t count, struct sort_text *best)
{
	struct sort_text one, domain;
	bool found = false;

	while ((words = list_behind(words, "declared: (", &one)) != NULL) {
		if (!found || (domain_of(one, &domain) &&
				      sort_error_count(domain) == count))
			*best = one;
		found = true;
	}
	return found;
}

/*
 * libz3 stands at the name if it is alone, at the ")" if it is applied to the
 * sorts it lists, and behind (_ name 3) or (as name Sort).
 */
static void
tell_unknown(struct message *c, const struct telling *t)
{
	const struct text_context *s = t->scene;
	struct sort_text given = {0}, declared = {0};
	struct span form, head;
	bool is_applied = list_behind(t->words, " (", &given) != NULL;

	if (!is_applied && text_context_before(s, &form) &&
		(span_begins(s, form, "(_ ") || span_begins(s, form, "(as ")) &&
		form_head(s, form, &head) &&
		!span_begins(s, s->token,
			t->words + strlen("unknown "
					  "constant "))) {
		message_form(c, s, form);
		message_aim(c, s, head);
	} else if (s->kind == PIECE_CLOSE && text_context_form(s, 0, &form) &&
		   form_head(s, form, &head)) {
		message_aim(c, s, head);
	}
	message_problem(c, "`{token}` is not known");
	if (!is_applied || s->kind != PIECE_CLOSE) {
		tell_constant(c, t);
		return;
	}
	given.text++;
	given.size -= 2;
	if (find_declared(t->words, sort_error_count(given), &declared))
		tell_declared(c, t, given, declared);
	else
		tell_function(c, t, given);
}

/* clang-format off */
const struct z3_errors name_refusals[] = {
	{"unknown constant *", AIM_TOKEN, NULL, NULL, {NULL}, tell_unknown},
	{NULL, AIM_TOKEN, NULL, NULL, {NULL}, NULL},
};
/* clang-format on */
