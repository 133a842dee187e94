#ifndef ADVICE_SLIPS_SUGGESTION_H
#define ADVICE_SLIPS_SUGGESTION_H

/* What a name that is not known most likely meant. */

#include <stdbool.h>

#include "advice/message/message.h"

/* The rules of slips.rules that need no function: of a KIND, such as "term",
 * "sort" and "command" for names that other languages have; false, and nothing
 * added, if there is none for the word. And "say NAME", which is always true.
 */
bool suggestion_word(struct message *c, const char *kind, const char *word);
bool suggestion_say(struct message *c, const char *name);

/* The cause and steps of a name that only a later item declares. False if it
 * is none; then nothing is added. */
bool suggestion_late(
	struct message *c, const struct advice_place *where, const char *name);

/* Likewise of bv5, a bit-vector literal without its width, and of x.y, a field
 * of a declared x as other languages write it. */
bool suggestion_bits(struct message *c, const char *name);
bool suggestion_field(
	struct message *c, const struct advice_place *where, const char *name);

enum suggestion_as {
	SUGGESTION_SORT,
	SUGGESTION_CONSTANT, /* a term of one word: no built-in function is
				meant */
	SUGGESTION_FUNCTION,
};

/*
 * Did-you-mean: a step with the nearest name of those declared, of that use,
 * and built in. Nothing if none is near. Uses the parts {1} and {2}.
 */
void suggestion_nearest(struct message *c, enum suggestion_as as,
	const char *name, const struct advice_place *where);

/* How a name is declared: "Int", "(Int) Bool", or NULL. */
const char *suggestion_type(const struct advice_place *where, const char *name);

/*
 * The cause and steps of a constructor or field that Z3 does not know yet:
 * those of a datatype with parameters it knows only after a mention of the
 * sort with its arguments, as `sort` is, or NULL. False for any other name.
 */
bool suggestion_unmentioned(struct message *c, const struct advice_place *where,
	const char *name, const char *sort);

/* Some of the names in scope, for when none is near: a step, if any fits. */
void suggestion_scope(struct message *c, const struct advice_place *where,
	enum suggestion_as as);

/* Whether a type of a place is that of a function: "(Int) Bool". */
bool suggestion_is_function(const char *type);

#endif
