#ifndef SMT_ALLOWED_H
#define SMT_ALLOWED_H

/*
 * What is left of a client's text when smt/allow.h has looked through it, and
 * what it said of the rest.
 *
 * What is dropped becomes spaces; newlines stay. So the cleaned text has the
 * size of the text that was sent, and every place in it is true.
 */

#include <stddef.h>

#include "smt/forms.h"

struct warning {
	unsigned line;
	char *text; /* one sentence */
};

struct allowed {
	char *text; /* cleaned, NUL-terminated */
	size_t size;
	struct forms forms; /* the commands that are left, in `text` */
	struct warning *warnings;
	size_t warning_count;
	size_t warning_capacity;
};

/* Takes a command out of the text. */
void allowed_blank(struct allowed *a, const struct form *form);

/* Adds the warning "WHAT was left out: WHY." */
void allowed_warn(
	struct allowed *a, unsigned line, const char *what, const char *why);

void allowed_release(struct allowed *a);
void allowed_drop(struct allowed *a); /* for DROP(allowed) */

/*
 * The cleaned text as it is kept: without the blank lines before the first
 * command or comment and without the white space behind lines and at the end.
 * `*skipped` (or NULL) is the number of lines that were left out in front.
 * What is left on a line keeps its column. On the heap.
 */
char *allowed_content(const struct allowed *a, unsigned *skipped);

#endif
