#ifndef WORKER_DECIDE_ENGINE_SCHEDULE_H
#define WORKER_DECIDE_ENGINE_SCHEDULE_H

/*
 * Which engine tries a problem next, and for how long, where one process has
 * to try several. None dominates, and any may need forever, so each gets turns
 * that grow: what one of them can do at all takes a small multiple of its own
 * time.
 */

#include <stdbool.h>
#include <stdint.h>

#include "wire/ask.h"

struct engine_schedule {
	uint32_t left; /* the engines that have not given up */
	enum engine engine;
	/* Of the processor; 0: what is left, since the others have given up. */
	int64_t spent_us;
	int64_t round_us;
	/* Known after the first turn: it costs a look at the whole problem. */
	bool has_quantifiers;
};

/* The first turn, of the first engine of the set, which is not empty. */
struct engine_schedule engine_schedule_begin(uint32_t engines);

/*
 * The next one, after a turn that was not decided. `is_cut`: its time had run
 * out; else the engine has given up, and another turn of it would be the same.
 * False: all have.
 */
bool engine_schedule_next(struct engine_schedule *s, bool is_cut);

#endif
