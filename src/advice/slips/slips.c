/* What slips.rules needs of C: places that a regular expression cannot find,
 * and numbers. */
#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "advice/message/rules.h"
#include "base/alloc.h"
#include "smt/names/builtin.h"
#include "smt/text/commands.h"
#include "smt/text/lexer.h"

/* Also of a character outside of ASCII. */
static bool
is_name_byte(char c)
{
	return isalnum((unsigned char)c) || (unsigned char)c >= 0x80 ||
	       c == '_' || c == '-' || c == '.';
}

/* {1}: the name that a letter outside of ASCII cuts in two */
ACTION(finds_other_character)
{
	size_t begin = s->token.offset;
	size_t end = begin;

	if ((unsigned char)span_first(s, s->token) < 0x80)
		return false;
	while (begin > 0 && is_name_byte(s->text[begin - 1]))
		begin--;
	while (end < s->size && is_name_byte(s->text[end]))
		end++;
	message_part(c, 1, s->text + begin, end - begin);
	return true;
}

/*
 * The word that the "(" at `open` sticks to, as in f(x); not that of a head,
 * not(...), a declaration, f(Int), or a term after another, p(> x 0).
 */
static bool
is_call(const struct text_context *s, size_t open, size_t outward,
	struct span *word)
{
	const struct span form = form_at(s, open);
	struct span head, inner;
	size_t begin = open;

	while (begin > 0 &&
		(isalnum((unsigned char)s->text[begin - 1]) ||
			s->text[begin - 1] == '_' || s->text[begin - 1] == '.'))
		begin--;
	*word = (struct span){begin, open - begin};
	if (begin == open || !text_context_child(s, outward, 0, &head) ||
		(head.offset == begin &&
			memchr(s->text + open, ',', form.size) == NULL) ||
		span_begins(s, head, "declare-") ||
		span_begins(s, head, "define-"))
		return false;
	return !form_child(s, form, 0, &inner) ||
	       !builtin_has_slice(span_slice(s, inner));
}

/* {1}: the arguments of f(x, y) */
ACTION(finds_call)
{
	size_t end = s->token.offset + s->token.size;
	struct span form, word;

	if (!(text_context_form(s, 0, &form) &&
		    is_call(s, form.offset, 1, &word)) &&
		!(end < s->size && s->text[end] == '(' &&
			is_call(s, end, 0, &word)))
		return false;
	form = form_at(s, word.offset + word.size);
	if (form.size < 2 || s->text[form.offset + form.size - 1] != ')')
		return false; /* the text ends before it is closed */
	message_point_at(c, word);
	message_part(c, 1, s->text + form.offset + 1, form.size - 2);
	return true;
}

ACTION(is_command)
{
	return command_kind_find(span_slice(s, c->at)) != COMMAND_KIND_COUNT;
}

/* The name of an operator, of ours or of another language. */
ACTION(is_operator)
{
	struct message_mark mark = message_mark(c);
	struct span form;
	bool is_word = builtin_has(c->token.text) ||
		       rules_advise(c, "term", c->token.text);

	message_back(c, &mark);
	return is_word && text_context_form(s, 0, &form);
}

ACTION(splits_todo)
{
	return message_split_todo(c);
}

/* A step for each part of {todo}: "put the text here; or leave it out". */
ACTION(adds_steps)
{
	DROP(text) char *all = text_copy(c->todo);
	char *rest = all;

	while (rest != NULL) {
		char *part = rest;

		rest = strstr(part, "; ");
		if (rest != NULL) {
			*rest = '\0';
			rest += strlen("; ");
		}
		(void)snprintf(c->todo, sizeof(c->todo), "%s", part);
		text_begin_sentence(c->todo);
		message_step(c, slice_of("{todo}."));
	}
	return true;
}

/* The caret goes under all of the form that begins here. */
ACTION(points_at_form)
{
	message_point_at(c, form_at(s, s->token.offset));
	return true;
}

/* {form} and {head} are of the form that begins here. */
ACTION(looks_inside)
{
	if (s->kind == TOKEN_OPEN)
		message_form(c, form_at(s, s->token.offset));
	return true;
}

enum { LIKEWISE_SHOWN = 10 };

/* {1}: "lines 3, 4, 7", the lines of further commands that lack their end: the
 * next one begins a line inside of them. */
ACTION(finds_further_unclosed)
{
	struct lexer l = lexer_of(s->text, s->size);
	struct token t, previous = {0}, first = {0};
	DROP(buf) struct buf lines;
	DROP(text) char *said = NULL;
	size_t count = 0, depth = 0;

	buf_init(&lines, QUOTE_MAX);
	while (lexer_next(&l, &t)) {
		bool begins =
			t.kind == TOKEN_END ||
			(previous.kind == TOKEN_OPEN && previous.column == 1 &&
				token_is_symbol(&t) &&
				command_kind_find(token_name(s->text, &t)) !=
					COMMAND_KIND_COUNT);

		if (begins && depth > (t.kind != TOKEN_END) &&
			first.offset > s->token.offset &&
			count++ < LIKEWISE_SHOWN)
			buf_add_format(&lines, "%s%u", count > 1 ? ", " : "",
				first.line);
		if (t.kind == TOKEN_END)
			break;
		if (begins) {
			first = previous;
			depth = 1;
		}
		depth += t.kind == TOKEN_OPEN;
		depth -= t.kind == TOKEN_CLOSE && depth > 0;
		previous = t;
	}
	if (count > LIKEWISE_SHOWN)
		buf_add_format(&lines, " and %zu more", count - LIKEWISE_SHOWN);
	said = text_format("line%s %s", count == 1 ? "" : "s", lines.data);
	message_part(c, 1, said, strlen(said));
	return count > 0;
}

const struct rule_action text_actions[] = {
	{"other-character", finds_other_character},
	{"call", finds_call},
	{"is-command", is_command},
	{"is-operator", is_operator},
	{"split", splits_todo},
	{"steps", adds_steps},
	{"form", points_at_form},
	{"inner", looks_inside},
	{"further-unclosed", finds_further_unclosed},
	{NULL, NULL},
};
