#ifndef SMT_TEXT_COMMANDS_H
#define SMT_TEXT_COMMANDS_H

/*
 * A text cut into complete commands.
 *
 * After commands_split all of these hold: the parentheses are balanced, nothing
 * but comments stands outside of a command, every command is in
 * command_kind.def,
 * and no literal, index, width, arity or nesting is beyond base/limits.h. So
 * the walks of smt/text/command.h cannot fail.
 */

#include <stdbool.h>
#include <stddef.h>

#include "base/alloc.h"
#include "smt/text/command.h"
#include "smt/text/diagnostic.h"

struct commands {
	struct command *at;
	size_t count;
	size_t capacity;
};

/*
 * Cuts the text, which must have passed text_check. On a fault false is
 * returned and `forms` holds nothing; UNCLOSED is placed at the "(" of the
 * command that lacks its ")", `what` says where the next one begins if that is
 * known; UNKNOWN_COMMAND has the nearest command, or "", in `what`.
 */
bool commands_split(const char *text, size_t size, struct commands *forms,
	struct diagnostic *fault);
void commands_release(struct commands *forms);
DROP_BY(commands, commands_release)

/* Whether one of these commands is among them; COMMAND_KIND_COUNT ends the
 * list. */
bool commands_have(
	const struct commands *forms, const enum command_kind *commands);

/*
 * Whether the text is one complete term, which can stand between the
 * parentheses of a command and cannot reach out of them. False with a fault
 * for all but one term, blanks and comments around it allowed: no term, a
 * second one, a parenthesis too many or too few, a command, what is beyond
 * base/limits.h. On success *start and *length are the term's bytes.
 */
bool term_check(const char *text, size_t size, size_t *start, size_t *length,
	struct diagnostic *fault);

#endif
