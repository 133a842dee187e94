#ifndef WORKER_BASE_SORT_ALIAS_H
#define WORKER_BASE_SORT_ALIAS_H

/*
 * Names that stand in for sorts of the text while libz3 reads it.
 *
 * libz3's parse API has the sorts of all theories, its command only those of
 * the logic that is set; so (set-logic QF_UF)(declare-sort Set 0), and with any
 * logic (declare-datatype List ...), which is in many a text, is fine for the
 * one and refused by the other. Under another name of the same length all
 * places stay true, and what libz3 says is turned back byte for byte, since the
 * text itself does not hold that name.
 */

#include <stdbool.h>
#include <stddef.h>

#include "smt/text/commands.h"

enum {
	SORT_ALIAS_LENGTH_MAX = 16,
	SORT_ALIASES_MAX = 16, /* there are not many more such sorts */
};

struct sort_alias {
	char name[SORT_ALIAS_LENGTH_MAX]; /* the sort's; terminated */
	char other[SORT_ALIAS_LENGTH_MAX];
	const struct command *form; /* that declares it */
	/* Where that begins in the text that libz3 reads: before it, the name
	 * is libz3's sort. */
	size_t from;
};

struct sort_aliases {
	struct sort_alias at[SORT_ALIASES_MAX];
	size_t count;
};

/* Those that a problem needs, mostly none: the commands of these numbers. */
void sort_aliases_find(const char *text, const struct commands *forms,
	const size_t *numbers, size_t count, struct sort_aliases *out);

/* Takes them in the place of the symbols; and back, in any bytes. */
void sort_aliases_apply(
	char *text, size_t size, const struct sort_aliases *aliases);
void sort_aliases_revert(
	char *bytes, size_t size, const struct sort_aliases *aliases);

#endif
