#ifndef WORKER_EXPLAIN_PROPAGATION_H
#define WORKER_EXPLAIN_PROPAGATION_H

/*
 * A network for a search that assigns values to variables: each operation is a
 * node with the interval of its values, a variable whose interval is narrow
 * also with those that are left, and what changes at one node is carried to
 * those around it until nothing changes. What came after a mark can be undone.
 *
 * Truth is a number: 0 or 1.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "worker/base/bound_propagation.h"

struct network;

#define NODE_NONE UINT32_MAX

enum operation {
	OPERATION_VARIABLE,
	OPERATION_NUMBER,
	OPERATION_SUM,	    /* number + the sum of factor * argument */
	OPERATION_PRODUCT,  /* of two */
	OPERATION_AT_LEAST, /* argument >= number */
	OPERATION_EQUAL,
	OPERATION_AND,
	OPERATION_OR,
	OPERATION_CHOICE, /* if, then, else */
};

struct network *network_new(void);
void network_free(struct network *n); /* NULL is none */

/*
 * A new node. NODE_NONE: there are too many, or its values may be too large,
 * or one of the arguments is NODE_NONE.
 *
 * factors: of a sum; NULL: each is 1.
 */
uint32_t network_operation(struct network *n, enum operation operation,
	int64_t number, const uint32_t *arguments, const int64_t *factors,
	unsigned count);
uint32_t network_number(struct network *n, int64_t value);
uint32_t network_add_variable(struct network *n, struct interval r);

bool network_is_number(const struct network *n, uint32_t node, int64_t *value);

/* What a node is made of; borrowed. */
struct network_part {
	enum operation operation;
	int64_t number;
	const uint32_t *arguments;
	const int64_t *factors; /* of a sum */
	uint32_t count;
};

/* False: there is no such node, nor one after it. */
bool network_part(
	const struct network *n, uint32_t node, struct network_part *part);

/* To be called once, after all nodes have been added. */
void network_close(struct network *n);

struct node_list {
	uint32_t *at;
	size_t count, capacity;
};

/* In the order in which they were added; borrowed. */
const struct node_list *network_variables(const struct network *n);
const struct node_list *network_disjunctions(const struct network *n);

struct interval network_interval(const struct network *n, uint32_t node);

/* How many values are left, as far as that is known. */
int64_t network_size(const struct network *n, uint32_t node);
bool network_has(const struct network *n, uint32_t node, int64_t value);

/* Take values away. False: none is left. */
bool network_restrict(struct network *n, uint32_t node, struct interval r);
bool network_remove(struct network *n, uint32_t node, int64_t value);

/* Carries on what was restricted. False: some node has no value left. */
bool network_propagate(struct network *n);

/* How much the variables under the node had to do with contradictions so far,
 * with the later ones above all; from 1 for each variable on. */
double network_blame(struct network *n, uint32_t node);

/* A chain of comparisons over huge intervals was given up: what is known then
 * is not a fixed point. */
bool network_is_stuck(const struct network *n);

size_t network_mark(const struct network *n);
void network_undo(struct network *n, size_t mark);

#endif
