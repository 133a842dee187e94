#include "advice/slips/mistakes.h"

#include <ctype.h>
#include <string.h>

#include "smt/names/builtin.h"
#include "smt/text/command_kind.h"

#define COUNT(table) (sizeof(table) / sizeof(*(table)))

static bool
is_word_byte(char c)
{
	return isalnum((unsigned char)c) || c == '_' || c == '.';
}

/* x = Int('x') */
static bool
sees_python_name(struct message *c, const struct text_context *s)
{
	static const char *const sorts[] = {"Int", "Bool", "Real", "String"};
	struct span line = mistake_line(s);
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

/*
 * The word that the "(" at `open` sticks to, as in f(x); not that of a head,
 * not(...), a declaration, f(Int), or a term behind another, p(> x 0).
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
		!form_child(s, outer, 0, &head) || head.offset == begin ||
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
	message_aim(c, s, word);
	return true;
}

static bool
sees_python(struct message *c, const struct text_context *s)
{
	static const char *const begins[] = {"def ", "import ", "from ", "for ",
		"while ", "if ", "class ", "return ", "print(", "lambda ",
		"#include", "with "};
	static const char *const holds[] = {"Solver(", ".add(", ".check(",
		".model(", "Ints(", "Bools(", "Reals(", "BitVec(", "And(",
		"Or(", "Implies(", "ForAll("};
	struct span line = mistake_line(s);
	size_t i;

	(void)c;
	if (s->depth > 0)
		return false;
	for (i = 0; i < COUNT(begins); i++)
		if (span_begins(s, line, begins[i]))
			return true;
	for (i = 0; i < COUNT(holds); i++)
		if (memmem(s->text + line.offset, line.size, holds[i],
			    strlen(holds[i])) != NULL)
			return true;
	return false;
}

/* assert x > 0, without parentheses */
static bool
sees_bare_command(struct message *c, const struct text_context *s)
{
	struct slice name = {s->text + s->token.offset, s->token.size};
	struct span line = mistake_line(s);

	if (s->depth > 0 || s->kind != PIECE_ATOM ||
		command_kind_find(name) == COMMAND_KIND_COUNT)
		return false;
	message_part(c, 1, name.start, name.length);
	message_part(c, 2, s->text + line.offset, line.size);
	return true;
}

/* x > 0, at the top level */
static bool
sees_bare_term(struct message *c, const struct text_context *s)
{
	static const char *const operators[] = {
		" = ", " == ", " > ", " < ", " >= ", " <= ", " != ", " + "};
	struct span line = mistake_line(s);
	size_t i;

	if (s->depth > 0 || s->kind != PIECE_ATOM)
		return false;
	for (i = 0; i < COUNT(operators); i++) {
		if (memmem(s->text + line.offset, line.size, operators[i],
			    strlen(operators[i])) == NULL)
			continue;
		message_part(c, 1, s->text + line.offset, line.size);
		return true;
	}
	return false;
}

static bool
sees_prose(struct message *c, const struct text_context *s)
{
	(void)c;
	return s->depth == 0 && s->kind == PIECE_ATOM &&
	       isalpha((unsigned char)span_first(s, s->token));
}

/* clang-format off */
const struct mistake foreign_mistakes[] = {
	{sees_call, "`{token}(...)` is not how a function is applied",
		"the function's name stands inside of the parentheses, first, "
		"and its arguments follow with blanks between them",
		{"Write ({token} ARGUMENT ...)."}},
	{sees_python_name, "this is Python, not SMT-LIB",
		"the text must consist of SMT-LIB commands in parentheses",
		{"Write (declare-const {1} {2}).",
		"Write (assert TERM) for each s.add(...)."}},
	{sees_python, "this is Python, not SMT-LIB",
		"the text must consist of SMT-LIB commands in parentheses; "
		"there are no loops, imports or solver objects",
		{"Write (declare-const x Int) for x = Int('x'), (assert (> x "
		"0)) for s.add(x > 0), and one assertion for each turn of a "
		"loop.",
		"Solving is a call of its own, not a line of the text."}},
	{sees_bare_command, "the command `{1}` lacks its parentheses",
		"a command is one form: (COMMAND ARGUMENT ...)",
		{"Write ({1} ...), with the term in prefix notation: (assert "
		"(> x 0))."}},
	{sees_bare_term, "`{1}` stands outside of a command",
		"a constraint is the term of an assert command, and its "
		"operator comes first",
		{"Write (assert (OPERATOR ARGUMENT ...)): x > 0 is (assert (> "
		"x 0))."}},
	{sees_prose, "`{token}` stands outside of a command",
		"the text must consist of SMT-LIB commands in parentheses",
		{"Send commands only: (declare-const x Int) (assert (> x 0)).",
		"Put words behind a ; as a comment."}},
	{NULL, NULL, NULL, {NULL}},
};
/* clang-format on */
