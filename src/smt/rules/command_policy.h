#ifndef SMT_RULES_COMMAND_POLICY_H
#define SMT_RULES_COMMAND_POLICY_H

/*
 * The commands that a client's text may hold, and the text that is left when
 * the rest is taken out. Both functions check the encoding, cut the text into
 * commands, drop what the server does itself and refuse what has no place here:
 * by command_kind.def for commands, by option.def for options.
 */

#include <stdbool.h>
#include <stddef.h>

#include "base/alloc.h"
#include "smt/rules/parsed_text.h"

struct warning {
	unsigned line;
	char *text; /* one sentence */
};

/*
 * Dropped commands become spaces; newlines stay. So the cleaned text has the
 * size of the text that was sent, and every place in it is true.
 */
struct admitted_text {
	char *text; /* cleaned, NUL-terminated */
	size_t size;
	struct parsed_text parsed; /* the commands that are left, in `text` */
	struct warning *warnings;
	size_t warning_count;
	size_t warning_capacity;
};

/*
 * The text of an item, by SPEC: declarations, definitions, assertions,
 * objectives. At least one command is left. False with a fault otherwise;
 * then `out` holds nothing.
 */
bool command_policy_item(const char *text, size_t size,
	struct admitted_text *out, struct diagnostic *fault);

/* The text of solve_smtlib: also push, pop, check-sat, get-value and so on. */
bool command_policy_script(const char *text, size_t size,
	struct admitted_text *out, struct diagnostic *fault);

void admitted_text_release(struct admitted_text *a);
DROP_BY(admitted_text, admitted_text_release)

/*
 * The cleaned text as it is kept: without the blank lines before the first
 * command or comment and without the white space at the ends of lines and at
 * the end. What is left on a line keeps its column. On the heap.
 */
char *admitted_text_content(const struct admitted_text *a);

/*
 * The options that a text may set, and why all others are left out.
 */

/*
 * Looks at a set-option command. *why is NULL when it stays, else the reason
 * for leaving it out (a sentence without capital and stop), or "" where that
 * needs no word. False with
 * DIAGNOSTIC_OPTION when it is not an option at all, or has a value that it
 * cannot have.
 */
bool option_check(const struct command *form, const char *text,
	const char **why, struct diagnostic *fault);

/*
 * Whether it is :global-declarations, which is the script's own affair and
 * nothing that libz3's parser takes; *value is what it is set to. The command
 * is one that option_check has kept.
 */
bool option_is_global(
	const struct command *form, const char *text, bool *value);

#endif
