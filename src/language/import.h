#ifndef LANGUAGE_IMPORT_H
#define LANGUAGE_IMPORT_H

/*
 * A text as items.
 *
 * A file that model/text/export.h wrote comes back as it was. What was changed
 * in it since is read as any other text: an item per command; the comment lines
 * directly above a command, and a comment after it on its last line, are its
 * note. What an item may not hold is reported with its line, all of it; what is
 * only left out, as a warning. Whether libz3 accepts it is not decided here.
 */

#include <stdbool.h>
#include <stddef.h>

#include "base/alloc.h"
#include "base/buf.h"
#include "smt/rules/command_policy.h"
#include "smt/text/diagnostic.h"
#include "smt/text/lexer.h"

struct json_object;
struct symbols;

struct import_item {
	char *content;		 /* as command_policy_item leaves it */
	char *name;		 /* as the text has it, or NULL */
	char *note;		 /* one line, or NULL */
	struct symbols *symbols; /* of the content */
	/* Of the text, where what became the content begins. */
	unsigned line;
	size_t offset;
};

struct import {
	char *text; /* the copy that lines and offsets belong to */
	size_t size;
	struct import_item *items;
	size_t count, capacity;
	struct warning *warnings;
	size_t warning_count, warning_capacity;
	/* With their places in the text, but for the columns of all after the
	 * first. */
	struct diagnostics faults;
	bool is_export; /* it has the marks of one */
	/* Of an export: objects as they stand there; NULL: none. */
	struct json_object *expectations;
	/* Comment lines that stand above no command. */
	size_t lost_comments;
	struct text_mark known; /* of the line that was asked for last */
};

/*
 * Fills `im`, which need not be initialised; release it. The text must have
 * passed text_check. With faults the items are those that could be read in
 * spite of them.
 */
void import_read(struct import *im, const char *text, size_t size);

/*
 * Appends an item of that content; name, note, line and offset are those of
 * `labels`, copied. False with a fault inside of the content when no item may
 * hold it.
 */
bool import_add(struct import *im, const char *content, size_t size,
	const struct import_item *labels, struct diagnostic *fault);

/*
 * Puts items in front of those that use what they declare, where the text has
 * them after, and appends to `moved` which: "`S` (line 9)". False with a fault
 * for items that use each other.
 */
bool import_sort(
	struct import *im, struct buf *moved, struct diagnostic *fault);

void import_release(struct import *im);
DROP_BY(import, import_release)

#endif
