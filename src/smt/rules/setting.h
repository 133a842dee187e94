#ifndef SMT_RULES_SETTING_H
#define SMT_RULES_SETTING_H

/*
 * The settings of a query: (simplify TERM :som true), (eval TERM :completion
 * true). libz3 knows them by names in which letter case is free, and - and _
 * are the same.
 */

#include <stdbool.h>

#include "smt/text/command.h"
#include "smt/text/diagnostic.h"
#include "smt/text/lexer.h"

struct setting {
	enum command_kind command;
	const char *name;    /* as libz3 spells it */
	bool is_number;	     /* else true or false */
	const char *ignored; /* why nothing comes of it, or NULL */
};

struct setting_given {
	const struct setting *of;
	bool is_true;
	unsigned number;
	struct token key;
};

/* Whether the command is one that takes settings after its first argument. */
bool setting_is_of(enum command_kind command);

/* Puts `walk` after the first argument. */
void setting_walk(
	const struct command *form, const char *text, struct lexer *walk);

/*
 * The next one; false after the last. False with a fault, which else is not
 * touched, for what is not a setting of the command or has a wrong value; so
 * once all of them were walked through, the next walk is without faults.
 */
bool setting_next(const struct command *form, const char *text,
	struct lexer *walk, struct setting_given *given,
	struct diagnostic *fault);

#endif
