#ifndef TOOLS_SOLUTION_PARSED_TEXT_H
#define TOOLS_SOLUTION_PARSED_TEXT_H

/*
 * A text cut into commands, with what each of them declares and uses.
 */

#include <stdbool.h>
#include <stddef.h>

#include "base/buf.h"
#include "smt/names/symbols.h"
#include "smt/text/commands.h"

/* What a text declares, sorted by name. */
struct parsed_text_entry {
	const char *name;
	size_t command;
	enum symbol_kind kind;
};

/* A constant that a text declares and does not define, sorted by its sort. */
struct parsed_text_element {
	struct slice sort;
	size_t command;
};

/* A text in commands, with what each declares and uses. */
struct parsed_text {
	const char *text;
	struct commands forms;
	struct symbols *symbols; /* of each command */
	bool *is_done;
	struct parsed_text_entry *entries;
	size_t entry_count;
	struct parsed_text_element *elements;
	size_t element_count;
};

/*
 * Reads a text, which is borrowed, into `s`, which is all zero. False if it is
 * none; to be released in both cases.
 */
bool parsed_text_read(struct parsed_text *s, const char *text, size_t size);
void parsed_text_release(struct parsed_text *s);

/* Appends a command on a line of its own; it is done then. */
void parsed_text_write(struct parsed_text *s, size_t number, struct buf *out);

/* The first of the constants of a sort; element_count if there is none. */
size_t parsed_text_elements(const struct parsed_text *s, struct slice sort);
bool parsed_text_is_of(
	const struct parsed_text_element *element, struct slice sort);

/* One of the declarations of that name, or NULL. */
const struct parsed_text_entry *parsed_text_find(
	const struct parsed_text *s, const char *name);

#endif
