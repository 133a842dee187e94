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
#include "smt/text/token.h"

struct parsed_text;

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

/* One of the declarations of that name, or NULL. */
const struct parsed_text_entry *parsed_text_find(
	const struct parsed_text *s, const char *name);

/*
 * Declared sorts with the elements that a solution gives them, in the text in
 * which terms are evaluated. Each writes what it takes and marks it as done.
 */

/*
 * A sort whose universe is known becomes an enumeration of its elements: they
 * differ from each other, there are no others, and each is its own value.
 * False when the solution has no universe for it. A name comes without bars.
 */
bool universe_sorts_write_sort(
	struct parsed_text *solution, struct slice sort, struct buf *out);

/*
 * An instance of a sort with parameters, (Q Int), is no enumeration: that it
 * has its elements, and no others, is asserted. The worker calls each element
 * as the constant that it is (worker/print/printer.h).
 */
void universe_sorts_write_instances(
	struct parsed_text *solution, struct buf *out);

/*
 * A function of a solution that is a long table, (ite (= x!0 1) 5 (ite ...)),
 * as one that looks its arguments up in an array. libz3 4.8.12 evaluates that
 * at once; a recursive function of hundreds of cases it does not evaluate at
 * all.
 */

/* Appends that definition in the place of the one of this number. False, and
 * nothing is appended: it is no such table, or a short one. */
bool table_as_array_write(
	const struct parsed_text *s, size_t number, struct buf *out);

#endif
