#ifndef WORKER_BASE_RECURSION_H
#define WORKER_BASE_RECURSION_H

/*
 * The recursive functions of a context, with their bodies, which libz3 tells
 * only by way of a solution.
 */

#include <stdbool.h>

#include "worker/base/libz3.h"
#include "worker/base/termset.h"

/* All that the context has: by the declaration of each its body, in which the
 * i-th parameter is variable i. False if there is no time. */
bool recursion_read(struct term_map *bodies, Z3_context c);

#endif
