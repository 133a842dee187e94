#ifndef SMT_RULES_COMMAND_SYNTAX_H
#define SMT_RULES_COMMAND_SYNTAX_H

/*
 * How the commands are written whose arguments never reach libz3's parser,
 * because the server carries them out itself: push, get-value, minimize and
 * so on. What libz3 would have refused is refused here.
 */

#include <stdbool.h>

#include "smt/text/command.h"
#include "smt/text/diagnostic.h"

/* False with DIAGNOSTIC_USAGE and how the command is written. True for commands
 * that libz3 reads. */
bool command_syntax_check(
	const struct command *form, const char *text, struct diagnostic *fault);

#endif
