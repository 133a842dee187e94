#ifndef WORKER_EXPLAIN_TERM_NODES_H
#define WORKER_EXPLAIN_TERM_NODES_H

/*
 * Terms over Bool constants and Int constants with bounds as nodes of a
 * network (worker/explain/propagation.h); pseudo-Boolean constraints, too.
 */

#include <stdint.h>

#include "worker/base/bound_propagation.h"
#include "worker/base/libz3.h"
#include "worker/base/termset.h"
#include "worker/explain/propagation.h"

/* Zeroed but for the first three members; the network becomes its own. */
struct term_nodes {
	Z3_context c;
	const struct bound_propagation *bounds; /* borrowed */
	struct network *network;

	struct termset variables; /* in the order of the network's */
	struct termset parts;
	uint32_t *nodes; /* of the parts, by their places */
	size_t count, capacity;
};

/* NODE_NONE: the term, or a part of it, cannot be a node. */
uint32_t term_nodes_add(struct term_nodes *t, Z3_ast term);
void term_nodes_release(struct term_nodes *t);

#endif
