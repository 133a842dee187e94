#ifndef WORKER_CONSTRAINTS_PROPAGATOR_H
#define WORKER_CONSTRAINTS_PROPAGATOR_H

/*
 * The one interval propagator. What changes at one expression is carried to
 * those around it until nothing changes (bounds consistency with a queue, as
 * AC-3). Everything after a mark can be undone, so a search may assign and take
 * back.
 *
 * For example, after 0 <= x <= 9, 0 <= y <= 9 and x - y >= 4 have been
 * restricted to 1, x is in 4..9 and y in 0..5.
 */

#include "worker/constraints/domain.h"

void propagator_release(struct propagator *p);

/* Makes the expression and all its parts take part in propagation. To be
 * called before propagator_close. */
void propagator_add(struct propagator *p, uint32_t x);

/* To be called once, after all expressions have been added. */
void propagator_close(struct propagator *p);

/*
 * Returns whether every relevant interval is so small that no sum of parts
 * overflows, and makes propagation faster if so. A search needs that: its
 * values have to be exact. To be called at a mark that is never undone.
 */
bool propagator_is_exact(struct propagator *p);

/* Returns what is known of any expression, also of one made later. */
struct interval propagator_interval(struct propagator *p, uint32_t x);

/* Carries on what was restricted. Returns false if some expression has no value
 * left. */
bool propagator_propagate(struct propagator *p);

/* Returns how much the variables under the expression had to do with
 * contradictions so far, above all with the latest; it is at least 1 for each
 * variable. */
double propagator_activity(struct propagator *p, uint32_t x);

#endif
