#ifndef WORKER_EXPAND_COUNTING_H
#define WORKER_EXPAND_COUNTING_H

/*
 * What assertions say to be different, and what follows from that by counting:
 * ten terms that all differ do not share nine values, and if they share ten,
 * each value is that of one of them. A search needs exponentially many steps
 * for the first. All values of all the terms are counted: that three of ten
 * terms share two values, a search finds out.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "worker/base/libz3.h"
#include "worker/base/termset.h"
#include "worker/constraints/constraints.h"

/* A graph: some terms, and which pairs differ. Zeroed to begin with. */
struct disequalities {
	struct termset terms;
	uint64_t *rows; /* a bit for each pair; NULL: terms are collected */
	size_t words;	/* of a row */
};

/* Of `distinct` and negated equations among the assertions, which have not been
 * simplified. */
void disequalities_read(struct disequalities *d, Z3_context c,
	const Z3_ast *assertions, size_t count);
void disequalities_release(struct disequalities *d);

bool disequalities_have(
	const struct disequalities *d, Z3_context c, Z3_ast a, Z3_ast b);

/* Adds what follows: false, or which terms share a value. */
void counting_derive(const struct disequalities *d, Z3_context c,
	struct constraints *constraints, struct termset *derived);

#endif
