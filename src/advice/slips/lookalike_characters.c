#include "advice/slips/mistakes.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

#define COUNT(table) (sizeof(table) / sizeof(*(table)))

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

/* clang-format off */
static const struct glyph {
	const char *bytes;
	const char *problem, *cause, *step;
} glyphs[] = {
	{"\u2264", NULL, NULL, "Write (<= a b)."},
	{"\u2265", NULL, NULL, "Write (>= a b)."},
	{"\u2260", NULL, NULL, "Write (distinct a b)."},
	{"\u2227", NULL, NULL, "Write (and p q)."},
	{"\u2228", NULL, NULL, "Write (or p q)."},
	{"\u00ac", NULL, NULL, "Write (not p)."},
	{"\u2192", NULL, NULL, "Write (=> p q)."},
	{"\u21d2", NULL, NULL, "Write (=> p q)."},
	{"\u21d4", NULL, NULL, "Write (= p q)."},
	{"\u2194", NULL, NULL, "Write (= p q)."},
	{"\u2261", NULL, NULL, "Write (= a b)."},
	{"\u00d7", NULL, NULL, "Write (* a b)."},
	{"\u00b7", NULL, NULL, "Write (* a b)."},
	{"\u00f7", NULL, NULL, "Write (/ a b), or (div a b) for Ints."},
	{"\u2212", NULL, NULL, "Write (- a b), with the plain hyphen."},
	{"\u2013", NULL, NULL, "Write (- a b), with the plain hyphen."},
	{"\u2014", NULL, NULL, "Write (- a b), with the plain hyphen."},
	{"\u2200", NULL, NULL, "Write (forall ((i Int)) BODY)."},
	{"\u2203", NULL, NULL, "Write (exists ((i Int)) BODY)."},
	{"\u2208", NULL, NULL, "Write (or (= x 1) (= x 2)) for listed values, "
		"(select set x) for a set kept as an array."},
	{"\u2211", NULL, NULL, "Write (+ a b c), with each term listed."},
	{"\u221a", NULL, NULL, "There is no square root; compare squares: "
		"(= (* r r) x)."},
	{"\u00b2", NULL, NULL, "Write (* x x)."},
	{"\u201c", "a typographic quote is no quote", "strings are enclosed "
		"in the plain double quote", "Write \"text\"."},
	{"\u201d", "a typographic quote is no quote", "strings are enclosed "
		"in the plain double quote", "Write \"text\"."},
	{"\u2018", "a typographic quote is no quote", "strings are enclosed "
		"in the plain double quote", "Write \"text\"."},
	{"\u2019", "a typographic quote is no quote", "strings are enclosed "
		"in the plain double quote", "Write \"text\"."},
	{"\u00a0", "there is a no-break space (U+00A0)", "only blank, tab and "
		"line break separate words", "Replace it by a blank."},
	{"\u200b", "there is an invisible character (U+200B)", "only blank, "
		"tab and line break separate words", "Delete it."},
	{"\ufeff", "there is an invisible character (U+FEFF)", "only blank, "
		"tab and line break separate words", "Delete it."},
	{"\u2026", "\"\u2026\" stands for something left out", "an item has to "
		"be complete", "Write out what it stands for."},
};
/* clang-format on */

/* The name that a letter outside of ASCII cuts in two. */
static void
aim_at_word(struct message *c, const struct text_context *s)
{
	size_t begin = s->token.offset;
	size_t end = begin;

	while (begin > 0 && is_name_byte(s->text[begin - 1]))
		begin--;
	while (end < s->size && is_name_byte(s->text[end]))
		end++;
	message_part(c, 1, s->text + begin, end - begin);
}

static bool
sees_glyph(struct message *c, const struct text_context *s)
{
	size_t i;

	if ((unsigned char)span_first(s, s->token) < 0x80)
		return false;
	for (i = 0; i < COUNT(glyphs); i++)
		if (span_begins(s, s->token, glyphs[i].bytes))
			break;
	if (i == COUNT(glyphs)) {
		aim_at_word(c, s);
		return true; /* the row says what holds for any other */
	}
	message_problem(c, glyphs[i].problem != NULL
				   ? glyphs[i].problem
				   : "`{token}` is no operator here");
	message_cause(c, glyphs[i].cause != NULL
				 ? glyphs[i].cause
				 : "operators are written in ASCII and come "
				   "first: (OPERATOR ARGUMENT ...)");
	message_step(c, glyphs[i].step);
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

static bool
sees_bracket(struct message *c, const struct text_context *s)
{
	char first = span_first(s, s->token);

	(void)c;
	return first != '\0' && strchr("[]{}", first) != NULL;
}

/* A comment of another language: at the top level or as the line's first. */
static bool
sees_comment(struct message *c, const struct text_context *s)
{
	static const char *const marks[] = {"//", "--", "/*", "#"};
	struct span line = mistake_line(s);
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

static const struct {
	const char *name, *meant;
} latex[] = {
	{"leq", "(<= a b)"},
	{"le", "(<= a b)"},
	{"geq", "(>= a b)"},
	{"ge", "(>= a b)"},
	{"neq", "(distinct a b)"},
	{"ne", "(distinct a b)"},
	{"land", "(and p q)"},
	{"wedge", "(and p q)"},
	{"lor", "(or p q)"},
	{"vee", "(or p q)"},
	{"lnot", "(not p)"},
	{"neg", "(not p)"},
	{"implies", "(=> p q)"},
	{"Rightarrow", "(=> p q)"},
	{"rightarrow", "(=> p q)"},
	{"to", "(=> p q)"},
	{"iff", "(= p q)"},
	{"Leftrightarrow", "(= p q)"},
	{"forall", "(forall ((i Int)) BODY)"},
	{"exists", "(exists ((i Int)) BODY)"},
	{"cdot", "(* a b)"},
	{"times", "(* a b)"},
};

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
	for (size_t i = 0; i < COUNT(latex); i++) {
		const char *name = latex[i].name;

		if (strlen(name) != size ||
			memcmp(s->text + at, name, size) != 0)
			continue;
		message_aim(c, s, (struct span){at - 1, size + 1});
		message_part(c, 1, latex[i].meant, strlen(latex[i].meant));
		return true;
	}
	return false;
}

static bool
sees_escape(struct message *c, const struct text_context *s)
{
	char next = byte_at(s, s->token.offset + 1);

	(void)c;
	return span_first(s, s->token) == '\\' &&
	       (next == 'n' || next == 't' || next == '"');
}

static bool
sees_backslash(struct message *c, const struct text_context *s)
{
	(void)c;
	return span_first(s, s->token) == '\\';
}

/* (&lt; x 5): the ";" of the entity begins a comment. */
bool
mistakes_hold_entity(const struct text_context *s)
{
	return text_has(s, "&lt;") || text_has(s, "&gt;") ||
	       text_has(s, "&amp;");
}

static bool
sees_entity(struct message *c, const struct text_context *s)
{
	(void)c;
	return mistakes_hold_entity(s);
}

static bool
sees_fence(struct message *c, const struct text_context *s)
{
	(void)c;
	return span_begins(s, mistake_line(s), "```");
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

/* {"x": "Int"} */
static bool
sees_json(struct message *c, const struct text_context *s)
{
	struct span next;

	(void)c;
	return s->depth == 0 && span_first(s, s->token) == '{' &&
	       piece_next(s->text, s->size, s->token.offset + 1, &next) ==
		       PIECE_STRING;
}

/* clang-format off */
const struct mistake glyph_mistakes[] = {
	{sees_entity, "the text holds HTML entities such as &lt;",
		"`;` begins a comment, so the rest of such a line is lost",
		{"Write < for &lt;, > for &gt; and `and` for &amp;&amp;."}},
	{sees_fence, "a Markdown fence stands inside of the text",
		"only the text between the fences is SMT-LIB",
		{"Send the SMT-LIB alone, without ``` and without prose."}},
	{sees_latex, "`{token}` is LaTeX, not SMT-LIB",
		"operators are written in ASCII and come first: (OPERATOR "
		"ARGUMENT ...)",
		{"Write {1}."}},
	{sees_escape, "a backslash stands in the text where a line break or "
		"quote was meant",
		"the text was escaped twice: it holds a backslash and a letter",
		{"Escape once: in JSON a line break is \\n and a quote \\\", "
		"nothing more."}},
	{sees_glyph, "the character `{token}` cannot stand here",
		"names are ASCII letters, digits and ~!@$%^&*_-+=<>.?/",
		{"Choose a name in ASCII.",
		"Or quote the name wherever it stands: |{1}|."}},
	{sees_control, "a control character ({1}) stands here",
		"only blank, tab and line break separate words",
		{"Replace it by a blank."}},
	{sees_single_quote, "`{token}` is no quote",
		"strings are enclosed in double quotes, names in nothing",
		{"For a String write \"{1}\"; for a name {1}."}},
	{sees_comment, "`{1}` begins no comment",
		"a comment begins with ; and goes to the end of the line",
		{"Write ; in the place of {1}."}},
	{sees_index, "`{1}[{2}]` is no way to read an array",
		"there are round parentheses only",
		{"Write (select {1} {2}) to read, (store {1} {2} VALUE) for "
		"the array with one element changed."}},
	{sees_json, "this is JSON, not SMT-LIB",
		"the text must consist of SMT-LIB commands in parentheses",
		{"Write a declaration for each name, (declare-const x Int), "
		"and an assertion for each condition, (assert (> x 0)).",
		"Send them as one string, without an object around it."}},
	{sees_bracket, "`{token}` is no parenthesis of SMT-LIB",
		"there are round parentheses only",
		{"Write round parentheses in the place of brackets and "
		"braces.",
		"There are no literals of arrays: say each element, (= (select "
		"a 0) 1)."}},
	{sees_backslash, "a backslash cannot stand here",
		"lines need no continuation sign and characters no escape",
		{"Delete it."}},
	{sees_comma, "a comma stands between two terms",
		"terms are separated by blanks; a comma belongs to a name",
		{"Delete the comma, and write blanks only."}},
	{NULL, NULL, NULL, {NULL}},
};
/* clang-format on */
