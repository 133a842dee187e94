#ifndef SMT_CONNECTIVE_H
#define SMT_CONNECTIVE_H

/*
 * The operators of propositional terms, and what they are as gates.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "smt/gates.h"
#include "smt/token.h"

struct connective {
	const char *name;
	enum {
		CONNECTIVE_NOT,
		CONNECTIVE_AND,
		CONNECTIVE_OR,
		CONNECTIVE_XOR,
		CONNECTIVE_IMPLIES,
		CONNECTIVE_EQUAL,
		CONNECTIVE_DISTINCT,
		CONNECTIVE_ITE,
		CONNECTIVE_LET,
		CONNECTIVE_NOTE, /* (! term :named label) */
	} kind;
	size_t least; /* arguments */
	size_t most;
};

/* The one of that name, or NULL. */
const struct connective *connective_find(
	const char *text, const struct token *name);

/* Whether its clauses can say that it holds without a gate. */
bool connective_is_clausal(const struct connective *c);

/* The literal that it is for these arguments, which may be written over; as
 * many as it takes. A let is its body, and a note its term. */
int32_t connective_give(const struct connective *c, struct gates *g,
	int32_t *arguments, size_t count);

/* Says that it holds; for one that is clausal. */
void connective_assert(const struct connective *c, struct gates *g,
	int32_t *arguments, size_t count);

#endif
