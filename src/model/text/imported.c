#include "model/text/imported.h"

#include <stdlib.h>

#include "base/alloc.h"
#include "base/utf8.h"
#include "smt/rules/command_policy.h"

enum { WORD_MAX = 40 }; /* of a command's name, as a message shows it */

static void
add_fault(struct import *im, const struct diagnostic *fault)
{
	size_t length = fault->length < WORD_MAX ? fault->length : WORD_MAX;
	const char *word = im->text + fault->offset;

	if (im->fault_count == IMPORT_FAULTS_MAX)
		return;
	im->faults = mem_room(im->faults, im->fault_count, &im->fault_capacity,
		sizeof(*im->faults));
	im->faults[im->fault_count++] = (struct import_fault){
		.line = fault->line,
		.kind = fault->kind,
		.command = fault->offset + length <= im->size
				   ? text_copy_n(word, length)
				   : text_copy(""),
		.what = text_copy(fault->what),
	};
}

/* In the text, of one in a piece of its line that begins at `offset`. */
static unsigned
column_of(
	const struct import *im, const struct diagnostic *fault, size_t offset)
{
	size_t start = offset;

	while (start > 0 && im->text[start - 1] != '\n')
		start--;
	return fault->column +
	       (unsigned)utf8_count(im->text + start, offset - start);
}

/* The column is known of the first one only: a line may be the whole text. */
void
imported_refuse(struct import *im, struct diagnostic *fault, size_t offset,
	unsigned line)
{
	if (im->fault_count == 0 && fault->line <= 1)
		fault->column = column_of(im, fault, offset);
	fault->line += line - (fault->line > 0);
	fault->offset += offset;
	if (im->fault_count == 0)
		im->first = *fault;
	add_fault(im, fault);
}

void
imported_warn(struct import *im, unsigned line, const char *text)
{
	im->warnings = mem_room(im->warnings, im->warning_count,
		&im->warning_capacity, sizeof(*im->warnings));
	im->warnings[im->warning_count++] =
		(struct warning){.line = line, .text = text_copy(text)};
}

struct import_item *
imported_item(struct import *im, const struct import_item *item)
{
	im->items = mem_room(
		im->items, im->count, &im->capacity, sizeof(*im->items));
	im->items[im->count] = *item;
	return &im->items[im->count++];
}

bool
imported_content(struct import *im, const char *text, size_t size,
	unsigned line, char **content, struct diagnostic *fault)
{
	DROP(admitted_text) struct admitted_text allowed = {0};

	if (!command_policy_item(text, size, &allowed, fault))
		return false;
	*content = admitted_text_content(&allowed);
	for (size_t i = 0; i < allowed.warning_count; i++)
		imported_warn(im, line + allowed.warnings[i].line - 1,
			allowed.warnings[i].text);
	return true;
}

void
import_release(struct import *im)
{
	for (size_t i = 0; i < im->count; i++) {
		free(im->items[i].content);
		free(im->items[i].name);
		free(im->items[i].note);
	}
	for (size_t i = 0; i < im->warning_count; i++)
		free(im->warnings[i].text);
	for (size_t i = 0; i < im->fault_count; i++) {
		free(im->faults[i].command);
		free(im->faults[i].what);
	}
	free(im->items);
	free(im->warnings);
	free(im->faults);
	free(im->text);
	*im = (struct import){0};
}

void
import_drop(struct import *im)
{
	import_release(im);
}
