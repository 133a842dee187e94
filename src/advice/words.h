#ifndef ADVICE_WORDS_H
#define ADVICE_WORDS_H

/*
 * Names that other languages have and SMT-LIB writes in another way, and the
 * names that there are, for did-you-mean.
 */

#include "advice/advice.h"

enum word_use { WORD_TERM, WORD_SORT, WORD_COMMAND };

struct word {
	const char *wrong; /* names, a space between two */
	const char *cause;
	const char *steps[2];
};

/* NULL when the name is no known mistake. */
const struct word *word_find(enum word_use use, const char *name);

/*
 * The name that was most likely meant: of those declared (for terms) or built
 * in. Borrowed from the place or static; NULL if none is near. *type is how a
 * declared one was declared, if that is known, else NULL.
 */
const char *word_nearest(enum word_use use, const char *name,
	const struct advice_place *where, const char **type);

#endif
