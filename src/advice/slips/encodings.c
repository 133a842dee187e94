/*
 * What other languages write differently, written out with the arguments at
 * hand: {todo} is the term.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "advice/advice.h"
#include "advice/message/rules.h"
#include "base/alloc.h"
#include "base/buf.h"
#include "base/limits.h"

static bool
set_todo(struct message *c, const struct buf *text)
{
	if (text->overflowed || text->size == 0)
		return false;
	(void)snprintf(c->todo, sizeof(c->todo), "%s", text->data);
	return true;
}

/* (pble 700 (93 a) (30 b)): ((_ pble 700 93 30) a b) */
static bool
encodes_weights(struct message *c, const struct text_context *s)
{
	struct slice all = message_variable(c, slice_of("arguments"));
	struct slice one, weight, condition;
	DROP(buf) struct buf out;
	DROP(buf) struct buf conditions;
	size_t count = 0;

	(void)s;
	buf_init(&out, sizeof(c->todo) - 1);
	buf_init(&conditions, sizeof(c->todo) - 1);
	(void)buf_add_format(&out, "((_ %s", c->head.text);
	for (; sort_list_at(all, count, &one); count++) {
		struct slice pair = {one.start + 1, one.length - 2};

		if (count > 0 && (one.length < 3 || sort_list_count(pair) != 2))
			return false;
		weight = one;
		if (count > 0) {
			(void)sort_list_at(pair, 0, &weight);
			(void)sort_list_at(pair, 1, &condition);
			(void)buf_add_format(&conditions, " %.*s",
				(int)condition.length, condition.start);
		}
		(void)buf_add_format(
			&out, " %.*s", (int)weight.length, weight.start);
	}
	(void)buf_add_format(&out, ")%s)", conditions.data);
	return count > 1 && set_todo(c, &out);
}

/* {1}: the literals of a clause, -1 2 */
static bool
encodes_clause(struct message *c, const struct text_context *s)
{
	const char *at = c->parts[0].text;
	char *end;
	size_t count = 0;
	DROP(buf) struct buf out;

	(void)s;
	buf_init(&out, sizeof(c->todo) - 8);
	for (;; at = end) {
		long literal = strtol(at, &end, 10);

		if (end == at || literal == 0)
			break;
		(void)buf_add_format(&out,
			literal < 0 ? " (not x%ld)" : " x%ld", labs(literal));
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
space_out(const char *text)
{
	static const char operators[] = "<>=!*/+%&|-";
	DROP(buf) struct buf out;

	buf_init(&out, LIMIT_MESSAGE);
	for (const char *at = text; *at != '\0';) {
		size_t size = strspn(at, operators);
		bool is_sign = size == 1 && *at == '-' &&
			       (at == text || at[-1] == ' ' || at[-1] == '(');

		if (size > 0 && !is_sign)
			(void)buf_add_format(&out, " %.*s ", (int)size, at);
		else
			(void)buf_add_char(&out, *at);
		at += size > 0 ? size : 1;
	}
	return buf_take(&out);
}

/* {2}: x + y <= 10, with an operator between its arguments */
static bool
encodes_infix(struct message *c, const struct text_context *s)
{
	DROP(text) char *spaced = space_out(c->parts[1].text);
	DROP(text) char *prefix = advice_infix(spaced, strlen(spaced));

	(void)s;
	if (prefix == NULL || strpbrk(prefix, "[]{},;:\"'") != NULL)
		return false;
	(void)snprintf(c->todo, sizeof(c->todo), "%s", prefix);
	return true;
}

const struct rule_action encoding_actions[] = {
	{"weighted", encodes_weights},
	{"clause", encodes_clause},
	{"prefix", encodes_infix},
	{NULL, NULL},
};
