#ifndef WORKER_EXPLAIN_ELEMENT_TERMS_H
#define WORKER_EXPLAIN_ELEMENT_TERMS_H

/*
 * The elements of declared sorts in the values of terms, and terms that denote
 * them in any solution: of a list l = (cons U!val!0 nil) the element is what
 * (hd l) is, of an array a what (select a 3) is.
 */

#include <stdbool.h>
#include <stddef.h>

#include "worker/base/task.h"

struct element_terms {
	struct leaf {
		Z3_ast term;
		Z3_ast element; /* its value in t->model */
	} * at;
	size_t count, capacity;
};

/* Adds those of a term with its value in t->model. */
void element_terms_add(const struct task *t, Z3_ast term, Z3_ast value,
	struct element_terms *l);

/*
 * The value with terms in the place of its elements, or NULL when one of them
 * is denoted by none.
 */
Z3_ast element_terms_spell(
	const struct task *t, Z3_ast value, const struct element_terms *l);

void element_terms_release(struct element_terms *l);

#endif
