#ifndef SMT_RULES_OPTION_H
#define SMT_RULES_OPTION_H

/*
 * The options that a text may set, and why all others are left out.
 */

#include <stdbool.h>

#include "smt/text/command.h"
#include "smt/text/diagnostic.h"

/*
 * Looks at a set-option command. *why is NULL when it stays, else the reason
 * for leaving it out (a sentence without capital and stop), or "" where that
 * needs no word. False with
 * DIAGNOSTIC_OPTION when it is not an option at all, or has a value that it
 * cannot have.
 */
bool option_judge(const struct command *form, const char *text,
	const char **why, struct diagnostic *fault);

/*
 * Whether it is :global-declarations, which is the script's own affair and
 * nothing that libz3's parser takes; *value is what it is set to. The command
 * is one that option_judge has kept.
 */
bool option_is_global(
	const struct command *form, const char *text, bool *value);

#endif
