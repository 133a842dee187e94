#ifndef SMT_TEXT_COMMAND_H
#define SMT_TEXT_COMMAND_H

/* A complete command of a text, and walks through it, which end at what
 * is not a token or not closed: in a text that was split there is no such
 * thing. */

#include <stdbool.h>
#include <stddef.h>

#include "smt/text/command_kind.h"
#include "smt/text/lexer.h"
#include "smt/text/token.h"

struct command {
	enum command_kind command;
	struct token list; /* the whole command: kind OPEN, "(" to ")" */
	struct token head; /* the command's name, maybe quoted */
	size_t arguments;  /* the first byte after the head */
};

/*
 * Walks a command's arguments:
 *
 *	struct lexer walk;
 *	struct token t;
 *	command_walk(form, text, &walk);
 *	while (command_next(&walk, &t))
 *		...
 */
void command_walk(
	const struct command *form, const char *text, struct lexer *walk);

/*
 * The next atom or list of the list that the lexer is in; false at its ")" or
 * at the end. A list comes as one token of kind OPEN with the length of the
 * list; lexer_enter(&inner, text, &t) walks it in turn.
 */
bool command_next(struct lexer *walk, struct token *t);

/* The argument of that number (from 0); false if there are fewer. */
bool command_argument(const struct command *form, const char *text,
	size_t number, struct token *t);

/*
 * The label of an (assert (! TERM :named LABEL)); false when there is none or
 * it is not a symbol.
 */
bool command_label(
	const struct command *form, const char *text, struct token *label);

#endif
