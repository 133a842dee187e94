#ifndef WORKER_EXPLAIN_BLOCKING_CLAUSE_H
#define WORKER_EXPLAIN_BLOCKING_CLAUSE_H

/*
 * What makes a solution another one than t->model.
 *
 * A term has another value. But elements of a declared sort have no names but
 * those that each solution gives them: solutions that differ by these only are
 * one. So terms of such a sort are compared with each other and with the
 * constants, equal in one solution and not in the other; and where an array, a
 * list or the like holds elements, it is compared by the terms that denote
 * them (worker/explain/element_terms.h).
 */

#include <stdbool.h>
#include <stddef.h>

#include "worker/base/task.h"

struct blocking_clause {
	Z3_ast *at; /* Bools that are false in t->model */
	size_t count, capacity;
	/* By number: terms whose values could not be compared. */
	bool *is_left_out;
};

/* Of these terms; to be released. */
void blocking_clause_read(const struct task *t, const Z3_ast *terms,
	size_t count, struct blocking_clause *d);
void blocking_clause_release(struct blocking_clause *d);

#endif
