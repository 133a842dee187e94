#ifndef SMT_VIEW_H
#define SMT_VIEW_H

/*
 * The problems of a script that was read as a whole (smt/whole.h), one after
 * another: what problem_build would make of each, without a text of its own,
 * and with the whole's numbers of terms. What two problems in a row have in
 * common is not looked at again.
 */

#include <stddef.h>

#include "smt/whole.h"

/* Zeroed to begin with. */
struct view {
	struct problem problem; /* the one at hand */
	/* The commands in force, as in struct script, and how many parts there
	 * are with each of them. */
	size_t *active;
	size_t *ends;
	size_t count, active_capacity, ends_capacity;
};

/* The problem that `s` is at; until the next call. */
const struct problem *view_next(struct view *v, const struct whole *w,
	const struct script *s, const struct script_problem *sp);

void view_release(struct view *v);

#endif
