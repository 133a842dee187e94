#ifndef SOLVER_TURNS_H
#define SOLVER_TURNS_H

/*
 * Which way tries a problem next, and for how long, where one process has to
 * try both: the incremental core, which is the fastest for what is easy and
 * for most of what has quantifiers, and libz3's strategy for the logic.
 * Neither dominates, and either may need forever, so both get turns that grow:
 * what one of them can do at all takes a small multiple of its own time.
 */

#include <stdbool.h>
#include <stdint.h>

enum way { WAY_SIMPLE, WAY_LOGIC, WAYS };

struct turns {
	enum way way; /* whose turn it is */
	/* Of the processor; 0: what is left, since the other has given up. */
	int64_t spent_us;
	bool has_given_up[WAYS];
	/* Known after the first turn: it costs a look at the whole problem. */
	bool has_quantifiers;
};

/* The first turn. */
struct turns turns_begin(void);

/*
 * The next one, after a turn that was not decided. `is_cut`: its time had run
 * out; else the way has given up, and another turn of it would be the same.
 * False: both have.
 */
bool turns_next(struct turns *turns, bool is_cut);

#endif
