#ifndef SOLVER_DIFFERENCES_H
#define SOLVER_DIFFERENCES_H

/*
 * What makes a solution another one than t->model.
 *
 * A term has another value. But elements of a declared sort have no names but
 * those that each solution gives them: there two solutions differ if the term
 * equals another one, or a constant, in one of them only.
 */

#include <stddef.h>

#include "solver/task.h"

struct differences {
	Z3_ast *at; /* Bools that are false in t->model */
	size_t count, capacity;
};

/* Of a term with its value in t->model, compared with the others. */
void differences_add(const struct task *t, Z3_ast term, Z3_ast value,
	const Z3_ast *others, size_t count, struct differences *d);

void differences_release(struct differences *d);

#endif
