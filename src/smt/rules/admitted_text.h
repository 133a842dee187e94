#ifndef SMT_RULES_ADMITTED_TEXT_H
#define SMT_RULES_ADMITTED_TEXT_H

/*
 * What is left of a client's text when smt/rules/command_policy.h has looked
 * through it, and what it said of the rest.
 *
 * What is dropped becomes spaces; newlines stay. So the cleaned text has the
 * size of the text that was sent, and every place in it is true.
 */

#include <stddef.h>

#include "smt/text/commands.h"

struct warning {
	unsigned line;
	char *text; /* one sentence */
};

struct admitted_text {
	char *text; /* cleaned, NUL-terminated */
	size_t size;
	struct commands forms; /* the commands that are left, in `text` */
	struct warning *warnings;
	size_t warning_count;
	size_t warning_capacity;
};

/* Takes a command out of the text. */
void admitted_text_blank(struct admitted_text *a, const struct command *form);

/* Adds the warning "WHAT was left out: WHY." */
void admitted_text_warn(struct admitted_text *a, unsigned line,
	const char *what, const char *why);

void admitted_text_release(struct admitted_text *a);
void admitted_text_drop(struct admitted_text *a); /* for DROP(admitted_text) */

/*
 * The cleaned text as it is kept: without the blank lines before the first
 * command or comment and without the white space behind lines and at the end.
 * `*skipped` (or NULL) is the number of lines that were left out in front.
 * What is left on a line keeps its column. On the heap.
 */
char *admitted_text_content(const struct admitted_text *a, unsigned *skipped);

#endif
