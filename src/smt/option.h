#ifndef SMT_OPTION_H
#define SMT_OPTION_H

/*
 * The options that a text may set, and why all others are left out.
 */

#include <stdbool.h>

#include "smt/fault.h"
#include "smt/form.h"

/*
 * Looks at a set-option command. *why is NULL when it stays, else the reason
 * for leaving it out (a sentence without capital and stop). False with
 * FAULT_OPTION when it is no option at all, or has a value that it cannot
 * have.
 */
bool option_judge(const struct form *form, const char *text, const char **why,
	struct fault *fault);

/*
 * Whether it is :global-declarations, which is the script's own affair and
 * nothing that libz3's parser takes; *value is what it is set to. The command
 * is one that option_judge has kept.
 */
bool option_is_global(const struct form *form, const char *text, bool *value);

#endif
