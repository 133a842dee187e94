/* The meaning of libz3's sentences: what they complain of, and where. */
#include <string.h>

#include "advice/advice.h"
#include "advice/message/rules.h"
#include "base/alloc.h"
#include "base/buf.h"
#include "smt/names/builtin.h"

/* The first "*" of an unknown name stands for what precedes the sentence. */
static const struct {
	const char *pattern;
	enum advice_z3 meaning;
} sentences[] = {
	{"*unknown constant *", ADVICE_Z3_UNKNOWN_NAME},
	{"*unknown sort '*", ADVICE_Z3_UNKNOWN_NAME},
	{"*term is not Boolean", ADVICE_Z3_NOT_BOOL},
	{"*memory", ADVICE_Z3_MEMORY},
	{"*memout", ADVICE_Z3_MEMORY},
};

enum advice_z3
advice_z3(const char *words, struct slice *name)
{
	*name = (struct slice){0};
	for (size_t i = 0; i < sizeof(sentences) / sizeof(sentences[0]); i++) {
		struct slice captures[MESSAGE_CAPTURES] = {0};

		if (!rules_fit(slice_of(sentences[i].pattern), words, captures))
			continue;
		if (sentences[i].meaning == ADVICE_Z3_UNKNOWN_NAME)
			*name = (struct slice){captures[1].start,
				strcspn(captures[1].start, " '\n")};
		return sentences[i].meaning;
	}
	return ADVICE_Z3_OTHER;
}

/* {1}: the first argument of the command */
static bool
first_of_command(struct message *c, const struct text_context *s)
{
	struct span name;

	if (!text_context_child(s, s->depth - 1, 1, &name))
		return false;
	message_part(c, 1, s->text + name.offset, name.size);
	return true;
}

/* (declare-const Int x) */
ACTION(find_sort_first)
{
	return first_of_command(c, s) && builtin_has(c->parts[0].text);
}

/* (declare-const x y Int) */
ACTION(find_several_names)
{
	struct span fourth;

	return first_of_command(c, s) &&
	       text_context_child(s, s->depth - 1, 3, &fourth);
}

/* ((x y z G)), at y; {1}: (x G) (y G) (z G) */
ACTION(find_shared_sort)
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
		buf_add_format(&pairs, "%s(%s %s)", pairs.size > 0 ? " " : "",
			quote_span(s, name).text, quote_span(s, sort).text);
	message_part(c, 1, pairs.data, pairs.size);
	return !pairs.overflowed;
}

/* The name that is declared: the label of (! t :named l), else the first
 * argument of the innermost form. */
ACTION(find_declared_name)
{
	struct span form, name;
	size_t count;

	if (s->kind != TOKEN_CLOSE || !text_context_form(s, 0, &form))
		return true;
	count = form_count(s, form);
	if (count > 2 &&
		form_child(s, form, strcmp(c->head.text, "!") ? 1 : count - 1,
			&name))
		message_point_at(c, name);
	return true;
}

/* ((> x 0)) */
ACTION(find_doubled)
{
	struct span child, second;

	if (!text_context_child(s, 1, 0, &child) ||
		text_context_child(s, 1, 1, &second))
		return false;
	message_part(c, 1, s->text + child.offset, child.size);
	return true;
}

/* p of (assert p a b) */
ACTION(find_first_is_function)
{
	struct slice first = message_variable(c, slice_of("first"));
	struct quote name = quote_text(first.start, first.length);

	return first.length > 0 && type_is_function(message_type(c, name.text));
}

ACTION(find_two_children)
{
	return form_count(s, c->at) == 2;
}

/* {form} and {head} are of the command around the place. */
ACTION(find_command)
{
	struct span form;

	if (text_context_form(s, s->depth - 1, &form))
		message_form(c, form);
	return true;
}

/* Of an argument libz3 names the place after it. */
ACTION(find_operand)
{
	struct span form;

	if (s->kind != TOKEN_CLOSE && text_context_before(s, &form)) {
		message_form(c, form);
		message_point_at(c, form);
	}
	return true;
}

const struct rule_action z3_actions[] = {
	{"sort-first", find_sort_first},
	{"shared-sort", find_shared_sort},
	{"several-names", find_several_names},
	{"declared-name", find_declared_name},
	{"doubled", find_doubled},
	{"first-is-function", find_first_is_function},
	{"two-children", find_two_children},
	{"command", find_command},
	{"operand", find_operand},
	{NULL, NULL},
};
