#ifndef SMT_RULES_COMMAND_POLICY_H
#define SMT_RULES_COMMAND_POLICY_H

/*
 * What a client's text may hold, and the text that is left when the rest is
 * taken out. Both functions check the encoding, unwrap a Markdown fence, cut
 * the text into commands, drop what the server does itself and refuse what
 * has no place here: by command.def for commands, by option.def for options.
 */

#include <stdbool.h>
#include <stddef.h>

#include "smt/rules/admitted_text.h"
#include "smt/text/diagnostic.h"

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

#endif
