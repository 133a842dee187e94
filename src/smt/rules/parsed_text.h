#ifndef SMT_RULES_PARSED_TEXT_H
#define SMT_RULES_PARSED_TEXT_H

/*
 * A text of commands that is read once: whoever holds it, an item or a request
 * in the worker, takes its commands, symbols and lint from here. The commands
 * are found at once, since a text without them is refused; the symbols and the
 * lint when they are first asked for, because a script is mostly solved without
 * either.
 *
 * Only this module reads whole texts by commands_split, symbols_scan and
 * lint_scan.
 */

#include <stdbool.h>
#include <stddef.h>

#include "base/alloc.h"
#include "smt/names/symbols.h"
#include "smt/rules/lint.h"
#include "smt/text/commands.h"
#include "smt/text/diagnostic.h"

struct parsed_text {
	const char *text; /* borrowed */
	size_t size;
	struct commands commands;
	struct symbols *symbols; /* NULL until they are asked for */
	struct lint *lint;	 /* likewise */
};

/* Returns false with a fault, and without any commands, for what commands_split
 * refuses. */
bool parsed_text_init(struct parsed_text *p, const char *text, size_t size,
	struct diagnostic *fault);
const struct symbols *parsed_text_symbols(struct parsed_text *p);
const struct lint *parsed_text_lint(struct parsed_text *p);
/* Returns about how much memory the commands and symbols take. */
size_t parsed_text_bytes(struct parsed_text *p);
void parsed_text_release(struct parsed_text *p);
DROP_BY(parsed_text, parsed_text_release)

#endif
