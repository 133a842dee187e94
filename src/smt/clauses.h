#ifndef SMT_CLAUSES_H
#define SMT_CLAUSES_H

/*
 * A propositional text as clauses: Bool constants, definitions over Bool,
 * assertions of and, or, not, xor, =>, =, distinct, ite and let. All else is a
 * fault with its place. What the clauses say of the declared constants is what
 * the text says of them.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "smt/fault.h"
#include "smt/gates.h"
#include "smt/literals.h"
#include "smt/token.h"

/* A definition with parameters: read again wherever it is applied. */
struct clauses_macro {
	const char *text;
	struct token body;
	size_t *parameters; /* names */
	size_t parameter_count;
};

struct clauses_constant {
	struct slice name; /* as it was written, without bars */
	int32_t variable;
};

struct clauses {
	struct gates gates;
	struct literals literals;
	struct clauses_macro *macros;
	size_t macro_count;
	size_t macro_capacity;
	struct clauses_constant *constants; /* the declared ones, in order */
	size_t constant_count;
	size_t constant_capacity;
	size_t steps; /* tokens that were read, again and again too */
};

void clauses_init(struct clauses *c, size_t ceiling_bytes);
void clauses_drop(struct clauses *c); /* for DROP(clauses) */

/*
 * Adds a text that allow_item has accepted and libz3 too, behind those before
 * it. It must stay until clauses_drop. False at the first place that is not
 * propositional: the fault is REFUSED, or LIMIT when it takes too much.
 */
bool clauses_add(
	struct clauses *c, const char *text, size_t size, struct fault *fault);

#endif
