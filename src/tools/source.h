#ifndef TOOLS_SOURCE_H
#define TOOLS_SOURCE_H

/*
 * A text cut into commands, with what each of them declares and uses.
 */

#include <stdbool.h>
#include <stddef.h>

#include "base/buf.h"
#include "smt/forms.h"
#include "smt/symbols.h"

/* What a text declares, sorted by name. */
struct source_entry {
	const char *name;
	size_t command;
	enum symbol_kind kind;
};

/* A constant that a text declares and does not define, sorted by its sort. */
struct source_element {
	struct slice sort;
	size_t command;
};

/* A text in commands, with what each declares and uses. */
struct source {
	const char *text;
	struct forms forms;
	struct symbols *symbols; /* of each command */
	bool *is_done;
	struct source_entry *entries;
	size_t entry_count;
	struct source_element *elements;
	size_t element_count;
};

/*
 * Reads a text, which is borrowed, into `s`, which is all zero. False if it is
 * none; to be released in both cases.
 */
bool source_read(struct source *s, const char *text, size_t size);
void source_release(struct source *s);

/* Appends a command on a line of its own; it is done then. */
void source_write(struct source *s, size_t number, struct buf *out);

/* The first of the constants of a sort; element_count if there is none. */
size_t source_elements(const struct source *s, struct slice sort);
bool source_is_of(const struct source_element *element, struct slice sort);

/* One of the declarations of that name, or NULL. */
const struct source_entry *source_find(
	const struct source *s, const char *name);

#endif
