#include "advice/z3/z3_errors.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "advice/message/rules.h"
#include "advice/slips/infix.h"
#include "advice/slips/suggestion.h"
#include "advice/z3/enclosing_form.h"
#include "advice/z3/sort_errors.h"
#include "advice/z3/unknown_name.h"
#include "base/alloc.h"
#include "base/asset.h"
#include "base/buf.h"
#include "smt/names/builtin.h"

ASSET(src_advice_z3_z3_rules);

/* libz3 names the "(" or ")" of a form; the sort stands in it. */
static void
aim_at_sort(struct message *c, const struct text_context *s, const char *name)
{
	struct span child = {0, 0};
	struct span form;

	while (text_context_form(s, 0, &form) && form_after(s, form, &child))
		if (span_is(s, child, name))
			message_aim(c, child);
}

static bool
tell_unknown_sort(struct message *c, const struct text_context *s)
{
	struct quote name =
		quote_text(c->captures[1].start, c->captures[1].length);

	aim_at_sort(c, s, name.text);
	if (suggestion_late(c, c->where, name.text) ||
		suggestion_word(c, "sort", name.text))
		return true;
	rules_use(c, "no-sort");
	suggestion_nearest(c, SUGGESTION_SORT, name.text, c->where);
	return rules_use(c, c->step_count > 0 ? "built-in-sorts" : "sort-form");
}

/* {1}: the first argument of the command */
static bool
first_of_command(
	struct message *c, const struct text_context *s, struct span *form)
{
	struct span name;

	if (s->depth == 0 || !text_context_form(s, s->depth - 1, form) ||
		!form_child(s, *form, 1, &name))
		return false;
	message_part(c, 1, s->text + name.offset, name.size);
	return true;
}

/* (declare-const Int x) */
static bool
tell_sort_first(struct message *c, const struct text_context *s)
{
	struct span form;

	return first_of_command(c, s, &form) && builtin_has(c->parts[0].text);
}

/* (declare-const x y Int) */
static bool
tell_several_names(struct message *c, const struct text_context *s)
{
	struct span form;

	return first_of_command(c, s, &form) && form_count(s, form) > 3;
}

/* ((x y z G)), at y; {1}: (x G) (y G) (z G) */
static bool
tell_shared_sort(struct message *c, const struct text_context *s)
{
	struct span form, sort, name = {0};
	DROP(buf) struct buf pairs;
	size_t count;

	buf_init(&pairs, QUOTE_MAX);
	if (!text_context_form(s, 0, &form) ||
		(count = form_count(s, form)) < 3 ||
		!form_child(s, form, count - 1, &sort) ||
		sort.offset == c->at.offset)
		return false;
	while (form_after(s, form, &name) && name.offset != sort.offset)
		(void)buf_add_format(&pairs, "%s(%s %s)",
			pairs.size > 0 ? " " : "", quote_span(s, name).text,
			quote_span(s, sort).text);
	message_part(c, 1, pairs.data, pairs.size);
	return !pairs.overflowed;
}

/* A capital letter shows that a sort was meant. */
static bool
tell_lower(struct message *c, const struct text_context *s)
{
	(void)s;
	return !isupper((unsigned char)c->token.text[0]);
}

/* The name that is declared: the label of (! t :named l), else the first
 * argument of the innermost form. */
static bool
tell_declared_name(struct message *c, const struct text_context *s)
{
	struct span form, name;
	size_t count;

	if (s->kind != PIECE_CLOSE || !text_context_form(s, 0, &form))
		return true;
	count = form_count(s, form);
	if (count > 2 &&
		form_child(s, form, strcmp(c->head.text, "!") ? 1 : count - 1,
			&name))
		message_aim(c, name);
	return true;
}

/* Of a case of match libz3 names the place after the pattern. */
static void
aim_before(struct message *c, const struct text_context *s, const char *name)
{
	struct span token = {.offset = s->depth > 0 ? s->opens[0] : 0};
	struct span found = {0};

	while (piece_next(s->text, s->size, token.offset + token.size,
		       &token) != PIECE_END &&
		token.offset <= s->token.offset) {
		if (span_is(s, token, name))
			found = token;
	}
	if (found.size > 0)
		message_aim(c, found);
}

static bool
tell_unknown_tester(struct message *c, const struct text_context *s)
{
	struct quote name =
		quote_text(c->captures[0].start, c->captures[0].length);

	aim_before(c, s, name.text);
	if (suggestion_unmentioned(c, c->where, name.text, NULL))
		return true;
	suggestion_nearest(c, SUGGESTION_FUNCTION, name.text, c->where);
	return rules_use(c, "tester");
}

/* (x>0): an operator within the head */
static bool
tell_glued(struct message *c, const struct text_context *s)
{
	return infix_in_word(c, s, c->at);
}

static bool
tell_bits(struct message *c, const struct text_context *s)
{
	(void)s;
	return suggestion_bits(c, c->head.text);
}

static bool
tell_built_in(struct message *c, const struct text_context *s)
{
	(void)s;
	return builtin_has(c->head.text);
}

static bool
tell_field(struct message *c, const struct text_context *s)
{
	(void)s;
	return suggestion_field(c, c->where, c->head.text);
}

static bool
tell_foreign(struct message *c, const struct text_context *s)
{
	return enclosing_form_is_foreign(c, s, c->where);
}

/* (for-all ((i Int)) ...) */
static bool
tell_foreign_head(struct message *c, const struct text_context *s)
{
	struct span form, head;

	for (size_t outward = 0; outward < 3; outward++) {
		if (!text_context_form(s, outward, &form) ||
			!form_child(s, form, 0, &head) ||
			!suggestion_word(c, "term", quote_span(s, head).text))
			continue;
		message_aim(c, head);
		return true;
	}
	return false;
}

/* ((> x 0)) */
static bool
tell_doubled(struct message *c, const struct text_context *s)
{
	struct span form, child;

	if (!text_context_form(s, 1, &form) || form_count(s, form) != 1 ||
		!form_child(s, form, 0, &child))
		return false;
	message_part(c, 1, s->text + child.offset, child.size);
	return true;
}

/* {1}: the first argument of the innermost form */
static bool
tell_argument(struct message *c, const struct text_context *s)
{
	struct span form, argument;

	if (!text_context_form(s, 0, &form) ||
		!form_child(s, form, 1, &argument))
		return false;
	message_part(c, 1, s->text + argument.offset, argument.size);
	return true;
}

/* p of (assert p a b) */
static bool
tell_first_is_function(struct message *c, const struct text_context *s)
{
	struct slice first = message_first(c);
	struct quote name = quote_text(first.start, first.length);

	(void)s;
	return first.length > 0 &&
	       suggestion_is_function(suggestion_type(c->where, name.text));
}

/* {1}: the token without its first character */
static bool
tell_tail(struct message *c, const struct text_context *s)
{
	message_part(c, 1, s->text + c->at.offset + 1, c->at.size - 1);
	return true;
}

static bool
tell_number(struct message *c, const struct text_context *s)
{
	return span_is_number(s, c->at);
}

static bool
tell_two_children(struct message *c, const struct text_context *s)
{
	return form_count(s, c->at) == 2;
}

/* {form} and {head} are of the command around the place. */
static bool
tell_command(struct message *c, const struct text_context *s)
{
	struct span form;

	if (s->depth > 0 && text_context_form(s, s->depth - 1, &form))
		message_form(c, form);
	return true;
}

/* Of an argument libz3 names the place after it. */
static bool
tell_operand(struct message *c, const struct text_context *s)
{
	struct span form;

	if (s->kind != PIECE_CLOSE && text_context_before(s, &form)) {
		message_form(c, form);
		message_aim(c, form);
	}
	return true;
}

/* (extract 3 0 b) and (_ extract 3 0 b): where do the indices stand? */
static bool
tell_indexed(struct message *c, const struct text_context *s)
{
	struct message_syntax syntax;

	(void)s;
	return message_syntax_find(c->head.text, &syntax) &&
	       strncmp(syntax.shape.start, "((_ ", 4) == 0 &&
	       strncmp(c->form.text, "((_ ", 4) != 0;
}

static const struct rule_action actions[] = {
	{"unknown-sort", tell_unknown_sort},
	{"sort-first", tell_sort_first},
	{"shared-sort", tell_shared_sort},
	{"several-names", tell_several_names},
	{"lower", tell_lower},
	{"declared-name", tell_declared_name},
	{"unknown-tester", tell_unknown_tester},
	{"glued", tell_glued},
	{"bits", tell_bits},
	{"built-in", tell_built_in},
	{"field", tell_field},
	{"foreign", tell_foreign},
	{"foreign-head", tell_foreign_head},
	{"doubled", tell_doubled},
	{"argument", tell_argument},
	{"first-is-function", tell_first_is_function},
	{"tail", tell_tail},
	{"number", tell_number},
	{"two-children", tell_two_children},
	{"command", tell_command},
	{"operand", tell_operand},
	{"indexed", tell_indexed},
	{"unknown", unknown_name_tell},
	{"mismatch", sort_error_mismatch},
	{"position", sort_error_position},
	{"incompatible", sort_error_incompatible},
	{"index", sort_error_index},
	{"lists", sort_error_lists},
	{"unapplied", sort_error_unapplied},
	{"assertion", sort_error_assertion},
	{"definition", sort_error_definition},
	{"hexadecimal", sort_error_hexadecimal},
	{"narrower", sort_error_narrower},
	{"wider", sort_error_wider},
	{NULL, NULL},
};

static const struct rules rules = {asset_src_advice_z3_z3_rules, actions};

void
z3_errors_advise(struct message *c, const char *words)
{
	c->words = words;
	message_say(c, words);
	(void)rules_match(&rules, "z3", words, c);
	if (c->problem.size == 0)
		message_problem(c, c->said[0] != '\0'
					   ? "Z3 does not accept this: {said}"
					   : "Z3 does not accept this");
	c->words = NULL;
}
