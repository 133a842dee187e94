#include "problems/sift.h"

#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/buf.h"
#include "base/limits.h"
#include "smt/text/lexer.h"

static bool
is(const struct sift *s, size_t form, enum command_kind command)
{
	return s->forms.at[form].command == command;
}

bool
sift_is_assert(const struct sift *s, size_t form)
{
	return is(s, form, COMMAND_ASSERT);
}

bool
sift_is_item(const struct sift *s, size_t form)
{
	return !is(s, form, COMMAND_CHECK_SAT);
}

static bool
is_plain(const struct sift *s)
{
	for (size_t i = 0; i < s->forms.count; i++) {
		enum command_kind c = s->forms.at[i].command;
		bool is_check = c == COMMAND_CHECK_SAT;

		if (is_check && i + 1 < s->forms.count)
			return false;
		if (!is_check &&
			command_kind_info(c)->in_item != VERDICT_KEEP &&
			c != COMMAND_SET_OPTION)
			return false;
	}
	return true;
}

bool
sift_init(struct sift *s, const char *text, struct err *e)
{
	struct diagnostic fault;

	*s = (struct sift){.text = text};
	if (!commands_split(text, strlen(text), &s->forms, &fault))
		return err_set(e, ERR_TEXT, "line %u, column %u: %s\n%s",
			fault.line, fault.column, fault.what, text);
	for (size_t i = 0; i < s->forms.count; i++)
		s->asserts += sift_is_assert(s, i);
	s->is_plain = is_plain(s);
	return true;
}

void
sift_release(struct sift *s)
{
	commands_release(&s->forms);
}

char *
sift_command(const struct sift *s, size_t form)
{
	const struct token *list = &s->forms.at[form].list;

	return text_copy_n(s->text + list->offset, list->length);
}

static void
add_command(const struct sift *s, size_t form, struct buf *out)
{
	const struct token *list = &s->forms.at[form].list;

	(void)buf_add(out, s->text + list->offset, list->length);
	(void)buf_add_char(out, '\n');
}

char *
sift_keep(const struct sift *s, const bool *kept)
{
	DROP(buf) struct buf out;
	size_t number = 0;

	buf_init(&out, LIMIT_MESSAGE);
	for (size_t i = 0; i < s->forms.count; i++) {
		if (!sift_is_assert(s, i) || kept[number++])
			add_command(s, i, &out);
	}
	/* A text of nothing else would be empty. */
	if (s->asserts == s->forms.count)
		(void)buf_add_text(&out, "(check-sat)\n");
	return buf_take(&out);
}

/* --- a solution in the place of the declarations ------------------------- */

static bool
declares(const struct sift *s, size_t form)
{
	return is(s, form, COMMAND_DECLARE_FUN) ||
	       is(s, form, COMMAND_DECLARE_CONST);
}

static bool
same_name(struct slice a, struct slice b)
{
	return a.length == b.length && memcmp(a.start, b.start, a.length) == 0;
}

static struct slice
name_of(const struct sift *s, size_t form)
{
	struct token t;

	if (!command_argument(&s->forms.at[form], s->text, 0, &t))
		return slice_of("");
	return token_name(s->text, &t);
}

/* The names of (define-funs-rec ((f ...) (g ...)) ...). */
static bool
is_among(const struct sift *s, size_t form, struct slice name)
{
	struct token list;
	struct lexer heads;
	struct lexer head;
	struct token t;

	if (!command_argument(&s->forms.at[form], s->text, 0, &list) ||
		list.kind != TOKEN_OPEN)
		return false;
	lexer_enter(&heads, s->text, &list);
	while (command_next(&heads, &t)) {
		lexer_enter(&head, s->text, &t);
		if (command_next(&head, &t) &&
			same_name(token_name(s->text, &t), name))
			return true;
	}
	return false;
}

/* Does a definition of `s` introduce the name? */
static bool
defines(const struct sift *s, struct slice name)
{
	for (size_t i = 0; i < s->forms.count; i++) {
		enum command_kind c = s->forms.at[i].command;

		if (c == COMMAND_DEFINE_FUN || c == COMMAND_DEFINE_CONST ||
			c == COMMAND_DEFINE_FUN_REC) {
			if (same_name(name_of(s, i), name))
				return true;
		} else if (c == COMMAND_DEFINE_FUNS_REC &&
			   is_among(s, i, name)) {
			return true;
		}
	}
	return false;
}

static bool
introduces_sort(enum command_kind c)
{
	return c == COMMAND_DECLARE_SORT || c == COMMAND_DEFINE_SORT ||
	       c == COMMAND_DECLARE_DATATYPE || c == COMMAND_DECLARE_DATATYPES;
}

/* Sorts, and what the solution says nothing of. */
static void
add_base(const struct sift *s, const struct sift *solution, struct buf *out)
{
	for (size_t i = 0; i < s->forms.count; i++) {
		enum command_kind c = s->forms.at[i].command;

		if (c == COMMAND_SET_LOGIC || introduces_sort(c) ||
			(declares(s, i) && !defines(solution, name_of(s, i))))
			add_command(s, i, out);
	}
}

/* The elements of a universe are not equal, which only a comment says. */
static void
add_distinct(const struct sift *solution, size_t element, struct buf *out)
{
	struct slice name = name_of(solution, element);
	struct token sort;
	struct token other;

	if (!command_argument(
		    &solution->forms.at[element], solution->text, 2, &sort))
		return;
	for (size_t i = 0; i < element; i++) {
		struct slice earlier = name_of(solution, i);

		if (declares(solution, i) &&
			command_argument(&solution->forms.at[i], solution->text,
				2, &other) &&
			same_name(token_name(solution->text, &sort),
				token_name(solution->text, &other)))
			(void)buf_add_format(out,
				"(assert (distinct |%.*s| |%.*s|))\n",
				(int)name.length, name.start,
				(int)earlier.length, earlier.start);
	}
}

static void
add_solution(const struct sift *s, const struct sift *solution, struct buf *out)
{
	for (size_t i = 0; i < solution->forms.count; i++) {
		if (defines(s, name_of(solution, i)))
			continue;
		add_command(solution, i, out);
		if (declares(solution, i))
			add_distinct(solution, i, out);
	}
}

static void
add_rest(const struct sift *s, struct buf *out)
{
	for (size_t i = 0; i < s->forms.count; i++) {
		enum command_kind c = s->forms.at[i].command;

		if (c == COMMAND_ASSERT || c == COMMAND_DEFINE_FUN ||
			c == COMMAND_DEFINE_CONST ||
			c == COMMAND_DEFINE_FUN_REC ||
			c == COMMAND_DEFINE_FUNS_REC)
			add_command(s, i, out);
	}
}

/* What is in the list of definitions; beside it there may be others, such as
 * (objectives ...), and comments. The caller's. */
static char *
take_definitions(const char *solution)
{
	struct lexer outside;
	struct lexer inside;
	struct token list;
	struct token first;

	lexer_init(&outside, solution, strlen(solution));
	while (command_next(&outside, &list)) {
		if (list.kind != TOKEN_OPEN)
			continue;
		lexer_enter(&inside, solution, &list);
		if (!command_next(&inside, &first) || first.kind == TOKEN_OPEN)
			return text_copy_n(
				solution + list.offset + 1, list.length - 2);
	}
	return NULL;
}

char *
sift_conjoin(const struct sift *s, const char *solution, struct err *e)
{
	DROP(buf) struct buf out;
	DROP(text) char *inside = take_definitions(solution);
	struct sift definitions;

	buf_init(&out, LIMIT_MESSAGE);
	if (inside == NULL) {
		(void)err_set(e, ERR_TEXT, "no solution: %s", solution);
		return NULL;
	}
	if (!sift_init(&definitions, inside, e))
		return NULL;
	add_base(s, &definitions, &out);
	add_solution(s, &definitions, &out);
	add_rest(s, &out);
	sift_release(&definitions);
	return buf_take(&out);
}
