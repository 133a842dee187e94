#ifndef SMT_FORMS_H
#define SMT_FORMS_H

/*
 * A text cut into complete commands.
 *
 * After forms_cut all of these hold: the parentheses are balanced, nothing
 * but comments stands outside of a command, every command is in command.def,
 * and no literal, index, width, arity or nesting is beyond base/limits.h. So
 * the walks of smt/form.h cannot fail.
 */

#include <stdbool.h>
#include <stddef.h>

#include "smt/fault.h"
#include "smt/form.h"

struct forms {
	struct form *at;
	size_t count;
	size_t capacity;
};

/*
 * Cuts the text, which must have passed text_check. On a fault false is
 * returned and `forms` holds nothing; UNCLOSED is placed at the "(" of the
 * command that lacks its ")", `what` says where the next one begins if that is
 * known; UNKNOWN_COMMAND has the nearest command, or "", in `what`.
 */
bool forms_cut(const char *text, size_t size, struct forms *forms,
	struct fault *fault);
void forms_release(struct forms *forms);
void forms_drop(struct forms *forms); /* for DROP(forms) */

/* Whether one of these commands is among them; COMMAND_COUNT ends the list. */
bool forms_have(const struct forms *forms, const enum command *commands);

#endif
