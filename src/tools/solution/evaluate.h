#ifndef TOOLS_SOLUTION_EVALUATE_H
#define TOOLS_SOLUTION_EVALUATE_H

/*
 * A text in which terms have the values that they have under a solution: the
 * sorts and definitions of a model, and the solution's definitions in the
 * place of the declared constants and functions. It asserts no more than what
 * the solution says: it is satisfiable in one way only.
 */

#include <stdbool.h>

#include "base/buf.h"

struct model;

/*
 * Appends the text, commands on lines of their own. `solution` is as libz3
 * printed it: definitions between parentheses. False when it is not.
 */
bool evaluate_write(
	const struct model *m, const char *solution, struct buf *out);

#endif
