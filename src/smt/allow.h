#ifndef SMT_ALLOW_H
#define SMT_ALLOW_H

/*
 * What a client's text may hold, and the text that is left when the rest is
 * taken out. Both functions check the encoding, unwrap a Markdown fence, cut
 * the text into commands, drop what the server does itself and refuse what
 * has no place here: by command.def for commands, by option.def for options.
 *
 * What is dropped becomes spaces; newlines stay. So the cleaned text has the
 * size of the text that was sent, and every place in it is true.
 */

#include <stdbool.h>
#include <stddef.h>

#include "smt/fault.h"
#include "smt/form.h"

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

/*
 * The text of an item, by SPEC: declarations, definitions, assertions,
 * objectives. At least one command is left. False with a fault otherwise;
 * then `out` holds nothing.
 */
bool allow_item(const char *text, size_t size, struct allowed *out,
	struct fault *fault);

/* The text of solve_smtlib: also push, pop, check-sat, get-value and so on. */
bool allow_script(const char *text, size_t size, struct allowed *out,
	struct fault *fault);

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
