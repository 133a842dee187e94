#include "tools/solution/parsed_text.h"

#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"

static int
compare_entries(const void *a, const void *b)
{
	return strcmp(((const struct parsed_text_entry *)a)->name,
		((const struct parsed_text_entry *)b)->name);
}

static void
add_entries(struct parsed_text *s)
{
	size_t capacity = 0;

	for (size_t i = 0; i < s->forms.count; i++) {
		for (size_t j = 0; j < s->symbols[i].declared_count; j++) {
			const struct symbol *one = &s->symbols[i].declared[j];

			s->entries = mem_room(s->entries, s->entry_count,
				&capacity, sizeof(*s->entries));
			s->entries[s->entry_count++] =
				(struct parsed_text_entry){
					one->name, i, one->kind};
		}
	}
	if (s->entry_count > 0)
		qsort(s->entries, s->entry_count, sizeof(*s->entries),
			compare_entries);
}

const struct parsed_text_entry *
parsed_text_find(const struct parsed_text *s, const char *name)
{
	const struct parsed_text_entry wanted = {.name = name};

	if (s->entry_count == 0)
		return NULL;
	return bsearch(&wanted, s->entries, s->entry_count, sizeof(wanted),
		compare_entries);
}

/* --- constants, by sort -------------------------------------------------- */

static int
compare_slices(struct slice a, struct slice b)
{
	size_t size = a.length < b.length ? a.length : b.length;
	int order = memcmp(a.start, b.start, size);

	return order != 0 ? order
			  : (a.length > b.length) - (a.length < b.length);
}

static int
compare_elements(const void *a, const void *b)
{
	const struct parsed_text_element *x = a;
	const struct parsed_text_element *y = b;
	int order = compare_slices(x->sort, y->sort);

	return order != 0
		       ? order
		       : (x->command > y->command) - (x->command < y->command);
}

static void
add_elements(struct parsed_text *s)
{
	size_t capacity = 0;

	for (size_t i = 0; i < s->forms.count; i++) {
		const struct command *form = &s->forms.at[i];
		struct token sort;

		if (form->command != COMMAND_DECLARE_FUN ||
			!command_argument(form, s->text, 2, &sort))
			continue;
		s->elements = mem_room(s->elements, s->element_count, &capacity,
			sizeof(*s->elements));
		s->elements[s->element_count++] = (struct parsed_text_element){
			token_name(s->text, &sort), i};
	}
	if (s->element_count > 0)
		qsort(s->elements, s->element_count, sizeof(*s->elements),
			compare_elements);
}

bool
parsed_text_is_of(const struct parsed_text_element *element, struct slice sort)
{
	return compare_slices(element->sort, sort) == 0;
}

size_t
parsed_text_elements(const struct parsed_text *s, struct slice sort)
{
	size_t low = 0;
	size_t high = s->element_count;

	while (low < high) {
		size_t middle = low + (high - low) / 2;

		if (compare_slices(s->elements[middle].sort, sort) < 0)
			low = middle + 1;
		else
			high = middle;
	}
	return low < s->element_count &&
			       parsed_text_is_of(&s->elements[low], sort)
		       ? low
		       : s->element_count;
}

bool
parsed_text_read(struct parsed_text *s, const char *text, size_t size)
{
	struct diagnostic ignored;

	s->text = text;
	if (!commands_split(text, size, &s->forms, &ignored))
		return false;
	s->symbols = mem_new((s->forms.count + 1) * sizeof(*s->symbols));
	s->is_done = mem_new(s->forms.count + 1);
	for (size_t i = 0; i < s->forms.count; i++) {
		const struct token *list = &s->forms.at[i].list;

		if (!symbols_scan(
			    text + list->offset, list->length, &s->symbols[i]))
			return false;
	}
	add_entries(s);
	add_elements(s);
	return true;
}

void
parsed_text_write(struct parsed_text *s, size_t number, struct buf *out)
{
	const struct token *list = &s->forms.at[number].list;

	buf_add(out, s->text + list->offset, list->length);
	buf_add_char(out, '\n');
	s->is_done[number] = true;
}

void
parsed_text_release(struct parsed_text *s)
{
	for (size_t i = 0; s->symbols != NULL && i < s->forms.count; i++)
		symbols_release(&s->symbols[i]);
	free(s->symbols);
	free(s->is_done);
	free(s->entries);
	free(s->elements);
	commands_release(&s->forms);
}
