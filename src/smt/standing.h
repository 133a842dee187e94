#ifndef SMT_STANDING_H
#define SMT_STANDING_H

/*
 * What has become of the names that a script declares, while its commands come
 * into force and leave with their scopes: for a reader who takes no notice of
 * scopes, and has to know where that makes a difference.
 */

#include <stdbool.h>
#include <stddef.h>

#include "smt/forms.h"
#include "smt/names.h"
#include "smt/symbols.h"

struct standing {
	const char *text;
	const struct forms *forms;
	struct symbols symbols; /* of the text */
	size_t *first;		/* of each command: its first symbol */
	size_t *numbers;	/* of each symbol: its name */
	struct names names;	/* of the symbols, and then any */
	size_t declared;	/* how many of them are of symbols */
	unsigned char *states;	/* of each declared name */
	size_t gone, again;	/* how many are that */
};

/* False for a text that symbols_scan does not know. */
bool standing_init(
	struct standing *s, const char *text, const struct forms *forms);
void standing_release(struct standing *s);

/*
 * A command comes into force: false if that declares a name that another one
 * has or had. Not for the label of an assertion that has nothing else: it may
 * have named another one before, and then *takes_off is set, and *term is what
 * it stands at.
 */
bool standing_enter(
	struct standing *s, size_t number, bool *takes_off, struct token *term);

/* It is no longer in force. */
void standing_leave(struct standing *s, size_t number);

/* Whether a part of the text holds a name that stood for something else, or
 * for something that is no longer there. */
bool standing_misleads(struct standing *s, const struct token *part);

#endif
