#include "tools/solution/universe_sorts.h"

#include <string.h>

#include "base/alloc.h"
#include "smt/text/text.h"
#include "tools/solution/parsed_text.h"
#include "wire/answer.h"

bool
universe_sorts_write_sort(
	struct parsed_text *s, struct slice sort, struct buf *out)
{
	DROP(text) char *name = text_copy_n(sort.start, sort.length);
	size_t first = parsed_text_elements(s, sort);

	if (first == s->element_count)
		return false;
	buf_add_text(out, "(declare-datatypes ((");
	text_add_symbol(out, name);
	buf_add_text(out, " 0)) ((");
	for (size_t i = first; i < s->element_count &&
			       parsed_text_is_of(&s->elements[i], sort);
		i++) {
		size_t number = s->elements[i].command;
		struct token element;

		if (!command_argument(
			    &s->forms.at[number], s->text, 0, &element))
			continue;
		buf_add_format(out, "(%.*s)", (int)element.length,
			s->text + element.offset);
		s->is_done[number] = true;
	}
	buf_add_text(out, ")))\n");
	return true;
}

/* The name of an element of a sort with parameters, (declare-fun E () (Q Int)).
 */
static bool
find_name(const struct parsed_text *s, const struct parsed_text_element *one,
	struct token *name)
{
	return one->sort.length > 0 && one->sort.start[0] == '(' &&
	       command_argument(&s->forms.at[one->command], s->text, 0, name) &&
	       memmem(s->text + name->offset, name->length, ELEMENT_MARK,
		       strlen(ELEMENT_MARK)) != NULL;
}

/* `before`, the name and `behind` for each of these elements. */
static size_t
add_names(const struct parsed_text *s, size_t from, size_t end,
	const char *before, const char *behind, struct buf *out)
{
	size_t count = 0;

	for (size_t i = from; i < end; i++) {
		struct token name;

		if (!find_name(s, &s->elements[i], &name))
			continue;
		buf_add_format(out, "%s%.*s%s", before, (int)name.length,
			s->text + name.offset, behind);
		count++;
	}
	return count;
}

/* Those from `from` up to `end` are of one sort. */
static void
write_instance(struct parsed_text *s, size_t from, size_t end, struct buf *out)
{
	struct slice sort = s->elements[from].sort;
	size_t before;
	struct token name;

	for (size_t i = from; i < end; i++) {
		if (find_name(s, &s->elements[i], &name))
			parsed_text_write(s, s->elements[i].command, out);
	}
	before = out->size;
	buf_add_text(out, "(assert (distinct");
	if (add_names(s, from, end, " ", "", out) > 1)
		buf_add_text(out, "))\n");
	else
		buf_truncate(out, before);
	buf_add_format(out, "(assert (forall ((satchel!e %.*s)) (or false",
		(int)sort.length, sort.start);
	(void)add_names(s, from, end, " (= satchel!e ", ")", out);
	buf_add_text(out, ")))\n");
}

void
universe_sorts_write_instances(struct parsed_text *s, struct buf *out)
{
	size_t end;

	for (size_t i = 0; i < s->element_count; i = end) {
		struct token name;
		bool has_any = false;

		for (end = i; end < s->element_count &&
			      parsed_text_is_of(
				      &s->elements[end], s->elements[i].sort);
			end++)
			has_any |= find_name(s, &s->elements[end], &name);
		if (has_any && !s->is_done[s->elements[i].command])
			write_instance(s, i, end, out);
	}
}
