#ifndef ADVICE_WORDS_H
#define ADVICE_WORDS_H

/* Names that other languages have and SMT-LIB writes in another way. */

enum word_use { WORD_TERM, WORD_SORT, WORD_COMMAND };

struct word {
	const char *wrong; /* names, a blank between two */
	const char *cause;
	const char *steps[2];
};

/* NULL when the name is no known mistake. */
const struct word *word_find(enum word_use use, const char *name);

#endif
