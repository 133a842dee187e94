#ifndef SMT_TEXT_COMMANDS_H
#define SMT_TEXT_COMMANDS_H

/*
 * A text cut into complete commands.
 *
 * After commands_split all of these hold: the parentheses are balanced, nothing
 * but comments stands outside of a command, every command is in
 * command_kind.def, and no literal, index, width, arity or nesting is beyond
 * base/limits.h. So the walks through a command cannot fail; they end at what
 * is not a token or not closed.
 */

#include <stdbool.h>
#include <stddef.h>

#include "base/alloc.h"
#include "smt/text/diagnostic.h"
#include "smt/text/lexer.h"

/*
 * The commands of SMT-LIB and libz3, and what becomes of each. A command that
 * is not in the table is unknown, and libz3 would silently ignore it.
 */

enum command_kind {
#define COMMAND(id, name, item, script, effect, shape, why) COMMAND_##id,
#include "smt/text/command_kind.def"
#undef COMMAND
	COMMAND_KIND_COUNT,
};

enum verdict {
	VERDICT_KEEP,
	VERDICT_OPTION,
	VERDICT_INFO,
	VERDICT_DROP,
	VERDICT_EXIT,
	VERDICT_REFUSE,
};

struct command_kind_info {
	const char *name;
	size_t length; /* of the name */
	enum verdict in_item;
	enum verdict in_script;
	const char *why; /* "" if both verdicts are KEEP */
};

const struct command_kind_info *command_kind_info(enum command_kind command);

/* COMMAND_KIND_COUNT if there is no such command. */
enum command_kind command_kind_find(struct slice name);

/* The command that a misspelt name most likely meant, or NULL. */
const char *command_kind_nearest(struct slice name);

struct command {
	enum command_kind command;
	struct token list; /* the whole command: kind OPEN, "(" to ")" */
	struct token head; /* the command's name, maybe quoted */
};

/*
 * Walks a command's arguments:
 *
 *	for (struct lexer l = command_walk(form, text); command_next(&l, &t);)
 */
struct lexer command_walk(const struct command *form, const char *text);

/*
 * The next atom or list of the list that the lexer is in; false at its ")" or
 * at the end. A list comes as one token of kind OPEN with the length of the
 * list; lexer_enter(text, &t) walks it in turn.
 */
bool command_next(struct lexer *walk, struct token *t);

/* The element of that number (from 0); false if there are fewer, or it is not a
 * list. */
bool list_element(const char *text, const struct token *list, size_t number,
	struct token *t);

/* The same of the arguments. */
bool command_argument(const struct command *form, const char *text,
	size_t number, struct token *t);

/* Of what declares or defines a constant or function. */
struct command_signature {
	struct token name, sort;
	struct token
		parameters; /* their sorts, or (NAME SORT); if it has any */
	size_t arity;
	struct token body; /* of a definition */
};

bool command_signature(const struct command *form, const char *text,
	struct command_signature *f);

/* The name that it declares or defines: its first argument; "" if that is not
 * a symbol. */
struct slice command_name(const struct command *form, const char *text);

/*
 * The label of an (assert (! TERM :named LABEL)); false when there is none or
 * it is not a symbol.
 */
bool command_label(
	const struct command *form, const char *text, struct token *label);

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

/* Whether one of these commands is among them. */
#define commands_have(forms, ...) \
	commands_have_any(forms, \
		(const enum command_kind[]){__VA_ARGS__, COMMAND_KIND_COUNT})
bool commands_have_any(
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
