#ifndef POOL_EXIT_REASON_H
#define POOL_EXIT_REASON_H

/*
 * From the way a child died to the outcome of its job. For deaths that were
 * not ours only: whom the server kills it has answered for before.
 */

#include "wire/answer.h"

struct death;

/* The child has sent no DONE and was not killed by this process. */
enum outcome exit_reason(const struct death *death);

#endif
