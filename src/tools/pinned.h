#ifndef TOOLS_PINNED_H
#define TOOLS_PINNED_H

/*
 * The selectors of which a solution says what they are for terms of other
 * constructors, in comments (solver/completions.h):
 *
 *	;; (define-fun hd ((x!0 L)) Int (ite ((_ is cons) x!0) (hd x!0) 7))
 *
 * No assertion about hd could say that to libz3, which decides no quantified
 * one. So in a text to evaluate terms in, the datatype has a selector of
 * another name, and hd is defined as it stands here.
 */

#include <stdbool.h>

#include "base/buf.h"
#include "tools/source.h"

struct pinned {
	struct buf text;
	struct source source; /* of the definitions */
};

/* Reads a solution into `p`, which need not be initialised. What is no such
 * definition pins nothing. */
void pinned_read(struct pinned *p, const char *solution);
void pinned_release(struct pinned *p);

/* Appends a command of the model with its pinned selectors renamed. */
void pinned_add_datatypes(const struct pinned *p, const struct source *model,
	size_t number, struct buf *out);

/* Appends the definitions, which stand behind the datatypes. */
void pinned_add_definitions(const struct pinned *p, struct buf *out);

#endif
