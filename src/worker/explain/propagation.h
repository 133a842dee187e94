#ifndef WORKER_EXPLAIN_PROPAGATION_H
#define WORKER_EXPLAIN_PROPAGATION_H

/*
 * Assertions over Bool constants and Int constants with bounds as a network
 * for a search that assigns values: each part of a term is a node with the
 * interval of its values, a constant of few values also with those that are
 * left, and what changes at one node is carried to those around it until
 * nothing changes. What a mark was set before can be undone.
 *
 * Truth is a number: 0 or 1.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <z3.h>

#include "worker/base/bound_propagation.h"

struct network;

#define NODE_NONE UINT32_MAX

struct network_mark {
	size_t intervals, holes;
};

/* The bounds stay the caller's. */
struct network *network_new(
	Z3_context c, const struct bound_propagation *bounds);
void network_free(struct network *n); /* NULL is none */

/* The node of a term; NODE_NONE: it, or a part of it, is nothing for this. */
uint32_t network_add(struct network *n, Z3_ast term);

/* To be called once, after all terms have been added. */
void network_close(struct network *n);

/* In the order in which they were added; NULL after the last one. */
Z3_ast network_variable(const struct network *n, size_t i, uint32_t *node);

/* The i-th disjunction: a node and its disjuncts. False after the last one. */
bool network_disjunction(const struct network *n, size_t i, uint32_t *node,
	const uint32_t **disjuncts, uint32_t *count);

struct interval network_interval(const struct network *n, uint32_t node);

/* How many values are left, as far as that is known. */
int64_t network_size(const struct network *n, uint32_t node);
bool network_has(const struct network *n, uint32_t node, int64_t value);

/* Take values away. False: none is left. */
bool network_restrict(struct network *n, uint32_t node, struct interval r);
bool network_remove(struct network *n, uint32_t node, int64_t value);

/* Carries on what was restricted. False: some node has no value left. */
bool network_propagate(struct network *n);

/* A chain of comparisons over huge intervals was given up: what is known then
 * is no fixed point. */
bool network_is_stuck(const struct network *n);

struct network_mark network_mark(const struct network *n);
void network_undo(struct network *n, struct network_mark mark);

#endif
