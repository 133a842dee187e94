#ifndef WORKER_EXPAND_TERMS_H
#define WORKER_EXPAND_TERMS_H

/*
 * How terms are rewritten.
 */

#include <stdbool.h>

#include "worker/base/libz3.h"
#include "worker/base/termset.h"

/* What stands in the place of a part whose arguments have been rewritten; the
 * part itself where nothing does. A rule may rewrite terms of its own making.
 */
typedef Z3_ast rewriting_rule(void *context, Z3_ast part);

/* From the innermost parts outwards, each part once. Zeroed but for the first
 * four members. */
struct rewriting {
	Z3_context c;
	rewriting_rule *rule;
	void *context; /* the rule's */
	bool is_deep;  /* the bodies of quantifiers are parts, too */

	bool is_too_deep; /* some part has not been reached */
	unsigned depth;
	struct term_map done;
};

Z3_ast rewriting_apply(struct rewriting *r, Z3_ast term);
void rewriting_release(struct rewriting *r);

#endif
