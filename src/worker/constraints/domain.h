#ifndef WORKER_CONSTRAINTS_DOMAIN_H
#define WORKER_CONSTRAINTS_DOMAIN_H

/*
 * Domains of expressions: the interval of the values of each and, for a
 * variable whose interval is narrow, the set of those that are left. Changes
 * are queued for propagation (worker/constraints/propagator.h) and can be
 * undone.
 */

#include "worker/base/interval.h"
#include "worker/constraints/expression.h"

struct domain {
	struct interval interval;
	/* Bit i of a variable says whether `base` + i is left. It is 0 if
	 * the interval is wide: then all values in it are left. */
	uint64_t values;
	int64_t base;
	uint32_t first_user, user_count;
	bool is_relevant; /* propagator_add */
	bool is_queued;
	bool is_exact;	 /* no sum of its parts overflows */
	bool is_real;	 /* nothing is known of Reals */
	double activity; /* of a variable: its part in contradictions */
};

struct expression_list {
	uint32_t *at;
	size_t count, capacity;
};

/* Records how a domain was before a change. */
struct domain_change {
	uint32_t expression;
	struct interval interval;
	uint64_t values;
	int64_t base;
};

/* Zeroed to begin with, but for `e`. Read by others; changed by the functions
 * below only. */
struct propagator {
	struct expressions *e; /* borrowed */
	struct domain *at;     /* by expression */
	size_t count, capacity;
	/* In the order in which they were added. */
	struct expression_list relevant, variables, disjunctions;
	uint32_t *users; /* NULL until the propagator is closed */
	struct {
		uint32_t *at; /* a ring of the size of `relevant` */
		size_t first, count;
	} queue;
	struct {
		struct domain_change *at;
		size_t count, capacity;
	} changes; /* their count is a mark, up to which all can be undone */
	size_t steps_max; /* of one propagation; 0: the default */
	/* A chain of comparisons over huge intervals was given up: what is
	 * known then is true, but no fixed point. */
	bool no_fixpoint;
	double activity_step; /* what the next contradiction adds */
};

/* Returns how many values are left, as far as that is known. */
int64_t propagator_size(const struct propagator *p, uint32_t x);
bool propagator_has(const struct propagator *p, uint32_t x, int64_t value);

/* These take values away. They return false if none is left. */
bool propagator_restrict(struct propagator *p, uint32_t x, struct interval r);
bool propagator_remove(struct propagator *p, uint32_t x, int64_t value);

/* Undoes all changes after a mark, and forgets what is queued. */
void propagator_undo(struct propagator *p, size_t mark);

/* --- for propagation ------------------------------------------------------ */

static inline const struct expression *
domain_expression(const struct propagator *p, uint32_t x)
{
	return &p->e->at[x];
}

static inline bool
domain_is_fixed(const struct domain *d)
{
	return d->interval.low == d->interval.high;
}

/* Gives a set of values to a narrow domain that has none. */
void domain_set_values(struct domain *d);

/* Queues an expression, if it is relevant, until it is dequeued. */
void domain_enqueue(struct propagator *p, uint32_t x);
uint32_t domain_dequeue(struct propagator *p);
void domain_empty_queue(struct propagator *p);

#endif
