#include "smt/rules/admitted_text.h"

#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"

void
admitted_text_blank(struct admitted_text *a, const struct command *form)
{
	char *at = a->text + form->list.offset;

	for (size_t i = 0; i < form->list.length; i++)
		if (at[i] != '\n' && at[i] != '\r')
			at[i] = ' ';
}

void
admitted_text_warn(struct admitted_text *a, unsigned line, const char *what,
	const char *why)
{
	a->warnings = mem_room(a->warnings, a->warning_count,
		&a->warning_capacity, sizeof(*a->warnings));
	a->warnings[a->warning_count++] = (struct warning){
		.line = line,
		.text = text_format("%s was left out: %s.", what, why),
	};
}

void
admitted_text_release(struct admitted_text *a)
{
	for (size_t i = 0; i < a->warning_count; i++)
		free(a->warnings[i].text);
	free(a->warnings);
	free(a->text);
	commands_release(&a->forms);
	*a = (struct admitted_text){0};
}

void
admitted_text_drop(struct admitted_text *a)
{
	admitted_text_release(a);
}

static bool
is_blank(char c)
{
	return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

/* Copies what lies between commands without the white space behind lines. */
static char *
copy_between(char *to, const char *from, size_t size)
{
	char *solid = to; /* behind the last byte that has to stay */

	for (size_t i = 0; i < size; i++) {
		if (from[i] == '\n')
			to = solid;
		*to++ = from[i];
		if (from[i] == '\n' || !is_blank(from[i]))
			solid = to;
	}
	return to;
}

char *
admitted_text_content(const struct admitted_text *a, unsigned *skipped)
{
	char *copy = text_copy_n(a->text, a->size);
	char *to = copy;
	size_t start = 0;
	size_t end = a->size;
	unsigned lines = 0;

	for (size_t i = 0; i < end && is_blank(a->text[i]); i++)
		if (a->text[i] == '\n') {
			start = i + 1;
			lines++;
		}
	while (end > start && is_blank(a->text[end - 1]))
		end--;
	for (size_t i = 0; i < a->forms.count; i++) {
		const struct token *list = &a->forms.at[i].list;

		to = copy_between(to, a->text + start, list->offset - start);
		memcpy(to, a->text + list->offset, list->length);
		to += list->length;
		start = list->offset + list->length;
	}
	to = copy_between(to, a->text + start, end - start);
	*to = '\0';
	if (skipped != NULL)
		*skipped = lines;
	return copy;
}
