#ifndef SMT_TEXT_NAME_SET_H
#define SMT_TEXT_NAME_SET_H

/*
 * A set of names of a text, collected first and asked afterwards.
 */

#include <stdbool.h>
#include <stddef.h>

#include "smt/text/token.h"

struct name_set {
	struct slice *at; /* borrowed pieces */
	size_t count, capacity;
};

void name_set_add(struct name_set *s, struct slice one);
void name_set_release(struct name_set *s);
void name_set_drop(struct name_set *s); /* for DROP(name_set) */

/* To be called once between the last name_set_add and the questions. */
void name_set_sort(struct name_set *s);

/* Of sorted ones: keeps those that were added more than once, once each. */
void name_set_keep_repeated(struct name_set *s);

bool name_set_have(const struct name_set *s, struct slice one);

#endif
