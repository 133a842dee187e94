#ifndef TOOLS_SOLUTION_SELECTOR_OVERRIDES_H
#define TOOLS_SOLUTION_SELECTOR_OVERRIDES_H

/*
 * The selectors of which a solution says what they are for terms of other
 * constructors, in comments (worker/print/partial_functions.h):
 *
 *	;; (define-fun hd ((x!0 L)) Int (ite ((_ is cons) x!0) (hd x!0) 7))
 *
 * No assertion about hd could say that to libz3, which decides no quantified
 * one. So in a text to evaluate terms in, the datatype has a selector of
 * another name, and hd is defined as it stands here.
 */

#include <stdbool.h>

#include "base/buf.h"
#include "tools/solution/parsed_text.h"

struct selector_overrides {
	struct buf text;
	struct parsed_text source; /* of the definitions */
};

/* Reads a solution into `p`, which need not be initialised. What is no such
 * definition pins nothing. */
void selector_overrides_read(
	struct selector_overrides *p, const char *solution);
void selector_overrides_release(struct selector_overrides *p);

/* Appends a command of the model with its pinned selectors renamed. */
void selector_overrides_add_datatypes(const struct selector_overrides *p,
	const struct parsed_text *model, size_t number, struct buf *out);

/* Appends the definitions, which stand behind the datatypes. */
void selector_overrides_add_definitions(
	const struct selector_overrides *p, struct buf *out);

#endif
