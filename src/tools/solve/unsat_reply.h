#ifndef TOOLS_SOLVE_UNSAT_REPLY_H
#define TOOLS_SOLVE_UNSAT_REPLY_H

/*
 * What is said about a model that has no solution: which of its items, and
 * which assumptions of the call, contradict each other, and what could go.
 */

struct reply;

void unsat_reply_put(struct reply *w);

/* What to do if there ought to be a solution: a line of text. */
void unsat_reply_advise(struct reply *w);

#endif
