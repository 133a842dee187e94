#ifndef WORKER_BASE_ASSERTION_STACK_H
#define WORKER_BASE_ASSERTION_STACK_H

/*
 * One solver for several problems of a script that have a context together:
 * what a problem shares with the one before it stays asserted, and what libz3
 * has learned of it. Problems are compared by their terms, so nothing but the
 * assertions in force can be in the solver, whatever the script looks like.
 */

#include <stddef.h>
#include <z3.h>

/* Zeroed to begin with. */
struct assertion_stack {
	Z3_context c;
	Z3_solver solver; /* of the context; NULL: none yet */
	Z3_ast *terms;	  /* that are asserted, in order */
	size_t count, capacity;
	size_t *levels; /* how many were when each scope was opened */
	size_t level_count, level_capacity;
};

/* The incremental core with just these terms asserted; the stack's. */
Z3_solver assertion_stack_solver(struct assertion_stack *s, Z3_context c,
	const Z3_ast *terms, size_t count);

/* The next problem gets a new solver: the context is not used again, or a
 * check was not decided. */
void assertion_stack_forget(struct assertion_stack *s);

/* Leaves the solver to its context. */
void assertion_stack_release(struct assertion_stack *s);

#endif
