#ifndef ADVICE_SORTS_H
#define ADVICE_SORTS_H

/* What to do when a term has one sort and another is due. */

#include "advice/counsel.h"

/* A sort in libz3's words. */
struct sort_text {
	const char *text;
	size_t size;
};

/*
 * Adds cause and steps for the term under the caret (counsel_aim it first),
 * which has the sort `given` where `due` is needed; {head} is what it is an
 * argument of. Says something in every case.
 */
void sorts_advise(struct counsel *c, const struct scene *s,
	struct sort_text due, struct sort_text given);

/* The first `(...)` of a signature and so on: number-th sort of a list
 * "Int (Array Int Int)"; false if there are fewer. */
bool sort_at(struct sort_text list, size_t number, struct sort_text *sort);
size_t sort_count(struct sort_text list);
bool sort_is(struct sort_text a, struct sort_text b);

#endif
