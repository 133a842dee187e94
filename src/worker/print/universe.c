#include "worker/print/universe.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "smt/text/command.h"
#include "smt/text/lexer.h"
#include "smt/text/name_set.h"
#include "smt/text/text.h"
#include "worker/base/answer_stream.h"
#include "worker/print/universe_names.h"

static bool
is_element(struct slice name)
{
	return universe_names_mark(name.start, name.length) != NULL;
}

static bool
is_same(struct slice a, struct slice b)
{
	return a.length == b.length && memcmp(a.start, b.start, a.length) == 0;
}

/* --- missing ones -------------------------------------------------------- */

/* What the text declares or defines. */
static void
declared_read(const char *text, struct name_set *declared)
{
	struct lexer walk;
	struct lexer inside;
	struct token list;
	struct token t;

	*declared = (struct name_set){0};
	lexer_init(&walk, text, strlen(text));
	while (command_next(&walk, &list)) {
		if (list.kind != TOKEN_OPEN)
			continue;
		lexer_enter(&inside, text, &list);
		if (command_next(&inside, &t) &&
			(token_is(text, &t, "declare-fun") ||
				token_is(text, &t, "define-fun")) &&
			command_next(&inside, &t))
			name_set_add(declared, token_name(text, &t));
	}
	name_set_sort(declared);
}

static void
elements_read(const char *text, struct name_set *elements)
{
	struct lexer walk;
	struct token t;
	struct diagnostic ignored;

	lexer_init(&walk, text, strlen(text));
	while (lexer_next(&walk, &t, &ignored) && t.kind != TOKEN_END) {
		struct slice name = token_name(text, &t);

		if (token_is_symbol(&t) && is_element(name))
			name_set_add(elements, name);
	}
	name_set_sort(elements);
}

/* As universe_names_name has made it of the sort: in a list ' is a bar, '' is
 * '. */
static void
add_sort(struct slice stem, struct buf *out)
{
	DROP(text) char *plain = text_copy_n(stem.start, stem.length);

	if (plain[0] != '(') {
		text_add_symbol(out, plain);
		return;
	}
	for (const char *at = plain; *at != '\0'; at++) {
		bool is_doubled = at[0] == '\'' && at[1] == '\'';

		buf_add_char(out, *at == '\'' && !is_doubled ? '|' : *at);
		at += is_doubled;
	}
}

static void
add_missing(struct slice name, struct buf *out)
{
	DROP(text) char *element = text_copy_n(name.start, name.length);
	const char *mark = universe_names_mark(name.start, name.length);

	buf_add_text(out, "(declare-fun ");
	text_add_symbol(out, element);
	buf_add_text(out, " () ");
	add_sort((struct slice){name.start, (size_t)(mark - name.start)}, out);
	buf_add_text(out, ")\n");
}

void
universe_add_missing(const char *text, struct buf *out)
{
	DROP(name_set) struct name_set declared = {0};
	DROP(name_set) struct name_set elements = {0};

	if (strstr(text, ELEMENT_MARK) == NULL)
		return;
	declared_read(text, &declared);
	elements_read(text, &elements);
	for (size_t i = 0; i < elements.count; i++) {
		struct slice name = elements.at[i];
		bool is_added = i > 0 && is_same(elements.at[i - 1], name);

		if (!is_added && !name_set_have(&declared, name))
			add_missing(name, out);
	}
}

/* --- the report ---------------------------------------------------------- */

/* Name and sort of (declare-fun S!val!0 () S). */
static bool
read_element(const char *text, const struct token *list, struct token *name,
	struct token *sort)
{
	struct lexer inside;
	struct token t;

	if (list->kind != TOKEN_OPEN)
		return false;
	lexer_enter(&inside, text, list);
	return command_next(&inside, &t) && token_is(text, &t, "declare-fun") &&
	       command_next(&inside, name) && command_next(&inside, &t) &&
	       command_next(&inside, sort) &&
	       is_element(token_name(text, name));
}

struct universe {
	struct slice sort;
	struct buf elements;
};

struct universes {
	struct universe *at;
	size_t count, capacity;
};

static struct universe *
find(struct universes *u, struct slice sort)
{
	struct universe *made;

	for (size_t i = 0; i < u->count; i++) {
		if (is_same(u->at[i].sort, sort))
			return &u->at[i];
	}
	u->at = mem_room(u->at, u->count, &u->capacity, sizeof(*u->at));
	made = &u->at[u->count++];
	made->sort = sort;
	buf_init(&made->elements, SIZE_MAX / 2);
	return made;
}

static void
put(const struct universe *u)
{
	DROP(text) char *sort = text_copy_n(u->sort.start, u->sort.length);
	DROP(text) char *elements = text_format("{%s}", u->elements.data);
	char none[] = "";

	answer_put_value(answer_stream_frames(),
		&(struct answer_value){
			.name = sort, .sort = elements, .json = none});
}

void
universe_report(const char *text)
{
	struct universes all = {0};
	struct lexer walk;
	struct token list;

	if (strstr(text, ELEMENT_MARK) == NULL)
		return;
	lexer_init(&walk, text + 1, strlen(text) - 1); /* behind its ( */
	while (command_next(&walk, &list)) {
		struct token name;
		struct token sort;
		struct universe *one;

		if (!read_element(text + 1, &list, &name, &sort))
			continue;
		one = find(&all,
			(struct slice){text + 1 + sort.offset, sort.length});
		buf_add_text(
			&one->elements, one->elements.size > 0 ? ", " : "");
		buf_add(&one->elements, text + 1 + name.offset, name.length);
	}
	for (size_t i = 0; i < all.count; i++) {
		put(&all.at[i]);
		buf_release(&all.at[i].elements);
	}
	free(all.at);
}
