#ifndef TOOLS_SOLVE_SOLVING_H
#define TOOLS_SOLVE_SOLVING_H

/*
 * The way of a solve: it is asked, its answer is judged, and, where that is
 * wanted, another solver that is installed (--confirm-with) is asked what Z3
 * has answered sat or unsat to, in what is left of the call's time. If that one
 * says the contrary, the verdict becomes unknown. What it is not able to answer
 * is no contradiction, and is told.
 */

#include <stdbool.h>

#include "tools/solve/solver_call.h"

struct ask;
struct solve_reply;

/*
 * Asks a worker, by the setup of the solve; time limit and second opinion are
 * those of the call. Goes on with `refuse` or `then`, which find the solve in
 * the call's state.
 */
bool solving_ask(struct call *c, struct solving *s, const struct ask *ask,
	struct err *e);

void solving_release(struct solving *s);

/* What the second solver said: the member `confirmed`, and a line after the
 * prefix; nothing if nobody was to be asked. */
void solving_put_second(struct solve_reply *w);

#endif
