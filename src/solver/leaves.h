#ifndef SOLVER_LEAVES_H
#define SOLVER_LEAVES_H

/*
 * The elements of declared sorts in the values of terms, and terms that denote
 * them in any solution: of a list l = (cons U!val!0 nil) the element is what
 * (hd l) is, of an array a what (select a 3) is.
 */

#include <stdbool.h>
#include <stddef.h>

#include "solver/task.h"

struct leaves {
	struct leaf {
		Z3_ast term;
		Z3_ast element; /* its value in t->model */
	} * at;
	size_t count, capacity;
};

/* Adds those of a term with its value in t->model. */
void leaves_add(
	const struct task *t, Z3_ast term, Z3_ast value, struct leaves *l);

/*
 * The value with terms in the place of its elements, or NULL when one of them
 * is denoted by none.
 */
Z3_ast leaves_spell(const struct task *t, Z3_ast value, const struct leaves *l);

void leaves_release(struct leaves *l);

#endif
