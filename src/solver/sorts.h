#ifndef SOLVER_SORTS_H
#define SOLVER_SORTS_H

/*
 * What libz3 prints for sorts, remembered: that costs as much as a value does,
 * and thousands of values are of one sort.
 */

#include <z3.h>

enum { SORTS_KEPT = 64 };

/* Of one context; zeroed to begin with. */
struct sorts {
	Z3_sort sorts[SORTS_KEPT];
	char *texts[SORTS_KEPT];
};

/* Borrowed until the next call. */
const char *sorts_text(struct sorts *s, Z3_context c, Z3_sort sort);

void sorts_release(struct sorts *s);

#endif
