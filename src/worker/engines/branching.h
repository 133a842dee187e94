#ifndef WORKER_ENGINES_BRANCHING_H
#define WORKER_ENGINES_BRANCHING_H

/*
 * Branch and bound with propagation. Values are assigned one after another, and
 * undone where they contradict the assertions or nothing better can follow. It
 * learns no more than which of them lead to contradictions, but a step takes
 * microseconds: of problems with few constants and a table, as tours and
 * sequences are, it has seen all before other engines have begun to learn.
 */

#include "worker/base/libz3.h"
#include "worker/base/termset.h"
#include "worker/constraints/constraints.h"
#include <stdbool.h>
#include <stdint.h>

struct branching;

enum branching_state {
	BRANCHING_OPEN,	    /* it goes on in the next run */
	BRANCHING_FOUND,    /* all constants have values: branching_model */
	BRANCHING_ENDED,    /* there is no (further) solution */
	BRANCHING_GIVEN_UP, /* what it knows is no proof */
};

/*
 * Returns a search for solutions of the assertions, in which no application of
 * a function is left, and of the goal if it is not NULL: an Int term, of which
 * only values better than branching_set_best says are sought. `known` has
 * bounds of constants that follow from the assertions. Returns NULL if the
 * search cannot decide them: it does not know all operations, a value may be
 * without end, or there are too many constants. To be freed by branching_free.
 */
struct branching *branching_new(Z3_context c, const struct termset *assertions,
	struct constraints *known, Z3_ast goal, bool maximize);
void branching_free(struct branching *b);

/* Goes on for at most so many steps, or up to the next solution. */
enum branching_state branching_run(struct branching *b, unsigned steps);

/* From now on only goals better than the value are sought. */
void branching_set_best(struct branching *b, int64_t value);

/* Returns what the goal may be at best in the part that is searched; before the
 * first step that is a bound of all. */
int64_t branching_bound(const struct branching *b);

/* Returns the share of all assignments that has been seen, from 0 to 1. */
double branching_seen(const struct branching *b);

/* Returns the solution that was found; the caller has a reference to it. */
Z3_model branching_model(const struct branching *b);

#endif
