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

struct network_node {
	enum operation operation;
	bool is_queued;
	struct interval interval;
	int64_t number;
	uint32_t first, count; /* of its arguments and their factors */
	uint32_t first_user, user_count;
	/* Of a variable: which values from `base` on are left; 0: all in the
	 * interval, which is wide. */
	uint64_t left;
	int64_t base;
	double blame; /* of a variable */
};

struct node_list {
	uint32_t *at;
	size_t count, capacity;
};

/* What a node was before it. */
struct change {
	uint32_t node;
	struct interval interval;
	uint64_t left;
	int64_t base;
};

/* To be read by others, and changed by the functions below. */
struct network {
	struct network_node *nodes;
	size_t count, capacity;
	struct {
		uint32_t *at;
		int64_t *factors;
		size_t count, capacity, factor_capacity;
	} arguments;
	uint32_t *users; /* NULL: it is not closed */
	/* In the order in which they were added. */
	struct node_list variables, disjunctions;
	struct {
		uint32_t *at; /* a ring of all nodes */
		size_t first, count;
	} queue;
	struct {
		struct change *at;
		size_t count, capacity;
	} changes; /* their number is a mark, up to which all can be undone */
	/* A chain of comparisons over huge intervals was given up: what is
	 * known then is not a fixed point. */
	bool is_stuck;
	double blame; /* of the next contradiction */
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

/* To be called once, after all nodes have been added. */
void network_close(struct network *n);

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

void network_undo(struct network *n, size_t mark);

#endif
