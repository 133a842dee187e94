#ifndef TOOLS_CONFLICT_H
#define TOOLS_CONFLICT_H

/*
 * What is said about a model that has no solution: which of its items, and
 * which assumptions of the call, contradict each other, and what could go.
 */

struct composing;

void conflict_put(struct composing *w);

/* What to do if there ought to be a solution: a line of text. */
void conflict_advise(struct composing *w);

#endif
