#ifndef SMT_FORM_H
#define SMT_FORM_H

/*
 * A text cut into complete commands.
 *
 * After forms_cut all of these hold: the parentheses are balanced, nothing
 * but comments stands outside of a command, every command is in command.def,
 * and no literal, index, width, arity or nesting is beyond base/limits.h. So
 * the walks below cannot fail.
 */

#include <stdbool.h>
#include <stddef.h>

#include "smt/command.h"
#include "smt/fault.h"
#include "smt/lexer.h"
#include "smt/token.h"

struct form {
	enum command command;
	struct token list; /* the whole command: kind OPEN, "(" to ")" */
	struct token head; /* the command's name, maybe quoted */
	size_t arguments;  /* the first byte behind the head */
};

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

/*
 * Walks a command's arguments:
 *
 *	struct lexer walk;
 *	struct token t;
 *	form_walk(form, text, &walk);
 *	while (form_next(&walk, &t))
 *		...
 */
void form_walk(const struct form *form, const char *text, struct lexer *walk);

/*
 * The next atom or list of the list that the lexer is in; false at its ")" or
 * at the end. A list comes as one token of kind OPEN with the length of the
 * list; lexer_enter(&inner, text, &t) walks it in turn.
 */
bool form_next(struct lexer *walk, struct token *t);

/* The argument of that number (from 0); false if there are fewer. */
bool form_argument(const struct form *form, const char *text, size_t number,
	struct token *t);

#endif
