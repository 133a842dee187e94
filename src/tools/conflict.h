#ifndef TOOLS_CONFLICT_H
#define TOOLS_CONFLICT_H

/*
 * What is said about a model that has no solution: which of its items, and
 * which assumptions of the call, contradict each other, and what could go.
 */

struct composing;

void conflict_put(struct composing *w);

#endif
