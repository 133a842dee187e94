/*
 * Constraints that other languages have, written out with the arguments at
 * hand: {todo} is the term. Lists that would make it long are left to the
 * general words of the rules.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "advice/advice.h"
#include "advice/message/rules.h"
#include "base/alloc.h"
#include "base/buf.h"
#include "base/limits.h"

enum { ARGUMENTS_MAX = 8, ELEMENTS_MAX = 6 };

/* The arguments of a form: each an element, or a list of them. */
struct constraint {
	struct slice arguments[ARGUMENTS_MAX];
	struct slice lists[ARGUMENTS_MAX][ELEMENTS_MAX];
	size_t sizes[ARGUMENTS_MAX]; /* of the lists; 0: it is none */
	size_t count;
	const char *name;
	struct buf *out;
};

#define ARG(slice) (int)(slice).length, (slice).start

static size_t
read_elements(struct slice list, struct slice *elements, size_t most)
{
	size_t count = 0;

	while (count < most && sort_list_at(list, count, &elements[count]))
		count++;
	return count;
}

static bool
read_arguments(struct message *c, struct constraint *k)
{
	struct slice all = message_variable(c, slice_of("arguments"));

	k->count = read_elements(all, k->arguments, ARGUMENTS_MAX);
	for (size_t i = 0; i < k->count; i++) {
		struct slice list = k->arguments[i];

		if (*list.start == '(' && list.length > 2)
			k->sizes[i] = read_elements(
				(struct slice){list.start + 1, list.length - 2},
				k->lists[i], ELEMENTS_MAX);
		if (sort_list_count(k->arguments[i]) == 0)
			return false;
	}
	return k->count > 0 && sort_list_count(all) == k->count;
}

/* Two lists of one size from `at` on. */
static bool
has_pair(const struct constraint *k, size_t at)
{
	return k->count > at + 1 && k->sizes[at] > 1 &&
	       k->sizes[at] == k->sizes[at + 1];
}

/* (x y) ((1 2) (3 4)) */
static bool
encode_table(const struct constraint *k)
{
	struct slice row[ELEMENTS_MAX];

	if (k->count != 2 || k->sizes[0] == 0 || k->sizes[1] == 0)
		return false;
	buf_add_text(k->out, "(or");
	for (size_t i = 0; i < k->sizes[1]; i++) {
		struct slice list = k->lists[1][i];

		if (list.length < 3 ||
			read_elements(
				(struct slice){list.start + 1, list.length - 2},
				row, ELEMENTS_MAX) != k->sizes[0])
			return false;
		buf_add_text(k->out, " (and");
		for (size_t n = 0; n < k->sizes[0]; n++)
			buf_add_format(k->out, " (= %.*s %.*s)",
				ARG(k->lists[0][n]), ARG(row[n]));
		buf_add_char(k->out, ')');
	}
	return buf_add_char(k->out, ')');
}

/* (f1 f2) (g1 g2), counted from 1 */
static bool
encode_inverse(const struct constraint *k)
{
	if (k->count != 2 || !has_pair(k, 0))
		return false;
	buf_add_text(k->out, "(and");
	for (size_t i = 0; i < k->sizes[0]; i++)
		for (size_t n = 0; n < k->sizes[0]; n++)
			buf_add_format(k->out, " (= (= %.*s %zu) (= %.*s %zu))",
				ARG(k->lists[0][i]), n + 1, ARG(k->lists[1][n]),
				i + 1);
	return buf_add_char(k->out, ')');
}

/* (s1 s2) (d1 d2), or s1 d1 s2 d2 */
static bool
encode_no_overlap(const struct constraint *k)
{
	bool is_flat = k->sizes[0] == 0 && k->count % 2 == 0;
	size_t tasks = is_flat ? k->count / 2 : k->sizes[0];

	if (tasks < 2 || (!is_flat && (k->count != 2 || !has_pair(k, 0))))
		return false;
	buf_add_text(k->out, tasks > 2 ? "(and" : "");
	for (size_t i = 0; i < tasks; i++)
		for (size_t n = i + 1; n < tasks; n++) {
			const struct slice *a = &k->arguments[2 * i];
			const struct slice *b = &k->arguments[2 * n];
			struct slice s = is_flat ? a[0] : k->lists[0][i];
			struct slice d = is_flat ? a[1] : k->lists[1][i];
			struct slice t = is_flat ? b[0] : k->lists[0][n];
			struct slice e = is_flat ? b[1] : k->lists[1][n];

			buf_add_format(k->out,
				"%s(or (<= (+ %.*s %.*s) %.*s) "
				"(<= (+ %.*s %.*s) %.*s))",
				tasks > 2 ? " " : "", ARG(s), ARG(d), ARG(t),
				ARG(t), ARG(e), ARG(s));
		}
	return buf_add_text(k->out, tasks > 2 ? ")" : "");
}

/* (s1 s2) (d1 d2) (r1 r2) capacity: the load where a task begins */
static bool
encode_cumulative(const struct constraint *k)
{
	if (k->count != 4 || !has_pair(k, 0) || !has_pair(k, 1))
		return false;
	buf_add_text(k->out, "(and");
	for (size_t i = 0; i < k->sizes[0]; i++) {
		buf_add_format(k->out, " (<= (+ %.*s", ARG(k->lists[2][i]));
		for (size_t n = 0; n < k->sizes[0]; n++)
			if (n != i)
				buf_add_format(k->out,
					" (ite (and (<= %.*s %.*s) (< %.*s (+ "
					"%.*s %.*s))) %.*s 0)",
					ARG(k->lists[0][n]),
					ARG(k->lists[0][i]),
					ARG(k->lists[0][i]),
					ARG(k->lists[0][n]),
					ARG(k->lists[1][n]),
					ARG(k->lists[2][n]));
		buf_add_format(k->out, ") %.*s)", ARG(k->arguments[3]));
	}
	return buf_add_char(k->out, ')');
}

/* (x1 x2) (y1 y2) */
static bool
encode_lex(const struct constraint *k)
{
	size_t size = k->sizes[0];

	if (k->count != 2 || !has_pair(k, 0))
		return false;
	for (size_t i = 0; i + 1 < size; i++)
		buf_add_format(k->out, "(or (< %.*s %.*s) (and (= %.*s %.*s) ",
			ARG(k->lists[0][i]), ARG(k->lists[1][i]),
			ARG(k->lists[0][i]), ARG(k->lists[1][i]));
	buf_add_format(k->out, "(%s %.*s %.*s)",
		strcmp(k->name, "lex_less") == 0 ? "<" : "<=",
		ARG(k->lists[0][size - 1]), ARG(k->lists[1][size - 1]));
	for (size_t i = 0; i + 1 < size; i++)
		buf_add_text(k->out, "))");
	return true;
}

/* x1 x2 x3, the successors of 1, 2, 3, or a list of them. Up to five nodes a
 * second tour needs one of two nodes. */
static bool
encode_circuit(const struct constraint *k)
{
	bool is_list = k->count == 1 && k->sizes[0] > 0;
	const struct slice *x = is_list ? k->lists[0] : k->arguments;
	size_t size = is_list ? k->sizes[0] : k->count;

	if (size < 3 || size > 5)
		return false;
	buf_add_text(k->out, "(and (distinct");
	for (size_t i = 0; i < size; i++)
		buf_add_format(k->out, " %.*s", ARG(x[i]));
	buf_add_char(k->out, ')');
	for (size_t i = 0; i < size; i++)
		buf_add_format(k->out, " (<= 1 %.*s %zu) (distinct %.*s %zu)",
			ARG(x[i]), size, ARG(x[i]), i + 1);
	for (size_t i = 0; size > 3 && i < size; i++)
		for (size_t n = i + 1; n < size; n++)
			buf_add_format(k->out,
				" (not (and (= %.*s %zu) (= %.*s %zu)))",
				ARG(x[i]), n + 1, ARG(x[n]), i + 1);
	return buf_add_char(k->out, ')');
}

/* i (7 9 4) v, counted from 1 */
static bool
encode_element(const struct constraint *k)
{
	if (k->count != 3 || k->sizes[1] < 2)
		return false;
	buf_add_format(k->out, "(and (<= 1 %.*s %zu) (= %.*s",
		ARG(k->arguments[0]), k->sizes[1], ARG(k->arguments[2]));
	for (size_t i = 0; i + 1 < k->sizes[1]; i++)
		buf_add_format(k->out, " (ite (= %.*s %zu) %.*s",
			ARG(k->arguments[0]), i + 1, ARG(k->lists[1][i]));
	buf_add_format(k->out, " %.*s", ARG(k->lists[1][k->sizes[1] - 1]));
	for (size_t i = 0; i + 1 < k->sizes[1]; i++)
		buf_add_char(k->out, ')');
	return buf_add_text(k->out, "))");
}

/* (x y z) (1 2) (2 1): so many of each value */
static bool
encode_cardinality(const struct constraint *k)
{
	if (k->count != 3 || k->sizes[0] < 2 || !has_pair(k, 1))
		return false;
	buf_add_text(k->out, "(and");
	for (size_t i = 0; i < k->sizes[1]; i++) {
		buf_add_text(k->out, " (= (+");
		for (size_t n = 0; n < k->sizes[0]; n++)
			buf_add_format(k->out, " (ite (= %.*s %.*s) 1 0)",
				ARG(k->lists[0][n]), ARG(k->lists[1][i]));
		buf_add_format(k->out, ") %.*s)", ARG(k->lists[2][i]));
	}
	return buf_add_char(k->out, ')');
}

static const struct {
	const char *begin; /* of the name */
	bool (*encode)(const struct constraint *k);
} encodings[] = {
	{"table", encode_table},
	{"allowed", encode_table},
	{"inverse", encode_inverse},
	{"no", encode_no_overlap},
	{"disjunctive", encode_no_overlap},
	{"cumulative", encode_cumulative},
	{"lex", encode_lex},
	{"circuit", encode_circuit},
	{"element", encode_element},
	{"g", encode_cardinality},
};

static bool
set_todo(struct message *c, const struct buf *text)
{
	if (text->overflowed || text->size == 0)
		return false;
	(void)snprintf(c->todo, sizeof(c->todo), "%s", text->data);
	return true;
}

static bool
encodes_constraint(struct message *c, const struct text_context *s)
{
	struct constraint k = {0};
	DROP(buf) struct buf out;

	(void)s;
	buf_init(&out, sizeof(c->todo) - 1);
	k.name = c->head.text;
	k.out = &out;
	for (size_t i = 0; i < sizeof(encodings) / sizeof(encodings[0]); i++)
		if (strncmp(c->head.text, encodings[i].begin,
			    strlen(encodings[i].begin)) == 0)
			return read_arguments(c, &k) &&
			       encodings[i].encode(&k) && set_todo(c, &out);
	return false;
}

/* (pble 700 (93 a) (30 b)): ((_ pble 700 93 30) a b) */
static bool
encodes_weights(struct message *c, const struct text_context *s)
{
	struct constraint k = {0};
	DROP(buf) struct buf out;
	DROP(buf) struct buf conditions;

	(void)s;
	buf_init(&out, sizeof(c->todo) - 1);
	buf_init(&conditions, sizeof(c->todo) - 1);
	if (!read_arguments(c, &k))
		return false;
	buf_add_format(&out, "((_ %s %.*s", c->head.text, ARG(k.arguments[0]));
	for (size_t i = 1; i < k.count; i++) {
		if (k.sizes[i] != 2)
			return false;
		buf_add_format(&out, " %.*s", ARG(k.lists[i][0]));
		buf_add_format(&conditions, " %.*s", ARG(k.lists[i][1]));
	}
	buf_add_format(&out, ")%s)", conditions.data);
	return k.count > 1 && set_todo(c, &out);
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
			buf_add_format(&out, " %.*s ", (int)size, at);
		else
			buf_add_char(&out, *at);
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
	{"encode", encodes_constraint},
	{"weighted", encodes_weights},
	{"clause", encodes_clause},
	{"prefix", encodes_infix},
	{NULL, NULL},
};
