#include "advice/refusal.h"

#include <string.h>

#include "advice/around.h"
#include "advice/meant.h"
#include "advice/operators.h"
#include "base/alloc.h"
#include "base/buf.h"
#include "smt/builtin.h"

/* "unknown constant ...": a name alone, or one that is applied. */

/* The word under the caret without the bars of a quoted symbol. */
static struct quote
bare_name(const struct scene *s, struct span at)
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

	if (!scene_form(t->scene, 0, &form) ||
		!form_child(t->scene, form, 0, &child))
		return NULL;
	while (form_after(t->scene, form, &child)) {
		const char *type =
			meant_type(t->where, quote_span(t->scene, child).text);

		if (type != NULL && !meant_is_function(type))
			return type;
	}
	return NULL;
}

static void
tell_declare_constant(struct counsel *c, const struct telling *t)
{
	const char *type = type_beside(t);

	if (type == NULL && around_wants_bool(t->scene, 0))
		type = "Bool";
	if (type == NULL)
		type = strncmp(c->head.text, "re.", 3) == 0 ||
				       strncmp(c->head.text, "str.", 4) == 0
			       ? "String"
			       : "Int";
	if (strcmp(type, "String") == 0)
		counsel_step(c, "If it is a text, put it in double quotes: "
				"\"{token}\".");
	counsel_part(c, 2, type, strlen(type));
	counsel_step(c, t->where->is_term
				? "Declare it first, with add_item: "
				  "(declare-const {token} {2}), with the sort "
				  "that it has."
				: "Declare it first: (declare-const {token} "
				  "{2}), with the sort that it has.");
}

static void
tell_constant(struct counsel *c, const struct telling *t)
{
	struct quote name = bare_name(t->scene, c->at);

	if (meant_late(c, t->where, name.text) ||
		meant_word(c, WORD_TERM, name.text) ||
		meant_bits(c, name.text) ||
		operators_in_word(c, t->scene, c->at) ||
		meant_field(c, t->where, name.text))
		return;
	if (around_explains(c, t->scene, t->where, name.text) ||
		meant_unmentioned(c, t->where, name.text, NULL))
		return;
	counsel_cause(c, "nothing of this name is declared before this place");
	meant_nearest(c, MEANT_CONSTANT, name.text, t->where);
	tell_declare_constant(c, t);
	if (c->step_count == 1)
		meant_scope(c, t->where, MEANT_CONSTANT);
}

/* A field is applied to its datatype alone. */
static bool
tell_unmentioned(struct counsel *c, const struct telling *t, const char *name,
	struct sort_text sorts)
{
	DROP(text) char *sort = text_copy_n(sorts.text, sorts.size);

	return meant_unmentioned(c, t->where, name, sort);
}

/* `sorts` are those of the arguments: Int (Array Int Int) */
static void
tell_function(
	struct counsel *c, const struct telling *t, struct sort_text sorts)
{
	struct quote name = bare_name(t->scene, c->at);

	if (around_is_command(c, t->scene) ||
		meant_late(c, t->where, name.text) ||
		meant_word(c, WORD_TERM, name.text) || meant_bits(c, name.text))
		return;
	counsel_part(c, 2, sorts.text, sorts.size);
	if (builtin_has(name.text)) {
		counsel_problem(c, "`{token}` cannot be applied to ({2})");
		counsel_cause(c, "it is built in, and takes other arguments: "
				 "another number, or other sorts");
		counsel_step(c, "It is written {shape}, for example "
				"{example}.");
		counsel_step(c, "Check where the parentheses close: {form}.");
		return;
	}
	if (operators_in_word(c, t->scene, c->at) ||
		around_explains(c, t->scene, t->where, name.text))
		return;
	if (tell_unmentioned(c, t, name.text, sorts))
		return;
	counsel_cause(c, "no function of this name is built in or declared "
			 "before this place");
	meant_nearest(c, MEANT_FUNCTION, name.text, t->where);
	counsel_part(c, 2, sorts.text, sorts.size);
	counsel_step(c, around_wants_bool(t->scene, 1)
				? "Declare it first: (declare-fun {token} "
				  "({2}) Bool), or define it with define-fun."
				: "Declare it first: (declare-fun {token} "
				  "({2}) Int), with the result that it has, "
				  "or define it with define-fun.");
	if (c->step_count == 1)
		meant_scope(c, t->where, MEANT_FUNCTION);
}

/* The domain of "(declare-fun f (Int Int) Bool)", without its parentheses. */
static bool
domain_of(struct sort_text declared, struct sort_text *domain)
{
	struct sort_text inner = {declared.text + 1, declared.size - 1};

	if (!sort_at(inner, 2, domain) || *domain->text != '(')
		return false;
	domain->text++;
	domain->size -= 2;
	return true;
}

/* The first argument that has another sort than the declaration says. */
static void
tell_argument(struct counsel *c, const struct telling *t,
	struct sort_text domain, struct sort_text given)
{
	struct sort_text due, had;
	struct span form, argument;
	size_t i;

	for (i = 0; sort_at(domain, i, &due) && sort_at(given, i, &had); i++) {
		if (sort_is(due, had) || !scene_form(t->scene, 0, &form) ||
			!form_child(t->scene, form, i + 1, &argument))
			continue;
		counsel_aim(c, t->scene, argument);
		sorts_advise(c, t->scene, due, had);
		return;
	}
}

/* (distinct (x y)) */
static void
tell_inner_list(struct counsel *c, const struct telling *t)
{
	struct span form, head;

	if (!scene_form(t->scene, 1, &form) ||
		form_count(t->scene, form) != 2 ||
		!form_child(t->scene, form, 0, &head) ||
		!builtin_has(quote_span(t->scene, head).text))
		return;
	counsel_part(c, 3, t->scene->text + head.offset, head.size);
	counsel_step(c, "If these are arguments of `{3}`, leave the inner "
			"parentheses out.");
}

/* A declared function with too many or few arguments, or a wrong one. */
static void
tell_declared(struct counsel *c, const struct telling *t,
	struct sort_text given, struct sort_text declared)
{
	struct sort_text domain;

	counsel_part(c, 1, given.text, given.size);
	counsel_part(c, 2, declared.text, declared.size);
	counsel_problem(c, "`{token}` cannot be applied to ({1})");
	counsel_cause(c, "it is declared as {2}");
	if (!domain_of(declared, &domain))
		return;
	counsel_part(c, 3, domain.text, domain.size);
	if (domain.size == 0 && strstr(c->parts[1].text, "() (Array ")) {
		counsel_step(c, "It is an array: read it with (select {token} "
				"INDEX).");
	} else if (domain.size == 0) {
		counsel_step(c, "It is a constant and takes no arguments: "
				"write {token} alone.");
		tell_inner_list(c, t);
		counsel_step(c, "Or declare it as a function: (declare-fun "
				"{token} ({1}) SORT).");
	} else if (sort_count(domain) != sort_count(given)) {
		counsel_step(c, "Give it exactly the arguments ({3}).");
		counsel_step(c, "Check where the parentheses close: {form}.");
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
	if (!sort_at((struct sort_text){found, strlen(found)}, 0, list) ||
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
				      sort_count(domain) == count))
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
tell_unknown(struct counsel *c, const struct telling *t)
{
	const struct scene *s = t->scene;
	struct sort_text given = {0}, declared = {0};
	struct span form, head;
	bool is_applied = list_behind(t->words, " (", &given) != NULL;

	if (!is_applied && scene_before(s, &form) &&
		(span_begins(s, form, "(_ ") || span_begins(s, form, "(as ")) &&
		form_head(s, form, &head) &&
		!span_begins(s, s->token,
			t->words + strlen("unknown "
					  "constant "))) {
		counsel_form(c, s, form);
		counsel_aim(c, s, head);
	} else if (s->kind == PIECE_CLOSE && scene_form(s, 0, &form) &&
		   form_head(s, form, &head)) {
		counsel_aim(c, s, head);
	}
	counsel_problem(c, "`{token}` is not known");
	if (!is_applied || s->kind != PIECE_CLOSE) {
		tell_constant(c, t);
		return;
	}
	given.text++;
	given.size -= 2;
	if (find_declared(t->words, sort_count(given), &declared))
		tell_declared(c, t, given, declared);
	else
		tell_function(c, t, given);
}

/* clang-format off */
const struct refusal name_refusals[] = {
	{"unknown constant *", AIM_TOKEN, NULL, NULL, {NULL}, tell_unknown},
	{NULL, AIM_TOKEN, NULL, NULL, {NULL}, NULL},
};
/* clang-format on */
