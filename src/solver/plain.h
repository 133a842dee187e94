#ifndef SOLVER_PLAIN_H
#define SOLVER_PLAIN_H

/*
 * What a function of a solution is at each point, where it has few, whatever
 * formula libz3 has found for it.
 */

#include <stdbool.h>
#include <z3.h>

enum { PLAIN_POINTS_MAX = 64 };

struct plain {
	unsigned count;
	Z3_ast terms[PLAIN_POINTS_MAX]; /* (f a), (f b), ... */
	Z3_ast values[PLAIN_POINTS_MAX];
	Z3_ast most; /* the value that most of them have */
};

/* False: it has many points, or one of its values is no plain one. */
bool plain_read(
	Z3_context c, Z3_model m, Z3_func_decl function, struct plain *plain);

#endif
