#ifndef TESTS_PROPS_TERMS_H
#define TESTS_PROPS_TERMS_H

/* Random terms of a few sorts, over names that items may have declared. */

#include "base/buf.h"
#include "props/dice.h"
#include "props/texts.h"

enum { TERM_DEPTH = 3 };

enum sort { INT, BOOL, REAL, UNINTERPRETED, DATATYPE, SORTS };

/* Of the run at hand. */
void terms_set_theme(enum theme of_run);

enum sort terms_sort(struct dice *d);
void terms_add_sort(struct dice *d, enum sort sort, struct buf *out);

/* A name that is mostly of that sort; a function; one of no theme. */
const char *terms_name(struct dice *d, enum sort sort);
const char *terms_function(struct dice *d);
const char *terms_plain_function(struct dice *d);

void terms_add(struct dice *d, enum sort sort, unsigned depth, struct buf *out);
void terms_add_bool(struct dice *d, unsigned depth, struct buf *out);

#endif
