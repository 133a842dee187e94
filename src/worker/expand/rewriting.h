#ifndef WORKER_EXPAND_REWRITING_H
#define WORKER_EXPAND_REWRITING_H

/*
 * Terms rewritten from the innermost part outwards, each part once, by a rule
 * that sees a part whose arguments have been rewritten.
 */

#include <stdbool.h>
#include <z3.h>

#include "worker/base/termset.h"

/* What stands in the place of the part; the part itself where nothing does. A
 * rule may rewrite terms of its own making. */
typedef Z3_ast rewriting_rule(void *context, Z3_ast part);

/* Zeroed but for the members of the first group. */
struct rewriting {
	Z3_context c;
	rewriting_rule *rule;
	void *context; /* the rule's */
	bool is_deep;  /* the bodies of quantifiers are parts, too */

	bool is_too_deep; /* some part has not been reached */
	unsigned depth;
	struct termset done;
	Z3_ast *results; /* by their place in `done` */
	size_t capacity;
};

Z3_ast rewriting_apply(struct rewriting *r, Z3_ast term);
void rewriting_release(struct rewriting *r);

/* Views of a term that is no application, too. */
bool term_is_quantifier(Z3_context c, Z3_ast term);
Z3_decl_kind term_kind(Z3_context c, Z3_ast term); /* else Z3_OP_INTERNAL */
unsigned term_arity(Z3_context c, Z3_ast term);	   /* else 0 */
Z3_ast term_argument(Z3_context c, Z3_ast application, unsigned i);
Z3_func_decl term_decl(Z3_context c, Z3_ast application);

/* A numeral, or a constant that the text does not declare. */
bool term_is_value(Z3_context c, Z3_ast term);

#endif
