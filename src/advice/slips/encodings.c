/*
 * Constraints that other languages have, written out with the arguments at
 * hand: {todo} is the term. Lists that would make it long are left to the
 * general words of the rules.
 *
 *	do encode SHAPE TEMPLATE
 *
 * SHAPE has a letter for each argument: a list of two elements or more, as many
 * in all of the same letter, where a digit is that number; r a list of such
 * lists, each as long as the one of a; x anything. "*", before the shape of one
 * list, lets its elements be the arguments themselves, and "2*", before that of
 * two, lets them be the elements of each in turn.
 *
 * TEMPLATE is a template (base/template.h). {3} is the third argument, {3i} its
 * element i, {3in} element n of that; {#3} is the size of a list, and {#i} the
 * number of element i, counted from 1. f and l are the first and the last
 * element. {i3:TEXT} is the text for each element i of {3}, {i<3:TEXT} without
 * the last, {i+3:TEXT} without the first; {n>i:TEXT} for each n after i in the
 * list of i, {n!i:TEXT} for each other.
 */
#include <ctype.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "advice/advice.h"
#include "advice/message/rules.h"
#include "base/alloc.h"
#include "base/buf.h"
#include "base/limits.h"
#include "base/template.h"

/* The values of the letters of a template, and the sizes of what they go
 * through. */
struct encoder {
	struct slice arguments; /* "((s1 s2) (2 3) 4)" */
	size_t at[UCHAR_MAX + 1], sizes[UCHAR_MAX + 1];
};

static struct slice
inside(struct slice list)
{
	if (list.length < 2 || *list.start != '(')
		return (struct slice){0};
	return (struct slice){list.start + 1, list.length - 2};
}

static size_t
size_of(struct slice list)
{
	return sort_list_count(inside(list));
}

static bool
argument(const struct encoder *k, char digit, struct slice *found)
{
	return sort_list_at(inside(k->arguments), (size_t)(digit - '1'), found);
}

/* "3in" */
static bool
find_value(const struct encoder *k, struct slice name, struct slice *value)
{
	bool found = argument(k, name.start[0], value);

	for (size_t i = 1; found && i < name.length; i++)
		found = sort_list_at(inside(*value),
			name.start[i] == 'l'
				? size_of(*value) - 1
				: k->at[(unsigned char)name.start[i]],
			value);
	return found;
}

static template_value write_name;

/* {i3:TEXT}, {n>i:TEXT} */
static bool
write_each(struct encoder *k, struct buf *out, struct slice name,
	struct slice body)
{
	unsigned char letter = (unsigned char)name.start[0];
	char how = name.start[1];
	unsigned char of = (unsigned char)name.start[name.length - 1];
	struct slice list = {0};
	size_t first = how == '>' ? k->at[of] + 1 : how == '+';

	if (isdigit(of) && !argument(k, (char)of, &list))
		return false;
	k->sizes[letter] = isdigit(of) ? size_of(list) : k->sizes[of];
	for (size_t i = first; i + (how == '<') < k->sizes[letter]; i++) {
		k->at[letter] = i;
		if ((how != '!' || i != k->at[of]) &&
			!template_fill(out, body, write_name, k))
			return false;
	}
	return true;
}

static bool
write_name(struct buf *out, struct slice name, struct slice body, void *context)
{
	struct encoder *k = context;
	bool is_number = name.start[0] == '#';
	struct slice value;

	if (body.start != NULL)
		return write_each(k, out, name, body);
	if (is_number && !isdigit((unsigned char)name.start[1]))
		return buf_add_format(
			out, "%zu", k->at[(unsigned char)name.start[1]] + 1);
	name.start += is_number;
	name.length -= is_number;
	if (!find_value(k, name, &value))
		return false;
	return is_number ? buf_add_format(out, "%zu", size_of(value))
			 : buf_add(out, value.start, value.length);
}

static bool
has_rows(struct slice list, size_t size)
{
	struct slice row;
	size_t i;

	for (i = 0; sort_list_at(inside(list), i, &row); i++)
		if (size_of(row) != size)
			return false;
	return i > 0;
}

static bool
has_shape(const struct encoder *k, struct slice shape)
{
	size_t sizes[UCHAR_MAX + 1] = {0};
	struct slice one;

	if (size_of(k->arguments) != shape.length)
		return false;
	for (size_t i = 0; i < shape.length; i++) {
		unsigned char c = (unsigned char)shape.start[i];
		size_t size;

		argument(k, (char)('1' + i), &one);
		size = size_of(one);
		if (isdigit(c))
			sizes[c] = (size_t)(c - '0');
		else if (sizes[c] == 0)
			sizes[c] = size;
		if (c == 'r' ? !has_rows(one, sizes['a'])
			     : c != 'x' && (size < 2 || size != sizes[c]))
			return false;
	}
	return true;
}

/* "a b c d" as one list, ((a b c d)), or as two, ((a c) (b d)); the caller's.
 */
static char *
gather(struct slice all, bool is_two)
{
	struct buf lists[2];
	struct slice one;
	char *gathered;

	buf_init(&lists[0], QUOTE_MAX);
	buf_init(&lists[1], QUOTE_MAX);
	for (size_t i = 0; sort_list_at(all, i, &one); i++)
		buf_add_format(&lists[is_two ? i % 2 : 0], " %.*s",
			(int)one.length, one.start);
	gathered = text_format(is_two ? "((%s) (%s))" : "((%s))", lists[0].data,
		lists[1].data);
	buf_release(&lists[0]);
	buf_release(&lists[1]);
	return gathered;
}

ACTION(encodes_constraint)
{
	size_t used = strcspn(c->argument.start, " ");
	struct slice shape = {c->argument.start, used};
	struct slice all = message_variable(c, slice_of("arguments"));
	bool is_two = used > 1 && memcmp(shape.start, "2*", 2) == 0;
	size_t mark = is_two ? 2 : *shape.start == '*';
	DROP(text)
	char *arguments =
		mark > 0 && all.length > 0 && *all.start != '('
			? gather(all, is_two)
			: text_format("(%.*s)", (int)all.length, all.start);
	DROP(buf) struct buf out;
	struct encoder k = {.arguments = slice_of(arguments)};
	struct slice template = {
		shape.start + used + 1, c->argument.length - used - 1};

	buf_init(&out, sizeof(c->todo) - 1);
	if (!has_shape(&k, (struct slice){shape.start + mark, used - mark}) ||
		!template_fill(&out, template, write_name, &k))
		return false;
	(void)snprintf(c->todo, sizeof(c->todo), "%s", out.data);
	return true;
}

/* {1}: the literals of a clause, -1 2 */
ACTION(encodes_clause)
{
	const char *at = c->parts[0].text;
	char *end;
	size_t count = 0;
	DROP(buf) struct buf out;

	buf_init(&out, sizeof(c->todo) - 8);
	for (;; at = end) {
		long literal = strtol(at, &end, 10);

		if (end == at || literal == 0)
			break;
		buf_add_format(&out, literal < 0 ? " (not x%ld)" : " x%ld",
			labs(literal));
		count++;
	}
	if (count == 0 || out.overflowed)
		return false;
	(void)snprintf(c->todo, sizeof(c->todo), count > 1 ? "(or%s)" : "%s",
		out.data + (count == 1));
	return true;
}

/* Blanks around operators: 3*x is 3 * x, but -3 stays. */
static char *
add_blanks(const char *text)
{
	static const char operators[] = "<>=!*/+%&|-";
	DROP(buf) struct buf out;

	buf_init(&out, LIMIT_MESSAGE);
	for (const char *at = text; *at != '\0';) {
		size_t size = strspn(at, operators);
		bool is_sign = size == 1 && *at == '-' &&
			       (at == text || at[-1] == ' ' || at[-1] == '(');

		if (size > 0 && !is_sign)
			buf_add_format(&out, " %.*s ", (int)size, at);
		else
			buf_add_char(&out, *at);
		at += size > 0 ? size : 1;
	}
	return buf_detach(&out);
}

/* Sets {todo} to a text such as x + y <= 10 in prefix notation. Returns false
 * if it is not one. */
static bool
write_prefix(struct message *c, const char *infix)
{
	DROP(text) char *spaced = add_blanks(infix);
	DROP(text) char *prefix = advice_infix(spaced, strlen(spaced));

	if (prefix == NULL || strpbrk(prefix, "[]{},;:\"'") != NULL)
		return false;
	(void)snprintf(c->todo, sizeof(c->todo), "%s", prefix);
	return true;
}

ACTION(encodes_infix)
{
	return write_prefix(c, c->parts[1].text);
}

/* A word such as x+y<=3. A hyphen may belong to a name, so that a word with one
 * after its beginning is left alone. */
ACTION(encodes_word)
{
	const char *word = c->token.text;

	return *word != '\0' && strchr(word + 1, '-') == NULL &&
	       write_prefix(c, word);
}

const struct rule_action encoding_actions[] = {
	{"encode", encodes_constraint},
	{"clause", encodes_clause},
	{"prefix", encodes_infix},
	{"prefix-word", encodes_word},
	{NULL, NULL},
};
