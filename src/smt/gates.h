#ifndef SMT_GATES_H
#define SMT_GATES_H

/*
 * Boolean gates as clauses: each gate is a fresh variable with the clauses
 * that tie it to its inputs, so that a formula takes about as many clauses as
 * it has operators (Tseitin). Constants are folded.
 *
 * A literal is the number of a variable, from 1, negative when it is negated,
 * or one of the two constants.
 */

#include <stddef.h>
#include <stdint.h>

#include "base/buf.h"

#define GATES_TRUE INT32_MAX
#define GATES_FALSE (-INT32_MAX)

struct gates {
	/* The clauses as DIMACS has them: `1 -2 0`, a line each. It overflows
	 * when there are too many of them. */
	struct buf text;
	size_t clauses;
	int32_t variables;
};

void gates_init(struct gates *g, size_t ceiling_bytes);
void gates_release(struct gates *g);

int32_t gates_variable(struct gates *g);

/* One of them holds. */
void gates_clause(struct gates *g, const int32_t *literals, size_t count);

/* Literals for what the operator gives. */
int32_t gates_and(struct gates *g, const int32_t *literals, size_t count);
int32_t gates_xor(struct gates *g, int32_t a, int32_t b);
int32_t gates_choose(struct gates *g, int32_t test, int32_t yes, int32_t no);

#endif
