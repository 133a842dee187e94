#ifndef TOOLS_SOLVE_EARLIER_RUNS_H
#define TOOLS_SOLVE_EARLIER_RUNS_H

/*
 * A search for the best goes on where the earlier ones of its session had to
 * stop: from the best of their solutions, and from what they have proved.
 *
 * An earlier problem is built again from the revision and the arguments of its
 * run, and compared command by command. A bound holds where nothing but
 * assertions, assumptions and declarations of other names was added since; a
 * value is attained where nothing but such was taken away.
 */

#include <stdbool.h>

#include "base/err.h"

struct answer;
struct call;
struct solve_request;
struct solve_verdict;

/*
 * Sets `start`, `bound` and `known` of a request that has been written, and
 * writes it again if there is anything to go on from.
 */
bool earlier_runs_use(struct call *c, struct solve_request *q, struct err *e);

/*
 * Whether an earlier run of the same problem knows better than this answer;
 * then the reply to the call is that run's, and the log has both.
 */
bool earlier_runs_answer(struct call *c, const struct solve_request *q,
	const struct answer *answer, const struct solve_verdict *verdict);

#endif
