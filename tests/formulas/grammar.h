#ifndef TESTS_FORMULAS_GRAMMAR_H
#define TESTS_FORMULAS_GRAMMAR_H

/*
 * Random terms over the theories of libz3, well-sorted: what there is stands
 * in grammar.def. A sort is a letter.
 */

#include <stdbool.h>

#include "base/buf.h"
#include "props/dice.h"

enum { KNOWN_MAX = 64, KNOWN_BYTES = 24 };

struct grammar {
	struct dice *dice;
	char letters[32]; /* the sorts of the text, B first */
	/* What the text declares or binds: as in FORM. */
	struct known {
		char of;
		char form[KNOWN_BYTES];
	} known[KNOWN_MAX];
	unsigned known_count;
	unsigned bound; /* variables so far */
};

/* Chooses the sorts of a text. */
void grammar_init(struct grammar *g, struct dice *dice);

/* One of its sorts, of which constants may be declared. */
char grammar_pick(struct grammar *g);
const char *grammar_sort(char letter);

/* Makes a constant, or a form such as "(f %I)", known. */
void grammar_know(struct grammar *g, char of, const char *form);

void grammar_add_term(
	struct grammar *g, char of, unsigned depth, struct buf *out);

/* The declarations of its sorts. */
void grammar_add_sorts(const struct grammar *g, struct buf *out);

/* Declares some functions, and makes them known. */
void grammar_add_functions(struct grammar *g, struct buf *out);

#endif
