#include "tools/universes.h"

#include <string.h>

#include "base/alloc.h"
#include "smt/text.h"
#include "tools/source.h"
#include "wire/answer.h"

/* The sort of (declare-fun e () S), an element of a universe; "" of any other
 * command. */
static struct slice
element_sort(const struct source *s, size_t number)
{
	const struct form *form = &s->forms.at[number];
	struct token sort;

	if (form->command != COMMAND_DECLARE_FUN ||
		!form_argument(form, s->text, 2, &sort))
		return (struct slice){"", 0};
	return token_name(s->text, &sort);
}

static bool
is_same(struct slice a, struct slice b)
{
	return a.length == b.length && memcmp(a.start, b.start, a.length) == 0;
}

bool
universes_write_sort(struct source *s, struct slice sort, struct buf *out)
{
	DROP(text) char *name = text_copy_n(sort.start, sort.length);
	size_t before = out->size;
	size_t count = 0;

	buf_add_text(out, "(declare-datatypes ((");
	text_add_symbol(out, name);
	buf_add_text(out, " 0)) ((");
	for (size_t i = 0; i < s->forms.count; i++) {
		struct token element;

		if (!is_same(element_sort(s, i), sort) ||
			!form_argument(&s->forms.at[i], s->text, 0, &element))
			continue;
		buf_add_format(out, "(%.*s)", (int)element.length,
			s->text + element.offset);
		s->is_done[i] = true;
		count++;
	}
	buf_add_text(out, ")))\n");
	if (count == 0)
		buf_truncate(out, before);
	return count > 0;
}

/* An element of a sort with parameters, (declare-fun E () (Q Int)). */
static bool
is_of_instance(const struct source *s, size_t number)
{
	struct slice sort = element_sort(s, number);
	struct token name;

	return sort.length > 0 && sort.start[0] == '(' &&
	       form_argument(&s->forms.at[number], s->text, 0, &name) &&
	       memmem(s->text + name.offset, name.length, ELEMENT_MARK,
		       strlen(ELEMENT_MARK)) != NULL;
}

/* `before`, the name and `behind` for each element of the sort. */
static size_t
add_elements(const struct source *s, struct slice sort, const char *before,
	const char *behind, struct buf *out)
{
	size_t count = 0;

	for (size_t i = 0; i < s->forms.count; i++) {
		struct token name;

		if (!is_same(element_sort(s, i), sort) ||
			!is_of_instance(s, i) ||
			!form_argument(&s->forms.at[i], s->text, 0, &name))
			continue;
		buf_add_format(out, "%s%.*s%s", before, (int)name.length,
			s->text + name.offset, behind);
		count++;
	}
	return count;
}

static void
write_instance(struct source *s, size_t first, struct buf *out)
{
	struct slice sort = element_sort(s, first);
	size_t before;

	for (size_t i = first; i < s->forms.count; i++) {
		if (is_same(element_sort(s, i), sort) && is_of_instance(s, i))
			source_write(s, i, out);
	}
	before = out->size;
	buf_add_text(out, "(assert (distinct");
	if (add_elements(s, sort, " ", "", out) > 1)
		buf_add_text(out, "))\n");
	else
		buf_truncate(out, before);
	buf_add_format(out, "(assert (forall ((satchel!e %.*s)) (or false",
		(int)sort.length, sort.start);
	(void)add_elements(s, sort, " (= satchel!e ", ")", out);
	buf_add_text(out, ")))\n");
}

void
universes_write_instances(struct source *s, struct buf *out)
{
	for (size_t i = 0; i < s->forms.count; i++) {
		if (!s->is_done[i] && is_of_instance(s, i))
			write_instance(s, i, out);
	}
}
