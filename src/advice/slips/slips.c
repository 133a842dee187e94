#include "advice/slips/slips.h"

#include <assert.h>
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "advice/message/rules.h"
#include "advice/slips/infix.h"
#include "advice/slips/suggestion.h"
#include "base/alloc.h"
#include "base/asset.h"
#include "base/buf.h"
#include "smt/names/builtin.h"
#include "smt/text/command_kind.h"

#define COUNT(table) (sizeof(table) / sizeof(*(table)))

ASSET(src_advice_slips_slips_rules);

static char
byte_at(const struct text_context *s, size_t at)
{
	return at < s->size ? s->text[at] : '\0';
}

/* Also of a character outside of ASCII. */
static bool
is_name_byte(char c)
{
	return isalnum((unsigned char)c) || (unsigned char)c >= 0x80 ||
	       c == '_' || c == '-' || c == '.';
}

static bool
text_has(const struct text_context *s, const char *piece)
{
	return memmem(s->text, s->size, piece, strlen(piece)) != NULL;
}

/* The name that a letter outside of ASCII cuts in two. */
static bool
sees_other_character(struct message *c, const struct text_context *s)
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

static bool
sees_letter(struct message *c, const struct text_context *s)
{
	(void)c;
	return isalpha((unsigned char)span_first(s, s->token));
}

/* {1}: the arguments, without the commas between them */
static void
set_without_commas(struct message *c, struct slice arguments)
{
	char plain[QUOTE_MAX];
	size_t size = 0;

	for (size_t i = 0; i < arguments.length && size < sizeof(plain); i++)
		if (arguments.start[i] != ',')
			plain[size++] = arguments.start[i];
	if (size < sizeof(plain))
		message_part(c, 1, plain, size);
}

/* (distinct [x y]); {1}: x y */
static bool
sees_listed(struct message *c, const struct text_context *s)
{
	size_t begin = s->token.offset + 1;
	const char *end = memchr(s->text + begin, ']', s->size - begin);

	if (end != NULL)
		set_without_commas(c, (struct slice){s->text + begin,
					      (size_t)(end - s->text) - begin});
	return end != NULL;
}

/* {1}: the line */
static bool
sees_line(struct message *c, const struct text_context *s)
{
	struct span line = text_context_line(s);

	message_part(c, 1, s->text + line.offset, line.size);
	return true;
}

/* {1}: the token without its first character */
static bool
sees_tail(struct message *c, const struct text_context *s)
{
	message_part(c, 1, s->text + s->token.offset + 1, s->token.size - 1);
	return true;
}

static bool
is_word_byte(char c)
{
	return isalnum((unsigned char)c) || c == '_' || c == '.';
}

static bool
sees_single_quote(struct message *c, const struct text_context *s)
{
	char quote = span_first(s, s->token);
	size_t begin = s->token.offset + 1;
	const char *end;

	if (quote != '\'' && quote != '`')
		return false;
	end = memchr(s->text + begin, quote, s->size - begin);
	if (end != NULL)
		message_part(
			c, 1, s->text + begin, (size_t)(end - s->text) - begin);
	return true;
}

/* a[i] */
static bool
sees_index(struct message *c, const struct text_context *s)
{
	size_t open = s->token.offset;
	size_t begin = open;
	const char *close;

	if (span_first(s, s->token) != '[')
		return false;
	while (begin > 0 && is_word_byte(s->text[begin - 1]))
		begin--;
	close = memchr(s->text + open, ']', s->size - open);
	if (begin == open || close == NULL)
		return false;
	message_part(c, 1, s->text + begin, open - begin);
	message_part(
		c, 2, s->text + open + 1, (size_t)(close - s->text) - open - 1);
	return c->parts[1].text[0] != '\0';
}

/* A comment of another language: at the top level or as the line's first. */
static bool
sees_comment(struct message *c, const struct text_context *s)
{
	static const char *const marks[] = {"//", "--", "/*", "#"};
	struct span line = text_context_line(s);
	size_t i;

	if (s->depth > 0 && line.offset != s->token.offset)
		return false;
	for (i = 0; i < COUNT(marks); i++) {
		if (!span_begins(s, s->token, marks[i]))
			continue;
		message_part(c, 1, marks[i], strlen(marks[i]));
		return true;
	}
	return false;
}

/* \leq */
static bool
sees_latex(struct message *c, const struct text_context *s)
{
	size_t at = s->token.offset + 1;
	size_t size = 0;

	if (span_first(s, s->token) != '\\')
		return false;
	while (isalpha((unsigned char)byte_at(s, at + size)))
		size++;
	message_aim(c, (struct span){at - 1, size + 1});
	return suggestion_word(c, "latex", c->token.text + 1);
}

/* (&lt; x 5): the ";" of the entity begins a comment. */
bool
slips_hold_entity(const struct text_context *s)
{
	return text_has(s, "&lt;") || text_has(s, "&gt;") ||
	       text_has(s, "&amp;");
}

static bool
sees_comma(struct message *c, const struct text_context *s)
{
	const char *token = s->text + s->token.offset;
	size_t size = s->token.size;

	if (s->kind != PIECE_ATOM || size == 0 ||
		(token[0] != ',' && token[size - 1] != ','))
		return false;
	if (token[0] == ',')
		message_part(c, 1, token + 1, size - 1);
	else
		message_part(c, 1, token, size - 1);
	return true;
}

/* A form feed and such, which has no picture. */
static bool
sees_control(struct message *c, const struct text_context *s)
{
	unsigned char byte = (unsigned char)span_first(s, s->token);
	char name[sizeof("U+0000")];

	if (s->token.size == 0 || (byte >= ' ' && byte != 0x7f))
		return false;
	(void)snprintf(name, sizeof(name), "U+%04X", byte);
	message_part(c, 1, name, strlen(name));
	return true;
}

/* x = Int('x') */
static bool
sees_python_name(struct message *c, const struct text_context *s)
{
	static const char *const sorts[] = {"Int", "Bool", "Real", "String"};
	struct span line = text_context_line(s);
	const char *text = s->text + line.offset;
	const char *equals = memchr(text, '=', line.size);
	size_t left = equals != NULL ? (size_t)(equals - text) : 0;
	size_t name = 0;
	size_t i;

	while (name < left && is_word_byte(text[name]))
		name++;
	if (name == 0 || left == line.size)
		return false;
	do
		left++;
	while (left < line.size && text[left] == ' ');
	for (i = 0; i < COUNT(sorts); i++) {
		size_t size = strlen(sorts[i]);

		if (line.size - left < size + 1 || text[left + size] != '(' ||
			memcmp(text + left, sorts[i], size) != 0)
			continue;
		message_part(c, 1, text, name);
		message_part(c, 2, sorts[i], size);
		return true;
	}
	return false;
}

static bool
has_comma(const struct text_context *s, struct span form)
{
	return memchr(s->text + form.offset, ',', form.size) != NULL;
}

/*
 * The word that the "(" at `open` sticks to, as in f(x); not that of a head,
 * not(...), a declaration, f(Int), or a term after another, p(> x 0).
 */
static bool
is_call(const struct text_context *s, size_t open, size_t outward,
	struct span *word)
{
	struct span outer, head, inner;
	size_t begin = open;

	while (begin > 0 && is_word_byte(s->text[begin - 1]))
		begin--;
	*word = (struct span){begin, open - begin};
	if (begin == open || !text_context_form(s, outward, &outer) ||
		!form_child(s, outer, 0, &head) ||
		(head.offset == begin && !has_comma(s, form_at(s, open))) ||
		span_begins(s, head, "declare-") ||
		span_begins(s, head, "define-"))
		return false;
	return !form_child(s, form_at(s, open), 0, &inner) ||
	       !builtin_has_slice(
		       (struct slice){s->text + inner.offset, inner.size});
}

static bool
sees_call(struct message *c, const struct text_context *s)
{
	size_t end = s->token.offset + s->token.size;
	struct span form, word;

	if (!(text_context_form(s, 0, &form) &&
		    is_call(s, form.offset, 1, &word)) &&
		!(end < s->size && s->text[end] == '(' &&
			is_call(s, end, 0, &word)))
		return false;
	message_aim(c, word);
	form = form_at(s, word.offset + word.size);
	set_without_commas(
		c, (struct slice){s->text + form.offset + 1, form.size - 2});
	return true;
}

/* assert x > 0, without parentheses */
static bool
sees_bare_command(struct message *c, const struct text_context *s)
{
	struct slice name = {s->text + s->token.offset, s->token.size};
	struct span line = text_context_line(s);

	if (s->depth > 0 || s->kind != PIECE_ATOM ||
		command_kind_find(name) == COMMAND_KIND_COUNT)
		return false;
	message_part(c, 1, name.start, name.length);
	message_part(c, 2, s->text + line.offset, line.size);
	return true;
}

/*
 * Writes digits with the point moved by the exponent: 1.5e3 as 1500.0. False
 * for what is too long to be worth it.
 */
static bool
expand(const char *text, size_t size, struct buf *out)
{
	char digits[24];
	size_t count = 0, used;
	long first = 0, exponent, i;
	bool is_fraction = false;

	for (used = 0; used < size && text[used] != 'e' && text[used] != 'E';
		used++) {
		is_fraction |= text[used] == '.';
		first += !is_fraction;
		if (text[used] != '.' && count < sizeof(digits))
			digits[count++] = text[used];
	}
	if (count == 0 || count == sizeof(digits) || used == size)
		return false;
	exponent = strtol(
		quote_text(text + used + 1, size - used - 1).text, NULL, 10);
	if (exponent < -12 || exponent > 12)
		return false;
	first += exponent;
	for (i = first < 1 ? first - 1 : 0; i < first || i < (long)count; i++) {
		if (i == first)
			(void)buf_add_char(out, '.');
		(void)buf_add_char(
			out, i >= 0 && i < (long)count ? digits[i] : '0');
	}
	if ((long)count <= first)
		(void)buf_add_text(out, ".0");
	return true;
}

/* 1e5, 1.5e-3 */
static bool
sees_exponent(struct message *c, const struct text_context *s)
{
	const char *text = s->text + s->token.offset;
	size_t digits = 0;
	DROP(buf) struct buf plain = {0};

	while (digits < s->token.size &&
		(isdigit((unsigned char)text[digits]) || text[digits] == '.'))
		digits++;
	if (digits == 0 || digits + 1 >= s->token.size ||
		(text[digits] != 'e' && text[digits] != 'E') ||
		!(isdigit((unsigned char)text[digits + 1]) ||
			strchr("+-", text[digits + 1]) != NULL))
		return false;
	buf_init(&plain, QUOTE_MAX);
	if (!expand(text, s->token.size, &plain)) {
		buf_clear(&plain);
		(void)buf_add_text(&plain, "all of its digits");
	}
	message_part(c, 1, plain.data, plain.size);
	return true;
}

/* 1_000 and 1,000 */
static bool
sees_grouping(struct message *c, const struct text_context *s)
{
	const char *text = s->text + s->token.offset;
	char plain[QUOTE_MAX] = "";
	size_t size = 0;
	size_t marks = 0;
	size_t i;

	for (i = 0; i < s->token.size && size < sizeof(plain); i++) {
		if (isdigit((unsigned char)text[i]) ||
			(text[i] == '.' && marks > 0))
			plain[size++] = text[i];
		else if (i == 0 || (text[i] != ',' && text[i] != '_'))
			return false;
		else
			marks++;
	}
	message_part(c, 1, plain, size);
	return marks > 0 && isdigit((unsigned char)text[s->token.size - 1]);
}

/* 1/2, 2x, 2*x: a number and something stuck to it */
static bool
sees_stuck(struct message *c, const struct text_context *s)
{
	const char *text = s->text + s->token.offset;
	size_t digits = 0;
	size_t operator;

	if (s->kind != PIECE_ATOM)
		return false;
	while (digits < s->token.size &&
		(isdigit((unsigned char)text[digits]) || text[digits] == '.'))
		digits++;
	if (digits == 0 || digits == s->token.size)
		return false;
	operator= strchr("*/+-", text[digits]) != NULL;
	message_part(c, 1, text, digits);
	message_part(c, 2, text + digits + operator,
		s->token.size - digits - operator);
	message_part(c, 3, operator? text + digits : "*", 1);
	return true;
}

/* :weight 1/3 */
static bool
sees_fraction_of_weight(struct message *c, const struct text_context *s)
{
	const char *text = s->text + s->token.offset;
	const char *slash = memchr(text, '/', s->token.size);
	struct span before;

	if (s->kind != PIECE_ATOM || slash == NULL ||
		!text_context_before(s, &before) ||
		!span_is(s, before, ":weight"))
		return false;
	message_part(c, 1, text, (size_t)(slash - text));
	message_part(
		c, 2, slash + 1, s->token.size - (size_t)(slash + 1 - text));
	return true;
}

/* 5% */
static bool
sees_percent(struct message *c, const struct text_context *s)
{
	const char *text = s->text + s->token.offset;
	size_t digits = 0;

	while (digits < s->token.size && isdigit((unsigned char)text[digits]))
		digits++;
	message_part(c, 1, text, digits);
	return digits > 0 && digits + 1 == s->token.size && text[digits] == '%';
}

/* 1st, after declare-const and such: meant as a name */
static bool
sees_digit_name(struct message *c, const struct text_context *s)
{
	struct span form, head;

	(void)c;
	return text_context_form(s, 0, &form) && form_head(s, form, &head) &&
	       (span_begins(s, head, "declare-") ||
		       span_begins(s, head, "define-")) &&
	       s->kind == PIECE_ATOM &&
	       isdigit((unsigned char)span_first(s, s->token)) &&
	       !span_is_number(s, s->token);
}

static bool
sees_entity(struct message *c, const struct text_context *s)
{
	(void)c;
	return slips_hold_entity(s);
}

static bool
sees_seen(struct message *c, const struct text_context *s)
{
	(void)s;
	return slips_advise(c);
}

/* {2}: the head of the form that begins here */
static bool
sees_first(struct message *c, const struct text_context *s)
{
	struct span head;

	if (!form_child(s, form_at(s, s->token.offset), 0, &head))
		return false;
	message_part(c, 2, s->text + head.offset, head.size);
	return true;
}

static bool
sees_command_word(struct message *c, const struct text_context *s)
{
	return suggestion_word(c, "command", quote_span(s, s->token).text);
}

/* The name of an operator, of ours or of another language. */
static bool
sees_term_word(struct message *c, const struct text_context *s)
{
	struct quote name = quote_span(s, s->token);
	struct message_mark mark = message_mark(c);
	struct span form;
	bool is_word =
		builtin_has(name.text) || suggestion_word(c, "term", name.text);

	message_back(c, &mark);
	return is_word && text_context_form(s, 0, &form);
}

/* Makes the first half of {said} the cause, and leaves the other as a step;
 * false if it is a cause alone. */
static bool
sees_split(struct message *c, const struct text_context *s)
{
	char *step = strstr(c->said, "; ");

	(void)s;
	if (step != NULL && step > c->said && step[-1] == '(')
		step = NULL; /* (; a comment) */
	if (step == NULL) {
		bool is_step = strncmp(c->said, "use ", 4) == 0 ||
			       strncmp(c->said, "write ", 6) == 0;

		c->said[0] = (char)(is_step ? toupper((unsigned char)c->said[0])
					    : c->said[0]);
		return is_step;
	}
	*step = '\0';
	message_cause(c, "{said}");
	step += strlen("; ");
	memmove(c->said, step, strlen(step) + 1);
	c->said[0] = (char)toupper((unsigned char)c->said[0]);
	return true;
}

/* The caret goes under all of the form that begins here. */
static bool
sees_form(struct message *c, const struct text_context *s)
{
	message_aim(c, form_at(s, s->token.offset));
	return true;
}

/* {form} is the form that begins here, if one does. */
static bool
sees_inner(struct message *c, const struct text_context *s)
{
	if (s->kind == PIECE_OPEN)
		message_form(c, form_at(s, s->token.offset));
	return true;
}

static bool
sees_has_example(struct message *c, const struct text_context *s)
{
	struct message_syntax ignored;

	(void)s;
	return message_syntax_find(c->head.text, &ignored);
}

/* What another language's reader says ends with what to do. */
static bool
sees_language(struct message *c, const struct text_context *s)
{
	const char *step = strstr(c->said, "; ");
	DROP(text) char *problem = NULL;
	DROP(text) char *first = NULL;

	(void)s;
	if (step == NULL)
		return false;
	problem = text_copy_n(c->said, (size_t)(step - c->said));
	first = text_copy(step + 2);
	first[0] = (char)toupper((unsigned char)first[0]);
	message_part(c, 1, problem, strlen(problem));
	message_part(c, 2, first, strlen(first));
	return true;
}

static const struct rule_action actions[] = {
	{"other-character", sees_other_character},
	{"letter", sees_letter},
	{"listed", sees_listed},
	{"line", sees_line},
	{"tail", sees_tail},
	{"single-quote", sees_single_quote},
	{"index", sees_index},
	{"comment", sees_comment},
	{"latex", sees_latex},
	{"comma", sees_comma},
	{"control", sees_control},
	{"python-name", sees_python_name},
	{"call", sees_call},
	{"bare-command", sees_bare_command},
	{"exponent", sees_exponent},
	{"grouping", sees_grouping},
	{"stuck", sees_stuck},
	{"fraction-of-weight", sees_fraction_of_weight},
	{"percent", sees_percent},
	{"digit-name", sees_digit_name},
	{"entity", sees_entity},
	{"seen", sees_seen},
	{"first", sees_first},
	{"command-word", sees_command_word},
	{"term-word", sees_term_word},
	{"split", sees_split},
	{"form", sees_form},
	{"inner", sees_inner},
	{"has-example", sees_has_example},
	{"operator", infix_advise},
	{"language", sees_language},
	{NULL, NULL},
};

static const struct rules rules = {asset_src_advice_slips_slips_rules, actions};

bool
slips_advise(struct message *c)
{
	return rules_advise(&rules, "seen", "", c);
}

void
slips_advise_fault(struct message *c, const struct diagnostic *f)
{
	static const char *const kinds[] = {
		[DIAGNOSTIC_ENCODING] = "encoding",
		[DIAGNOSTIC_EMPTY] = "empty",
		[DIAGNOSTIC_TOKEN] = "token",
		[DIAGNOSTIC_UNCLOSED] = "unclosed",
		[DIAGNOSTIC_UNOPENED] = "unopened",
		[DIAGNOSTIC_STRING] = "string",
		[DIAGNOSTIC_QUOTED] = "quoted",
		[DIAGNOSTIC_NOT_COMMAND] = "not-command",
		[DIAGNOSTIC_UNKNOWN_COMMAND] = "unknown-command",
		[DIAGNOSTIC_REFUSED] = "refused",
		[DIAGNOSTIC_OPTION] = "option",
		[DIAGNOSTIC_LIMIT] = "limit",
		[DIAGNOSTIC_SCOPE] = "scope",
		[DIAGNOSTIC_USAGE] = "usage",
		[DIAGNOSTIC_LANGUAGE] = "language",
	};

	assert(f->kind < COUNT(kinds) && kinds[f->kind] != NULL);
	message_say(c, f->what);
	(void)rules_advise(&rules, "scanner", kinds[f->kind], c);
}
